"""Threads that compute, read each other's memory and pass barriers, where owners serve the readers.

One heap in the order of time. A reader sends a request and waits for the reply; the owner serves its
queue in the order of arrival: only while it waits itself (``none``), as soon as a request comes
(``interrupt``), or after each stretch of computation (``poll``). So says ExtraP (Shanmugam, Malony,
Mohr 1995); where it prints no equations, the conventions are those of docs/simulation.md.
"""

from __future__ import annotations

import heapq
from collections import deque
from math import ceil
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Act = tuple[int, float, int, float]
    """``WORK`` with seconds, ``READ`` or ``WRITE`` with an owner and bytes, ``BARRIER``."""

WORK, READ, WRITE, BARRIER = range(4)
POLICIES = ("none", "interrupt", "poll")
AT_ONCE = POLICIES[1]
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
    """What a run gives, by thread [s]; ``served``, if kept: processor, reader and when it was served.

    What a processor serves is counted with the first of its threads.
    """

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
        last, way = max(came), barrier.model_s
        if barrier.model != "hardware":
            way = rounds(count) * (message + barrier.check_s)
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


def rounds(count: int) -> int:
    """Return in how many rounds so many hear of each other."""
    return (count - 1).bit_length()


def _looked(start: float, step: float, seen: float) -> float:
    """When somebody who looks every ``step`` from ``start`` on has seen what is there at ``seen``."""
    if step <= 0.0:
        return max(start, seen)
    looks = max(0, ceil((seen - start) / step - 1e-9))
    return start + (looks + 1) * step


def serve(
    programs: Sequence[Iterable[Act]],
    service: Service,
    barrier: Barrier,
    processors: Sequence[int] = (),
    *,
    keep: bool = False,
) -> Served:
    """Follow all threads; raises ``Mismatch`` if they do not come to the same barriers.

    ``processors`` is the processor of each thread, without it one of its own. Of those that share one
    a thread runs until it waits; then what has come is served, and the next that is ready goes on.
    """
    return _Run(programs, service, barrier, processors, keep).run()


def by_first(serving: Sequence[float], processors: Sequence[int]) -> tuple[float, ...]:
    """Return what processors serve [s], by thread: the first of each has it all."""
    first = {processor: thread for thread, processor in reversed([*enumerate(processors)])}
    return tuple(
        serving[processor] if first[processor] == thread else 0.0
        for thread, processor in enumerate(processors)
    )


class _Run:
    """A run while it goes on. A processor runs a thread, or none: then it serves what comes."""

    def __init__(
        self,
        programs: Sequence[Iterable[Act]],
        service: Service,
        barrier: Barrier,
        processors: Sequence[int],
        keep: bool,
    ) -> None:
        count = len(programs)
        self._programs = [[*own] for own in programs]
        self._service, self._barrier = service, barrier
        self._count, self._keep = count, keep
        self._of = list(processors) or list(range(count))
        used = max(self._of) + 1
        self._heap: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = []
        self._sequence = self._events = 0
        self._next = [0] * count
        self._queues: list[deque[tuple[int, float]]] = [deque() for _ in range(used)]
        """Requests: who reads, and the bytes of the reply."""
        self._runs: list[int | None] = [None] * used
        self._ready: list[deque[int]] = [deque() for _ in range(used)]
        self._free = [0.0] * used
        """When a processor that runs no thread has sent and served all."""
        self._left = [0.0] * count
        self._since = [0.0] * count
        self._token = [0] * count
        """Changes whenever a thread begins to compute: what was to end before has been interrupted."""
        self._computes = [False] * count
        self._ends = [0.0] * count
        self._computing = [0.0] * count
        self._reading = [0.0] * count
        self._asked: dict[int, float] = {}
        self._barriers = [0.0] * count
        self._serving = [0.0] * used
        self._came: dict[int, float] = {}
        self._done = self._under_way = self._longest = 0
        self._served: list[tuple[int, int, float]] = []

    def run(self) -> Served:
        for thread in range(self._count):
            self._at(0.0, self._resume, thread)
        while self._heap:
            time, _, act, arguments = heapq.heappop(self._heap)
            self._events += 1
            act(time, *arguments)
        if self._done < self._count:
            raise Mismatch
        return Served(
            *(tuple(self._ends), tuple(self._computing), tuple(self._reading)),
            *(tuple(self._barriers), by_first(self._serving, self._of), self._longest),
            tuple(self._served),
            self._events,
        )

    def _at(self, time: float, act: Callable[..., None], *arguments: object) -> None:
        self._sequence += 1
        heapq.heappush(self._heap, (time, self._sequence, act, arguments))

    # --- whose turn it is ---

    def _resume(self, now: float, thread: int) -> None:
        """A thread is ready."""
        self._ready[self._of[thread]].append(thread)
        self._choose(now, self._of[thread])

    def _choose(self, now: float, processor: int) -> None:
        """Let the next thread go on, if none runs and one is ready."""
        if self._runs[processor] is not None or not self._ready[processor]:
            return
        thread = self._runs[processor] = self._ready[processor].popleft()
        now = max(now, self._free[processor])
        if thread in self._asked:
            now += self._service.handle_s
            self._reading[thread] += now - self._asked.pop(thread)
        self._at(now, self._go_on, thread)

    def _wait(self, now: float, thread: int) -> None:
        """A thread waits from now on, or has ended."""
        processor = self._of[thread]
        self._runs[processor], self._free[processor] = None, now
        self._at(now, self._idle, processor)

    def _idle(self, now: float, processor: int) -> None:
        self._drain(now, processor)
        self._choose(now, processor)

    # --- what a thread does ---

    def _go_on(self, now: float, thread: int) -> None:
        """Begin a thread's next act."""
        while self._next[thread] < len(self._programs[thread]):
            kind, seconds, owner, nbytes = self._programs[thread][self._next[thread]]
            self._next[thread] += 1
            if kind == WORK:
                self._computing[thread] += seconds
                self._left[thread] = seconds
                if self._service.policy == "interrupt":  # what came while it was on its way
                    now = self._serve_all(now, self._of[thread])
                self._compute(now, thread)
                return
            if kind == BARRIER:
                self._enter(now, thread)
                return
            if self._of[owner] != self._of[thread]:
                self._ask(now, thread, owner, nbytes, writes=kind == WRITE)
                return
        self._ends[thread] = now
        self._done += 1
        self._wait(now, thread)

    def _ask(self, now: float, thread: int, owner: int, nbytes: float, *, writes: bool) -> None:
        service = self._service
        self._asked[thread] = now
        sent = now + service.construct_s + service.startup_s
        size = service.request_bytes + (nbytes if writes else 0.0)
        answer = 0.0 if writes else nbytes
        there = sent + size * service.byte_s + service.hop_s
        self._at(there, self._arrive, self._of[owner], thread, answer)
        self._under_way += 1
        self._wait(sent, thread)

    # --- computation, interrupted or in stretches ---

    def _compute(self, now: float, thread: int) -> None:
        left = self._left[thread]
        if self._service.policy == "poll":
            left = min(left, self._service.poll_interval_s)
        self._since[thread], self._computes[thread] = now, True
        self._token[thread] += 1
        self._at(now + left, self._computed, thread, self._token[thread], left)

    def _computed(self, now: float, thread: int, token: int, seconds: float) -> None:
        if token != self._token[thread]:  # it was interrupted
            return
        self._left[thread] -= seconds
        if self._service.policy == "poll":
            now = self._serve_all(now + self._service.poll_cost_s, self._of[thread])
        if self._left[thread] > 1e-15:
            self._compute(now, thread)
        else:
            self._computes[thread] = False
            self._at(now, self._go_on, thread)

    # --- requests ---

    def _arrive(self, now: float, processor: int, reader: int, nbytes: float) -> None:
        self._under_way -= 1
        self._queues[processor].append((reader, nbytes))
        self._longest = max(self._longest, len(self._queues[processor]))
        self._look(now, processor)

    def _look(self, now: float, processor: int) -> None:
        """Serve what has come, if the processor may now."""
        thread = self._runs[processor]
        if thread is None:
            self._drain(now, processor)
        elif self._computes[thread] and self._service.policy == "interrupt":
            if self._since[thread] > now:  # it serves somebody else still
                self._at(self._since[thread], self._look, processor)
            elif self._queues[processor]:
                self._left[thread] -= now - self._since[thread]
                self._compute(self._serve_all(now, processor), thread)

    def _serve_all(self, now: float, processor: int) -> float:
        service, queue = self._service, self._queues[processor]
        while queue:
            reader, nbytes = queue.popleft()
            cost = service.handle_s + service.construct_s + service.startup_s
            now += cost
            self._serving[processor] += cost
            if self._keep:
                self._served.append((processor, reader, now))
            slower = 1.0 + service.contention * self._under_way
            self._under_way += 1
            self._at(now + nbytes * service.byte_s * slower + service.hop_s, self._reply, reader)
        return now

    def _drain(self, now: float, processor: int) -> None:
        """Serve while no thread runs."""
        if self._runs[processor] is None:
            self._free[processor] = self._serve_all(max(now, self._free[processor]), processor)

    def _reply(self, now: float, reader: int) -> None:
        self._under_way -= 1
        self._resume(now, reader)

    # --- barriers ---

    def _enter(self, now: float, thread: int) -> None:
        self._came[thread] = now
        self._runs[self._of[thread]], self._free[self._of[thread]] = None, now
        self._idle(now, self._of[thread])
        if len(self._came) == self._count:
            self._lower()

    def _lower(self) -> None:
        """Let all out: those who serve at the moment look when they are free again.

        Threads of a processor meet first; then one of each processor takes part.
        """
        came, self._came = self._came, {}
        used = sorted(set(self._of))
        ready = dict.fromkeys(used, 0.0)
        for thread, time in came.items():
            processor = self._of[thread]
            ready[processor] = max(ready[processor], time, self._free[processor])
        outs = barrier_exits([ready[processor] for processor in used], self._barrier, self._service)
        for thread in range(self._count):
            out = outs[used.index(self._of[thread])]
            self._barriers[thread] += out - came[thread]
            self._at(out, self._resume, thread)
