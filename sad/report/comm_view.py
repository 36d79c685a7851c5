"""What a report on messages says, ready to lay out: call sites with their formulas as text."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.simplify import extent_symbols
from sad.algebra.text import Printer
from sad.model.parameters import Kind
from sad.parallel import GRID
from sad.records import record
from sad.report.units import listed
from sad.spmd.over_ranks import is_closed, over_ranks
from sad.spmd.patterns import pattern_of
from sad.spmd.rank_classes import without_implied
from sad.spmd.simplify_messages import MessageSimplifier
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.codes import Coding
    from sad.diagnostics import Span
    from sad.model.parameters import Parameter
    from sad.spmd.program import Site, Spmd
    from sad.spmd.rank_classes import Role


@record
class Row:
    """One call site: the sites of all instances of its unit, and their sums over these."""

    id: str
    sites: tuple[Site, ...]
    calls: Poly
    number: Poly
    nbytes: Poly

    @property
    def span(self) -> Span:
        """Where the call stands."""
        return self.sites[0].message.span


class CommView:
    """A program's messages as people read them."""

    def __init__(self, program: Spmd) -> None:
        self.program = program
        self._printer = Printer(self.name, self._weight, 2000, self._coding)

    def name(self, symbol: str) -> str:
        """Return the name shown for a symbol."""
        return self.program.names.label(symbol)

    def _weight(self, symbol: str) -> int:
        parameter = self.program.names.parameters.get(symbol)
        return int(parameter is None or parameter.kind is not Kind.PROBABILITY)

    def _coding(self, symbol: str) -> Coding:
        return self.program.names.coding(symbol)

    @cached_property
    def rows(self) -> list[Row]:
        """The call sites that communicate or wait, in the order of files and lines."""
        grouped: dict[str, list[Site]] = {}
        for site in self.program.sites:
            if site.message.primitive != "local":
                grouped.setdefault(site.id, []).append(site)
        rows = [
            Row(
                key,
                tuple(sites),
                sum((site.calls for site in sites), ZERO),
                sum((site.number for site in sites), ZERO),
                sum((site.nbytes for site in sites), ZERO),
            )
            for key, sites in grouped.items()
        ]
        files = {name: place for place, name in enumerate(self.program.description.files)}
        return sorted(rows, key=lambda row: (files.get(row.span.file, 0), row.span.line))

    @cached_property
    def assumed(self) -> tuple[str, ...]:
        """Parameters that the formulas shown assume to be 1 or more."""
        found = extent_symbols(self._formulas) - {RANK, NPROCS, *GRID}
        return tuple(sorted(found, key=self.name))

    @cached_property
    def _formulas(self) -> list[Poly]:
        return [poly for row in self.rows for poly in (row.calls, row.number, row.nbytes)]

    @cached_property
    def _simplifier(self) -> MessageSimplifier:
        return MessageSimplifier(self._formulas, self.assumed)

    def formula(self, poly: Poly) -> str:
        """Return a formula as text, under the assumptions named in the report."""
        return self._printer.poly(self._simplifier.poly(poly))

    def partner(self, row: Row) -> str:
        """Return whom a call site's messages are with, in words."""
        found = dict.fromkeys(pattern_of(site, self.formula) for site in row.sites)
        return "; ".join(item for item in found if item)

    def total(self, poly: Poly) -> str | None:
        """Return the sum of a formula over all ranks as text; None if it has no closed form."""
        found = over_ranks(poly, self.program.dimensions)
        return self.formula(found) if is_closed(found) else None

    def conditions(self, role: Role) -> str:
        """Return which ranks have a role, as text."""
        guards = without_implied(role.guards)
        return " and ".join(
            self.formula(atoms.pieces_of([((guard,), ONE)])).strip("[]") for guard in guards
        )

    def place(self, number: int) -> str:
        """Return file and line of a site by its number."""
        span = self.program.sites[number].message.span
        return f"{span.file}:{span.line}"

    def assumptions(self) -> list[str]:
        """Return what the formulas shown rest on."""
        if not self.assumed:
            return []
        return [f"{listed([self.name(symbol) for symbol in self.assumed], 12)} >= 1"]

    def parameters(self) -> Sequence[Parameter]:
        """Return the parameters that any number of messages or bytes depends on, in order."""
        needed = {symbol for site in self.program.sites for symbol in site.symbols}
        known = self.program.names.parameters
        return [known[symbol] for symbol in known if symbol in needed]
