"""How often something happens, as a formula with an exact value."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.complements import joined
from sad.algebra.latex import LatexPrinter
from sad.algebra.poly import Poly
from sad.large_stack import on_large_stack
from sad.library.formula import as_sympy
from sad.library.state import merged

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from sad.evaluation.model import Model
    from sad.experiments.quantity import Quantity
    from sad.library.state import CurveOf, State
    from sad.report.view import View


class Count:
    """How often a line runs, a unit is entered or an operation is performed in one run.

    >>> import sad
    >>> count = sad.analyze("solve.f").count("SOLVE", line=7)
    >>> count
    Count(N*X1*(N - 1)/2)
    >>> count.evaluate(N=1001, X1=3)
    1501500
    """

    def __init__(self, state: State, quantity: Quantity) -> None:
        self._state = state
        self._quantity = quantity

    @property
    def formula(self) -> str:
        """The count as text, for sizes of 1 and more; unresolved parameters by their short names."""
        return str(self)

    @property
    @on_large_stack
    def names(self) -> tuple[str, ...]:
        """The names of the parameters the count depends on, in the order of the source.

        Those that have a value are not among them: it is put in.
        """
        view = self._view()
        free = atoms.free_symbols(self._poly())
        for symbol in free & view.model.derived:
            free |= view.model.open[symbol].needs
        return tuple(view.name(symbol) for symbol in view.model.symbols if symbol in free)

    @property
    @on_large_stack
    def is_exact(self) -> bool:
        """Whether it depends on nothing but the program's inputs, whatever values were given.

        What rests on an assumption does not.
        """
        model = self._state.model
        assumed = (
            block
            for block in model.expansion.blocks
            if model.assumptions_of(block) and self._quantity.rests_on(block)
        )
        return model.is_exact(self._sum(model)) and not any(assumed)

    def evaluate(
        self, values: Mapping[str, object] | None = None, /, **named: object
    ) -> int | float | Fraction:
        """Return the value: exact (int or Fraction) unless a float is among the values it needs.

        Values are numbers or expressions as text; ``values`` takes names that are no Python names.
        Raises ``SadError``: SAD850 (a parameter without a value), SAD501 to SAD503 (values that cannot
        be).

        >>> import sad
        >>> count = sad.analyze("solve.f").count("SOLVE", line=10)
        >>> count.evaluate({"SOLVE.trips@goto10": 40}, N="2**20")
        41943040
        """
        point = merged(values, named)
        found = self._curve.quick_value(point)
        return on_large_stack(self._curve.value)(point) if found is None else found

    @cached_property
    def _curve(self) -> CurveOf:
        return self._state.curves(self._quantity, None)

    @on_large_stack
    def __str__(self) -> str:
        return self._view().formula(self._poly())

    def __repr__(self) -> str:
        return f"Count({self})"

    @on_large_stack
    def latex(self) -> str:
        """Return the formula in LaTeX's mathematics.

        >>> import sad
        >>> print(sad.analyze("solve.f").count("SOLVE", line=7).latex())
        \\tfrac{1}{2} \\mathrm{X1} N \\left(N - 1\\right)
        """
        view = self._view()
        printer = LatexPrinter(view.name, view.weight, coding=view.coding)
        return printer.poly(view.simple(self._poly()))

    @on_large_stack
    def to_sympy(self, *, simplified: bool = False) -> Any:
        """Return the count as a sympy expression with the same value for all integers.

        ``simplified`` gives the formula that is shown, which holds for sizes of 1 and more.

        >>> import sad
        >>> sad.analyze("solve.f").count("SOLVE", line=7).to_sympy(simplified=True)
        N**2*X1/2 - N*X1/2
        """
        view = self._view()
        poly = self._poly()
        return as_sympy(view.simple(poly) if simplified else poly, view)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _poly(self) -> Poly:
        """The count with the values put in that were given."""
        return self._sum(self._state.model.specialised)

    def _sum(self, model: Model) -> Poly:
        parts = self._quantity.parts(model, None)
        return joined(Poly.weighted_sum((poly, int(each)) for poly, each in parts))

    def _view(self) -> View:
        return self._state.special_view
