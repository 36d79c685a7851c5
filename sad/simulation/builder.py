"""Writes programs, one call for each step, in the order in which a process takes them."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from sad.simulation.program import (
    AGAIN,
    BRANCH,
    DELAY,
    END,
    FORK,
    INDICES,
    JUMP,
    LOOP,
    PARTS,
    RELEASE,
    SERVE,
    SHARED,
    USE,
    Code,
    Declared,
    Discipline,
    Family,
    Program,
    Resource,
)
from sad.simulation.values import Computed, Index

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from sad.diagnostics import Span
    from sad.simulation.values import Condition, T_co, Time, Whole


class Builder:
    """Writes a program, one call for each step, in the order in which a process takes them.

    ``spans`` tell where the places of the program are, for messages. A place is a number that the
    caller chooses, a source line as a rule; figures are told by place.

    What cannot be (a negative time, a member outside its family) is the error SAD961, raised here for
    numbers, and while the program runs for functions of indices.
    """

    def __init__(self, spans: Mapping[int, Span] | None = None) -> None:
        self._program = Program(Code(), (), INDICES, spans or {})
        self._code = self._program.code
        self._open: list[Index] = []
        self._resources: list[Declared] = []
        self._ended: tuple[int, int] | None = None  # the condition that ended here

    def resource(
        self, name: str, servers: int = 1, discipline: Discipline = Discipline.FCFS
    ) -> Resource:
        """Declare a resource that serves so many uses at once."""
        return Resource(self._declare(name, servers, discipline, None), 0)

    def family(
        self,
        name: str,
        first: int,
        last: int,
        servers: int = 1,
        discipline: Discipline = Discipline.FCFS,
    ) -> Family:
        """Declare resources ``name[first]`` to ``name[last]``, each with so many servers."""
        return Family(self._declare(name, servers, discipline, (first, last)))

    def _declare(
        self, name: str, servers: int, discipline: Discipline, members: tuple[int, int] | None
    ) -> Declared:
        if not isinstance(servers, int) or servers < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise self._program.wrong(0, f"{name} has {servers} servers: 1 or more, a whole number")
        before = self._resources[-1] if self._resources else None
        start = before.start + before.members if before else 0
        ends, is_family = members or (0, 0), members is not None
        found = Declared(name, start, *ends, servers, Discipline(discipline), is_family)
        self._resources.append(found)
        return found

    def at(self, function: Callable[..., T_co], *indices: Index) -> Computed[T_co]:
        """Return a value that depends on indices: ``function`` is called with theirs, in this order.

        It stands for any time, count, member or probability inside the bodies of these indices. It is
        called when a value is first needed, and must give the same for the same indices.
        """
        if any(index not in self._open for index in indices):
            message = "an index is used outside the body of its loop or fork"
            raise ValueError(message)
        return Computed(function, tuple([index.slot for index in indices]))

    def delay(self, time: Time, place: int = 0) -> None:
        """Wait for a time (seconds or random) without any resource."""
        if not isinstance(time, Computed):
            self._program.checked_time(time, place)
        self._code.add(DELAY, time, place=place)

    def use(self, resource: Resource, time: Time, place: int = 0) -> None:
        """Use a resource for a time of service (seconds or random), after waiting for it."""
        if not isinstance(time, Computed):
            self._program.checked_time(time, place)
        self._program.number_of(self._code.add(USE, time, resource, place), None)
        self._code.add(RELEASE, place=place)

    def loop(
        self, count: Whole, first: Whole = 0, step: int = 1, place: int = 0
    ) -> AbstractContextManager[Index]:
        """Take the steps of the body ``count`` times, one after the other.

        The index is ``first``, ``first + step``, and so on. A count below 0 is 0.
        """
        return self._repeated(LOOP, count, first, step, place)

    def fork(
        self, count: Whole, first: Whole = 0, step: int = 1, place: int = 0
    ) -> AbstractContextManager[Index]:
        """Start ``count`` processes that each take the steps of the body, and wait for all of them.

        The index tells the processes apart, as that of a loop. A count below 0 is 0.
        """
        return self._repeated(FORK, count, first, step, place)

    @contextmanager
    def _repeated(
        self, kind: int, count: Whole, first: Whole, step: int, place: int
    ) -> Generator[Index]:
        if not step:
            message = "the step of an index is 0"
            raise ValueError(message)
        index = Index(INDICES + 2 * len(self._open))
        self._program.size = max(self._program.size, index.slot + 2)
        self._open.append(index)
        if not isinstance(count, Computed):
            self._program.checked_whole(count, place)
        code = self._code
        begin = code.add(kind, count, None, place, index.slot, first, step)
        yield index
        if len(code) == begin + 1:
            code.drop_last()
        else:
            if kind == LOOP:
                code.add(AGAIN, slot=index.slot, step=step, target=begin + 1)
            else:
                code.add(END)
            code.target[begin] = len(code)
        self._open.pop()

    @contextmanager
    def parts(self) -> Generator[Callable[[], Any]]:
        """Start a process for each part, and wait for all of them: ``with parts() as part``, then
        ``with part()`` around the steps of each.
        """
        code = self._code
        begins: list[int] = []

        @contextmanager
        def part() -> Generator[None]:
            begins.append(len(code))
            yield
            code.add(END)

        begin = code.add(PARTS, begins)
        yield part
        code.target[begin] = len(code)

    @contextmanager
    def when(self, condition: Condition, place: int = 0) -> Generator[None]:
        """Take the steps of the body with a probability, or where a function of indices is true."""
        if not isinstance(condition, Computed):
            self._program.checked_probability(condition, place)
        begin = self._code.add(BRANCH, condition, place=place)
        yield
        self._code.target[begin] = len(self._code)
        self._ended = (begin, len(self._code))

    @contextmanager
    def otherwise(self) -> Generator[None]:
        """Take the steps of the body where the condition just before does not hold."""
        code = self._code
        begin, end = self._ended or (0, -1)
        if end != len(code):
            message = "otherwise() must follow the body of when()"
            raise ValueError(message)
        over = code.add(JUMP)
        code.target[begin] = len(code)
        yield
        code.target[over] = len(code)

    def build(self) -> Program:
        """Return the program; the builder can go on, and build a longer one."""
        columns = [list(getattr(self._code, name)) for name in Code.__slots__]
        code = Code(*columns)
        for kind in (END, SERVE, SHARED):
            code.add(kind)
        return Program(code, tuple(self._resources), self._program.size, self._program.spans)
