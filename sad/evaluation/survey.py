"""A library's units looked at one by one: of each is kept what a report on all of them needs.

All units in memory with their formulas take gigabytes from a million lines on. Here a unit is counted,
what its counts depend on and how fast they grow is noted, and its formulas are forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sad.counting import atoms
from sad.counting.codes import Coding
from sad.counting.evaluate import compile_polys
from sad.counting.forget import Mark
from sad.counting.simplify import extent_symbols, product_facts
from sad.counting.text import Printer
from sad.description.expand import is_library
from sad.description.parameters import Class, Kind
from sad.evaluation.declared import Declared
from sad.evaluation.leading import Leading, expanded
from sad.evaluation.predict import checked_numbers, covered
from sad.garbage import GARBAGE
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sad.counting.poly import Monomial, Poly
    from sad.description.expand import BlockCount, Expansion
    from sad.description.parameters import Parameter
    from sad.description.tree import UnitDescription
    from sad.evaluation.predict import Coverage

_MOST_ALIVE = 100_000
"""Atoms that are kept from one unit to the next, with what was computed: units are often alike."""


class NotApart(Exception):
    """What calls of a unit depend on is not what its blocks depend on: look at all units together."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known of all units, each by itself, without any value put in.

    ``used`` are the symbols of all counts, ``externals`` the procedures that are called and not there,
    ``limits`` what limits of used trip counts depend on. ``extents`` and ``products`` are the
    symbols and their products inside conditions (``extent_symbols``, ``product_facts``).
    ``degrees`` are by the number of a unit those of its fastest growing count, None without blocks.
    ``units`` and ``stubs`` say how many there are, ``sites`` where messages are passed.
    ``operations`` are all there are, in the order they come first. ``shown`` are the units that grow
    fastest, in order, without their formulas, and ``blocks`` theirs with their counts. ``programs`` and
    ``roots`` are numbers of main programs and of units that no other calls.
    """

    declared: Declared
    used: frozenset[str]
    externals: frozenset[str]
    limits: frozenset[str]
    extents: frozenset[str]
    products: frozenset[Monomial]
    degrees: tuple[int | None, ...]
    coverage: Coverage
    units: int
    stubs: int
    sites: int
    has_messages: bool
    operations: tuple[str, ...]
    shown: tuple[UnitDescription, ...]
    blocks: tuple[BlockCount, ...]
    languages: frozenset[str]
    programs: int
    roots: int

    @property
    def is_library(self) -> bool:
        """Whether there is no one unit to start from."""
        return is_library(self.units, self.programs, self.roots)


class _Facts(NamedTuple):
    """Of one unit: its highest degree, and how many lines rest on exact counts and how many do not."""

    degree: int | None
    exact: int
    open: int


def survey(units: Sequence[UnitDescription], most: int) -> Survey:
    """Look at units, in order, once each; at those whose symbols others declare later on, twice.

    ``most`` is the number of units to be shown.
    Raises ``NotApart`` where that would not tell what looking at all together does, and SAD503 as
    ``checked_numbers``.
    """
    looking = _Surveyor(most)
    mark = Mark()
    alive = _MOST_ALIVE
    for number, unit in enumerate(units):
        looking.look_at(number, unit)
        GARBAGE.collect()
        if mark.made_since > alive:
            mark.forget(looking.held())
            alive = mark.made_since + _MOST_ALIVE
    for number in looking.late(len(units)):
        looking.look_again(number, units[number])
    return looking.result(units)


class _Surveyor:
    def __init__(self, most: int) -> None:
        self._leading = Leading(most)
        self._declared = Declared()
        self._facts: list[_Facts] = []
        self._used: set[str] = set()
        self._externals: set[str] = set()
        self._limits: dict[str, frozenset[str]] = {}
        self._extents: set[str] = set()
        self._products: set[Monomial] = set()
        self._waiting: dict[str, list[int]] = {}
        self._late: set[int] = set()
        self._all_late = False
        self._statements = self._opaque = self._programs = self._stubs = self._sites = 0
        self._has_messages = False
        self._operations: dict[str, None] = {}
        self._languages: set[str] = set()
        self._entries: list[str] = []
        self._called: set[str] = set()

    def look_at(self, number: int, unit: UnitDescription) -> None:
        """Note what is to be known of a unit."""
        self._declare(unit)
        expansion = expanded(unit)
        polys = list(dict.fromkeys(block.count for block in expansion.blocks))
        used = frozenset[str]().union(*map(atoms.free_symbols, polys))
        self._condition(polys)
        self._outside(expansion, used)
        _check(polys)
        for symbol in used:
            if symbol not in self._declared.parameters:
                self._waiting.setdefault(symbol, []).append(number)
        self._used |= used
        self._facts.append(self._facts_of(expansion))
        self._leading.offer(number, unit, expansion, self._facts[number].degree)
        self._count(unit, expansion)

    def look_again(self, number: int, unit: UnitDescription) -> None:
        """Note what is different of a unit now that it is known what others declare."""
        self._facts[number] = self._facts_of(expanded(unit))

    def held(self) -> Iterator[Poly]:
        """Yield the formulas that are not to be forgotten."""
        return (block.count for item in self._leading.kept for block in item.blocks)

    def late(self, units: int) -> Iterable[int]:
        """Return the numbers of units whose symbols others declared after they were looked at."""
        return range(units) if self._all_late else sorted(self._late)

    def _declare(self, unit: UnitDescription) -> None:
        for item in unit.parameters:
            self._late.update(self._waiting.pop(item.symbol, ()))
            if item.limit is not None:
                before = self._limits.get(item.symbol, frozenset[str]())
                self._limits[item.symbol] = before | atoms.free_symbols(item.limit)
        types = self._declared.types
        self._all_late = self._all_late or any(
            symbol in self._used and types.get(symbol, Coding.INTEGER) is not coding
            for symbol, coding in unit.types.items()
        )
        self._declared.add(unit, map(_without_formulas, unit.parameters))

    def _condition(self, polys: list[Poly]) -> None:
        self._extents |= extent_symbols(polys)
        self._products.update(
            monomial
            for monomial in product_facts(polys)
            if len(monomial) > 1 and all(atoms.definition(name) is None for name in monomial)
        )

    def _outside(self, expansion: Expansion, used: frozenset[str]) -> None:
        """Calls of what is not there run as often as blocks do, so they add nothing to what is used."""
        known = [count for count in expansion.externals.values() if count]
        if not frozenset[str]().union(*map(atoms.free_symbols, known)) <= used:
            raise NotApart
        inside = atoms.atoms_inside(block.count for block in expansion.blocks)
        if not atoms.atoms_inside(known) <= inside:
            raise NotApart
        self._externals.update(name for name, count in expansion.externals.items() if count)

    def _count(self, unit: UnitDescription, expansion: Expansion) -> None:
        self._statements += unit.statements
        self._opaque += unit.opaque
        self._programs += unit.kind == "program"
        self._stubs += unit.kind == "stub"
        self._languages.add(unit.language)
        self._entries.append(unit.entry)
        self._called.update(name for name in unit.calls if name != unit.entry)
        messages = expansion.messages
        self._has_messages = self._has_messages or bool(messages)
        self._sites += len({item.id for item in messages if item.message.primitive != "local"})
        for block in expansion.blocks:
            for line in block.block.lines:
                self._operations.update(dict.fromkeys(line.operations))

    def _facts_of(self, expansion: Expansion) -> _Facts:
        printer = Printer(str, self._weight, coding=self._coding)
        degrees: dict[Poly, int] = {}
        lines = {True: 0, False: 0}
        for block in expansion.blocks:
            count = block.count
            if count not in degrees:
                degrees[count] = max(map(printer.degree, count.terms), default=0)
            is_open = any(map(self._is_open, atoms.free_symbols(count)))
            lines[is_open] += sum(line.starts for line in block.block.lines)
        return _Facts(max(degrees.values(), default=None), lines[False], lines[True])

    def _weight(self, symbol: str) -> int:
        """What a symbol counts for the degree (``View.weight``)."""
        parameter = self._declared.parameters.get(symbol)
        return int(parameter is None or parameter.kind is not Kind.PROBABILITY)

    def _coding(self, symbol: str) -> Coding:
        return self._declared.types.get(symbol, Coding.INTEGER)

    def _is_open(self, symbol: str) -> bool:
        """Whether only a run can tell a symbol's value (``Model.is_determined`` without an entry)."""
        parameter = self._declared.parameters.get(symbol)
        if parameter is None:
            return is_unresolved(symbol)
        return parameter.kind is Kind.TRIP_COUNT or parameter.cls is Class.INDETERMINATE

    def result(self, units: Sequence[UnitDescription]) -> Survey:
        """Return what was noted, once all units were looked at."""
        shown = self._leading.of([item.degree for item in self._facts], units)
        exact, left = (
            sum(item.exact for item in self._facts),
            sum(item.open for item in self._facts),
        )
        whole = float(exact + left) or 1.0
        coverage = covered(
            {"exact": exact / whole, "unresolved": left / whole},
            self._opaque,
            self._statements,
            of_time=False,
        )
        limits = (found for symbol, found in self._limits.items() if symbol in self._used)
        return Survey(
            self._declared,
            frozenset(self._used),
            frozenset(self._externals),
            frozenset[str]().union(*limits),
            frozenset(self._extents),
            frozenset(self._products),
            tuple(item.degree for item in self._facts),
            coverage,
            len(self._facts),
            self._stubs,
            self._sites,
            self._has_messages,
            tuple(self._operations),
            tuple(item.unit for item in shown),
            tuple(block for item in shown for block in item.blocks),
            frozenset(self._languages),
            self._programs,
            sum(entry not in self._called for entry in self._entries),
        )


def _without_formulas(parameter: Parameter) -> Parameter:
    if parameter.limit is None and parameter.definition is None:
        return parameter
    return replace(parameter, limit=None, definition=None)


def _check(polys: list[Poly]) -> None:
    """Raise SAD503 if what always runs a certain number of times runs fewer than none."""
    known = [poly for poly in polys if not atoms.free_symbols(poly)]
    if not all((poly.as_integer or 0) >= 0 and poly.as_integer is not None for poly in known):
        checked_numbers(compile_polys(known), {})
