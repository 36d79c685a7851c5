"""Whether a program's messages match, at given numbers of processes.

A receive fits a send of its source, tag and communicator, ``MPI_ANY_SOURCE`` and ``MPI_ANY_TAG`` fit
any. The order of a rank's calls is not looked at: what is reported cannot match in any order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.diagnostics import Diagnostic, Severity
from sad.parallel import GRID
from sad.progress import phase, steps
from sad.records import record
from sad.spmd.patterns import ANY_SOURCE, ANY_TAG
from sad.spmd.proof import proved_pairs
from sad.spmd.traffic import events_of
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.spmd.program import Site, Spmd
    from sad.spmd.traffic import Event, Events


HINTS = {
    "SAD920": "add the receive, or check destination, tag and communicator of both",
    "SAD921": "add the send, or check source, tag and communicator of both; this call never ends",
    "SAD922": "receive at least as much as is sent, or send less",
    "SAD924": "test for the border, send to MPI_PROC_NULL there, and choose a root among the ranks",
    "SAD925": "let all ranks of the communicator call it alike",
    "SAD926": "use a number of processes that the grid's sides multiply to",
}
PROCESSES = (1, 2, 3, 4, 6, 8)
"""Numbers of processes that are checked where none is given."""
_MOST = 20  # diagnostics of one check
Channel = tuple[int, int, int, int]
"""Source, destination, tag and communicator."""
_ALIKE = (
    *("bcast", "reduce", "allreduce", "scan", "exscan", "gather", "scatter", "allgather"),
    *("alltoall", "reduce_scatter", "reduce_scatter_block"),
)
EQUAL_LENGTHS = frozenset(f"mpi_{prefix}{name}" for prefix in ("", "i") for name in _ALIKE)
"""Routines in which every rank passes equally many bytes; in the v-variants each has its own."""


@record
class Checked:
    """What a check at one number of processes found; ``open`` says of sites why they are left out.

    ``ended`` is how the program ends before it has done its work, empty if it does not. If a rank
    aborts nothing is checked.
    """

    nprocs: int
    mismatches: tuple[Mismatch, ...]
    open: Mapping[int, str]
    ended: str = ""
    aborts: bool = False


def check(program: Spmd, nprocs: int) -> Checked:
    """Return what does not match with so many processes; raises as ``Spmd.point``."""
    ended, aborts = program.ended(nprocs)
    if aborts:
        return Checked(nprocs, (), {}, ended, aborts)
    events = events_of(program, nprocs)
    found = [*_grids(program, nprocs), *match(events), *match_collectives(events)]
    return Checked(nprocs, tuple(found), events.open, ended)


def _grids(program: Spmd, nprocs: int) -> Iterator[Mismatch]:
    """Grids that have another number of places than there are processes."""
    values = {**program.point(nprocs), RANK: 0}
    for number, site in enumerate(program.sites):
        places, processes = site.message.group, site.message.partner
        if site.message.primitive != "local" or processes is None:
            continue
        needed = atoms.free_symbols(places) | atoms.free_symbols(processes)
        if not needed <= values.keys() or any(map(program.is_open, needed)):
            continue
        try:
            have, want = evaluate(places, values), evaluate(processes, values)
        except ZeroDivisionError:
            continue
        if have != want:
            text = f"a grid of {have} places for {want} processes"
            yield Mismatch("SAD926", number, text)


def diagnostics_of(program: Spmd, checked: Checked) -> list[Diagnostic]:
    """Return the mismatches as diagnostics: one for each site and code, of the first rank found."""
    by_site: dict[tuple[str, int], list[Mismatch]] = {}
    for item in checked.mismatches:
        by_site.setdefault((item.code, item.site), []).append(item)
    found: list[Diagnostic] = []
    for (code, number), items in by_site.items():
        site = program.sites[number]
        text = f"with nprocs={checked.nprocs}, {items[0].message}"
        if items[0].other is not None:
            text = f"{text} ({_place(program.sites[items[0].other])})"
        more = sum(item.times for item in items) - items[0].times
        if more:
            text = f"{text}; {more} more like this"
        found.append(Diagnostic(code, Severity.ERROR, text, site.message.span, HINTS[code]))
    found.sort(key=lambda item: (item.span.file, item.span.line, item.code))
    return found[:_MOST]


def _place(site: Site) -> str:
    return f"sent at {site.message.span.file}:{site.message.span.line}"


@record
class Verdict:
    """What is known about matching: pairs proved for every ``nprocs``, and runs that were checked.

    ``proved`` has numbers of sites: sends, and the receives they match. ``everything`` is whether that
    is all messages between two ranks.
    """

    proved: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    everything: bool
    checked: tuple[Checked, ...]

    def left_out(self, checked: Checked) -> Mapping[int, str]:
        """Return the sites that are neither proved nor looked at in a check, with the reasons."""
        proved = {number for pair in self.proved for side in pair for number in side}
        return {number: why for number, why in checked.open.items() if number not in proved}


def verdict_of(program: Spmd) -> Verdict:
    """Return what is known: proofs, and a check of the given number of processes or of a few.

    Only programs are checked, not other units. Raises as ``Spmd.point`` for a given number.
    """
    phase("matching messages")
    proved = proved_pairs(program)
    sites = {number for pair in proved for side in pair for number in side}
    ends = {n for n, site in enumerate(program.sites) if site.sends or site.receives}
    checked: list[Checked] = []
    if program.entry is None or program.entry.kind != "program":
        pass  # the other ends may be in units that are not there
    elif program.nprocs is not None:
        checked = [check(program, program.nprocs)]
    elif not any(side in program.values for side in GRID):
        each = steps("matching messages", PROCESSES, len(PROCESSES))
        checked = [check(program, nprocs) for nprocs in each]
    return Verdict(tuple(proved), sites == ends, tuple(checked))


def reasons(program: Spmd, open_: Mapping[int, str]) -> Sequence[tuple[Site, str]]:
    """Return the sites that a check left out, with the reasons."""
    return [(program.sites[number], reason) for number, reason in sorted(open_.items())]


@record
class Mismatch:
    """Something that cannot match: its code, the site's number, and a sentence. ``other`` is a second
    site that has to do with it, ``times`` how many messages or calls.
    """

    code: str
    site: int
    message: str
    times: int = 1
    other: int | None = None


def match(events: Events) -> list[Mismatch]:
    """Return what does not match between sends and receives, in the order found."""
    return _Matcher(events).run()


class _Matcher:
    def __init__(self, events: Events) -> None:
        self._found: list[Mismatch] = []
        self._events = events
        self._sends: dict[tuple[int, int], dict[Channel, Counter[Event]]] = {}
        self._receives: dict[Channel, Counter[Event]] = defaultdict(Counter)
        for event, times in events.sends.items():
            if self._is_inside(event, "sends to", times):
                channels = self._sends.setdefault((event.partner, event.comm), {})
                channel = event.rank, event.partner, event.tag, event.comm
                channels.setdefault(channel, Counter())[event] += times
        for event, times in events.receives.items():
            if event.partner == ANY_SOURCE or self._is_inside(event, "receives from", times):
                channel = event.partner, event.rank, event.tag, event.comm
                self._receives[channel][event] += times

    def run(self) -> list[Mismatch]:
        """Match what fits, then what is too short, and report what is left."""
        # a source and a tag first, then tags alone, sources alone, and what takes anything
        order = sorted(self._receives, key=lambda item: (_wildness(item), item))
        for channel in order:
            self._match(channel)
        for channel in order:
            self._match_any_length(channel)
        self._report_left()
        return self._found

    def _is_inside(self, event: Event, way: str, times: int) -> bool:
        if 0 <= event.partner < self._events.nprocs:
            return True
        text = f"rank {event.rank} {way} rank {event.partner}; ranks are 0 to"
        text = f"{text} {self._events.nprocs - 1}"
        self._found.append(Mismatch("SAD924", event.site, text, times))
        return False

    def _fitting(self, channel: Channel) -> list[tuple[Event, Counter[Event]]]:
        """The sends that a receive may take, the longest first."""
        source, dest, tag, comm = channel
        found = [
            (event, sent)
            for other, sent in self._sends.get((dest, comm), {}).items()
            if source in (other[0], ANY_SOURCE) and tag in (other[2], ANY_TAG)
            for event in sent
        ]
        return sorted(found, key=lambda item: -item[0].nbytes)

    def _match(self, channel: Channel) -> None:
        """Give every receive, the shortest first, the longest message that fits: most are matched."""
        wanted = self._receives[channel]
        sends = self._fitting(channel)
        for receive in sorted(wanted, key=lambda event: event.nbytes):
            for message, sent in sends:
                if message.nbytes <= receive.nbytes:
                    _take(sent, message, wanted, receive)

    def _match_any_length(self, channel: Channel) -> None:
        wanted = self._receives[channel]
        for message, sent in self._fitting(channel):
            for receive in sorted(wanted, key=lambda event: -event.nbytes):
                times = _take(sent, message, wanted, receive)
                if times:
                    text = f"rank {receive.rank} makes room for {receive.nbytes} bytes of a message"
                    text = f"{text} of {message.nbytes} from rank {message.rank}"
                    self._found.append(Mismatch("SAD922", receive.site, text, times, message.site))

    def _report_left(self) -> None:
        """Report what is left over, unless a site that is not looked at may be the other end."""
        unclear = self._unclear()
        if not self._events.has_open(sends=False):
            for event, times in self._left_sends():
                if (event.partner, event.comm) not in unclear:
                    text = f"rank {event.rank} sends to rank {event.partner} with tag {event.tag}"
                    text = f"{text}, which nobody receives"
                    self._found.append(Mismatch("SAD920", event.site, text, times))
        if self._events.has_open(sends=True):
            return
        for wanted in self._receives.values():
            for event, times in (+wanted).items():
                if (event.rank, event.comm) not in unclear:
                    whom = "any rank" if event.partner == ANY_SOURCE else f"rank {event.partner}"
                    tag = "any tag" if event.tag == ANY_TAG else f"tag {event.tag}"
                    text = f"rank {event.rank} receives from {whom} with {tag}, which nobody sends"
                    self._found.append(Mismatch("SAD921", event.site, text, times))

    def _left_sends(self) -> Iterator[tuple[Event, int]]:
        for channels in self._sends.values():
            for sent in channels.values():
                yield from (+sent).items()

    def _unclear(self) -> set[tuple[int, int]]:
        """Ranks that ask for any source as well as for any tag: other choices might leave less."""
        kinds: dict[tuple[int, int], set[int]] = defaultdict(set)
        for channel in self._receives:
            kinds[channel[1], channel[3]].add(_wildness(channel))
        return {place for place, wild in kinds.items() if {1, 2} <= wild}


def _wildness(channel: Channel) -> int:
    return 2 * (channel[0] == ANY_SOURCE) + (channel[2] == ANY_TAG)


def _take(sent: Counter[Event], message: Event, wanted: Counter[Event], receive: Event) -> int:
    """Take away as many of both as there are of the fewer; return how many."""
    times = min(sent[message], wanted[receive])
    if times:
        sent[message] -= times
        wanted[receive] -= times
    return times


class _Call(NamedTuple):
    routine: str
    comm: int
    root: int
    nbytes: int


def match_collectives(events: Events) -> list[Mismatch]:
    """Return collectives of MPI that some ranks call more often, or with another root or length, and
    those whose root is no rank.

    Nothing where a site that may belong to them is not looked at. Order is not looked at.
    """
    open_ = {events.sites[number].message.routine for number in events.open}
    tables = [Counter[_Call]() for _ in range(events.nprocs)]
    sites: dict[tuple[int, _Call], int] = {}
    for event, times in events.collectives.items():
        call = _call(event, events)
        if call is None or call.routine in open_:
            continue
        tables[event.rank][call] += times
        sites.setdefault((event.rank, call), event.site)
    found: list[Mismatch] = []
    for call in sorted({call for table in tables for call in table}):
        numbers = [table[call] for table in tables]
        if call.root >= events.nprocs:
            found.append(_no_root(call, numbers, sites))
        if len(set(numbers)) > 1:
            found.append(_mismatch(call, numbers, sites))
    return found


def _call(event: Event, events: Events) -> _Call | None:
    message = events.sites[event.site].message
    if message.model != "mpi":
        return None
    nbytes = event.nbytes if message.routine in EQUAL_LENGTHS else 0
    root = -1 if message.partner is None else event.partner  # no root
    return _Call(message.routine, event.comm, root, nbytes)


def _no_root(call: _Call, numbers: list[int], sites: dict[tuple[int, _Call], int]) -> Mismatch:
    rank = next(rank for rank, number in enumerate(numbers) if number)
    text = f"rank {rank} calls {call.routine} with root {call.root}; ranks are 0 to "
    return Mismatch("SAD924", sites[rank, call], f"{text}{len(numbers) - 1}", sum(numbers))


def _mismatch(call: _Call, numbers: list[int], sites: dict[tuple[int, _Call], int]) -> Mismatch:
    most = max(range(len(numbers)), key=lambda rank: numbers[rank])
    least = min(range(len(numbers)), key=lambda rank: numbers[rank])
    how = f" with root {call.root}" if call.root >= 0 else ""
    if call.routine in EQUAL_LENGTHS:
        how = f"{how} for {call.nbytes} bytes"
    text = f"rank {most} calls {call.routine}{how} {_times(numbers[most])}"
    text = f"{text}, rank {least} {_times(numbers[least])}"
    return Mismatch("SAD925", sites[most, call], text, numbers[most] - numbers[least])


def _times(number: int) -> str:
    return {0: "never", 1: "once"}.get(number, f"{number} times")
