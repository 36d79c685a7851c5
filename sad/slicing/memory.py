"""The memory of a generated program: places, what they hold, and addresses of objects.

A place is a number, or that of an element of a member of an object (``Inner``). What is not known is
kept as such; a store to a place that is not known makes all unknown.

Over 400 lines: kinds of memory lead into each other where places get addresses.
"""

from __future__ import annotations

import struct
from typing import Any

from sad.slicing.runtime import (
    AN_ADDRESS,
    FIRST_ADDRESS,
    NOT_SET,
    OTHERWISE,
    Unknown,
    fitted,
    is_no_number,
    within,
)

_GAP = 1 << 32  # units between two objects: each has room to grow (realloc)
_IN_ROW = 2  # parts of the place of an element of an array in an object
_LONG_RUN = 1000  # elements that are set one by one
_LONG_FILL = 1 << 16  # elements of a range that are marked one by one
_LOST = Unknown(NOT_SET.why)


class Inner(tuple[Any, ...]):
    """The place of an element of an array inside an object: the object's address, and the distance from
    the array's start. What is made of such an address other than by moving it is not known.
    """

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        if other.__class__ is int and abs(other) < FIRST_ADDRESS:
            return Inner((self[0], self[1] + other, *self[2:]))
        return self._other(other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other if other.__class__ is int else self._distance(other)

    def _distance(self, other: Any) -> Any:
        if isinstance(other, Inner) and (other[0], *other[2:]) == (self[0], *self[2:]):
            return self[1] - other[1]
        return self._other(other)

    def _other(self, other: Any) -> Any:
        return other if other.__class__ is Unknown else AN_ADDRESS

    def _unknown(self, *_others: object) -> Any:
        return AN_ADDRESS

    def __lt__(self, other: Any) -> Any:
        return self._distance(other) < 0

    def __le__(self, other: Any) -> Any:
        return self._distance(other) <= 0

    def __gt__(self, other: Any) -> Any:
        return self._distance(other) > 0

    def __ge__(self, other: Any) -> Any:
        return self._distance(other) >= 0

    __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __neg__ = __abs__ = _unknown


class Single(Inner):
    """The place of a member that is one value, or one structure: what lies beside it is not known."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return self if other.__class__ is int and other == 0 else self._other(other)

    __radd__ = __add__


def single(place: Any) -> Any:
    """Return the address of a place that is alone."""
    return Single(place) if place.__class__ in (tuple, Inner) else place


def part(start: Any, path: str, distance: Any, room: int | None) -> Any:
    """Return the place of an element of a member, by the address of the object that it is in.

    ``path`` leads to the member, which has ``room`` elements; that object may be part of another one
    itself, and one of several.
    """
    if start.__class__ is Unknown or distance.__class__ is Unknown:
        return start if start.__class__ is Unknown else distance
    if not isinstance(start, Inner):
        return (start, distance, path)
    if start[1] and room is None:
        return AN_ADDRESS
    return (start[0], start[1] * (room or 0) + distance, "".join(start[2:]) + path)


def movable(place: Any) -> Any:
    """Return a place as what is handed on: one that an index can be added to."""
    if place.__class__ is not tuple:
        return place
    unknown = next((part for part in place if part.__class__ is Unknown), None)
    return Inner(place) if unknown is None else unknown


class Memory(dict[Any, Any]):
    """Values by place; ``default`` is what a place holds that was never written.

    ``spans`` are long rows of places that hold one value until they are written.
    """

    __slots__ = ("default", "home", "spans")

    def __init__(self, default: Any = NOT_SET) -> None:
        super().__init__()
        self.default = default
        self.spans: list[tuple[Any, Any, Any]] = []
        self.home: Any = None

    def __missing__(self, place: Any) -> Any:
        if place.__class__ is Unknown:
            return place
        if place.__class__ is tuple and any(part.__class__ is Unknown for part in place):
            return next(part for part in place if part.__class__ is Unknown)
        for first, last, value in self.spans:
            if place.__class__ is int and first.__class__ is int and first <= place < last:
                return value
            if (
                *(first.__class__ is Inner, isinstance(place, tuple)),
                *(_is_same_row(place, first) and first[1] <= place[1] < last[1],),
            ) == (True,) * 3:
                return value
        return self.default

    def put(self, place: Any, value: Any) -> None:
        """Write one place; if it is not known which, no place is known any more."""
        if place.__class__ is Unknown:
            self.lose(place)
        elif place.__class__ is tuple and any(part.__class__ is Unknown for part in place):
            self.lose(next(part for part in place if part.__class__ is Unknown))
        else:
            self[place] = value

    def put_text(self, place: Any, value: Any, size: int = 0) -> None:
        """Write ``size`` characters of a place, 0: all; it stays as long as it was."""
        self.put(place, within(value, self[place], size))

    def lose(self, cause: Unknown) -> None:
        """Forget all values."""
        self.clear()
        self.spans.clear()
        size = self.default.size if self.default.__class__ is Unknown else 0
        self.default = fitted(cause, size) if size else cause

    def lose_range(self, first: Any, size: int | None, cause: Unknown) -> None:
        """Forget the values of ``size`` places from ``first`` on."""
        if size is None or size > _LONG_FILL or first.__class__ not in (int, Inner):
            self.lose(cause)
            return
        if self.default.__class__ is Unknown and self.default.size:
            cause = fitted(cause, self.default.size)
        for distance in range(size):
            self[first + distance] = cause


class View(Memory):
    """The elements of one type in memory that holds others, too: ``peers`` are all views of it.

    What is stored as one type has another value as another, byte by byte, the lowest first. ``form`` is
    the type as ``struct`` has it.
    """

    __slots__ = ("_bytes", "_peers", "_size")

    def __init__(self, form: str, peers: list[View]) -> None:
        super().__init__()
        self._bytes = struct.Struct("<" + form)
        self._size = self._bytes.size
        self._peers = peers
        peers.append(self)

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, value)
        first = place * self._size
        for other in self._peers:
            if other is not self:
                last = (first + self._size - 1) // other._size
                for there in range(first // other._size, last + 1):
                    other.follow(there, self)

    def follow(self, place: int, source: View) -> None:
        """Take one element over from another view that was stored through."""
        first = place * self._size
        last = (first + self._size - 1) // source._size
        places = range(first // source._size, last + 1)
        held = [source.raw(there) or b"" for there in places]
        start = first % source._size
        found = b"".join(held)[start : start + self._size]
        value: Any = OTHERWISE
        if len(found) == self._size and b"" not in held:
            value = self._value(found)
        super().__setitem__(place, value)

    def raw(self, place: int) -> bytes | None:
        """Return the bytes of an element; None if they are not known."""
        value = self[place]
        if value.__class__ is Unknown or is_no_number(value):  # that has many forms
            return None
        parts = (value.real, value.imag) if value.__class__ is complex else (value,)
        try:
            return self._bytes.pack(*parts)
        except (struct.error, OverflowError):
            return None

    def _value(self, found: bytes) -> Any:
        parts = self._bytes.unpack(found)
        if any(part.__class__ is bytes or is_no_number(part) for part in parts):
            return OTHERWISE
        return parts[0] if len(parts) == 1 else complex(*parts)

    def lose(self, cause: Unknown) -> None:
        """Forget all values, of the other views as well."""
        for view in self._peers:
            super(View, view).lose(cause)


class Heap:
    """Gives out addresses, in units of one element."""

    __slots__ = ("_zeros", "next")

    def __init__(self) -> None:
        self.next = FIRST_ADDRESS
        """The address of the next object."""
        self._zeros: dict[int, int] = {}

    def take(self, size: Any, *, zero: bool = False) -> Any:
        """Return the address of a new object with room for ``size`` elements, cleared or not.

        There is memory for any size, also for one that is not known.
        """
        found = self.next
        room = _GAP // 2 if size.__class__ is Unknown else max(int(size), 1)
        self.next += (room // _GAP + 2) * _GAP
        if zero:
            self._zeros[found // _GAP] = found + room
        return found

    def again(self, address: Any, size: Any) -> Any:
        """Return the address of an object that gets another size: it stays where it is."""
        return self.take(size) if address.__class__ is int and address == 0 else address

    def is_cleared(self, place: Any) -> bool:
        """Whether a place is in an object that was cleared when it was made."""
        return place.__class__ is int and place < self._zeros.get(place // _GAP, 0)


class HeapMemory(Memory):
    """The memory of a class of objects that pointers reach."""

    __slots__ = ("_heap",)

    def __init__(self, heap: Heap) -> None:
        super().__init__()
        self._heap = heap

    def __missing__(self, place: Any) -> Any:
        found = super().__missing__(place)
        if found is NOT_SET and place.__class__ is not Unknown:
            return 0 if self._heap.is_cleared(object_of(place)) else found
        return found

    def lose(self, cause: Unknown) -> None:
        """Forget all values, also that of what was cleared and never written."""
        super().lose(_LOST if cause is NOT_SET else cause)

    def place_of_moved(self) -> int:
        """Return where something is moved to that gets an address."""
        return int(self._heap.take(1))


class PartedMemory(HeapMemory):
    """The same where objects of one type may be members of others: in an object all are, or it is one.

    Memory that is taken for both is lost for good.
    """

    __slots__ = ("_is_lost", "_kinds")

    def __init__(self, heap: Heap) -> None:
        super().__init__(heap)
        self._kinds: dict[int, bool] = {}
        self._is_lost = False

    def _is_other(self, place: Any) -> bool:
        is_member = place.__class__ is not int and len(place) > _IN_ROW
        kind = self._kinds.setdefault(object_of(place) // _GAP, is_member)
        self._is_lost |= kind is not is_member
        return self._is_lost

    def __missing__(self, place: Any) -> Any:
        if place.__class__ is not Unknown and self._is_other(place):
            self.lose(OTHERWISE)
            return OTHERWISE
        return super().__missing__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if self._is_other(place):
            self.lose(OTHERWISE)
        else:
            super().__setitem__(place, value)


def object_of(place: Any) -> Any:
    """Return the address of the object that a place is in."""
    while place.__class__ is not int:
        place = place[0]
    return place


def _is_same_row(place: Any, other: Any) -> bool:
    """Whether two places are in one row of elements."""
    return (place[0], *place[2:]) == (other[0], *other[2:])


class Moved(Memory):
    """Memory whose places have got addresses: ``home`` is the memory of their class, and the first."""

    __slots__ = ()

    def __missing__(self, place: Any) -> Any:
        return place if place.__class__ is Unknown else self.home[0][self.home[1] + place]

    def __setitem__(self, place: Any, value: Any) -> None:
        self.home[0][self.home[1] + place] = value

    def lose(self, cause: Unknown) -> None:
        """Forget all values."""
        self.home[0].lose(cause)

    def lose_range(self, first: Any, size: int | None, cause: Unknown) -> None:
        """Forget the values of ``size`` places from ``first`` on."""
        if first.__class__ is int:
            first += self.home[1]
        self.home[0].lose_range(first, size, cause)


def renew(memory: Memory, value: Any) -> None:
    """Make a memory a new one whose places hold a value."""
    if memory.__class__ is Moved:
        memory.__class__ = Memory
    memory.clear()
    memory.spans.clear()
    memory.default, memory.home = value, None


def moved(memory: Memory, heap: HeapMemory) -> None:
    """Give the places of a memory addresses in the memory of a class."""
    start = heap.place_of_moved()
    for place, value in memory.items():
        heap[start + place] = value
    for first, last, value in memory.spans:
        heap.spans.append((start + first, start + last, value))
    if memory.default is not NOT_SET:
        heap.spans.append((start, start + _GAP // 2, memory.default))
    memory.clear()
    memory.spans.clear()
    memory.home = (heap, start)
    memory.__class__ = Moved


class Elsewhere(Memory):
    """Memory that is not followed: it may be none at all."""

    __slots__ = ()


class Null(Memory):
    """The memory of a pointer that leads nowhere."""

    __slots__ = ()


def is_null(memory: Memory, place: Any) -> Any:
    """Whether a pointer leads nowhere, by what was handed over for it."""
    if memory.__class__ is Elsewhere:
        return memory.default
    if isinstance(memory, HeapMemory):
        return place if place.__class__ is Unknown else place.__class__ is int and place == 0
    return memory.__class__ is Null


def of_value(value: Any) -> Memory:
    """Return a memory that holds a value at place 0, for an argument that is an expression."""
    found = Memory()
    found[0] = value
    return found


def of_values(values: tuple[Any, ...]) -> Memory:
    """Return a memory that holds values from place 0 on."""
    found = Memory()
    found.update(enumerate(values))
    return found


def fill(memory: Memory, first: Any, values: tuple[Any, ...], times: int) -> None:
    """Set places from ``first`` on to some values again and again; None leaves one as it is."""
    if len(values) == 1 and times > _LONG_RUN and memory.__class__ is not View:
        if values[0] is not None:
            memory.spans.append((first, first + times, values[0]))
        return
    place = first
    for _ in range(times):
        for value in values:
            if value is not None:
                memory[place] = value
            place += 1


def address(memory: Memory, place: Any, heap: Memory, cause: Unknown) -> Any:
    """Return the address of a place; only places of the heap have one."""
    if memory is heap:
        return place
    if memory.__class__ is Moved and memory.home[0] is heap:
        return memory.home[1] + place
    return cause


def lost(memory: Memory, cause: Unknown) -> Unknown:
    """Forget what a pointer may change that is not followed."""
    memory.lose(cause)
    return cause


def handed(memory: Memory, place: Any, heap: HeapMemory, cause: Unknown) -> Any:
    """Return the address of a place that a pointer gets: data of an activation gets one now."""
    if memory.__class__ is Memory and place.__class__ is int:
        moved(memory, heap)
    found = address(memory, place, heap, cause)
    if found is cause:
        memory.lose(cause)
    return found
