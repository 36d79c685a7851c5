"""What ranks pass at one number of processes: every message, and how many calls and bytes.

Sites whose formulas depend on something that only a run can tell, or on values that are not given,
are left out and named.

Counted as the PMPI counter of the tests counts: a call that sends and receives is two messages,
nothing goes to or comes from nobody, and collectives have no messages but the bytes of
``sad.analysis.messages.kinds``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import Poly
from sad.analysis.messages.communicators import PROC_NULL, has_all
from sad.diagnostics import argument_error
from sad.records import record
from sad.spmd.patterns import ANY_SOURCE, ANY_TAG
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
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


@record
class Traffic:
    """Calls; messages out and in with their bytes; bytes of collectives. None: depends on a value
    that is not given. ``exact`` is whether nothing in it is a value that only a run can tell.
    """

    calls: Number | None = 0
    sent: Number | None = 0
    sent_bytes: Number | None = 0
    posted: Number | None = 0
    posted_bytes: Number | None = 0
    moved_bytes: Number | None = 0
    exact: bool = True

    @property
    def messages(self) -> Number | None:
        """Messages out and in."""
        return _sum(self.sent, self.posted)

    @property
    def nbytes(self) -> Number | None:
        """All bytes."""
        return _sum(_sum(self.sent_bytes, self.posted_bytes), self.moved_bytes)

    def __add__(self, other: Traffic) -> Traffic:
        parts = (f.name for f in fields(Traffic) if f.name != "exact")
        sums = (_sum(getattr(self, name), getattr(other, name)) for name in parts)
        return Traffic(*sums, exact=self.exact and other.exact)


NOTHING = Traffic()


def _sum(one: Number | None, other: Number | None) -> Number | None:
    return None if one is None or other is None else one + other


def traffic_by_rank(program: Spmd, nprocs: int) -> list[list[Traffic]]:
    """Return what each site passes on each rank: one list per rank, in the order of the sites.

    Raises SAD503 where the values given leave a formula without a value.
    """
    formulas = [poly for site in program.sites for poly in (site.calls, site.number, site.nbytes)]
    exact = [program.is_exact(site.calls, site.number, site.nbytes) for site in program.sites]
    return [
        [
            _traffic(site, numbers[3 * place : 3 * place + 3], exact=exact[place])
            for place, site in enumerate(program.sites)
        ]
        for numbers in values_by_rank(program, nprocs, formulas)
    ]


def values_by_rank(
    program: Spmd, nprocs: int, formulas: Sequence[Poly]
) -> list[list[Number | None]]:
    """Return the formulas' values, one list per rank; None for those that lack a given value.

    Raises SAD503 for a division by zero.
    """
    values = program.point(nprocs)
    given = values.keys() | {RANK}
    known = [atoms.free_symbols(poly) <= given for poly in formulas]
    compiled = compile_polys(list(compress(formulas, known)))
    found: list[list[Number | None]] = []
    for rank in range(nprocs):
        values[RANK] = rank
        numbers = compiled.where_it_counts(values)
        if None in numbers:
            message = "with the values given, a number of messages or bytes divides by zero"
            raise argument_error("SAD503", message, "a divisor or a loop's step is zero")
        rest = iter(numbers)
        found.append([next(rest) if is_known else None for is_known in known])
    return found


def _traffic(site: Site, numbers: Sequence[Number | None], *, exact: bool) -> Traffic:
    calls, messages, nbytes = numbers
    if site.message.part:  # the second half of one call
        calls = 0
    if site.sends:
        return Traffic(calls, sent=messages, sent_bytes=nbytes, exact=exact)
    if site.receives:
        return Traffic(calls, posted=messages, posted_bytes=nbytes, exact=exact)
    return Traffic(calls, moved_bytes=nbytes if site.is_collective else 0, exact=exact)


def by_routine(program: Spmd, row: Sequence[Traffic]) -> dict[str, Traffic]:
    """Return what one rank passes by routine, in the order of the source; left out: never called."""
    found: dict[str, Traffic] = {}
    for site, traffic in zip(program.sites, row, strict=True):
        if traffic.calls == 0 and traffic.nbytes == 0 and traffic.messages == 0:
            continue
        name = site.message.routine
        found[name] = found.get(name, NOTHING) + traffic
    return found


def added(items: Iterable[Traffic]) -> Traffic:
    """Return the sum."""
    return sum(items, NOTHING)
