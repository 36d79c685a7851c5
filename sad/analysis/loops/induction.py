"""What one iteration of a loop does to a variable: adds, multiplies or divides by something fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.records import record
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from typing import Literal

OLD = f"{INDEX_MARK}old"
"""The symbol for the value before an iteration."""


@record
class Change:
    """``kind`` of change and the amount, which is the same in every iteration.

    "divide" rounds toward zero, "divide down" toward minus infinity.
    """

    kind: Literal["add", "multiply", "divide", "divide down"]
    amount: Poly

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
        return atoms.floor_quotient(start, scale)


def change_of(value: Poly) -> Change | None:
    """Return the change that turns ``OLD`` into ``value``; None if it is of no such kind."""
    step = value - Poly.symbol(OLD)
    if not atoms.depends_on(step, OLD):
        return Change("add", step)
    if value.terms.keys() == {(OLD,)} and value.den == 1:
        factor = Poly.constant(value.terms[OLD,])
        return Change("multiply", factor) if _is_scale(factor) else None
    symbol = value.as_symbol
    atom = None if symbol is None else atoms.definition(symbol)
    if isinstance(atom, atoms.Trunc | atoms.Floor) and atom.numerator == Poly.symbol(OLD):
        if not _is_scale(atom.denominator):
            return None
        is_trunc = isinstance(atom, atoms.Trunc)
        return Change("divide" if is_trunc else "divide down", atom.denominator)
    return None


def _is_scale(amount: Poly) -> bool:
    number = amount.as_integer
    return number is not None and number >= 2
