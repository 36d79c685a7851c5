"""Choices of C (``?:``) and truths that are kept, as gcc lays out their branches at -O0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Block, LoopHead, Split
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage
from sad.ir.walk import expressions, statements, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.profiles.estimation.places import LinePlace

_INT = 4  # bytes


def is_choice(flow: UnitFlow, block: int) -> bool:
    """Whether a branch is that of ``?:``, whose arms gcc may swap: its parts have the place of all."""
    actions = flow.cfg.blocks[block].actions
    item = actions[-1].statement if actions else None
    if not isinstance(item, st.If):
        return False
    first = [body[0] for body in (*(arm.body for arm in item.arms), item.otherwise) if body]
    return any(inner.span == item.span for inner in first)


def kept_truth(flow: UnitFlow, block: int) -> tuple[int, ...] | None:
    """The arcs into where the last operand of ``&&`` or ``||`` is kept, if a block tests what is kept.

    An operand with a choice inside is kept in a variable of the frontend, and so is what the operands
    before it decide: gcc tests each operand and no variable.
    """
    kept = _kept(flow, flow.cfg.blocks[block].terminator)
    last = [arcs for value, arcs in kept if not isinstance(value, ex.Constant)]
    return last[0] if len(last) == 1 and len(kept) > 1 else None


def _kept(flow: UnitFlow, split: object) -> list[tuple[ex.Expr, tuple[int, ...] | None]]:
    """What the variable that a branch tests gets on the branch's line, and the arcs into there."""
    match split:
        case Split(condition=ex.Binary(operator=Operator.NE, left=ex.Variable(name=name))):
            place = split.span.file, split.span.line
        case _:
            return []
    return [
        (action.statement.value, flow.at(other.id, number))
        for other in flow.cfg.blocks
        for number, action in enumerate(other.actions)
        if isinstance(action.statement, st.Assign)
        and (action.span.file, action.span.line) == place
        and isinstance(action.statement.target, ex.Variable)
        and action.statement.target.name == name
    ]


def is_stored(flow: UnitFlow, block: int) -> bool:
    """Whether a branch is an operand of ``&&`` or ``||`` whose truth is a value: 1 stands before 0."""
    split = flow.cfg.blocks[block].terminator
    actions = flow.cfg.blocks[block].actions
    item = actions[-1].statement if actions else None
    if not isinstance(split, Split) or len(split.chain) < 2 or not isinstance(item, st.If):
        return False
    arms = (*(arm.body for arm in item.arms), item.otherwise)
    values = [body[0].value for body in arms if len(body) == 1 and isinstance(body[0], st.Assign)]
    return [each.value for each in values if isinstance(each, ex.Constant)] == [1, 0]


def swaps_arms(flow: UnitFlow, block: int) -> bool | None:
    """Whether gcc has the arms of ``?:`` the other way round; None if that is not known.

    gcc turns it around where the first arm is a constant and the second is none, or the first a
    variable and the second neither (``tree_swap_operands_p`` and ``COND_EXPR`` of gcc's fold-const.c);
    an order of floating-point numbers cannot be turned around. Of several operands it is only known
    where nothing turns.
    """
    split = flow.cfg.blocks[block].terminator
    actions = flow.cfg.blocks[block].actions
    item = actions[-1].statement if actions else None
    if not isinstance(split, Split) or not isinstance(item, st.If):
        return None
    if not is_choice(flow, block) or len(item.arms) != 1 or not item.otherwise:
        return None
    match item.arms[0].condition:
        case ex.Unary(operator=Operator.NOT):
            return None
        case ex.Binary(operator=Operator.LT | Operator.LE | Operator.GT | Operator.GE) as test:
            if not {test.left.type, test.right.type} <= {Type.INTEGER}:
                return False
        case _:
            pass
    first, second = _arm(flow, item.arms[0].body), _arm(flow, item.otherwise)
    if second == "constant" or first == "other":
        return False
    if len(split.chain) > 1 or first is None or second is None or _kept(flow, split):
        return None  # gcc has no variable for what is kept
    return first == "constant" or second == "other"


def _arm(flow: UnitFlow, body: Sequence[st.Stmt]) -> str | None:
    """What an arm of ``?:`` is to gcc: a constant, a variable or other; None if that is not known."""
    if len(body) != 1:
        return "other"
    value = body[0].value if isinstance(body[0], st.Assign) else None
    if isinstance(value, ex.Convert):
        return None  # gcc may see through it
    if isinstance(value, ex.Unary) and isinstance(value.operand, ex.Constant):
        value = value.operand
    if isinstance(value, ex.Constant):
        return "constant"
    if not isinstance(value, ex.Variable):
        return "other"
    symbol = flow.unit.symbols.get(value.name)
    if symbol is not None and symbol.type is Type.INTEGER and (symbol.size_bytes or 0) < _INT:
        return None  # converted, here or where all of it goes to
    is_plain = symbol is not None and not symbol.reached and "." not in value.name
    is_plain &= symbol is not None and (symbol.storage is not Storage.DUMMY or symbol.by_value)
    return "variable" if is_plain else "other"


def are_arguments(flow: UnitFlow, place: LinePlace, blocks: Sequence[int]) -> bool:
    """Whether several ``?:`` may be arguments of one call: gcc evaluates the last one first."""
    splits = ((block, flow.cfg.blocks[block].terminator) for block in blocks)
    choices = {
        min(split.chain, default=block) if isinstance(split, Split) else block
        for block, split in splits
        if is_choice(flow, block)
    }
    if len(choices) - len(_nested(flow, choices)) < 2:
        return False
    items = (
        action.statement
        for block in flow.cfg.blocks
        for action in block.actions
        if (action.span.file, action.span.line) == place
    )
    return any(map(_has_call, items))


def _nested(flow: UnitFlow, choices: set[int]) -> set[int]:
    """The choices that are in an arm of another one: they have an order."""
    items = {block: tested(flow, block) for block in choices}
    inside = {
        id(inner)
        for item in items.values()
        if isinstance(item, st.If)
        for body in (*(arm.body for arm in item.arms), item.otherwise)
        for inner in statements(body)
    }
    return {block for block, item in items.items() if id(item) in inside}


def _has_call(item: st.Stmt) -> bool:
    return isinstance(item, st.CallStatement) or any(
        isinstance(part, ex.FunctionCall) for root in expressions(item) for part in walk(root)
    )


def is_loop_exit(item: st.Stmt | None) -> bool:
    """Return whether a branch leaves a loop whose condition has side effects: it is not in the source.

    ``while ((c = next()) != 3)`` is a loop without end that begins with ``if (!(...)) break``.
    """
    match item:
        case st.If(arms=(st.Arm(body=(st.Exit() as leaves,)),), otherwise=()):
            return leaves.span == item.span
        case _:
            return False


def tested(flow: UnitFlow, block: int) -> st.Stmt | None:
    """Return the statement whose condition a block tests."""
    match flow.cfg.blocks[block]:
        case Block(terminator=LoopHead(loop=loop)):
            return loop
        case Block(actions=[*_, action]):
            return action.statement
        case _:
            return None
