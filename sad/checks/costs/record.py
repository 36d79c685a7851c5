"""Costs of units, as far as comparing them needs: one side of a comparison."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sad.progress import steps
from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sad.algebra.poly import Poly
    from sad.checks.snapshot.people import Short
    from sad.diagnostics import Span

Amounts = Mapping[str, "Poly"]
"""How often each operation is performed, by key (docs/operations.md): exact, or named."""


@record
class LineCost:
    """One source line of a unit: its operations over a whole run of the unit, calls left out."""

    span: Span
    text: str
    operations: Amounts


@record
class LoopCost:
    """One loop of a unit: how often its body runs in one run of the unit."""

    id: str
    span: Span
    count: Poly


@record
class Symbol:
    """One symbol that formulas may hold, as the unit knows it that it belongs to.

    ``label`` is its name to show. ``role`` says what it is (``argument 2``, ``common``, ``input``,
    ``trip_count``, ``probability``, ``value``). ``mark`` is the same for constructs that read alike,
    ``coding`` is what its values stand for (``sad.algebra.codes``).
    """

    name: str
    label: str
    role: str
    mark: str = ""
    coding: str = "integer"


@record
class UnitPlace:
    """A unit of which nothing but its place is needed: its cost is known not to have changed."""

    name: str
    span: Span


@record
class UnitCost:
    """What one run of a unit costs.

    ``own`` leaves calls out, which ``calls`` counts by name; ``total`` has its callees inlined,
    and ``externals`` counts the calls that are left then (None where that is too large to be kept).
    ``fingerprint`` is the same for units of the same structure, whatever they and their variables
    are called. ``unresolved`` are the parameters only a run can tell. ``least`` holds the least value
    of symbols that have one. ``seconds`` is the predicted time of one run [s] by machine, at the sizes
    of the ``State``. ``lines`` is empty for a unit read from a snapshot. ``itself`` is a digest of all
    that the cost depends on but for the costs of callees; an older version has written none.
    """

    name: str
    span: Span
    language: str
    fingerprint: str
    own: Amounts
    calls: Amounts
    total: Amounts | None
    externals: Amounts | None
    loops: tuple[LoopCost, ...]
    unresolved: tuple[str, ...]
    statements: int
    opaque: int
    least: Mapping[str, int] = field(default_factory=dict[str, int])
    most: Mapping[str, int] = field(default_factory=dict[str, int])
    symbols: tuple[Symbol, ...] = ()
    seconds: Mapping[str, float | None] = field(default_factory=dict[str, "float | None"])
    lines: tuple[LineCost, ...] = ()
    by_itself: bool = False
    itself: str = ""


@record
class Outline:
    """What is known of a unit without its cost: ``UnitCost.itself``, what it calls, where it is."""

    itself: str
    calls: Collection[str]
    span: Span


class LazyUnits(Mapping[str, UnitCost]):
    """Costs by name, each read or computed when it is asked for; ``names`` are in order."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names

    def __iter__(self) -> Iterator[str]:
        """Yield the names in order."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return how many units there are."""
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        """Whether there is such a unit; its cost is not asked for."""
        return name in self._names

    @abstractmethod
    def outline(self, name: str) -> Outline:
        """Return what is known of a unit without its cost."""


@record
class State:
    """A program or library at one moment. ``label`` tells which: a path, a revision, a snapshot.

    ``sizes`` are the values at which ``seconds`` holds, as text by name, ``machines`` the labels.
    ``shorts`` are there in place of ``units`` for a snapshot whose exact part is missing.
    """

    label: str
    units: Mapping[str, UnitCost]
    machines: tuple[str, ...] = ()
    sizes: Mapping[str, str] = field(default_factory=dict[str, str])
    shorts: Mapping[str, Short] | None = None

    def outline(self, name: str) -> Outline:
        """Return what is known of a unit without its cost."""
        if isinstance(self.units, LazyUnits):
            return self.units.outline(name)
        unit = self.units[name]
        return Outline(unit.itself, unit.calls.keys(), unit.span)

    def outlines(self) -> dict[str, Outline]:
        """Return what is known of all units; it takes long where they were not analysed before."""
        return {name: self.outline(name) for name in steps("counting", self.units, len(self.units))}

    def only(self, is_wanted: Callable[[str], bool]) -> State:
        """Return the state with some of its units."""
        units = {name: self.units[name] for name in self.units if is_wanted(name)}
        shorts = self.shorts
        if shorts is not None:
            shorts = {name: item for name, item in shorts.items() if is_wanted(name)}
        return replace(self, units=units, shorts=shorts)
