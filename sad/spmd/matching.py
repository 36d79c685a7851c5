"""Sends and receives of a run, matched: what nobody receives, waits for nobody, or does not fit.

A receive fits a send of its source, tag and communicator, ``MPI_ANY_SOURCE`` and ``MPI_ANY_TAG`` fit
any. The order of a rank's calls is not looked at: what is reported cannot match in any order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sad.records import record
from sad.spmd.patterns import ANY_SOURCE, ANY_TAG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.spmd.events import Event, Events

Channel = tuple[int, int, int, int]
"""Source, destination, tag and communicator."""


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
