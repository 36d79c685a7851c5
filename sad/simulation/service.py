"""Threads that compute, read each other's memory and pass barriers, where owners serve the readers.

One heap in the order of time. A reader sends a request and waits for the reply; the owner serves its
queue in the order of arrival: only while it waits itself (``none``), as soon as a request comes
(``interrupt``), or after each stretch of computation (``poll``). So says ExtraP (Shanmugam, Malony,
Mohr 1995); where it prints no equations, the conventions are those of docs/simulation.md.
"""

from __future__ import annotations

import heapq
from collections import deque
from math import ceil, log2
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Act = tuple[str, float, int, int]
    """``work`` with seconds, ``read`` or ``write`` with an owner and bytes, ``barrier``."""

POLICIES = ("none", "interrupt", "poll")
BARRIERS = ("linear", "tree", "dissemination", "hardware")


@record
class Service:
    """How requests are served, in seconds; ``byte_s`` of a byte on the way, ``hop_s`` of a link."""

    policy: str = "none"
    startup_s: float = 0.0
    byte_s: float = 0.0
    hop_s: float = 0.0
    construct_s: float = 0.0
    handle_s: float = 0.0
    request_bytes: float = 0.0
    contention: float = 0.0
    """By how much a reply's bytes take longer for each other message under way when it starts."""
    poll_interval_s: float = 100e-6
    poll_cost_s: float = 0.0


@record
class Barrier:
    """What a barrier costs [s]: the parameters of ExtraP's linear barrier, or rounds of messages.

    ``tree`` and ``dissemination`` take ceil(log2 P) rounds of a message and a look, ``hardware`` takes
    ``model_s`` for all; both begin when the last thread has come.
    """

    model: str = "linear"
    entry_s: float = 0.0
    exit_s: float = 0.0
    check_s: float = 0.0
    exit_check_s: float = 0.0
    model_s: float = 0.0
    by_messages: bool = False
    message_bytes: float = 128.0


@record
class Served:
    """What a run gives, by thread [s]; ``served`` are owner, reader and when it was served."""

    ends: tuple[float, ...]
    computing: tuple[float, ...]
    reading: tuple[float, ...]
    """From request to reply, the processor's own part included."""
    in_barriers: tuple[float, ...]
    serving: tuple[float, ...]
    longest_queue: int
    served: tuple[tuple[int, int, float], ...]
    events: int

    @property
    def seconds(self) -> float:
        """When the last thread ends."""
        return max(self.ends)


class Mismatch(Exception):
    """Threads do not come to the same barriers."""


def barrier_exits(ready: Sequence[float], barrier: Barrier, service: Service) -> list[float]:
    """Return when threads leave a barrier that they could enter at these times [s].

    A look sees what has arrived when it begins, and takes its time. A message costs its sender the
    start-up. The master, thread 0, looks until all messages are there, and then sends one to each in
    the order of threads. Without messages arrivals and the release are seen at once.
    """
    count = len(ready)
    came = [time + barrier.entry_s for time in ready]
    message = (
        service.startup_s + barrier.message_bytes * service.byte_s if barrier.by_messages else 0.0
    )
    if barrier.model != "linear":
        last = max(came)
        rounds = ceil(log2(count)) if count > 1 else 0
        way = (
            barrier.model_s if barrier.model == "hardware" else rounds * (message + barrier.check_s)
        )
        return [last + way + barrier.exit_s] * count
    startup = service.startup_s if barrier.by_messages else 0.0
    transit = message - startup
    sent = [came[0], *(time + startup for time in came[1:])]
    seen = max([came[0], *(time + transit for time in sent[1:])])
    now = _looked(came[0], barrier.check_s, seen) + barrier.model_s
    exits = [0.0] * count
    for thread in range(1, count):
        now += startup
        exits[thread] = _looked(sent[thread], barrier.exit_check_s, now + transit) + barrier.exit_s
    exits[0] = now + barrier.exit_s
    return exits


def _looked(start: float, step: float, seen: float) -> float:
    """When somebody who looks every ``step`` from ``start`` on has seen what is there at ``seen``."""
    if step <= 0.0:
        return max(start, seen)
    looks = max(0, ceil((seen - start) / step - 1e-9))
    return start + (looks + 1) * step


def serve(programs: Sequence[Sequence[Act]], service: Service, barrier: Barrier) -> Served:
    """Follow all threads; raises ``Mismatch`` if they do not come to the same barriers."""
    return _Run(programs, service, barrier).run()


class _Run:
    """A run while it goes on. A thread computes, waits (for a reply or in a barrier), or is done."""

    def __init__(
        self, programs: Sequence[Sequence[Act]], service: Service, barrier: Barrier
    ) -> None:
        count = len(programs)
        self._programs, self._service, self._barrier = programs, service, barrier
        self._count = count
        self._heap: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = []
        self._sequence = self._events = 0
        self._next = [0] * count
        self._queues: list[deque[tuple[int, float, float]]] = [deque() for _ in programs]
        self._states = ["work"] * count
        self._left = [0.0] * count
        self._since = [0.0] * count
        self._token = [0] * count
        self._free = [0.0] * count
        self._ends = [0.0] * count
        self._computing = [0.0] * count
        self._reading = [0.0] * count
        self._asked = [0.0] * count
        self._barriers = [0.0] * count
        self._serving = [0.0] * count
        self._came: dict[int, float] = {}
        self._under_way = self._longest = 0
        self._served: list[tuple[int, int, float]] = []

    def run(self) -> Served:
        for thread in range(self._count):
            self._at(0.0, self._go_on, thread)
        while self._heap:
            time, _, act, arguments = heapq.heappop(self._heap)
            self._events += 1
            act(time, *arguments)
        if any(state != "done" for state in self._states):
            raise Mismatch
        return Served(
            *(tuple(self._ends), tuple(self._computing), tuple(self._reading)),
            *(tuple(self._barriers), tuple(self._serving), self._longest),
            tuple(self._served),
            self._events,
        )

    def _at(self, time: float, act: Callable[..., None], *arguments: object) -> None:
        self._sequence += 1
        heapq.heappush(self._heap, (time, self._sequence, act, arguments))

    def _go_on(self, now: float, thread: int) -> None:
        """Begin a thread's next act."""
        place = self._next[thread]
        if place >= len(self._programs[thread]):
            self._states[thread], self._ends[thread] = "done", now
            self._drain(now, thread)
            return
        self._next[thread] = place + 1
        kind, seconds, owner, nbytes = self._programs[thread][place]
        if kind == "work":
            self._states[thread] = "work"
            self._computing[thread] += seconds
            self._left[thread] = seconds
            self._compute(now, thread)
        elif kind == "barrier":
            self._enter(now, thread)
        else:
            self._ask(now, thread, owner, nbytes, writes=kind == "write")

    def _ask(self, now: float, thread: int, owner: int, nbytes: float, *, writes: bool) -> None:
        service = self._service
        self._states[thread], self._asked[thread] = "wait", now
        sent = now + service.construct_s + service.startup_s
        self._free[thread] = sent
        size = service.request_bytes + (nbytes if writes else 0.0)
        answer = 0.0 if writes else nbytes
        self._at(sent + size * service.byte_s + service.hop_s, self._arrive, owner, thread, answer)
        self._under_way += 1
        self._at(sent, self._drain, thread)

    # --- computation, interrupted or in stretches ---

    def _compute(self, now: float, thread: int) -> None:
        left = self._left[thread]
        if self._service.policy == "poll":
            left = min(left, self._service.poll_interval_s)
        self._since[thread] = now
        self._token[thread] += 1
        self._at(now + left, self._computed, thread, self._token[thread], left)

    def _computed(self, now: float, thread: int, token: int, seconds: float) -> None:
        if token != self._token[thread]:  # it was interrupted
            return
        self._left[thread] -= seconds
        if self._service.policy == "poll":
            now = self._serve_all(now + self._service.poll_cost_s, thread)
        if self._left[thread] > 1e-15:
            self._compute(now, thread)
        else:
            self._go_on_at(now, thread)

    def _go_on_at(self, now: float, thread: int) -> None:
        self._states[thread] = "between"
        self._at(now, self._go_on, thread)

    def _arrive(self, now: float, owner: int, reader: int, nbytes: float) -> None:
        self._under_way -= 1
        self._queues[owner].append((reader, nbytes, now))
        self._longest = max(self._longest, len(self._queues[owner]))
        self._look(now, owner)

    def _look(self, now: float, owner: int) -> None:
        """Serve what has come, if the owner may now."""
        if self._states[owner] in ("wait", "barrier", "done"):
            self._drain(now, owner)
        elif self._states[owner] == "work" and self._service.policy == "interrupt":
            if self._since[owner] > now:  # it serves somebody else still
                self._at(self._since[owner], self._look, owner)
            elif self._queues[owner]:
                self._left[owner] -= now - self._since[owner]
                self._compute(self._serve_all(now, owner), owner)

    def _serve_all(self, now: float, owner: int) -> float:
        service, queue = self._service, self._queues[owner]
        while queue:
            reader, nbytes, _ = queue.popleft()
            cost = service.handle_s + service.construct_s + service.startup_s
            now += cost
            self._serving[owner] += cost
            self._served.append((owner, reader, now))
            slower = 1.0 + service.contention * self._under_way
            self._under_way += 1
            self._at(now + nbytes * service.byte_s * slower + service.hop_s, self._reply, reader)
        return now

    def _drain(self, now: float, thread: int) -> None:
        """Serve while waiting."""
        if self._states[thread] in ("wait", "barrier", "done"):
            self._free[thread] = self._serve_all(max(now, self._free[thread]), thread)

    def _reply(self, now: float, reader: int) -> None:
        self._under_way -= 1
        now = max(now, self._free[reader]) + self._service.handle_s
        self._reading[reader] += now - self._asked[reader]
        self._go_on_at(now, reader)

    # --- barriers ---

    def _enter(self, now: float, thread: int) -> None:
        self._states[thread], self._free[thread] = "barrier", now
        self._came[thread] = now
        self._drain(now, thread)
        if len(self._came) == self._count:
            self._lower()

    def _lower(self) -> None:
        """Let all out: those who serve at the moment look when they are free again."""
        ready = [max(self._came[thread], self._free[thread]) for thread in range(self._count)]
        came, self._came = self._came, {}
        for thread, out in enumerate(barrier_exits(ready, self._barrier, self._service)):
            self._barriers[thread] += out - came[thread]
            self._at(out, self._leave, thread)

    def _leave(self, now: float, thread: int) -> None:
        late = max(now, self._free[thread])  # a request came while it was on its way out
        self._go_on_at(late, thread)
