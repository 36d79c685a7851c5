"""Programs: resources, and instructions in flat arrays that all processes share.

A process is a position in the instructions and the values of its indices. All processes of a fork run
the same instructions, so a program is as long as its text, however many processes it makes.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

from sad.diagnostics import Span, input_error
from sad.records import record
from sad.simulation.values import Computed, wrong_time

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from sad.diagnostics import SadError
    from sad.simulation.values import Process, Whole


class Discipline(StrEnum):
    """Who is served next where more uses wait than there are servers.

    First come, first served; any of those that wait, each as likely; none waits, and all share the
    servers (each of n has the rate min(1, servers/n)); last come, first served, uninterrupted.
    """

    FCFS = "fcfs"
    RANDOM = "random"
    PS = "ps"
    LCFS = "lcfs"


USE, DELAY, AGAIN, LOOP, FORK, PARTS, END, BRANCH, JUMP, RELEASE, SERVE, SHARED = range(12)
"""Kinds of instructions. The last two are not written by the builder: every program ends with them,
and they are what happens at a resource: it serves those that wait, or a shared one ends a use."""

PC, PARENT, LEFT, NUMBER, HELD, INDICES = range(6)
"""What a process consists of, a list: the next instruction; the process that waits for its end; how
many of its own have not ended; its number; what it uses; from ``INDICES`` on an index and its end."""


@dataclass(slots=True)
class Code:
    """Instructions: one entry in each list. What a kind does not need is 0 or None there."""

    kind: list[int] = field(default_factory=list[int])
    amount: list[Any] = field(default_factory=list[Any])
    """``USE``, ``DELAY``: a ``Time``. ``LOOP``, ``FORK``: a count. ``PARTS``: the beginnings of the
    parts. ``BRANCH``: a ``Condition``."""
    resource: list[Resource | None] = field(default_factory=list["Resource | None"])
    place: list[int] = field(default_factory=list[int])
    slot: list[int] = field(default_factory=list[int])
    first: list[Any] = field(default_factory=list[Any])
    step: list[int] = field(default_factory=list[int])
    target: list[int] = field(default_factory=list[int])
    """``LOOP``, ``BRANCH``, ``JUMP``: where to go. ``AGAIN``: the body. ``FORK``, ``PARTS``: where
    to go on when all have ended."""

    def __len__(self) -> int:
        """Return the number of instructions."""
        return len(self.kind)

    def add(
        self,
        kind: int,
        amount: Any = None,
        resource: Resource | None = None,
        place: int = 0,
        slot: int = 0,
        first: Any = 0,
        step: int = 0,
        target: int = 0,
    ) -> int:
        """Add an instruction; return its position."""
        self.kind.append(kind)
        self.amount.append(amount)
        self.resource.append(resource)
        self.place.append(place)
        self.slot.append(slot)
        self.first.append(first)
        self.step.append(step)
        self.target.append(target)
        return len(self.kind) - 1

    def drop_last(self) -> None:
        """Take the last instruction away."""
        for name in self.__slots__:
            getattr(self, name).pop()


@record
class Declared:
    """A resource, or a family of them, as declared."""

    name: str
    start: int
    """The number of its first member among all resources of the program."""
    first: int
    last: int
    servers: int
    discipline: Discipline
    is_family: bool

    @property
    def members(self) -> int:
        """How many resources these are."""
        return max(self.last - self.first + 1, 0)

    def name_of(self, number: int) -> str:
        """Return the name of a resource by its number among all of the program."""
        return f"{self.name}[{self.first + number - self.start}]" if self.is_family else self.name


@record
class Resource:
    """What a use is of: a resource by itself, or a member of a family."""

    declared: Declared
    member: Whole


@record
class Family:
    """Resources of one name, told apart by the number of the member."""

    declared: Declared

    def __getitem__(self, member: Whole) -> Resource:
        """Return a member: a number, or what ``Builder.at`` makes."""
        return Resource(self.declared, member)


@dataclass(slots=True)
class Program:
    """What ``Builder.build`` makes, to be run by ``simulate``; nothing of it changes when it is run."""

    code: Code
    resources: tuple[Declared, ...]
    size: int
    """Entries of the list that a process is."""
    spans: Mapping[int, Span]

    def span(self, place: int) -> Span:
        """Return where a place is, for messages."""
        return self.spans.get(place) or Span.at("<simulation>", max(place, 1))

    def declared(self, number: int) -> Declared:
        """Return what a resource was declared as, by its number among all of the program."""
        at = bisect_right(self.resources, number, key=lambda declared: declared.start)
        return self.resources[at - 1]

    def wrong(self, place: int, message: str) -> SadError:
        """Return the error about a value that there cannot be, SAD961."""
        return input_error("SAD961", message, self.span(place))

    def number_of(self, pc: int, process: Process | None) -> int:
        """Return the number, among all of the program, of the resource that an instruction uses.

        -1 if it depends on indices and there is no process. Raises SAD961 outside the family.
        """
        resource = self.code.resource[pc]
        if resource is None:
            return -1
        member: Any = resource.member
        if isinstance(member, Computed):
            if process is None:
                return -1
            member = cast("Computed[int]", member).of(process)
        declared = resource.declared
        if isinstance(member, int) and declared.first <= member <= declared.last:
            return declared.start + member - declared.first
        within = f"members are {declared.first} to {declared.last}"
        raise self.wrong(self.code.place[pc], f"{declared.name}[{member}]: {within}")

    def seconds(self, pc: int, process: Process, random: Random) -> float:
        """Return the time of a use or a delay, drawn if it is random. Raises SAD961 below 0."""
        time: Any = self.code.amount[pc]
        if isinstance(time, Computed):
            time = self.checked_time(time.of(process), self.code.place[pc])
        return time if isinstance(time, int | float) else time.draw(random)

    def range_of(self, pc: int, process: Process) -> tuple[int, int]:
        """Return the first index of a loop or fork, and how many there are: none if fewer than none."""
        first: Any = self.code.first[pc]
        if isinstance(first, Computed):
            first = self.checked_whole(first.of(process), self.code.place[pc])
        count: Any = self.code.amount[pc]
        if isinstance(count, Computed):
            count = self.checked_whole(count.of(process), self.code.place[pc])
        return first, max(count, 0)

    def holds(self, pc: int, process: Process, random: Random) -> bool:
        """Return whether a condition holds, drawn if it is a probability."""
        condition: Any = self.code.amount[pc]
        if isinstance(condition, Computed):
            found = cast("Computed[bool | float]", condition).of(process)
            if isinstance(found, bool):
                return found
            condition = self.checked_probability(found, self.code.place[pc])
        return random.random() < condition

    def checked_whole(self, value: Any, place: int) -> int:
        """Return a count or an index as it is; refuse what is no whole number."""
        if isinstance(value, int):
            return value
        raise self.wrong(place, f"a count or an index is {value!r}: no whole number")

    def checked_time(self, time: Any, place: int) -> Any:
        """Return a time as it is, seconds or random; refuse what is none."""
        if message := wrong_time(time):
            raise self.wrong(place, message)
        return time

    def checked_probability(self, value: Any, place: int) -> float:
        """Return a probability as it is; refuse what is none."""
        if isinstance(value, int | float) and 0 <= value <= 1:
            return value
        raise self.wrong(place, f"a probability is {value!r}: it must be from 0 to 1")
