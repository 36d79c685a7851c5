"""Branches that a compiler replaces by conditional moves.

gcc -O2 converts an IF without ELSE whose body only assigns cheap integer expressions of registers
to integer registers; a real in the body, or anything that touches memory, stays a branch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg import Jump, Part, Split
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.walk import walk

if TYPE_CHECKING:
    from sad.analysis.cfg import Action, Block, Cfg
    from sad.analysis.loops import LoopForest
    from sad.analysis.work.operations_memory import Memory

_MOST_ASSIGNMENTS = 2
_MOST_OPERATIONS = 2
_CHEAP = frozenset({Operator.ADD, Operator.SUB, Operator.NEG})
_KINDS = (Type.INTEGER, Type.LOGICAL)


def converted_blocks(cfg: Cfg, forest: LoopForest, memory: Memory) -> dict[int, tuple[int, Action]]:
    """Return the blocks that are done without a branch, with the block and action of their test."""
    found: dict[int, tuple[int, Action]] = {}
    for number in forest.order:
        block = cfg.blocks[number]
        split = block.terminator
        if not isinstance(split, Split) or split.kind != "if" or split.chain:
            continue
        if len(split.targets) != 2 or not block.actions:
            continue
        then, other = (cfg.blocks[target] for target in split.targets)
        if forest.innermost[then.id] is not forest.innermost[number]:
            continue
        after = then.terminator
        if (
            isinstance(after, Jump)
            and after.target == other.id
            and forest.predecessors[then.id] == [number]
            and _is_cheap(then, memory)
        ):
            found[then.id] = (number, block.actions[-1])
    return found


def _is_cheap(block: Block, memory: Memory) -> bool:
    actions = block.actions
    return 0 < len(actions) <= _MOST_ASSIGNMENTS and all(
        _is_cheap_assignment(action, memory) for action in actions
    )


def _is_cheap_assignment(action: Action, memory: Memory) -> bool:
    statement = action.statement
    if action.part is not Part.WHOLE or not isinstance(statement, st.Assign) or statement.silent:
        return False
    target = statement.target
    if not isinstance(target, ex.Variable) or target.type not in _KINDS:
        return False
    if memory.of(target.name) is not None:
        return False
    operations = 0
    for part in walk(statement.value):
        match part:
            case ex.Constant() | ex.Copy():
                pass
            case ex.Variable(name=name, type=kind):
                if kind not in _KINDS or memory.of(name) is not None:
                    return False
            case ex.Unary(operator=operator) | ex.Binary(operator=operator):
                operations += 1
                if operator not in _CHEAP or part.type not in _KINDS:
                    return False
            case _:
                return False
    return operations <= _MOST_OPERATIONS
