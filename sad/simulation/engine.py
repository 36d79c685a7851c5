"""One run of a program: the loop over events.

An event is a process that goes on at a moment. Events are handled in the order of time, at one moment
in the order of the processes' numbers, and a process that goes on does so until it has to wait. New
processes begin when they are forked, in program order, and are numbered as they begin. So uses that
arrive at one moment are served in program order.

What a process does alone (delays, loops, conditions) needs no event: its own time runs ahead, until
the next step that concerns others. First come, first served, the end of a use is known when it
arrives, so the process waits once, for its arrival at the next use.
"""

from __future__ import annotations

from heapq import heappop, heappush, heappushpop, heapreplace
from typing import TYPE_CHECKING

from sad.records import record
from sad.simulation.program import (
    AGAIN,
    BRANCH,
    DELAY,
    END,
    FORK,
    HELD,
    JUMP,
    LEFT,
    LOOP,
    NUMBER,
    PARENT,
    PARTS,
    PC,
    RELEASE,
    SERVE,
    USE,
    Discipline,
)
from sad.simulation.queues import Choosing, Sharing

if TYPE_CHECKING:
    from random import Random

    from sad.simulation.program import Program
    from sad.simulation.values import Process

    Tally = list[float]
    Kept = tuple[float, float, float, int, int, int]
    """A use or a delay: when it comes, starts and ends, the process, the number of the resource (-1:
    a delay), the place."""

_SIMPLE_USE, _SIMPLE_DELAY = 20, 21
"""A use, first come, first served, of a named resource with one server, and a delay, of a time that is
a number: most steps of most programs."""
_OF_RESOURCES = 1 << 60
"""Added to the number of a resource: its events come after those of all processes at a moment."""


class OutOfEvents(Exception):
    """A run has more events than it may have."""


@record
class Run:
    """What one run gives."""

    end_s: float
    events: int
    """Delays, uses, conditions, loops and processes that began."""
    tallies: dict[tuple[int, int], Tally]
    """By instruction and number of the resource: uses, seconds of service, seconds of waiting."""
    slices: list[Kept]


class Engine:
    """A program made ready to be run; ``discipline`` is that of all resources where it is given."""

    def __init__(self, program: Program, discipline: Discipline | None, most_slices: int) -> None:
        self.program = program
        self.most_slices = most_slices
        self.servers: list[int] = []
        self.disciplines: list[Discipline] = []
        for declared in program.resources:
            self.servers += [declared.servers] * declared.members
            self.disciplines += [discipline or declared.discipline] * declared.members
        self.kinds = list(program.code.kind)
        self.numbers = [-1] * len(program.code)
        """Of the resource that an instruction uses; -1 if it has none, or depends on indices."""
        for pc in range(len(program.code)):
            self._prepare(pc)

    def _prepare(self, pc: int) -> None:
        code, kind = self.program.code, self.kinds[pc]
        number = self.program.number_of(pc, None)
        self.numbers[pc] = number
        if self.most_slices or not isinstance(code.amount[pc], int | float):
            return
        if kind == DELAY:
            self.kinds[pc] = _SIMPLE_DELAY
        elif kind == USE and number >= 0 and self._is_plain(number):
            self.kinds[pc] = _SIMPLE_USE

    def _is_plain(self, number: int) -> bool:
        return self.servers[number] == 1 and self.disciplines[number] is Discipline.FCFS

    def run(self, random: Random, most_events: int) -> Run:
        """Return a run. Raises OutOfEvents after so many, and SAD961 for values that cannot be."""
        return _Running(self, random).run(most_events)


class _Running:
    """A run while it goes on: the events to come, and the resources."""

    def __init__(self, engine: Engine, random: Random) -> None:
        self._engine, self._random = engine, random
        self._program = engine.program
        self._heap: list[tuple[float, int, Process]] = []
        self._free = [0.0] * len(engine.servers)
        """When a resource with one server, first come, first served, is free."""
        self._several: dict[int, list[float]] = {}
        """The same for each server of those with several that has served: the earliest first."""
        self._choosing: dict[int, Choosing] = {}
        self._sharing: dict[int, Sharing] = {}
        self._tallies: dict[tuple[int, int], Tally] = {}
        self._slices: list[Kept] = []

    def run(self, most_events: int) -> Run:  # noqa: PLR0915, a call would take longer than a step
        """Run from the beginning to the end."""
        engine, code, heap, free = self._engine, self._program.code, self._heap, self._free
        kinds, amounts, numbers = engine.kinds, code.amount, engine.numbers
        slots, steps, targets = code.slot, code.step, code.target
        ready: list[Process] = []  # forked and not begun, the next one last
        used, waited = [0] * len(code), [0.0] * len(code)
        process: Process = [0] * self._program.size
        process[PARENT] = None
        number = newest = pc = 0
        left = most_events
        now = then = 0.0  # this moment, and how far the process has come
        while True:
            kind = kinds[pc]
            if kind == _SIMPLE_USE:
                if then <= now:
                    left -= 1
                    if left < 0:
                        raise OutOfEvents
                    resource = numbers[pc]
                    used[pc] += 1
                    start = free[resource]
                    if start > now:
                        waited[pc] += start - now
                        free[resource] = then = start + amounts[pc]
                    else:
                        free[resource] = then = now + amounts[pc]
                    pc += 2
                    continue
            elif kind == _SIMPLE_DELAY:
                left -= 1
                if left < 0:
                    raise OutOfEvents
                then += amounts[pc]
                pc += 1
                continue
            elif kind == AGAIN:
                slot = slots[pc]
                index = process[slot] + steps[pc]
                if index != process[slot + 1]:
                    process[slot] = index
                    pc = targets[pc]
                else:
                    pc += 1
                continue
            elif kind == LOOP:
                left -= 1
                first, count = self._program.range_of(pc, process)
                if count:
                    slot = slots[pc]
                    process[slot] = first
                    process[slot + 1] = first + count * steps[pc]
                    pc += 1
                else:
                    pc = targets[pc]
                if left < 0:
                    raise OutOfEvents
                continue
            elif kind == BRANCH:
                left -= 1
                pc = pc + 1 if self._program.holds(pc, process, self._random) else targets[pc]
                if left < 0:
                    raise OutOfEvents
                continue
            elif kind == DELAY:
                left -= 1
                if left < 0:
                    raise OutOfEvents
                then = self._delayed(pc, process, then)
                pc += 1
                continue
            elif kind == JUMP:
                pc = targets[pc]
                continue
            elif then <= now:  # all other steps concern others, and are taken at their time
                goes_on = False
                if kind == USE:
                    left -= 1
                    end = self._use(pc, process, now)
                    if end is not None:
                        then = end
                        pc += 2
                        goes_on = True
                elif kind == END:
                    parent = process[PARENT]
                    if parent is None:
                        break
                    parent[LEFT] -= 1
                    if not parent[LEFT]:
                        process, number, pc = parent, parent[NUMBER], parent[PC]
                        goes_on = True
                elif kind in {FORK, PARTS}:
                    process[PC] = targets[pc]
                    born = self._forked(pc, process, left)
                    process[LEFT] = len(born)
                    left -= 1 + len(born)
                    if born:
                        ready += born
                    else:
                        pc = targets[pc]
                        goes_on = True
                elif kind == RELEASE:
                    self._release(process[HELD], now)
                    pc += 1
                    goes_on = True
                elif kind == SERVE:
                    self._serve(process[1], now)
                else:
                    self._share(process[1], process[2], now)
                if left < 0:
                    raise OutOfEvents
                if not goes_on:
                    if ready:
                        process = ready.pop()
                        newest += 1
                        process[NUMBER] = number = newest
                    else:
                        now, number, process = heappop(heap)
                    then = now
                    pc = process[PC]
                continue
            # the step is later than now: others go on before
            process[PC] = pc
            if ready:
                heappush(heap, (then, number, process))
                process = ready.pop()
                newest += 1
                process[NUMBER] = number = newest
            else:
                now, number, process = heappushpop(heap, (then, number, process))
            then = now
            pc = process[PC]
        for pc, times in enumerate(used):
            if times:
                seconds = times * amounts[pc]
                self._tallies[pc, numbers[pc]] = [times, seconds, waited[pc]]
        return Run(now, most_events - left, self._tallies, self._slices)

    def _delayed(self, pc: int, process: Process, start: float) -> float:
        end = start + self._program.seconds(pc, process, self._random)
        self._slice(start, start, end, process, -1, pc)
        return end

    def _forked(self, pc: int, process: Process, left: int) -> list[Process]:
        """New processes, in the order in which they are to be taken from the end."""
        code = self._program.code
        if code.kind[pc] == PARTS:
            begins, indices = code.amount[pc], range(len(code.amount[pc]))
        else:
            first, count = self._program.range_of(pc, process)
            if count > left:
                raise OutOfEvents
            begins, indices = (), range(first, first + count * code.step[pc], code.step[pc])
        born: list[Process] = []
        slot = code.slot[pc]
        for index in reversed(indices):
            child = process.copy()
            child[PARENT] = process
            if begins:
                child[PC] = begins[index]
            else:
                child[PC] = pc + 1
                child[slot] = index
            born.append(child)
        return born

    def _use(self, pc: int, process: Process, now: float) -> float | None:
        """Let a use arrive; return when it ends, None where that is not known yet."""
        engine = self._engine
        resource = engine.numbers[pc]
        if resource < 0:
            resource = self._program.number_of(pc, process)
        seconds = self._program.seconds(pc, process, self._random)
        discipline = engine.disciplines[resource]
        if discipline is Discipline.FCFS:
            start = self._start(resource, seconds, now)
            self._tally(pc, resource, seconds, start - now)
            self._slice(now, start, start + seconds, process, resource, pc)
            return start + seconds
        who = (process, pc, now, seconds)
        if discipline is Discipline.PS:
            process[PC] = pc + 2
            shared = self._sharing.get(resource)
            if shared is None:
                shared = self._sharing[resource] = Sharing(engine.servers[resource])
            self._expect(resource, shared, shared.arrive(now, who))
            return None
        process[PC] = pc + 1
        process[HELD] = resource
        queue = self._choosing.get(resource)
        if queue is None:
            takes_last = discipline is Discipline.LCFS
            queue = self._choosing[resource] = Choosing(engine.servers[resource], takes_last)
        queue.waiting.append(who)
        self._call(resource, queue, now)
        return None

    def _start(self, resource: int, seconds: float, now: float) -> float:
        """When a use that arrives now is served, first come, first served."""
        servers = self._engine.servers[resource]
        if servers == 1:
            start = max(now, self._free[resource])
            self._free[resource] = start + seconds
            return start
        ends = self._several.setdefault(resource, [])
        if len(ends) < servers and (not ends or ends[0] > now):
            heappush(ends, now + seconds)
            return now
        start = max(now, ends[0])
        heapreplace(ends, start + seconds)
        return start

    def _call(self, resource: int, queue: Choosing, now: float) -> None:
        """Let a resource choose when all that happens now has happened, if it can."""
        if queue.must_choose:
            serve = [len(self._program.code) - 2, resource]
            heappush(self._heap, (now, _OF_RESOURCES + resource, serve))

    def _release(self, resource: int, now: float) -> None:
        queue = self._choosing[resource]
        queue.free += 1
        self._call(resource, queue, now)

    def _serve(self, resource: int, now: float) -> None:
        for process, pc, came, seconds in self._choosing[resource].chosen(self._random):
            end = now + seconds
            self._tally(pc, resource, seconds, now - came)
            self._slice(came, now, end, process, resource, pc)
            heappush(self._heap, (end, process[NUMBER], process))

    def _expect(self, resource: int, shared: Sharing, end: float) -> None:
        ended = [len(self._program.code) - 1, resource, shared.version]
        heappush(self._heap, (end, _OF_RESOURCES + resource, ended))

    def _share(self, resource: int, version: int, now: float) -> None:
        """End a use of a shared resource, unless that was expected before others came."""
        shared = self._sharing[resource]
        if version != shared.version:
            return
        for process, pc, came, seconds in shared.ended():
            self._tally(pc, resource, seconds, max(now - came - seconds, 0.0))
            self._slice(came, came, now, process, resource, pc)
            heappush(self._heap, (now, process[NUMBER], process))
        end = shared.next_end(now)
        if end is not None:
            self._expect(resource, shared, end)

    def _tally(self, pc: int, resource: int, seconds: float, waiting: float) -> None:
        tally = self._tallies.get((pc, resource))
        if tally is None:
            self._tallies[pc, resource] = [1, seconds, waiting]
        else:
            tally[0] += 1
            tally[1] += seconds
            tally[2] += waiting

    def _slice(
        self, came: float, start: float, end: float, process: Process, resource: int, pc: int
    ) -> None:
        if len(self._slices) < self._engine.most_slices:
            place = self._program.code.place[pc]
            self._slices.append((came, start, end, process[NUMBER], resource, place))
