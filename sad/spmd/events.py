"""Every message that the ranks of a run send and receive, at one number of processes.

Sites whose formulas depend on something that only a run can tell, or on values that are not given,
are left out and named.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import Poly
from sad.analysis.messages.communicators import PROC_NULL, has_all
from sad.spmd.patterns import ANY_SOURCE, ANY_TAG
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
