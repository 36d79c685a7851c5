"""Ranks that move a long message on only where they look: the policies of ``service`` for messages.

A message that starts with its receive needs two looks: the receiver has to see that it is announced,
and then the sender that it may come. A rank looks while it is in a call, and if it computes at the
end of that (``none``), at once (``interrupt``: ``sad.simulation.ranks``), or after each stretch
(``poll``). Steps are followed in the order of time, so that it is known what each rank does when.
"""

from __future__ import annotations

import heapq
from math import ceil
from typing import TYPE_CHECKING

from sad.simulation.ranks import WORK, Flow, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from sad.simulation.ranks import Begun, Channel, End, Step
    from sad.simulation.service import Service

    Message = tuple[Channel, int, int, int]
    """A channel, the place in it, sender, receiver."""


def flow_by_policy(
    programs: Sequence[Iterable[Step]],
    groups: Mapping[Hashable, int],
    service: Service,
    *,
    keep: bool = False,
    tell: Callable[[int], None] | None = None,
) -> Flow:
    """Follow the steps of all ranks by the policy and the times of polling of ``service``."""
    return _ByPolicy(programs, groups, service, keep, tell).run()


class _ByPolicy(Run):
    """A run while it goes on."""

    def __init__(
        self,
        programs: Sequence[Iterable[Step]],
        groups: Mapping[Hashable, int],
        service: Service,
        keep: bool,
        tell: Callable[[int], None] | None,
    ) -> None:
        self._lists = [[*own] for own in programs]
        super().__init__(self._lists, groups, None, keep, (), tell)
        self._service = service
        self._heap: list[tuple[float, int, int, Message | None, bool]] = []
        """A rank that goes on, or a message that its receiver, and then its sender, looks for."""
        self._sequence = 0
        self._since = [0.0] * len(programs)
        self._until = [0.0] * len(programs)
        """When a rank began to compute last, and when that ends: steps of work in a row are one."""
        self._work = [(-1, -1)] * len(programs)
        """The step before that, and its last one."""
        self._before = [0.0] * len(programs)
        """What it has computed of that."""
        self._noticed: dict[tuple[int, int], Begun] = {}
        self._started: dict[tuple[int, int], Begun] = {}
        self._touched: list[Message] = []

    def run(self) -> Flow:
        steps = 0
        self._ready.clear()
        for rank in range(len(self._programs)):
            self._put(0.0, rank)
        while self._heap:
            now, _, rank, message, is_answer = heapq.heappop(self._heap)
            if message is not None:
                (self._answer if is_answer else self._notice)(now, message)
            elif (step := next(self._programs[rank], None)) is not None:
                self._go_on(now, rank, step)
                steps += 1
                if self._tell is not None:
                    self._tell(steps)
            for woken in self._woken():
                self._finish(*woken)
        return self.result(steps)

    def _put(
        self, time: float, rank: int, message: Message | None = None, *, is_answer: bool = False
    ) -> None:
        self._sequence += 1
        heapq.heappush(self._heap, (time, self._sequence, rank, message, is_answer))

    # --- steps ---

    def _go_on(self, now: float, rank: int, step: Step) -> None:
        if step[0] == WORK:
            number = self._numbers[rank]
            if not number or self._lists[rank][number - 1][0] != WORK:
                self._begin(rank, now, number)
            self._computing[rank] += step[1]
            seconds = self._with_looks(self._before[rank], step[1])
            self._before[rank] += step[1]
            self._finish(rank, step, (now + seconds, 0.0, None))
            return
        self._touched.clear()
        found = self._take(rank, step, now, self._numbers[rank])
        for channel, place, source, target in self._touched:
            both = min(len(channel.sends), len(channel.posts))
            if both > place and channel.sends[place][3]:
                self._put(now, rank, (channel, place, source, target))
        self._finish(rank, step, found)

    def _begin(self, rank: int, now: float, number: int) -> None:
        """Begin to compute: see how long."""
        own, last, until, before = self._lists[rank], number, now, 0.0
        while last < len(own) and own[last][0] == WORK:
            until += self._with_looks(before, own[last][1])
            before += own[last][1]
            last += 1
        self._since[rank], self._until[rank], self._before[rank] = now, until, 0.0
        self._work[rank] = number - 1, last - 1

    def _with_looks(self, before: float, seconds: float) -> float:
        """How long a step of computation takes, so much behind the beginning."""
        if self._service.policy != "poll":
            return seconds
        every = self._service.poll_interval_s
        looks = ceil((before + seconds) / every) - ceil(before / every)
        return seconds + looks * self._service.poll_cost_s

    def _finish(self, rank: int, step: Step, found: End | None) -> None:
        """End a step, or let the rank wait in it."""
        self._at[rank] = step if found is None else None
        if found is not None:
            self._end(rank, found)
            self._put(found[0], rank)

    def _channel(self, source: int, target: int, key: Hashable) -> Channel:
        channel = super()._channel(source, target, key)
        place = min(len(channel.sends), len(channel.posts))
        self._touched.append((channel, place, source, target))
        return channel

    # --- what moves messages on ---

    def _look(self, rank: int, now: float) -> tuple[float, int | None]:
        """When a rank looks next, and the step at whose end; None: it looks now."""
        until, service = self._until[rank], self._service
        if until <= now or service.policy == "interrupt":
            return now, None
        if service.policy == "poll":
            every = service.poll_interval_s + service.poll_cost_s
            look = self._since[rank] + max(1, ceil((now - self._since[rank]) / every)) * every
            if look < until:
                return look, self._work[rank][0]
        return until, self._work[rank][1]

    def _notice(self, now: float, message: Message) -> None:
        """Both sides are there: the receiver has to look."""
        channel, place, source, target = message
        look, step = self._look(target, now)
        found = super()._begun(channel, place)
        assert found is not None
        self._noticed[id(channel), place] = found if step is None else (look, None, step)
        self._put(look, source, message, is_answer=True)

    def _answer(self, now: float, message: Message) -> None:
        """The receiver has looked: the sender has to, and the message starts."""
        channel, place, source, target = message
        look, step = self._look(source, now)
        _, sender, receiver = self._noticed.pop((id(channel), place))
        self._started[id(channel), place] = look, sender if step is None else step, receiver
        if channel.sender_waits:
            channel.sender_waits = False
            self._ready.append(source)
        if channel.receiver_waits:
            channel.receiver_waits = False
            self._ready.append(target)

    def _begun(self, channel: Channel, place: int) -> Begun | None:
        return self._started.get((id(channel), place))
