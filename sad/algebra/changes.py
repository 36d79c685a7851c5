"""What one iteration of a loop does to a variable: adds, multiplies or divides by something fixed.

``i = (i + c)/b`` rounded down leaves one value z as it is; the distance from there is divided by b.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ZERO, Poly
from sad.records import record
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from typing import Literal

OLD = f"{INDEX_MARK}old"
"""The symbol for the value before an iteration."""


@record
class Change:
    """``kind`` of change and the amount, which is the same in every iteration.

    "divide" rounds toward zero, "divide down" toward minus infinity; ``fixed`` is the value that
    dividing leaves as it is. ``needs`` is what must not be negative before an iteration for that to be
    right.
    """

    kind: Literal["add", "multiply", "divide", "divide down"]
    amount: Poly
    fixed: Poly = ZERO
    needs: Poly | None = None

    def after(self, start: Poly, iterations: Poly) -> Poly:
        """Return the value after so many iterations."""
        if self.kind == "add":
            return start + self.amount * iterations
        scale = atoms.power_of(self.amount, iterations)
        if self.kind == "multiply":
            return start * scale
        # Rounding toward zero again and again is rounding once, and so is rounding down.
        if self.kind == "divide":
            return atoms.trunc_quotient(start, scale)
        return self.fixed + atoms.floor_quotient(start - self.fixed, scale)


def change_of(value: Poly) -> Change | None:
    """Return the change that turns ``OLD`` into ``value``; None if it is of no such kind."""
    step = value - Poly.symbol(OLD)
    if not atoms.depends_on(step, OLD):
        return Change("add", step)
    if value.terms.keys() == {(OLD,)} and value.den == 1:
        factor = Poly.constant(value.terms[OLD,])
        return Change("multiply", factor) if _is_scale(factor) else None
    return _division(value)


def _division(value: Poly) -> Change | None:
    """The change of a value that is ``(OLD + c)/b + e``."""
    inside = [item for item in value.symbols() if atoms.depends_on(Poly.symbol(item), OLD)]
    atom = atoms.definition(inside[0]) if len(inside) == 1 else None
    if not isinstance(atom, atoms.Trunc | atoms.Floor) or not _is_scale(atom.denominator):
        return None
    quotient, added = Poly.symbol(inside[0]), atom.numerator - Poly.symbol(OLD)
    rest = value - quotient
    if any(atoms.depends_on(item, OLD) for item in (added, rest)):
        return None
    is_trunc = isinstance(atom, atoms.Trunc)
    if not added and not rest:
        return Change("divide" if is_trunc else "divide down", atom.denominator)
    base = atom.denominator.as_integer or 0
    fixed = (added + rest * base).over(base - 1)
    if fixed.den != 1:
        return None
    return Change("divide down", atom.denominator, fixed, atom.numerator if is_trunc else None)


def _is_scale(amount: Poly) -> bool:
    number = amount.as_integer
    return number is not None and number >= 2
