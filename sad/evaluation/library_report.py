"""A library's units looked at one by one: of each is kept what a report on all of them needs.

All units in memory with their formulas take gigabytes from a million lines on. Here a unit's summary is
made or read back, and what it says is added up.
"""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.evaluate import compile_polys
from sad.algebra.intern_scope import MOST_ALIVE, Mark
from sad.evaluation.model import Model
from sad.evaluation.names import Declared, Names
from sad.evaluation.predict import checked_numbers, covered, predict
from sad.evaluation.summary import expanded, facts_of, is_open, weight
from sad.gc_policy import GC_POLICY
from sad.machine.operation_times import OperationTimes
from sad.mapping.bind import bind_machine
from sad.mapping.bound import call_symbol
from sad.model.expand import BlockCount, Expansion, is_library
from sad.model.nodes import EMPTY
from sad.model.walks.terms import Term, all_terms
from sad.parallel import OF_PROCESSES
from sad.progress import steps
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.algebra.poly import Monomial, Poly
    from sad.evaluation.predict import Coverage, Prediction
    from sad.evaluation.summary import Facts, Summary
    from sad.machine.schema import Machine, Toolchain
    from sad.model.nodes import Description, UnitDescription


class NotApart(Exception):
    """What calls of a unit depend on is not what its blocks depend on: look at all units together."""


@record
class LibraryReport:
    """What is known of all units, each by itself, without any value put in.

    ``used`` are the symbols of all counts, ``externals`` the procedures that are called and not there,
    ``limits`` what limits of used trip counts depend on. ``extents`` and ``products`` are the
    symbols and their products inside conditions (``extent_symbols``, ``product_facts``).
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


class Units(Protocol):
    """Units in order, and their summaries."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> UnitDescription: ...

    def summary(self, number: int) -> Summary:
        """Return the summary of a unit."""
        ...

    def counts(self, number: int) -> Mapping[int, Poly] | None:
        """Return how often the blocks of a unit run, by number, if that is known."""
        ...


def library_report(units: Units, most: int) -> LibraryReport:
    """Look at the summaries of units, in order; at units whose symbols others declare, themselves.

    ``most`` is the number of units to be shown.
    Raises ``NotApart`` where that would not tell what looking at all together does, and SAD503 as
    ``checked_numbers``.
    """
    looking = _Collector()
    mark = Mark()
    for number in steps("counting", range(len(units)), len(units)):
        summary = units.summary(number)
        if not summary.is_plain:
            _check(units[number])
        looking.look_at(number, summary)
        _tidy(mark)
    for number in looking.late(len(units)):
        looking.look_again(number, units[number])
        _tidy(mark)
    return looking.result(units, most)


def _tidy(mark: Mark) -> None:
    """Free what was computed of units, once it is much."""
    GC_POLICY.collect()
    if mark.made_since > MOST_ALIVE:
        mark.forget()


class _Collector:
    def __init__(self) -> None:
        self._declared = Declared()
        self._facts: list[Facts] = []
        self._used: set[str] = set()
        self._externals: set[str] = set()
        self._limits: dict[str, frozenset[str]] = {}
        self._extents: set[str] = set()
        self._products: set[Monomial] = set()
        self._waiting: dict[str, list[int]] = {}
        self._late: set[int] = set()
        self._all_late = False
        self._statements = self._opaque = self._programs = self._stubs = self._sites = 0
        self._sequential = 0
        self._has_messages = False
        self._operations: dict[str, None] = {}
        self._languages: set[str] = set()
        self._entries: list[str] = []
        self._called: set[str] = set()

    def look_at(self, number: int, summary: Summary) -> None:
        """Note what a unit's summary says."""
        if not summary.is_apart:
            raise NotApart
        self._declare(summary)
        self._compare(number, summary)
        self._used |= summary.used
        self._facts.append(summary.facts)
        self._extents |= summary.extents
        self._products |= summary.products
        self._externals.update(summary.externals)
        self._operations.update(dict.fromkeys(summary.operations))
        self._sites += summary.sites
        self._has_messages = self._has_messages or summary.has_messages
        self._count(summary.unit)

    def look_again(self, number: int, unit: UnitDescription) -> None:
        """Note what is different of a unit now that it is known what others declare."""
        known = self._declared
        self._facts[number] = facts_of(expanded(unit), known.parameters, known.types)

    def late(self, units: int) -> Iterable[int]:
        """Return the numbers of units whose own parameters do not tell all that is declared."""
        return range(units) if self._all_late else sorted(self._late)

    def _declare(self, summary: Summary) -> None:
        unit, types = summary.unit, self._declared.types
        for item in unit.parameters:
            self._late.update(self._waiting.pop(item.symbol, ()))
        for symbol, names in summary.limits.items():
            self._limits[symbol] = self._limits.get(symbol, frozenset[str]()) | names
        self._all_late = self._all_late or any(
            symbol in self._used and types.get(symbol, Coding.INTEGER) is not coding
            for symbol, coding in unit.types.items()
        )
        self._declared.add(unit, unit.parameters)

    def _compare(self, number: int, summary: Summary) -> None:
        """Note if others declare what a unit uses, or declare it as something else."""
        own = {item.symbol: item for item in reversed(summary.unit.parameters)}
        known, types = self._declared.parameters, self._declared.types
        for symbol in summary.used:
            mine, first = own.get(symbol), known.get(symbol)
            if first is None:
                self._waiting.setdefault(symbol, []).append(number)
            alike = weight(mine) == weight(first) and is_open(symbol, mine) == is_open(
                symbol, first
            )
            coding = summary.unit.types.get(symbol, Coding.INTEGER)
            if not alike or types.get(symbol, Coding.INTEGER) is not coding:
                self._late.add(number)

    def _count(self, unit: UnitDescription) -> None:
        self._statements += unit.statements
        self._opaque += unit.opaque
        self._sequential += len(unit.directives)
        self._programs += unit.kind == "program"
        self._stubs += unit.kind == "stub"
        self._languages.add(unit.language)
        self._entries.append(unit.entry)
        self._called.update(name for name in unit.calls if name != unit.entry)

    def result(self, units: Units, most: int) -> LibraryReport:
        """Return what was noted, once all units were looked at."""
        degrees = tuple(item.degree for item in self._facts)
        shown = leading(degrees, units, most)
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
            sequential=self._sequential,
        )
        limits = (found for symbol, found in self._limits.items() if symbol in self._used)
        return LibraryReport(
            self._declared,
            frozenset(self._used),
            frozenset(self._externals),
            frozenset[str]().union(*limits),
            frozenset(self._extents),
            frozenset(self._products),
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


def _check(unit: UnitDescription) -> None:
    """Raise SAD503 for a unit of which something always runs fewer times than none."""
    polys = dict.fromkeys(block.count for block in expanded(unit).blocks)
    checked_numbers(compile_polys([poly for poly in polys if not atoms.free_symbols(poly)]), {})


class Shown(NamedTuple):
    """A unit without its formulas, and its blocks with their counts."""

    unit: UnitDescription
    blocks: tuple[BlockCount, ...]


def leading(degrees: Sequence[int | None], units: Units, most: int) -> list[Shown]:
    """Return at most ``most`` units of the highest degrees in order; of several the first ones.

    ``degrees`` are by the number of a unit, None without blocks.
    """
    known = ((degree, -number) for number, degree in enumerate(degrees) if degree is not None)
    return [
        _shown(units[number], units.counts(number))
        for number in sorted(-place for _, place in nlargest(most, known))
    ]


def _shown(unit: UnitDescription, counts: Mapping[int, Poly] | None) -> Shown:
    if counts is None:
        counts = {block.number: block.count for block in expanded(unit).blocks}
    bare = replace(unit, tree=EMPTY, parameters=(), definitions=())
    parts = {item.number: item.block for item in all_terms(unit.tree) if isinstance(item, Term)}
    blocks = (BlockCount(bare, n, parts[n], count, (), ()) for n, count in counts.items())
    return Shown(bare, tuple(blocks))


def library_prediction(
    description: Description,
    report: LibraryReport,
    on: tuple[Machine, Toolchain] | None,
    cost_model: str | None,
) -> Prediction:
    """Return what is known of a library's units; its counts and times are of those to be shown.

    ``description`` is all but the units; on a machine the model is one of operations alone. Raises
    SAD405 as ``bind_machine`` and SAD503 as ``predict``.
    """
    shown = replace(description, units=report.shown)
    expansion = Expansion(shown, None, list(report.blocks))
    others = OF_PROCESSES if report.has_messages else frozenset[str]()
    used = report.used.union(map(call_symbol, report.externals))
    names = Names(shown, used, report.limits | others, report.declared)
    model = Model(shown, None, expansion, names, {}, {}, (), report.used, library=report)
    bound = None
    if on is not None:
        times = OperationTimes(*on)
        for operation in report.operations:
            times.value(operation)  # raises if there is none, shown or not
        bound = bind_machine(expansion, *on, model=cost_model)
    return replace(predict(model, bound), coverage=report.coverage)
