"""Which arm a branch takes, as truth values; and what the arm taken says about values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import both, compared
from sad.algebra.poly import ONE, Poly, total
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.analysis.cfg.graph import Split
    from sad.analysis.values.scalars import Scalars
    from sad.ir.expr import Expr

_SIGNS = {"negative": Operator.LT, "zero": Operator.EQ, "positive": Operator.GT}


def arm_truths(
    split: Split,
    statement: st.Stmt,
    scalars: Scalars,
    returned: Callable[[int], Poly | None],
) -> tuple[Poly, ...] | None:
    """Return the truth value of each arm; exactly one holds. None if only a run can tell.

    ``returned`` is the truth of a call's taking the alternate return of a number.
    """
    match statement:
        case st.If() | st.While():
            assert split.condition is not None
            found = [scalars.value(split.condition)]
        case st.Select(selector=selector, cases=cases):
            valued = [case.values for case in cases if case.values is not None]
            found = [_in_case(selector, values, scalars) for values in valued]
        case st.ComputedGoto(selector=selector):
            value = scalars.value(selector)
            found = [_any_of(value, label) for label in split.labels[:-1]]
        case st.CallStatement():
            found = [_returned_to(label, returned) for label in split.labels[:-1]]
        case st.AssignedGoto(variable=variable, targets=targets) if targets:
            value = scalars.variable(variable)
            found = [_holds_label(value, targets, label) for label in split.labels[:-1]]
        case st.ArithmeticIf(selector=selector) if selector.type is Type.INTEGER:
            value = scalars.value(selector)
            found = [_sign_is(value, label) for label in split.labels[:-1]]
        case _:
            return None
    known = [item for item in found if item is not None]
    if len(known) < len(found):
        return None
    if isinstance(statement, st.Select) and "default" in split.labels:
        known.insert(split.labels.index("default"), atoms.not_of(total(known)))
    elif len(known) < len(split.targets):
        known.append(atoms.not_of(total(known)))
    return tuple(known)


def _any_of(value: Poly | None, label: str) -> Poly | None:
    """Whether a selector is one of the numbers of an arm."""
    if value is None:
        return None
    return total(compared(Operator.EQ, value - int(number)) for number in label.split("_"))


def _returned_to(label: str, returned: Callable[[int], Poly | None]) -> Poly | None:
    """Whether a call takes one of the alternate returns of an arm."""
    found = [returned(int(number)) for number in label.split("_")]
    known = [item for item in found if item is not None]
    return total(known) if len(known) == len(found) else None


def _holds_label(value: Poly | None, listed: Sequence[str], label: str) -> Poly | None:
    """Whether a variable holds a label of an arm: a list without the others must have it."""
    if value is None:
        return None
    places = [listed[int(number) - 1] for number in label.split("_")]
    return total(compared(Operator.EQ, value - int(place)) for place in dict.fromkeys(places))


def _sign_is(value: Poly | None, label: str) -> Poly | None:
    """Whether a selector has one of the signs of an arm."""
    if value is None:
        return None
    return total(compared(_SIGNS[sign], value) for sign in label.split("_"))


def _in_case(selector: Expr, values: Sequence[Expr | ex.Range], scalars: Scalars) -> Poly | None:
    """Whether a value is one of a CASE: single values and ranges, which never overlap."""
    found: list[Poly | None] = []
    for item in values:
        if isinstance(item, ex.Range):
            low = _compare(Operator.GE, selector, item.first, scalars)
            high = _compare(Operator.LE, selector, item.last, scalars)
            found.append(None if low is None or high is None else both(low, high))
        else:
            found.append(_compare(Operator.EQ, selector, item, scalars))
    known = [item for item in found if item is not None]
    return total(known) if len(known) == len(found) else None


def _compare(operator: Operator, left: Expr, right: Expr | None, scalars: Scalars) -> Poly | None:
    if right is None:
        return ONE
    return scalars.value(ex.Binary(operator, left, right, Type.LOGICAL))


def known_inside(
    condition: Expr, value: Callable[[Expr], Poly | None], *, holds: bool
) -> dict[str, Poly]:
    """Return constants that variables have where a condition holds (or does not)."""
    match condition:
        case ex.Copy(operand=operand):
            return known_inside(operand, value, holds=holds)
        case ex.Unary(operator=Operator.NOT, operand=operand):
            return known_inside(operand, value, holds=not holds)
        case ex.Variable(name=name, type=Type.LOGICAL):
            return {name: Poly.constant(int(holds))}
        case ex.Binary(operator=operator, left=left, right=right):
            if operator is (Operator.AND if holds else Operator.OR):
                first = known_inside(left, value, holds=holds)
                return {**first, **known_inside(right, value, holds=holds)}
            if operator is (Operator.EQ if holds else Operator.NE):
                return _equal(left, right, value) or _equal(right, left, value)
            return {}
        case _:
            return {}


def _equal(variable: Expr, other: Expr, value: Callable[[Expr], Poly | None]) -> dict[str, Poly]:
    """A variable that equals a constant; texts only if they have one length, so left alone."""
    if not isinstance(variable, ex.Variable) or variable.type is not other.type:
        return {}
    if variable.type is Type.CHARACTER:
        return {}
    known = value(other)
    return {variable.name: known} if known is not None and known.as_constant is not None else {}


# --- weights -----------------------------------------------------------------------------------------


def arm_names(unit: str, split: Split, path: str) -> list[str]:
    """Return the parameter name of each arm but the last, whose probability is what is left.

    Of an IF this is the condition being true: ``UNIT.prob@do10.if2``; other branches name the arm:
    ``UNIT.prob@select1.case2``.
    """
    if split.kind in ("if", "while"):
        return [site_name(unit, "prob", path)]
    return [site_name(unit, "prob", f"{path}.{label}") for label in split.labels[:-1]]


def arm_weights(unit: str, split: Split, path: str, truths: Sequence[Poly] | None) -> list[Poly]:
    """Return the weight of each arm; they add up to one. ``path`` names the branch.

    What is known is exact: 1 and 0, or a guard; the rest are named probabilities.
    """
    names = arm_names(unit, split, path)
    if truths is None:
        named = [Poly.symbol(name) for name in names]
    else:
        named = [atoms.guard_of(name, truth) for name, truth in zip(names, truths, strict=False)]
    return [*named, atoms.not_of(total(named))]
