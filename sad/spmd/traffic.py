"""What ranks pass at one number of processes: every message, and how many calls and bytes.

Sites whose formulas depend on something that only a run can tell, or on values that are not given,
are left out and named.

Counted as the PMPI counter of the tests counts: a call that sends and receives is two messages,
nothing goes to or comes from nobody, and collectives have no messages but the bytes of
``sad.analysis.messages.kinds``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import compress, product
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import Poly
from sad.analysis.messages.communicators import PROC_NULL, has_all
from sad.diagnostics import argument_error
from sad.spmd.evaluated import STARTS, passed_at, sites_by_place, with_run
from sad.spmd.patterns import ANY_SOURCE, ANY_TAG
from sad.spmd.tallies import NOTHING, Traffic, traffic_of
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.slicing.evaluate_ranks import RanksRun
    from sad.slicing.mpi_places import Passed
    from sad.spmd.program import Site, Spmd


_ANY, _ENDLESS = -1, 1 << 62
MOST = 200_000
"""Messages that are looked at; with more it is not checked."""


class Event(NamedTuple):
    """Equal messages of a site on a rank: ``partner`` is a rank of all processes, or a wildcard."""

    site: int
    rank: int
    partner: int
    tag: int
    comm: int
    nbytes: int


@dataclass(slots=True)
class Events:
    """How often each message is sent and received, and each collective called.

    ``open`` are sites that are not looked at, by their number, with the reason.
    """

    nprocs: int
    sites: tuple[Site, ...]
    sends: Counter[Event] = field(default_factory=Counter["Event"])
    receives: Counter[Event] = field(default_factory=Counter["Event"])
    collectives: Counter[Event] = field(default_factory=Counter["Event"])
    open: dict[int, str] = field(default_factory=dict[int, str])

    def has_open(self, *, sends: bool) -> bool:
        """Return whether a site that sends, or one that receives, is not looked at.

        A multicast of PVM sends.
        """
        open_ = [self.sites[number] for number in self.open]
        if sends:
            return any(site.sends or site.message.model == "pvm" for site in open_)
        return any(site.receives for site in open_)


def events_of(program: Spmd, nprocs: int) -> Events:
    """Return what a run with ``nprocs`` processes passes; raises as ``Spmd.point``."""
    run = program.run(nprocs)
    if run is not None and run.ranks:
        return _events_of_run(program, run)
    found = Events(nprocs, program.sites)
    values = program.point(nprocs)
    left = MOST
    for number, site in enumerate(program.sites):
        if not (site.sends or site.receives or site.is_collective):
            continue
        walk = _Walk(site)
        reason = _reason(program, walk, values)
        if reason:
            found.open[number] = reason
            continue
        for rank in range(nprocs):
            values[RANK] = rank
            for event, times in walk.events(number, rank, values):
                _counter(found, site)[event] += times
                left -= 1
                if left < 0:
                    break
            reason = walk.reason or ("there are too many messages" if left < 0 else "")
            if reason:
                found.open[number] = reason
                break
    _drop_open(found)
    return found


def _events_of_run(program: Spmd, run: RanksRun) -> Events:
    """The messages of a run of the ranks; those of a place are its first site's."""
    found = Events(len(run.ranks), program.sites)
    left = MOST
    for place, numbers in sites_by_place(program).items():
        number, site = numbers[0], program.sites[numbers[0]]
        if not (site.sends or site.receives or site.is_collective):
            continue
        if place[1] in STARTS:
            counters = [(place, found.sends), ((*place[:2], 1), found.receives)]
        else:
            counters = [(place, _counter(found, site))]
        for (at, counter), rank in product(counters, range(len(run.ranks))):
            passed = passed_at(run.ranks[rank], at)
            left -= 0 if passed is None else len(passed)
            reason = _reason_of_run(passed, site, left)
            if reason:
                found.open.update(dict.fromkeys(numbers, reason))
                break
            for item, times in (passed or {}).items():
                partner, tag = item.partner, item.tag
                partner = ANY_SOURCE if partner is None else partner
                tag = ANY_TAG if tag is None else tag
                event = Event(number, rank, partner, tag, item.comm or 0, item.nbytes or 0)
                counter[event] += times
    _drop_open(found)
    return found


def _reason_of_run(passed: Counter[Passed] | None, site: Site, left: int) -> str:
    """Why the messages of a run are not known; empty if they are."""
    if left < 0:
        return "there are too many messages"
    if passed is None or any(
        item.comm is None or item.partner is None or item.nbytes is None for item in passed
    ):
        return "depends on what is not known when the ranks are run"
    if not site.is_collective:
        return "has a tag that is not known" if any(item.tag is None for item in passed) else ""
    partly = any(item.comm is not None and not has_all(item.comm) for item in passed)
    return "is among a part of the processes" if partly else ""


def _counter(found: Events, site: Site) -> Counter[Event]:
    if site.sends:
        return found.sends
    return found.receives if site.receives else found.collectives


def _drop_open(found: Events) -> None:
    for counter in (found.sends, found.receives, found.collectives):
        for event in [event for event in counter if event.site in found.open]:
            del counter[event]


def _reason(program: Spmd, walk: _Walk, values: Mapping[str, Number]) -> str:
    """Why a site's messages are not known; empty if they are."""
    if walk.reason:
        return walk.reason
    needed = program.ordered(walk.needed - {RANK})
    names = program.names
    open_ = [symbol for symbol in needed if program.is_open(symbol)]
    if open_:
        return f"depends on {', '.join(map(names.label, open_))}"
    missing = [symbol for symbol in needed if symbol not in values]
    if missing:
        return f"needs {', '.join(map(names.label, missing))}"
    return ""


class _Walk:
    """The executions of one site, one by one as far as its messages differ from each other."""

    def __init__(self, site: Site) -> None:
        message = site.message
        self.reason = ""
        if message.partner is None and site.sends:
            self.reason = "has a partner that is not known"
        if message.model == "pvm" and message.primitive == "broadcast":
            self.reason = "is received as single messages"
        self._any = message.model != "mpi"
        self._any_length = message.model == "pvm" and site.receives
        values = [
            message.nbytes,
            Poly.constant(ANY_SOURCE) if message.partner is None else message.partner,
            Poly.constant(ANY_TAG) if message.tag is None else message.tag,
            message.comm,
        ]
        used = {name for poly in values for name in atoms.free_symbols(poly)}
        indices = site.count.indices
        differ = not used.isdisjoint(index.name for index in indices)
        self._indices = indices if differ else ()
        weight = site.count.weight * message.present if differ else site.number
        self._message = compile_polys([weight, *values])
        self._bounds = [
            compile_polys([item.first, item.last, item.trips]) for item in self._indices
        ]
        needed = {name for item in (self._message, *self._bounds) for name in item.symbols}
        self.needed = frozenset(needed.difference(index.name for index in self._indices))

    def events(
        self, site: int, rank: int, values: dict[str, Number], depth: int = 0
    ) -> Iterator[tuple[Event, int]]:
        """Yield a rank's messages and how often each; ``reason`` is set where one is not known."""
        if depth < len(self._indices):
            first, last, trips = self._bounds[depth](values)
            if max(last - first + 1, 0) != trips:
                self.reason = "its loop does not run over all values of a range"
                return
            name = self._indices[depth].name
            for value in range(int(first), int(last) + 1):
                values[name] = value
                yield from self.events(site, rank, values, depth + 1)
            return
        found = self._message.where_it_counts(values)
        if found[0] == 0:
            return
        whole = [number for number in found if isinstance(number, int)]
        if len(whole) < len(found):
            self.reason = "its numbers are not whole"
            return
        times, nbytes, partner, tag, comm = whole
        if not has_all(comm):  # ranks there are others than of all
            self.reason = "is among a part of the processes"
        elif not (partner == PROC_NULL and depth):
            if self._any:  # PVM and Express have one number for any rank and any tag
                partner = ANY_SOURCE if partner == _ANY else partner
                tag = ANY_TAG if tag == _ANY else tag
            if self._any_length:  # a program of PVM may leave a part of a message packed
                nbytes = _ENDLESS
            yield Event(site, rank, partner, tag, comm, nbytes), times


def traffic_by_rank(program: Spmd, nprocs: int) -> list[list[Traffic]]:
    """Return what each site passes on each rank: one list per rank, in the order of the sites.

    What formulas leave open is that of a run of the ranks, where there is one. Raises SAD503 where the
    values given leave a formula without a value.
    """
    formulas = [poly for site in program.sites for poly in (site.calls, site.number, site.nbytes)]
    rows = [
        [
            _traffic(site, numbers[3 * place : 3 * place + 3])
            for place, site in enumerate(program.sites)
        ]
        for numbers in _values_by_rank(program, nprocs, formulas)
    ]
    run = program.run(nprocs)
    if run is None or run.aborted is not None or not run.ranks:
        return rows
    places = sites_by_place(program)
    found = [
        with_run(program, places, row, rank) for row, rank in zip(rows, run.ranks, strict=True)
    ]
    known = [row for row in found if row is not None]
    return known if len(known) == len(rows) else rows


_Value = tuple["Number | None", bool]
"""A number, None where it is not known, and whether nothing in it is what only a run can tell."""


def _values_by_rank(program: Spmd, nprocs: int, formulas: Sequence[Poly]) -> list[list[_Value]]:
    """Return the formulas' values, one list per rank.

    Raises SAD503 for a division by zero.
    """
    values = program.point(nprocs)
    given = values.keys() | {RANK}
    known = [atoms.free_symbols(poly) <= given for poly in formulas]
    exact = [program.is_exact(poly) for poly in formulas]
    compiled = compile_polys(list(compress(formulas, known)))
    whole = {name: Poly.constant(item) for name, item in values.items() if isinstance(item, int)}
    certain = {name: item for name, item in whole.items() if not program.is_open(name)}
    found: list[list[_Value]] = []
    for rank in range(nprocs):
        values[RANK] = rank
        numbers = compiled.where_it_counts(values)
        if None in numbers:
            message = "with the values given, a number of messages or bytes divides by zero"
            raise argument_error("SAD503", message, "a divisor or a loop's step is zero")
        rest = iter(numbers)
        here = [{**given, RANK: Poly.constant(rank)} for given in (certain, whole)]
        found.append(
            [
                (next(rest), is_exact) if is_known else _left_over(poly, *here)
                for poly, is_known, is_exact in zip(formulas, known, exact, strict=True)
            ]
        )
    return found


def _left_over(poly: Poly, certain: Mapping[str, Poly], given: Mapping[str, Poly]) -> _Value:
    """The value of a formula some of whose symbols have none: known where these do not matter."""
    for values in (certain, given):
        try:
            found = bind(poly, values).as_integer
        except ZeroDivisionError:
            break
        if found is not None:
            return found, values is certain
    return None, False


def _traffic(site: Site, values: Sequence[_Value]) -> Traffic:
    (calls, _), (messages, _), (nbytes, _) = values
    return traffic_of(site, calls, messages, nbytes, exact=all(exact for _, exact in values))


def by_routine(program: Spmd, row: Sequence[Traffic]) -> dict[str, Traffic]:
    """Return what one rank passes by routine, in the order of the source; left out: never called."""
    found: dict[str, Traffic] = {}
    for site, traffic in zip(program.sites, row, strict=True):
        if traffic.calls == 0 and traffic.nbytes == 0 and traffic.messages == 0:
            continue
        name = site.message.routine
        found[name] = found.get(name, NOTHING) + traffic
    return found
