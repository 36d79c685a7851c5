"""What a report on a library needs of one unit by itself.

It is made where the unit's formulas are at hand, which whoever puts the report together does without.
"""

from __future__ import annotations

from heapq import heappush, heappushpop
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.json_form import PolyReader, Writer
from sad.algebra.simplify import extent_symbols, product_facts
from sad.algebra.text import Printer
from sad.model.code_lines import Places
from sad.model.expand import expand
from sad.model.nodes import EMPTY, Description
from sad.model.parameters import Class, Kind
from sad.model.saved import unit_from_json, unit_to_json
from sad.records import record, replace
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from sad.algebra.poly import Monomial, Poly
    from sad.lowering.drafts import Draft
    from sad.model.expand import Expansion
    from sad.model.nodes import UnitDescription
    from sad.model.parameters import Parameter


Json = Any
SUMMARY, COUNTS = "summary", "counts"
"""Kinds of what is kept of a unit."""
_MOST_FOUND = 2_000
"""Units whose summaries stay in memory until they are looked at."""


@record
class Facts:
    """Of one unit: its highest degree (None without blocks), and how many lines rest on exact counts
    and how many do not."""

    degree: int | None
    exact: int
    open: int


@record
class Summary:
    """One unit. ``unit`` is the unit without its formulas, ``facts`` are what its own parameters tell.

    ``used`` are the symbols of its counts, ``externals`` the procedures it calls that are not there,
    ``limits`` the symbols in the limits of parameters. ``extents`` and ``products`` are the symbols and
    their products inside conditions (``extent_symbols``, ``product_facts``). ``sites`` are the places
    where messages are passed. ``is_apart`` tells that its calls depend on nothing that its blocks do
    not depend on, ``is_plain`` that no block always runs a number of times that is none.
    """

    unit: UnitDescription
    used: frozenset[str]
    externals: tuple[str, ...]
    limits: Mapping[str, frozenset[str]]
    extents: frozenset[str]
    products: frozenset[Monomial]
    operations: tuple[str, ...]
    sites: int
    has_messages: bool
    facts: Facts
    is_apart: bool
    is_plain: bool


def expanded(unit: UnitDescription) -> Expansion:
    """Return the counts of a unit by itself, its calls left open."""
    return expand(Description((), 0, (unit,), {}), None)


def summary_of(unit: UnitDescription, expansion: Expansion) -> Summary:
    """Return the summary of a unit whose ``expanded`` counts are given."""
    polys = list(dict.fromkeys(block.count for block in expansion.blocks))
    used = frozenset[str]().union(*map(atoms.free_symbols, polys))
    messages = expansion.messages
    lines = (line for block in expansion.blocks for line in block.block.lines)
    own = {item.symbol: item for item in reversed(unit.parameters)}
    return Summary(
        replace(unit, tree=EMPTY, parameters=bare(unit.parameters), definitions=(), loops=()),
        used,
        tuple(name for name, count in expansion.externals.items() if count),
        limits_of(unit.parameters),
        frozenset(extent_symbols(polys)),
        frozenset(
            monomial
            for monomial in product_facts(polys)
            if len(monomial) > 1 and all(atoms.definition(name) is None for name in monomial)
        ),
        tuple(dict.fromkeys(name for line in lines for name in line.operations)),
        len({item.id for item in messages if item.message.primitive != "local"}),
        bool(messages),
        facts_of(expansion, own, unit.types),
        _is_apart(expansion, used),
        all(_is_number_of_times(poly) for poly in polys if not atoms.free_symbols(poly)),
    )


def _is_number_of_times(count: Poly) -> bool:
    """Whether a constant is a number of times that something can run."""
    return count.as_integer is not None and count.as_integer >= 0


def _is_apart(expansion: Expansion, used: frozenset[str]) -> bool:
    """Calls of what is not there run as often as blocks do, so they add nothing to what is used."""
    known = [count for count in expansion.externals.values() if count]
    if not frozenset[str]().union(*map(atoms.free_symbols, known)) <= used:
        return False
    inside = atoms.atoms_inside(block.count for block in expansion.blocks)
    return atoms.atoms_inside(known) <= inside


def limits_of(parameters: Iterable[Parameter]) -> dict[str, frozenset[str]]:
    """Return the symbols that limits of parameters depend on, by the parameter's."""
    limits: dict[str, frozenset[str]] = {}
    for item in parameters:
        if item.limit is not None:
            before = limits.get(item.symbol, frozenset[str]())
            limits[item.symbol] = before | atoms.free_symbols(item.limit)
    return limits


def bare(parameters: Iterable[Parameter]) -> tuple[Parameter, ...]:
    """Return parameters without their formulas."""
    return tuple(
        item
        if item.limit is None and item.definition is None
        else replace(item, limit=None, definition=None)
        for item in parameters
    )


# --- what parameters tell of counts ---------------------------------------------------------------


def facts_of(
    expansion: Expansion, parameters: Mapping[str, Parameter], types: Mapping[str, Coding]
) -> Facts:
    """Return the facts of a unit, given what is declared."""
    printer = Printer(
        str,
        lambda symbol: weight(parameters.get(symbol)),
        coding=lambda symbol: types.get(symbol, Coding.INTEGER),
    )
    degrees: dict[Poly, int] = {}
    opened: dict[Poly, bool] = {}
    lines = {True: 0, False: 0}
    for block in expansion.blocks:
        count = block.count
        if count not in degrees:
            degrees[count] = max(map(printer.degree, count.terms), default=0)
            opened[count] = any(
                is_open(symbol, parameters.get(symbol)) for symbol in atoms.free_symbols(count)
            )
        lines[opened[count]] += sum(line.starts for line in block.block.lines)
    return Facts(max(degrees.values(), default=None), lines[False], lines[True])


def weight(parameter: Parameter | None) -> int:
    """What a symbol counts for the degree (``View.weight``)."""
    return int(parameter is None or parameter.kind is not Kind.PROBABILITY)


def is_open(symbol: str, parameter: Parameter | None) -> bool:
    """Whether only a run can tell a symbol's value (``Model.is_determined`` without an entry)."""
    if parameter is None:
        return is_unresolved(symbol)
    return parameter.kind is Kind.TRIP_COUNT or parameter.cls is Class.INDETERMINATE


class Summaries:
    """Makes what a report needs of units that shows those ``most`` that grow fastest.

    Of these it needs the counts of their blocks, which take time to find. They are kept of those that
    grow as fast as any that may be shown, so far. While units come ``in_order`` those that are
    shown so far are ``shown``, with their counts, and these are not kept. ``found`` are the summaries
    of the first units then, of all in ``one_run``, with what their parameters need.
    """

    def __init__(self, most: int, *, in_order: bool = False, one_run: bool = False) -> None:
        self._most, self.in_order, self._seen = most, in_order or one_run, 0
        self.one_run = one_run
        self._fastest: list[tuple[int, int, str]] = []
        self.shown: dict[str, tuple[Draft, dict[int, Poly]]] = {}
        self.found: dict[str, tuple[Summary, list[str | None]]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return Summaries, (self._most,)

    def __call__(self, draft: Draft) -> dict[str, Json]:
        """Return what is kept of a unit, by kind."""
        unit = draft.final(())
        expansion = expanded(unit)
        parameters = [item.parameter for item in draft.candidates]
        found = summary_of(unit, expansion)
        unit = replace(found.unit, parameters=bare(parameters))
        found = replace(found, unit=unit, limits=limits_of(parameters))
        needs = [item.needs for item in draft.candidates]
        if self.one_run or (self.in_order and len(self.found) < _MOST_FOUND):
            self.found[unit.name] = found, needs
        made = {} if self.one_run else {SUMMARY: summary_json(found, needs)}
        degree = found.facts.degree
        if degree is not None and self._may_be_shown(degree, unit.name):
            counts = {block.number: block.count for block in expansion.blocks}
            if self.in_order:
                self.shown[unit.name] = draft, counts
            else:
                made[COUNTS] = counts_json(counts)
        return made

    def _may_be_shown(self, degree: int, name: str) -> bool:
        self._seen += 1
        place = degree, -self._seen, name
        if len(self._fastest) < self._most:
            heappush(self._fastest, place)
            return True
        gone = heappushpop(self._fastest, place)
        self.shown.pop(gone[2], None)
        if self.in_order:
            return gone is not place
        return bool(self._fastest) and degree >= self._fastest[0][0]


def counts_json(counts: Mapping[int, Poly]) -> Json:
    """Return how often the blocks of a unit run, by number, as a JSON value: each count once."""
    writer = Writer()
    places = {count: place for place, count in enumerate(dict.fromkeys(counts.values()))}
    return {
        "counts": [[number, places[count]] for number, count in counts.items()],
        "formulas": list(map(writer.poly, places)),
        "atoms": writer.table,
    }


def counts_from_json(value: Json) -> dict[int, Poly]:
    """Return how often the blocks of a unit run, by number."""
    formulas = list(map(PolyReader(value["atoms"]).poly, value["formulas"]))
    return {number: formulas[place] for number, place in value["counts"]}


def summary_json(found: Summary, needs: Sequence[str | None]) -> Json:
    """Return the summary of a unit with all parameters that there may be as a JSON value."""
    places = Places({found.unit.file})
    return {
        "unit": unit_to_json(found.unit, places),
        "needs": needs,
        "used": sorted(found.used),
        "externals": found.externals,
        "limits": {symbol: sorted(names) for symbol, names in found.limits.items()},
        "extents": sorted(found.extents),
        "products": sorted(found.products),
        "operations": found.operations,
        "sites": [found.sites, found.has_messages],
        "facts": [found.facts.degree, found.facts.exact, found.facts.open],
        "apart": found.is_apart,
        "plain": found.is_plain,
    }


def summary_from_json(value: Json, others: Container[str], path: str) -> Summary:
    """Return the summary of a unit in the file ``path``; ``others`` are symbols that others need."""
    sites, has_messages = value["sites"]
    degree, exact, open_ = value["facts"]
    found = Summary(
        unit_from_json(value["unit"], path),
        frozenset(value["used"]),
        tuple(value["externals"]),
        {symbol: frozenset(names) for symbol, names in value["limits"].items()},
        frozenset(value["extents"]),
        frozenset(map(tuple, value["products"])),
        tuple(value["operations"]),
        sites,
        has_messages,
        Facts(degree, exact, open_),
        value["apart"],
        value["plain"],
    )
    return listed(found, value["needs"], others)


def listed(found: Summary, needs: Sequence[str | None], others: Container[str]) -> Summary:
    """Return a summary with the parameters left that need nothing, or one of ``others``."""
    pairs = zip(found.unit.parameters, needs, strict=True)
    parameters = tuple(item for item, need in pairs if need is None or need in others)
    symbols = {item.symbol for item in parameters}
    limits = {symbol: names for symbol, names in found.limits.items() if symbol in symbols}
    return replace(found, unit=replace(found.unit, parameters=parameters), limits=limits)
