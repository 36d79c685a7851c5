"""What a report on messages says, ready to lay out, and as JSON, schema ``sad-comm/1``."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.simplify import extent_symbols
from sad.algebra.text import Printer
from sad.evaluation.evaluated import returning
from sad.model.parameters import Kind
from sad.parallel import GRID
from sad.records import record
from sad.report.json_report import diagnostic_value, number_value
from sad.report.units import listed
from sad.spmd.check import reasons
from sad.spmd.evaluated import place_of, sites_by_place
from sad.spmd.over_ranks import is_closed, over_ranks
from sad.spmd.patterns import pattern_of
from sad.spmd.rank_classes import roles_of, without_implied
from sad.spmd.simplify_messages import MessageSimplifier
from sad.spmd.tallies import added
from sad.spmd.traffic import by_routine, traffic_by_rank
from sad.symbols import NPROCS, RANK
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.codes import Coding
    from sad.diagnostics import Diagnostic, Span
    from sad.model.parameters import Parameter
    from sad.spmd.check import Verdict
    from sad.spmd.program import Site, Spmd
    from sad.spmd.rank_classes import Role
    from sad.spmd.tallies import Traffic


SCHEMA = "sad-comm/1"
Json = Any
_PARTS = ("sent", "sent_bytes", "received", "received_bytes", "collectives", "moved_bytes")


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
    def tables(self) -> list[list[Traffic]]:
        """What each site passes on each rank, if the number of processes is given and it runs."""
        program = self.program
        if program.nprocs is None or program.entry is None or self.ended[1]:
            return []
        return traffic_by_rank(program, program.nprocs)

    @cached_property
    def missing(self) -> list[str]:
        """Symbols that numbers by rank need and that have no value; a run may need none."""
        is_known = bool(self.tables) and all(item.is_known for row in self.tables for item in row)
        return [] if is_known else self.program.missing

    @cached_property
    def ended(self) -> tuple[str, bool]:
        """How the program ends early with the processes given, and whether a rank aborts it."""
        nprocs = self.program.nprocs
        return ("", False) if nprocs is None else self.program.ended(nprocs)

    def found_in_run(self, row: Row) -> Traffic | None:
        """Return what all ranks pass at a call site by a run; None if formulas say it, or nothing."""
        numbers = [number for number, site in enumerate(self.program.sites) if site in row.sites]
        found = added(rank[number] for rank in self.tables for number in numbers)
        places = sites_by_place(self.program)
        is_alone = all(
            set(places[place_of(self.program.sites[number])]) <= set(numbers) for number in numbers
        )
        return found if found.evaluated and found.is_known and is_alone else None

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
        found = [returning(self.program.expansion)]
        if self.assumed:
            found.append(f"{listed([self.name(symbol) for symbol in self.assumed], 12)} >= 1")
        return [text for text in found if text]

    def parameters(self) -> Sequence[Parameter]:
        """Return the parameters that any number of messages or bytes depends on, in order."""
        needed = {symbol for site in self.program.sites for symbol in site.symbols}
        known = self.program.names.parameters
        return [known[symbol] for symbol in known if symbol in needed]


def comm_json(view: CommView, verdict: Verdict, diagnostics: Sequence[Diagnostic]) -> str:
    """Return the report on messages as JSON text."""
    return json.dumps(comm_value(view, verdict, diagnostics), indent=1) + "\n"


def comm_value(view: CommView, verdict: Verdict, diagnostics: Sequence[Diagnostic]) -> Json:
    """Return the report on messages as a JSON value."""
    program = view.program
    nprocs, tables = program.nprocs, view.tables
    return {
        "schema": SCHEMA,
        "tool": {"name": "sad", "version": tool_version()},
        "entry": None if program.entry is None else program.entry.name,
        "nprocs": nprocs,
        "assumptions": view.assumptions(),
        "parameters": [
            {
                "name": item.symbol,
                "label": view.name(item.symbol),
                "class": item.cls.value,
                "reason": item.reason,
                "file": item.span.file,
                "line": item.span.line,
                "value": number_value(program.values.get(item.symbol)),
            }
            for item in view.parameters()
        ],
        "missing": view.missing,
        "ends": view.ended[0] or None,
        "sites": [_site(view, row) for row in view.rows],
        "ranks": [
            {
                "rank": rank,
                "routines": {
                    name: traffic_value(item) for name, item in by_routine(program, row).items()
                },
            }
            for rank, row in enumerate(tables)
        ],
        "total": _total(tables),
        "roles": _roles(view),
        "matching": _matching(view, verdict),
        "diagnostics": [diagnostic_value(item) for item in diagnostics],
    }


def _site(view: CommView, row: Row) -> Json:
    first = row.sites[0]
    return {
        "id": row.id,
        "file": row.span.file,
        "line": row.span.line,
        "unit": first.count.unit.name,
        "routine": first.message.routine,
        "primitive": first.message.primitive,
        "partner": view.partner(row) or None,
        "calls": view.formula(row.calls),
        "count": view.formula(row.number),
        "bytes": view.formula(row.nbytes),
        "of_all_ranks": {
            "calls": view.total(row.calls),
            "count": view.total(row.number),
            "bytes": view.total(row.nbytes),
        },
        "exact": view.program.is_exact(row.calls, row.number, row.nbytes),
        "depends_on": view.program.unresolved(row.calls, row.number, row.nbytes),
    }


def traffic_value(traffic: Traffic) -> Json:
    """Return calls, messages and bytes; ``messages`` and ``bytes`` are the sums of the parts."""
    return {
        "calls": number_value(traffic.calls),
        "messages": number_value(traffic.messages),
        "bytes": number_value(traffic.nbytes),
        "sent": number_value(traffic.sent),
        "sent_bytes": number_value(traffic.sent_bytes),
        "posted": number_value(traffic.posted),
        "posted_bytes": number_value(traffic.posted_bytes),
        "moved_bytes": number_value(traffic.moved_bytes),
        "exact": traffic.exact,
        "evaluated": traffic.evaluated,
    }


def _total(tables: Sequence[Sequence[Traffic]]) -> Json:
    return traffic_value(added(item for row in tables for item in row)) if tables else None


def _roles(view: CommView) -> Json:
    """The roles in formulas; None where conditions do not tell them apart."""
    roles = None if view.program.entry is None else roles_of(view.program)
    if roles is None:
        return None
    return [
        {
            "name": role.name or None,
            "where": view.conditions(role),
            "number": view.formula(role.number),
            **{
                name: view.formula(poly)
                for name, poly in zip(_PARTS, role.sums.formulas(), strict=True)
            },
        }
        for role in roles
    ]


def _matching(view: CommView, verdict: Verdict) -> Json:
    return {
        "proved": [
            {"sends": list(map(view.place, sends)), "receives": list(map(view.place, receives))}
            for sends, receives in verdict.proved
        ],
        "for_every_nprocs": verdict.everything,
        "checked": [
            {
                "nprocs": item.nprocs,
                "mismatches": len(item.mismatches),
                "ends": item.ended or None,
            }
            for item in verdict.checked
        ],
        "not_checked": [
            {"id": site.id, "line": site.message.span.line, "reason": reason}
            for item in [item for item in verdict.checked if not item.aborts][-1:]
            for site, reason in reasons(view.program, verdict.left_out(item))
        ],
    }
