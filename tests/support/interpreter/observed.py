"""Runs that note which iterations of loops touch one place of memory: what really depends on what.

The interpreter's code is changed so that every read and write of a variable or element is noted, with
the statement that does it. What two iterations of a loop touch, one of them writing, is a ``Conflict``.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sad.ir import stmt as st
from tests.support.interpreter.errors import StepLimit
from tests.support.interpreter.events import Event
from tests.support.interpreter.machine import LIMIT, interpreter
from tests.support.interpreter.noting import noting
from tests.support.interpreter.storage import CharacterView, ComplexView, PartOfString
from tests.support.interpreter.wide import Heap

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Sequence

    from frontends.registry import SourceOptions
    from sad.ir.program import Program, Unit
    from tests.support.interpreter.events import Events

_GRANULE = 4  # bytes of shared memory that are one place
_MOST_STATEMENTS = 40


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two iterations of a loop that touch one place, ``distance`` apart at least.

    ``names`` are those that the loop's own unit has for the place, ``lines`` who touches it.
    ``exposed``: an iteration reads it that has not set it before.
    """

    names: frozenset[str]
    lines: tuple[int, int]
    distance: int
    exposed: bool


@dataclass(slots=True)
class _Place:
    names: set[str] = field(default_factory=set[str])
    reads: dict[int, int] = field(default_factory=dict[int, int])
    writes: dict[int, int] = field(default_factory=dict[int, int])
    pairs: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    now: int = -1
    is_set: bool = False
    exposed: bool = False


@dataclass(slots=True)
class _Activation:
    """A loop that runs: its statement, the frame it runs in, its iteration, what it touched."""

    loop: int
    frame: _Frame
    iteration: int = -1
    places: dict[object, _Place] = field(default_factory=dict[object, _Place])


@dataclass(slots=True, eq=False)
class _Frame:
    number: int
    unit: int
    line: int = 0


class Observer:
    """Notes what runs touch.

    ``conflicts`` are by unit and line of the loop, ``variables`` what it counts, ``iterations`` the
    most that one start of it had. ``cut_short`` tells that a run had too many steps.
    """

    def __init__(self) -> None:
        self.conflicts: dict[tuple[str, int], set[Conflict]] = {}
        self.iterations: dict[tuple[str, int], int] = {}
        self.variables: dict[tuple[str, int], frozenset[str]] = {}
        self.units: Sequence[Unit] = ()
        self.cut_short = False
        self._keys: list[tuple[Event, Any]] = []
        self._active: list[_Activation] = []
        self._frames = 0
        self._kept: dict[int, Any] = {}
        self._bytes: dict[int, tuple[Any, int, int]] = {}
        self._nodes: dict[int, Any] = {}

    def prepare(self, units: Sequence[Unit], keys: list[tuple[Event, Any]]) -> None:
        """Say what the numbers in the code mean."""
        self.units, self._keys = units, keys

    @property
    def tools(self) -> dict[str, Any]:
        """What the changed code calls."""
        return {
            "_frame": self._frame,
            "_event": self._event,
            "_read": self._read,
            "_write": self._write,
            "_got": self._got,
            "_set": self._set,
            "_passed": self._passed,
        }

    def finish(self) -> None:
        """Close what a run left open."""
        while self._active:
            self._close(self._active.pop())

    def _frame(self, unit: int) -> _Frame:
        self._frames += 1
        return _Frame(self._frames, unit)

    def _event(self, frame: _Frame, number: int) -> None:
        event, node = self._keys[number]
        if event is Event.START and hasattr(node, "span"):
            frame.line = node.span.line
        elif event is Event.EMPTY and isinstance(node, st.CountedLoop):
            self._active.append(_Activation(id(node), frame))
        elif event is Event.ITERATE and isinstance(node, st.CountedLoop):
            found = self._of(node, frame)
            if found is not None:
                found.iteration += 1
        elif event is Event.DONE:
            found = self._of(node, frame)
            while found is not None and found in self._active:
                self._close(self._active.pop())

    def _of(self, node: object, frame: _Frame) -> _Activation | None:
        for item in reversed(self._active):
            if item.loop == id(node) and item.frame is frame:
                return item
        return None

    def _close(self, item: _Activation) -> None:
        if len(self._nodes) < len(self._keys):
            self._nodes = {id(node): node for _, node in self._keys}
        node = self._nodes[item.loop]
        key = self.units[item.frame.unit].name, node.span.line
        self.variables[key] = frozenset((node.variable.name,))
        self.iterations[key] = max(self.iterations.get(key, 0), item.iteration + 1)
        found = self.conflicts.setdefault(key, set())
        for place in item.places.values():
            for lines, distance in place.pairs.items():
                found.add(Conflict(frozenset(place.names), lines, distance, place.exposed))

    # --- accesses ----------------------------------------------------------------------------------

    def _read(self, frame: _Frame, store: Any, index: int, name: str) -> Any:
        value = store[index]
        for key in self._places(store, index):
            self._note(frame, key, name, writes=False)
        return value

    def _write(self, frame: _Frame, store: Any, index: int, name: str, value: Any) -> None:
        store[index] = value
        for key in self._places(store, index):
            self._note(frame, key, name, writes=True)

    def _got(self, frame: _Frame, name: str, value: Any) -> Any:
        self._note(frame, (frame.number, name), name, writes=False)
        return value

    def _set(self, frame: _Frame, name: str) -> None:
        self._note(frame, (frame.number, name), name, writes=True)

    def _passed(self, frame: _Frame, store: Any, name: str) -> Any:
        for item in self._active:
            if item.frame is frame and item.iteration >= 0 and not callable(store):
                for key in self._places(store, 0):
                    item.places.setdefault(key, _Place()).names.add(name)
        return store

    def _places(self, store: Any, index: int) -> Iterator[object]:
        if type(store) is list:
            number = id(store)  # pyright: ignore[reportUnknownArgumentType]
            if number not in self._kept:
                self._kept[number] = store
            yield number, index
            return
        if isinstance(store, Heap):
            store, index = store.place(index)
        if isinstance(store, PartOfString):
            yield from self._places(*store.place)
            return
        known = self._bytes.get(id(store))
        if known is None:
            known = self._bytes[id(store)] = (store, *_memory(store))
        _, start, size = known
        if not size:
            yield id(store), index
            return
        start += index * size
        for granule in range(start // _GRANULE, (start + size - 1) // _GRANULE + 1):
            yield "byte", granule

    def _note(self, frame: _Frame, key: object, name: str, *, writes: bool) -> None:
        for item in self._active:
            if item.iteration < 0:
                continue
            place = item.places.get(key)
            if place is None:
                place = item.places[key] = _Place()
            _touch(place, item.iteration, frame.line, writes=writes)
            if frame is item.frame:
                place.names.add(name)


def _memory(store: Any) -> tuple[int, int]:
    """The address of a store in memory that others share, and the bytes of an element; else 0."""
    buffer, size = store, 0
    if isinstance(store, memoryview):
        size = store.itemsize
    elif isinstance(store, CharacterView | ComplexView):
        buffer, size = store.bytes
    if not size or not len(buffer):
        return 0, 0
    plain = buffer if buffer.format == "B" else buffer.cast("B")
    return ctypes.addressof(ctypes.c_char.from_buffer(plain)), size


def _touch(place: _Place, now: int, line: int, *, writes: bool) -> None:
    if place.now != now:
        place.now, place.is_set = now, False
    if not writes and not place.is_set:
        place.exposed = True
    if writes:
        place.is_set = True
    earlier = [place.writes, place.reads] if writes else [place.writes]
    for lines in earlier:
        for other, iteration in lines.items():
            if iteration < now:
                pair = other, line
                known = place.pairs.get(pair)
                distance = now - iteration
                place.pairs[pair] = distance if known is None else min(known, distance)
    mine = place.writes if writes else place.reads
    if line in mine or len(mine) < _MOST_STATEMENTS:
        mine[line] = now


def observe(
    program: Program,
    text: str | None = None,
    options: SourceOptions | None = None,
    *,
    runs: Sequence[tuple[str | None, Sequence[object], str]] = ((None, (), ""),),
    limit: int = LIMIT,
) -> Observer:
    """Run a program, or a unit with arguments, and return what its iterations touched.

    ``runs`` are entry, arguments and standard input of each. Raises as the interpreter.
    """
    observer = Observer()
    units = list(program.units)

    def change(code: str, events: Events) -> ast.Module:
        observer.prepare(units, events.keys)
        return noting(code, units)

    made = interpreter(program, text, options, change)
    made = type(made)(
        made.program, made.events, made.buffers, made.code, made.missing, observer.tools
    )
    for entry, arguments, stdin in runs:
        try:
            made.run(entry, arguments, stdin, limit)
        except StepLimit:
            observer.cut_short = True
        observer.finish()
    return observer
