"""The arguments of a call of a message-passing library, by their names in the standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import element_name
from sad.ir.fold import integer_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.poly import Poly
    from sad.analysis.calls.facts import Call
    from sad.analysis.cfg.graph import Block
    from sad.analysis.messages.tables import Routine
    from sad.analysis.values.lookup import Environment, Lookup
    from sad.diagnostics import Span
    from sad.ir.expr import Expr, FunctionCall


class Arguments:
    """Values of one call's arguments at one point of the program."""

    def __init__(
        self,
        call: Call,
        routine: Routine,
        lookup: Lookup,
        block: Block,
        environment: Environment,
        span: Span,
        results: Callable[[FunctionCall], Poly | None],
    ) -> None:
        self._call = call
        self._lookup = lookup
        self._block = block
        self._environment = environment
        self.span = span
        self._results = results
        self.routine = routine

    def expression(self, name: str) -> Expr | None:
        """Return an argument as it is written; None if the call has none of that name."""
        position = self.routine.position(name)
        if position is None or position >= len(self._call.arguments):
            return None
        return self._call.arguments[position]

    def known(self, name: str) -> Poly | None:
        """Return an argument's value, None if it is not traced."""
        argument = self.expression(name)
        if argument is None:
            return None
        return self._lookup.value(argument, self._environment, self._results)

    def value(self, name: str) -> Poly:
        """Return an argument's value; a named unknown if it is not traced."""
        known = self.known(name)
        return self.unknown(name) if known is None else known

    def unknown(self, what: str, reason: str = "is not traced") -> Poly:
        """Return a new name for something about the call that is not known."""
        routine = self.routine.name
        return self._lookup.unknowns.make(
            f"{routine}.{what}", f"{what} of {routine} {reason}", self._block, self.span
        )

    def elements(self, name: str, number: int) -> list[Poly | None]:
        """Return the first elements of an array argument, None for those that are not traced."""
        argument = self.expression(name)
        if argument is not None and not isinstance(argument, ex.Variable | ex.Element):
            return [self.known(name), *[None] * (number - 1)][:number]  # a value, as one element
        cells = (
            [None] * number
            if argument is None
            else [element_of(argument, place, self._lookup) for place in range(number)]
        )
        return [
            None
            if cell is None or cell not in self._lookup.cells.by_name
            else self._lookup.cell(self._lookup.cells.by_name[cell], self._environment)
            for cell in cells
        ]

    def named_elements(self, name: str, number: int) -> list[Poly]:
        """Return the first elements of an array argument, those not traced under names."""
        return [
            self.unknown(f"{name}.{place + 1}") if value is None else value
            for place, value in enumerate(self.elements(name, number))
        ]

    def total(self, name: str, number: Poly) -> Poly:
        """Return the sum of the first elements of an array argument; a named unknown if not traced."""
        argument = self.expression(name)
        known = None
        if isinstance(argument, ex.Variable):
            known = self._lookup.total(argument.name, number, self._environment)
        return self.unknown(name, "is an array") if known is None else known

    def variable(self, name: str) -> Poly | None:
        """Return the value of a variable of the unit, None if it has none of that name."""
        return self._lookup.variable(name, self._environment)

    def name(self, name: str) -> str | None:
        """Return the name of a variable that is passed as an argument; None of anything else."""
        argument = self.expression(name)
        return argument.name if isinstance(argument, ex.Variable) else None

    def constant(self, name: str) -> int | None:
        """Return an argument's value if it is a number."""
        known = self.known(name)
        return None if known is None else known.as_integer

    def is_place(self, name: str, place: str) -> bool:
        """Whether an argument is an address with a meaning, such as ``MPI_IN_PLACE``."""
        argument = self.expression(name)
        if isinstance(argument, ex.Variable):
            return argument.name.upper() == place
        return isinstance(argument, ex.Element) and argument.array.upper() == place


def element_of(argument: Expr, place: int, lookup: Lookup) -> str | None:
    """Return the name of the element ``place`` behind what is passed as an array."""
    if isinstance(argument, ex.Variable):
        symbol = lookup.unit.symbols.get(argument.name)
        if symbol is None or len(symbol.dimensions) != 1:
            return argument.name if place == 0 and symbol is not None else None
        lower = symbol.dimensions[0].lower
        first = 1 if lower is None else integer_value(lower, lambda _: None)
        return None if first is None else f"{argument.name}({first + place})"
    if isinstance(argument, ex.Element) and len(argument.subscripts) == 1:
        name = element_name(argument)
        if name is None:
            return None
        first = int(name.partition("(")[2].rstrip(")"))
        return f"{argument.array}({first + place})"
    return None
