"""A message-passing program from its entry: call sites, process grids, and values given so far."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO
from sad.diagnostics import argument_error
from sad.evaluation.evaluated import ending_units
from sad.evaluation.given import resolve
from sad.evaluation.model import counted, is_decisive, limit_symbols, used_symbols
from sad.evaluation.names import Names
from sad.evaluation.open_values import is_whole
from sad.evaluation.specialised import with_formulas
from sad.model.expand import expand
from sad.model.walks.specialise import specialise
from sad.parallel import GRID
from sad.records import record
from sad.spmd.grid_sides import balanced
from sad.spmd.rank_runs import RankRuns
from sad.spmd.simplify_messages import MessageSimplifier, formulas_of
from sad.symbols import INDEX_MARK, NPROCS, RANK, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.model.expand import Expansion, MessageCount
    from sad.model.nodes import Description, Message, UnitDescription
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice
    from sad.slicing.evaluate_ranks import RanksRun


SENDING = frozenset({"send", "isend"})
RECEIVING = frozenset({"receive", "irecv"})
SILENT = frozenset({"local", "wait"})
"""Primitives that pass nothing."""


@record
class Spmd:
    """A program of ranks: ``sites`` in the order of units and of the source within them.

    ``values`` are given ones by symbol, ``formulas`` those given by other values, ``used`` the symbols
    that any number of messages, bytes, partner or tag needs. ``dimensions`` is that of the grid that
    MPI_DIMS_CREATE makes, 1 if none. ``runs`` finds what has no formula.
    """

    description: Description
    entry: UnitDescription | None
    expansion: Expansion
    sites: tuple[Site, ...]
    names: Names
    values: Mapping[str, Number]
    used: frozenset[str]
    formulas: Mapping[str, Poly]
    runs: RankRuns

    def run(self, nprocs: int) -> RanksRun | None:
        """Return what running the ranks gives, if the formulas leave something open.

        None too if it is not what formulas say that hold without an assumption.
        """
        if not self._is_open and not self.may_end:
            return None
        point = self.point(nprocs)
        sides = tuple(int(point[side]) for side in GRID[: self.dimensions] if side in point)
        return self.runs.at(nprocs, {**self.values, **self.formulas}, sides)

    def ended(self, nprocs: int) -> tuple[str, bool]:
        """Return how the program ends before it has done its work, and whether a rank aborts it.

        Empty if it does not, as far as that is known.
        """
        from sad.spmd.evaluated import ended, place_of  # noqa: PLC0415 - which takes programs

        run = self.run(nprocs)
        if run is not None and (run.ranks or run.aborted):
            passing = (item for item in self.sites if item.message.primitive not in SILENT)
            return ended(run, map(place_of, passing)), run.aborted is not None
        calls = [site for site in self.sites if site.message.routine == "mpi_abort"]
        values = {name: float(item) for name, item in self.point(nprocs).items()}
        if not calls or not all(site.symbols <= values.keys() | {RANK} for site in calls):
            return "", False
        from sad.spmd.process_counts import Aborts  # noqa: PLC0415 - arrays are slow to load

        reached, why = Aborts([site.count for site in calls]).at(values)
        return why, reached

    @property
    def _is_open(self) -> bool:
        """Whether messages depend on what only a run can tell, or have partners that are not known."""
        return any(map(self.is_open, self.used)) or any(
            site.message.partner is None and site.sends for site in self.sites
        )

    @property
    def may_end(self) -> bool:
        """Whether the program may end in a call: by STOP or exit in a procedure, or by MPI_ABORT."""
        return bool(ending_units(self.expansion)) or any(
            site.message.routine == "mpi_abort" for site in self.sites
        )

    @property
    def dimensions(self) -> int:
        """How many sides the program's process grid has; 1 without one."""
        return max((place + 1 for place, side in enumerate(GRID) if side in self.used), default=1)

    @property
    def nprocs(self) -> int | None:
        """The number of processes, if it is given."""
        value = self.values.get(NPROCS)
        return value if isinstance(value, int) else None

    @property
    def missing(self) -> list[str]:
        """Symbols that numbers of messages and bytes need and that have no value."""
        needed: set[str] = set()
        for site in self.sites:
            needed |= site.symbols
        given = self.values.keys() | {RANK, *GRID}  # sides follow from the number of processes
        return [symbol for symbol in self.ordered(needed) if symbol not in given]

    def ordered(self, symbols: Collection[str]) -> list[str]:
        """Return symbols in the order of the source, those of no unit last."""
        known = [symbol for symbol in self.names.parameters if symbol in symbols]
        return [*known, *sorted(set(symbols).difference(known))]

    def is_exact(self, *formulas: Poly) -> bool:
        """Whether formulas depend on nothing but inputs and ranks."""
        return not any(self.unresolved(*formulas))

    def unresolved(self, *formulas: Poly) -> list[str]:
        """Return what formulas depend on that only a run can tell."""
        found: set[str] = set()
        for formula in formulas:
            found |= {item for item in atoms.free_symbols(formula) if self.is_open(item)}
        return self.ordered(found)

    def is_open(self, symbol: str) -> bool:
        """Return whether only a run can tell a symbol's value."""
        parameter = self.names.parameters.get(symbol)
        return is_unresolved(symbol) if parameter is None else not parameter.is_resolved

    def point(self, nprocs: int, **more: Number) -> dict[str, Number]:
        """Return all values for a number of processes, the sides of the grid among them.

        Sides that are not given are those that MPI_DIMS_CREATE makes. Raises SAD926 for given sides
        whose product is another number.
        """
        values = {**self.values, NPROCS: nprocs, **more}
        if self.dimensions > 1:
            values.update(_sides(nprocs, self.dimensions, values))
        return values


def _sides(nprocs: int, dimensions: int, values: Mapping[str, Number]) -> dict[str, Number]:
    given = {side: int(values[side]) for side in GRID[:dimensions] if side in values}
    product = prod(given.values())
    fits = product > 0 and nprocs % product == 0
    if not fits or (len(given) == dimensions and product != nprocs):
        shown = ", ".join(f"{side}={value}" for side, value in given.items())
        message = f"{shown}: the grid's sides do not multiply to nprocs={nprocs}"
        raise argument_error("SAD926", message, "give sides whose product is nprocs, or none")
    free = [side for side in GRID[:dimensions] if side not in given]
    rest = balanced(nprocs // product, len(free)) if free else ()
    return {**given, **dict(zip(free, rest, strict=True))}


def spmd_of(loaded: Loaded, choice: Choice) -> Spmd:
    """Return the program with values put in; raises as ``sad.evaluation.model.build_model``."""
    settings = choice.settings
    first = counted(loaded.description, choice.entry, settings, choice.assume)
    description, start, expansion = first.description, first.entry, first.expansion
    sites = _sites(expansion.messages)
    used = _used(sites) | used_symbols(expansion) | {NPROCS, RANK}
    names = Names(description, used, limit_symbols(description, used))
    given = resolve(settings, names)
    formulas = {
        symbol: item.poly
        for symbol, item in given.open.items()
        if item.poly is not None and all(is_whole(name, names) for name in item.needs)
    }
    if len(formulas) < len(given.open):  # only polynomials can be put into messages
        given = resolve(settings, names, only_numbers=True)
    values, random = given.values, given.random
    parameters = names.parameters
    decided = {
        symbol: ONE if value == 1 else ZERO
        for symbol, value in values.items()
        if symbol in parameters
        and is_decisive(parameters[symbol].kind, value)
        and symbol not in random
    }
    if decided:
        description = specialise(description, decided, frozenset(values))
        start = None if start is None else description.unit(start.name)
        expansion = expand(description, start)
        sites = _sites(expansion.messages)
    if formulas:
        expansion = with_formulas(expansion, formulas)
        sites = _sites(expansion.messages)
    _check_processes(values)
    _check_meaning(given.unused, names)
    unused = {name: settings.items[name] for name in given.unused}
    runs = RankRuns(loaded, choice, start, names, unused)
    return Spmd(
        *(description, start, expansion, sites, names, values, _used(sites), formulas, runs)
    )


def _check_processes(values: Mapping[str, Number]) -> None:
    nprocs = values.get(NPROCS)
    if nprocs is not None and nprocs < 1:
        message = f"nprocs={nprocs}: there is at least one process"
        raise argument_error("SAD503", message, "for instance --set nprocs=4")


def _check_meaning(unused: Sequence[str], names: Names) -> None:
    """Raise SAD501 for a name that several parameters of messages have."""
    for name in unused:
        ending = re.compile(rf".*\.{re.escape(name)}(_\d+)?", re.IGNORECASE)
        meant = [names.label(symbol) for symbol in names.parameters if ending.fullmatch(symbol)]
        if len(meant) > 1:
            hint = f"give each a value: {' '.join(f'--set {item}=...' for item in meant[:6])}"
            shown = f"{', '.join(meant[:5])} and others" if len(meant) > 6 else " or ".join(meant)
            raise argument_error("SAD501", f"{name!r} may be {shown}", hint)


def _sites(messages: Sequence[MessageCount]) -> tuple[Site, ...]:
    """The messages' sites, their formulas simplified first: that makes sums over loops short."""
    simplifier = MessageSimplifier([poly for item in messages for poly in formulas_of(item)])
    return tuple(site_of(simplifier.message(item)) for item in messages)


def _used(sites: Sequence[Site]) -> frozenset[str]:
    found: set[str] = set()
    for site in sites:
        found |= site.symbols
        for formula in site.message.formulas():
            found |= atoms.free_symbols(formula)
    return frozenset(symbol for symbol in found if not symbol.startswith(INDEX_MARK))


@record
class Site:
    """A call as one instance of its unit makes it; formulas over inputs, ``nprocs`` and ``rank``.

    ``calls`` is how often a rank calls, ``number`` how many messages that are to or from a partner
    there is, ``nbytes`` their bytes in all.
    """

    count: MessageCount
    calls: Poly
    number: Poly
    nbytes: Poly

    @property
    def message(self) -> Message:
        """The message of one execution; its formulas may depend on the loops around it."""
        return self.count.message

    @property
    def id(self) -> str:
        """A name for the site: the unit, and its place there."""
        return self.count.id

    @property
    def sends(self) -> bool:
        """Whether it sends to one partner."""
        return self.message.primitive in SENDING

    @property
    def receives(self) -> bool:
        """Whether it receives from one partner."""
        return self.message.primitive in RECEIVING

    @property
    def is_collective(self) -> bool:
        """Whether all ranks of a communicator take part."""
        return not (self.sends or self.receives or self.message.primitive in SILENT)

    @property
    def symbols(self) -> frozenset[str]:
        """What its numbers depend on."""
        found: frozenset[str] = frozenset()
        for formula in (self.calls, self.number, self.nbytes):
            found |= atoms.free_symbols(formula)
        return found


def site_of(count: MessageCount) -> Site:
    """Return a message's formulas, summed over the loops around it."""
    return Site(count, count.calls(), count.number(), count.nbytes())
