"""Ranks that pass messages, each with a clock of its own: steps run until a rank has to wait.

A step is a tuple of its kind, seconds, partner, key, request and place. What a message costs is in the
seconds of its two sides: it is there when the sender's are over, and the receiver waits for it and then
needs its own. Messages from one rank to another with one key are taken in the order in which they were
sent. Nobody interrupts anybody, and receives name their source, so the result does not depend on the
order in which ranks are followed.

    WORK     seconds of computation
    SEND     to a partner, on the way at once; SSEND starts when its receive does
    RECV     from a partner
    ISEND, ISSEND, IRECV   the same without waiting, with the number of a request
    WAIT     for a request; one that is not known is over, after the seconds
    ALL      operation of the group ``key``: all leave when the last has come, and the seconds after
    DOWN     from the root (``partner``) to all: who comes before the root waits for it
    UP       from all to the root: the root waits for all
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Step = tuple[int, float, int, Hashable, int, Any]
    Cause = tuple[int, int]
    """A rank, and the number of its step at whose end waiting was over; -1: before its first step."""
    End = tuple[float, float, Cause | None]
    """Of a step: the clock then, waiting, for whom."""
    Begun = tuple[float, int | None, int | None]
    """When a message starts, and the step of its sender, or of its receiver, that it has waited for."""

WORK, SEND, SSEND, RECV, ISEND, ISSEND, IRECV, WAIT, ALL, DOWN, UP = range(11)


class OutOfSteps(Exception):
    """A run has more steps than it may have."""


class Stuck(Exception):
    """Ranks wait for each other, or for what never comes; ``step`` is one of those that wait."""

    def __init__(self, rank: int, step: Step) -> None:
        super().__init__(rank, step)
        self.rank, self.step = rank, step


@record
class Flow:
    """What a run gives, by rank [s]; if asked for, of each step its end, waiting, and for whom.

    ``cause_ranks`` are -1 where nobody is waited for; ``cause_steps`` as in ``Cause``.
    """

    ends: tuple[float, ...]
    computing: tuple[float, ...]
    steps: int
    step_ends: tuple[NDArray[np.float64], ...] = ()
    waited: tuple[NDArray[np.float64], ...] = ()
    cause_ranks: tuple[NDArray[np.int32], ...] = ()
    cause_steps: tuple[NDArray[np.int32], ...] = ()
    settled: bool = True
    """Whether nothing is under way at the end: every message has both sides, every request is over."""

    @property
    def seconds(self) -> float:
        """When the last rank ends."""
        return max(self.ends)


@dataclass(slots=True)
class Channel:
    """Messages of one rank to another with one key, in order."""

    sends: list[tuple[float, float, int, bool]] = field(
        default_factory=list["tuple[float, float, int, bool]"]
    )
    """When it is there, or of one that starts with its receive when it could; seconds; step; which."""
    posts: list[tuple[float, int]] = field(default_factory=list["tuple[float, int]"])
    """When a receive is ready for it, and the receiver's step before."""
    sender_waits: bool = False
    receiver_waits: bool = False


@dataclass(slots=True)
class _Meeting:
    """An operation of a group at work."""

    came: int = 0
    latest: float = -1.0
    last: tuple[int, int] = (0, -1)
    seconds: float = 0.0
    root: float = -1.0
    root_step: int = -1
    waiting: list[int] = field(default_factory=list[int])


def flow(
    programs: Sequence[Iterable[Step]],
    groups: Mapping[Hashable, int],
    *,
    most_steps: int | None = None,
    keep: bool = False,
    start: Sequence[float] = (),
    tell: Callable[[int], None] | None = None,
) -> Flow:
    """Follow the steps of all ranks; ``groups`` says how many members a key of operations has.

    ``start`` is when each rank begins [s], 0 without it. ``tell`` hears now and then how many steps
    have been taken.

    Raises ``OutOfSteps`` after ``most_steps``, ``Stuck`` if a rank waits for what never comes.
    """
    return Run(programs, groups, most_steps, keep, start, tell).run()


class Run:
    """A run while it goes on."""

    def __init__(
        self,
        programs: Sequence[Iterable[Step]],
        groups: Mapping[Hashable, int],
        most_steps: int | None,
        keep: bool,
        start: Sequence[float],
        tell: Callable[[int], None] | None,
    ) -> None:
        self._tell = tell
        count = len(programs)
        self._programs = [iter(program) for program in programs]
        self._groups, self._left, self._keep = groups, most_steps, keep
        self._clocks = list(start) or [0.0] * count
        self._computing = [0.0] * count
        self._at: list[Step | None] = [None] * count
        """The step at which a rank waits."""
        self._held: list[Any] = [None] * count
        """What it waits with: a channel and a place in it, or a meeting."""
        self._numbers = [0] * count
        self._channels: dict[tuple[int, int, Hashable], Channel] = {}
        self._requests: list[dict[int, tuple[Channel, int, bool, float, int]]] = [
            {} for _ in programs
        ]
        self._meetings: dict[tuple[Hashable, int], _Meeting] = {}
        self._met: list[dict[Hashable, int]] = [{} for _ in programs]
        self._ready: list[int] = list(range(count))[::-1]
        self._ends: tuple[list[float], ...] = tuple([] for _ in programs)
        self._waited: tuple[list[float], ...] = tuple([] for _ in programs)
        self._causes: tuple[list[Cause | None], ...] = tuple([] for _ in programs)

    def run(self) -> Flow:
        """Follow all ranks; raises as ``flow``."""
        steps = 0
        while self._ready:
            steps += self._follow(self._ready.pop())
            if self._tell is not None:
                self._tell(steps)
            if self._left is not None and steps > self._left:
                raise OutOfSteps
        return self.result(steps)

    def result(self, steps: int) -> Flow:
        """Return what was found, when no rank goes on. Raises ``Stuck`` if one waits."""
        for rank, step in enumerate(self._at):
            if step is not None:
                raise Stuck(rank, step)
        kept = self._kept() if self._keep else ((), (), (), ())
        settled = not (self._meetings or any(self._requests)) and all(
            len(channel.sends) == len(channel.posts) for channel in self._channels.values()
        )
        return Flow(tuple(self._clocks), tuple(self._computing), steps, *kept, settled=settled)

    def _kept(self) -> tuple[tuple[NDArray[Any], ...], ...]:
        causes = [
            np.array([(-1, -1) if cause is None else cause for cause in own], np.int32)
            for own in self._causes
        ]
        return (
            tuple(np.array(own) for own in self._ends),
            tuple(np.array(own) for own in self._waited),
            *(tuple(own.reshape(-1, 2)[:, side] for own in causes) for side in (0, 1)),
        )

    def _woken(self) -> Iterator[tuple[int, Step, End | None]]:
        """Yield who waits for what has been done now, the step, and how it ends, if it does."""
        while self._ready:
            rank = self._ready.pop()
            step = self._at[rank]
            assert step is not None
            yield rank, step, self._take(rank, step, self._clocks[rank], self._numbers[rank])

    def _end(self, rank: int, end: End, late: float = 0.0) -> None:
        """End a rank's step; what it was late counts as waiting."""
        self._clocks[rank] = end[0]
        self._numbers[rank] += 1
        if self._keep:
            self._ends[rank].append(end[0])
            self._waited[rank].append(end[1] + late)
            self._causes[rank].append(end[2])

    def _follow(self, rank: int) -> int:
        """Follow a rank until it waits or ends; return how many steps it took."""
        program, keep, limit = self._programs[rank], self._keep, self._left
        ends, waits, causes = self._ends[rank], self._waited[rank], self._causes[rank]
        clock, number = self._clocks[rank], self._numbers[rank]
        done = 0
        step = self._at[rank]
        self._at[rank] = None
        while True:
            if step is None:
                step = next(program, None)
                if step is None:
                    break
            kind, seconds = step[0], step[1]
            cause: Cause | None = None
            waited = 0.0
            if kind == WORK:
                clock += seconds
                self._computing[rank] += seconds
            else:
                found = self._take(rank, step, clock, number)
                if found is None:
                    self._at[rank] = step
                    break
                clock, waited, cause = found
            if keep:
                ends.append(clock)
                waits.append(waited)
                causes.append(cause)
            number += 1
            done += 1
            if limit is not None and done > limit:
                raise OutOfSteps
            step = None
        self._clocks[rank], self._numbers[rank] = clock, number
        return done

    def _take(self, rank: int, step: Step, clock: float, number: int) -> End | None:
        """Take a step that concerns others: the clock then, waiting, for whom; None: it waits."""
        kind, seconds, partner, key, request, _ = step
        if kind >= ALL:
            return self._meet(rank, step, clock, number)
        if kind == WAIT:
            kept = self._requests[rank].get(request)
            if kept is None:
                return clock + seconds, 0.0, None
            channel, place, sends, cost, whom = kept
            found = (self._sent if sends else self._received)(channel, place, clock, cost, whom)
            if found is not None:
                del self._requests[rank][request]
            return found
        if kind in (RECV, IRECV):
            held = self._held[rank]
            if held is None:
                channel = self._channel(partner, rank, key)
                place = len(channel.posts)
                channel.posts.append((clock, number - 1))
                if channel.sender_waits:
                    channel.sender_waits = False
                    self._ready.append(partner)
                if kind == IRECV:
                    self._requests[rank][request] = channel, place, False, seconds, partner
                    return clock, 0.0, None
            else:
                channel, place = held
            found = self._received(channel, place, clock, seconds, partner)
            self._held[rank] = (channel, place) if found is None else None
            return found
        held = self._held[rank]
        if held is None:
            channel = self._channel(rank, partner, key)
            place = len(channel.sends)
            later = kind in (SSEND, ISSEND)
            there = clock if later else clock + seconds
            channel.sends.append((there, seconds, number, later))
            if channel.receiver_waits:
                channel.receiver_waits = False
                self._ready.append(partner)
            if kind in (ISEND, ISSEND):
                self._requests[rank][request] = channel, place, True, seconds, partner
                return clock, 0.0, None
            if kind == SEND:
                return there, 0.0, None
        else:
            channel, place = held
        found = self._sent(channel, place, clock, seconds, partner)
        self._held[rank] = (channel, place) if found is None else None
        return found

    def _channel(self, source: int, target: int, key: Hashable) -> Channel:
        name = source, target, key
        found = self._channels.get(name)
        if found is None:
            found = self._channels[name] = Channel()
        return found

    def _received(
        self, channel: Channel, place: int, clock: float, seconds: float, partner: int
    ) -> End | None:
        """End a receive, if its message is sent."""
        if place >= len(channel.sends):
            channel.receiver_waits = True
            return None
        there, cost, step, later = channel.sends[place]
        cause = partner, step
        if later:
            begun = self._begun(channel, place)
            if begun is None:
                channel.receiver_waits = True
                return None
            start, step, _ = begun
            # without a step the message has waited for the receive: what passes now is its time
            there, cause = start + cost, None if step is None else (partner, step)
        if there > clock:
            return there + seconds, there - clock if cause is not None else 0.0, cause
        return clock + seconds, 0.0, None

    def _sent(
        self, channel: Channel, place: int, clock: float, seconds: float, partner: int
    ) -> End | None:
        """End a send: of one that starts with its receive, if that is ready."""
        there, _, _, later = channel.sends[place]
        if not later:
            return max(clock, there), 0.0, None
        begun = self._begun(channel, place)
        if begun is None:
            channel.sender_waits = True
            return None
        start, _, step = begun
        end = max(clock, start + seconds)
        waited = max(start - max(clock, there), 0.0)
        return end, waited, (partner, step) if waited > 0.0 and step is not None else None

    def _begun(self, channel: Channel, place: int) -> Begun | None:
        """When a message starts with its receive, if both are there."""
        if place >= len(channel.posts):
            return None
        (there, _, step, _), (post, before) = channel.sends[place], channel.posts[place]
        return (there, step - 1, None) if there > post else (post, None, before)

    def _meet(self, rank: int, step: Step, clock: float, number: int) -> End | None:
        """Take part in an operation of a group."""
        kind, seconds, root, key, _, _ = step
        size = self._groups[key]
        meeting: _Meeting | None = self._held[rank]
        if meeting is None:
            count = self._met[rank].get(key, 0)
            self._met[rank][key] = count + 1
            meeting = self._meetings.setdefault((key, count), _Meeting())
            meeting.came += 1
            if clock > meeting.latest:
                meeting.latest, meeting.last = clock, (rank, number - 1)
            meeting.seconds = max(meeting.seconds, seconds)
            if rank == root:
                meeting.root, meeting.root_step = clock, number - 1
            if meeting.came == size:
                self._meetings.pop((key, count))
            if meeting.came == size or (kind == DOWN and rank == root):
                self._ready += meeting.waiting
                meeting.waiting = []
        may_leave = meeting.came == size
        if kind == DOWN:
            may_leave = may_leave or rank == root or meeting.root >= 0.0
        elif kind == UP:
            may_leave = may_leave or rank != root
        if may_leave:
            self._held[rank] = None
            return self._left_meeting(rank, step, clock, meeting)
        meeting.waiting.append(rank)
        self._held[rank] = meeting
        return None

    @staticmethod
    def _left_meeting(rank: int, step: Step, clock: float, meeting: _Meeting) -> End:
        kind, seconds, root, *_ = step
        if kind == ALL:
            until, cause, seconds = meeting.latest, meeting.last, meeting.seconds
        elif kind == UP and rank == root:
            until, cause = meeting.latest, meeting.last
        elif kind == DOWN and rank != root:
            until, cause = meeting.root, (root, meeting.root_step)
        else:
            until, cause = clock, (rank, -1)
        waited = until - clock
        if waited > 0.0:
            return until + seconds, waited, cause
        return clock + seconds, 0.0, None
