"""Statements that combine what a variable holds with something else: sums, products, extremes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.walk import walk

if TYPE_CHECKING:
    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.dependence.access import Access
    from sad.dependence.accesses import Accesses
    from sad.ir.expr import Expr
    from sad.ir.stmt import Target

_ADDING = (Operator.ADD, Operator.SUB)
_KEEPING = ("max", "min")
_LOGICAL = {Operator.AND: "and", Operator.OR: "or"}
_ABOVE, _BELOW = (Operator.GT, Operator.GE), (Operator.LT, Operator.LE)
_ROUNDED = (Type.REAL, Type.DOUBLE, Type.QUAD, Type.COMPLEX, Type.DOUBLE_COMPLEX)


class Combination(NamedTuple):
    """``target = target operator rest``."""

    operator: str
    rest: tuple[Expr, ...]


def combination(target: Target, value: Expr) -> Combination | None:
    """Return how a value combines the target's old one with others; None if it does not."""
    plain = _plain(value)
    found: Combination | None = None
    if isinstance(plain, ex.Binary) and plain.operator in _ADDING:
        found = _spine(target, plain, _ADDING, "add")
    elif isinstance(plain, ex.Binary) and plain.operator is Operator.MUL:
        found = _spine(target, plain, (Operator.MUL,), "mul")
    elif isinstance(plain, ex.Binary) and plain.operator in _LOGICAL:
        found = _spine(target, plain, (plain.operator,), _LOGICAL[plain.operator])
    elif isinstance(plain, ex.Intrinsic) and plain.name in _KEEPING:
        rest = tuple(item for item in plain.arguments if _plain(item) != target)
        if len(rest) == len(plain.arguments) - 1:
            found = Combination(plain.name, rest)
    if found is None or any(part == target for item in found.rest for part in walk(item)):
        return None
    return found


def _spine(
    target: Target, node: ex.Binary, operators: tuple[Operator, ...], name: str
) -> Combination | None:
    """Follow ``((target + a) - b) + c`` down its left sides; ``a + target`` counts as well."""
    rest: list[Expr] = []
    current: Expr = node
    while isinstance(current, ex.Binary) and current.operator in operators:
        if _plain(current.right) == target and current.operator is not Operator.SUB:
            return Combination(name, (current.left, *reversed(rest)))
        rest.append(current.right)
        current = _plain(current.left)
    return Combination(name, tuple(reversed(rest))) if current == target else None


def kept_extreme(statement: st.Stmt) -> tuple[st.Assign, Combination] | None:
    """Return the assignment of ``IF (X .GT. M) M = X`` and what it takes: ``max`` or ``min`` of X."""
    if not isinstance(statement, st.If) or len(statement.arms) != 1 or statement.otherwise:
        return None
    (arm,) = statement.arms
    test = arm.condition
    if len(arm.body) != 1 or not isinstance(test, ex.Binary):
        return None
    (inside,) = arm.body
    if not isinstance(inside, st.Assign) or inside.silent:
        return None
    target, value = inside.target, _plain(inside.value)
    left, right = _plain(test.left), _plain(test.right)
    if test.operator in _ABOVE:
        greater, less = left, right
    elif test.operator in _BELOW:
        greater, less = right, left
    else:
        return None
    if (greater, less) == (value, target):
        found = Combination("max", (value,))
    elif (greater, less) == (target, value):
        found = Combination("min", (value,))
    else:
        return None
    if any(part == target for part in walk(value)) or any(
        isinstance(part, ex.FunctionCall) for part in walk(value)
    ):
        return None
    return inside, found


def is_identity(value: Expr, operator: str) -> bool:
    """Whether a value changes nothing when it is combined: 0 of a sum, 1 of a product."""
    plain = _plain(value)
    if not isinstance(plain, ex.Constant) or operator not in ("add", "mul"):
        return False
    try:
        number = float(str(plain.value).upper().replace("D", "E"))
    except ValueError:
        return False
    return number == (0.0 if operator == "add" else 1.0)


def is_rounded(target: Target) -> bool:
    """Whether combining in another order may give another result: of real and complex numbers."""
    return target.type in _ROUNDED


def _plain(node: Expr) -> Expr:
    while isinstance(node, ex.Convert | ex.Copy):
        node = node.operand
    return node


def is_fresh(
    access: Access, operator: str, region: Region, entry: EntryAnalysis, accesses: Accesses
) -> bool:
    """Whether a variable certainly holds nothing when the loop starts."""
    forest = entry.forest
    sources = [item for item in forest.predecessors[region.header] if item not in region.blocks]
    targets = {
        id(action.statement): action.statement.target
        for number in sorted(region.blocks)
        for action in entry.cfg.blocks[number].actions
        if isinstance(action.statement, st.Assign)
    }
    wanted = [
        target
        for target in targets.values()
        if isinstance(target, ex.Variable | ex.Element)
        and access.name == (target.name if isinstance(target, ex.Variable) else target.array)
    ]
    while len(sources) == 1:
        (number,) = sources
        block = entry.cfg.blocks[number]
        for action in reversed(block.actions):
            statement = action.statement
            if isinstance(statement, st.Assign) and statement.target in wanted:
                return is_identity(statement.value, operator)
            if accesses.calls(action) or isinstance(statement, st.InputOutput | st.Opaque):
                return False
            if isinstance(statement, st.Assign) and not isinstance(statement.target, ex.Variable):
                return False
        sources = forest.predecessors[number]
        if len(block.successors()) != 1 or forest.innermost[number] is not region.parent:
            return False
    return False
