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
_LOGICAL = {
    Operator.AND: "and", Operator.OR: "or", Operator.EQV: "eqv", Operator.NEQV: "neqv",
}  # fmt: skip
_TRUTH = {Operator.AND_THEN: "and", Operator.OR_ELSE: "or"}
_BITS = ("ior", "iand", "ieor")
_ABOVE, _BELOW = (Operator.GT, Operator.GE), (Operator.LT, Operator.LE)
_CYCLIC = ("add", "mul", *_BITS)
"""What may be combined in any order if only the low bits of the result are kept."""
_ROUNDED = (Type.REAL, Type.DOUBLE, Type.QUAD, Type.COMPLEX, Type.DOUBLE_COMPLEX)


class Combination(NamedTuple):
    """``target = target operator rest``."""

    operator: str
    rest: tuple[Expr, ...]


def combination(target: Target, value: Expr, bits: int = 0) -> Combination | None:
    """Return how a value combines the target's old one with others; None if it does not.

    A value that is cut to ``bits``, all that the target has, is as well combined before it is cut.
    """
    plain = _plain(value)
    found: Combination | None = None
    if isinstance(plain, ex.Intrinsic) and plain.name in ex.NARROWING:
        inside = combination(target, plain.arguments[0])
        fits = ex.NARROWING[plain.name][0] == bits and target.type is Type.INTEGER
        return inside if fits and inside and inside.operator in _CYCLIC else None
    if isinstance(plain, ex.Binary) and plain.operator in _ADDING:
        found = _spine(target, plain, _ADDING, "add")
    elif isinstance(plain, ex.Binary) and plain.operator is Operator.MUL:
        found = _spine(target, plain, (Operator.MUL,), "mul")
    elif isinstance(plain, ex.Binary) and plain.operator in _LOGICAL:
        found = _spine(target, plain, (plain.operator,), _LOGICAL[plain.operator])
    elif isinstance(plain, ex.Intrinsic) and plain.name == "merge" and len(plain.arguments) == 3:
        found = _chosen(target, *plain.arguments)
    elif isinstance(plain, ex.Intrinsic) and plain.name in (*_KEEPING, *_BITS):
        rest = tuple(item for item in plain.arguments if _plain(item) != target)
        if len(rest) == len(plain.arguments) - 1:
            found = Combination(plain.name, rest)
    return None if found is None or _mentions(target, found.rest) else found


def _mentions(target: Target, rest: tuple[Expr, ...]) -> bool:
    return any(part == target for item in rest for part in walk(item))


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
    inside = _only(arm.body)
    if inside is None:
        return None
    found = _chosen(inside.target, inside.value, inside.target, arm.condition)
    return None if found is None or _mentions(inside.target, found.rest) else (inside, found)


def chosen_value(
    statement: st.Stmt, following: st.Stmt
) -> tuple[tuple[st.Assign, ...], Combination] | None:
    """Return what ``T = A`` or ``T = B``, as a condition says, and then ``M = T`` combine into M.

    So readers write ``m = x > m ? x : m`` and ``a = a && b``. The assignments are given with it.
    """
    if not isinstance(statement, st.If) or len(statement.arms) != 1:
        return None
    (arm,) = statement.arms
    if not isinstance(following, st.Assign) or following.silent:
        return None
    first, second = _only(arm.body), _only(statement.otherwise)
    if first is None or second is None or first.target != second.target:
        return None
    target, value = following.target, _plain(following.value)
    cut = isinstance(value, ex.Intrinsic) and value.name in ex.NARROWING
    if isinstance(value, ex.Intrinsic) and cut:
        value = _plain(value.arguments[0])
    if value != first.target or target == first.target:
        return None
    found = _chosen(target, first.value, second.value, arm.condition)
    if found is None or _mentions(target, found.rest):
        return None
    if cut and found.operator not in _TRUTH.values():  # which is 0 or 1
        return None
    return (first, second, following), found


def _only(body: tuple[st.Stmt, ...]) -> st.Assign | None:
    """The one assignment that a body is, if it is one."""
    inside = body[0] if len(body) == 1 else None
    return inside if isinstance(inside, st.Assign) and not inside.silent else None


def _chosen(target: Target, one: Expr, other: Expr, test: Expr) -> Combination | None:
    """How a target is combined that gets one value where a test holds, and another elsewhere."""
    one, other = _plain(one), _plain(other)
    if not isinstance(test, ex.Binary):
        return None
    if test.operator in _TRUTH:
        return _truth(target, one, other, test)
    if (one == target) is (other == target):
        return None
    kept = other if one == target else one
    above, below = (_BELOW, _ABOVE) if one == target else (_ABOVE, _BELOW)
    left, right = _plain(test.left), _plain(test.right)
    found: Combination | None = None
    if (left, right) == (kept, target):
        found = _extreme(test.operator, above, below, kept)
    elif (left, right) == (target, kept):
        found = _extreme(test.operator, below, above, kept)
    return None if any(isinstance(part, ex.FunctionCall) for part in walk(kept)) else found


def _extreme(
    operator: Operator, above: tuple[Operator, ...], below: tuple[Operator, ...], kept: Expr
) -> Combination | None:
    name = "max" if operator in above else "min" if operator in below else ""
    return Combination(name, (kept,)) if name else None


def _truth(target: Target, one: Expr, other: Expr, test: ex.Binary) -> Combination | None:
    """``target && rest`` and ``target || rest`` of C: 1 where it holds, and 0 where it does not."""
    if not (isinstance(one, ex.Constant) and isinstance(other, ex.Constant)):
        return None
    if (str(one.value), str(other.value)) != ("1", "0"):
        return None
    parts: list[Expr] = []
    current: Expr = test
    while isinstance(current, ex.Binary) and current.operator is test.operator:
        parts.append(current.right)
        current = current.left
    rest = tuple(part for part in (current, *reversed(parts)) if not _is_true(target, part))
    return Combination(_TRUTH[test.operator], rest) if len(rest) == len(parts) else None


def _is_true(target: Target, test: Expr) -> bool:
    """Whether a condition is that a target is not 0."""
    if not isinstance(test, ex.Binary) or test.operator is not Operator.NE:
        return False
    zero = test.right
    return _plain(test.left) == target and isinstance(zero, ex.Constant) and str(zero.value) == "0"


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
