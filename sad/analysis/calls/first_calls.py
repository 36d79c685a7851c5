"""Flags that make a part of a unit run in its first call only.

``SAVE FIRST``, ``DATA FIRST /.TRUE./``, ``IF (FIRST) THEN``, ``FIRST = .FALSE.``: the part runs once in
a run of the program, if the unit is called at all. That holds if nothing else touches the flag, every
call comes to the IF once, and the part begins by changing the flag.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.graph import Leave, Split
from sad.analysis.loops.natural import RegionKind
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage, UnitKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.calls.graph import CallGraph
    from sad.analysis.cfg.graph import Block, Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.ir.expr import Expr


def first_call_arms(cfg: Cfg, forest: LoopForest, graph: CallGraph) -> dict[int, int]:
    """Return, by block, which arm of its IF is taken in the first call of the unit only."""
    found: dict[int, int] = {}
    if (
        cfg.unit.kind is UnitKind.PROGRAM
        or len(cfg.entries) > 1
        or unit_key(cfg.unit) in graph.recursive
    ):
        return found
    for number in forest.order:
        block = cfg.blocks[number]
        split = block.terminator
        if not isinstance(split, Split) or split.kind != "if" or split.condition is None:
            continue
        tested = _flag(split.condition)
        if tested is None:
            continue
        name, value = tested
        arm = _first_arm(name, value, cfg)
        if arm is None or not _every_call(number, cfg, forest):
            continue
        if _only_set_in(name, split.targets[arm], number, cfg, forest, graph):
            found[number] = arm
    return found


def _flag(condition: Expr) -> tuple[str, bool] | None:
    """A variable, and whether the condition holds if it is true, or not 0."""
    match condition:
        case ex.Binary(
            operator=Operator.NE | Operator.EQ as operator,
            left=ex.Variable(name=name, type=Type.INTEGER),
            right=ex.Constant(value=0),
        ):
            return name, operator is Operator.NE
        case ex.Variable(name=name, type=Type.LOGICAL):
            return name, True
        case ex.Unary(operator=Operator.NOT, operand=operand) | ex.Copy(operand=operand):
            inner = _flag(operand)
            turned = isinstance(condition, ex.Unary)
            return None if inner is None else (inner[0], inner[1] != turned)
        case _:
            return None


def _every_call(number: int, cfg: Cfg, forest: LoopForest) -> bool:
    """Whether a block runs exactly once in every call that comes to an end."""
    if forest.innermost[number].kind is not RegionKind.UNIT:
        return False
    return all(
        forest.dominates(number, leaving)
        for leaving in forest.order
        if isinstance(cfg.blocks[leaving].terminator, Leave)
    )


def _first_arm(name: str, value: bool, cfg: Cfg) -> int | None:
    symbol = cfg.unit.symbols.get(name)
    if (
        symbol is None
        or symbol.storage is not Storage.LOCAL
        or symbol.shares is not None
        or not symbol.saved
        or not isinstance(symbol.initial, ex.Constant)
    ):
        return None
    return int(bool(symbol.initial.value) is not value)


def _only_set_in(
    name: str, target: int, test: int, cfg: Cfg, forest: LoopForest, graph: CallGraph
) -> bool:
    """Whether the flag is changed right where an arm begins, and nowhere else."""
    symbol = cfg.unit.symbols[name]
    assert isinstance(symbol.initial, ex.Constant)
    sets = [
        (block.id, statement)
        for block, statement in _statements(cfg, forest)
        if name in graph.facts[unit_key(cfg.unit)].writes_of(statement)
    ]
    passed = any(
        isinstance(argument, ex.Variable) and argument.name == name
        for calls in graph.facts[unit_key(cfg.unit)].calls.values()
        for call in calls
        for argument in call.arguments
    )
    if passed or len(sets) != 1 or forest.idom.get(target) != test:
        return False
    block, statement = sets[0]
    return (
        block == target
        and isinstance(statement, st.Assign)
        and isinstance(statement.value, ex.Constant)
        and bool(statement.value.value) is not bool(symbol.initial.value)
    )


def _statements(cfg: Cfg, forest: LoopForest) -> Iterator[tuple[Block, st.Stmt]]:
    for number in forest.order:
        for action in cfg.blocks[number].actions:
            yield cfg.blocks[number], action.statement
