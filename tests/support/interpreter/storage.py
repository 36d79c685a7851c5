"""Memory: what names refer to.

A place is a store and an index. A store is anything with ``store[index]``: a list (undefined values
are None), a cast ``memoryview`` of a buffer (COMMON and EQUIVALENCE, where names of different types
overlap byte by byte, as they do in memory), or one of the small classes here.
"""

from __future__ import annotations

import struct
from typing import Any

from sad.ir.expr import Type
from tests.support.interpreter.errors import InvalidRun, NotInterpreted

Store = Any
"""A list, a memoryview or a class of this file."""

_CODES = {
    (Type.INTEGER, 1): "b",
    (Type.INTEGER, 2): "h",
    (Type.INTEGER, 4): "i",
    (Type.INTEGER, 8): "q",
    (Type.REAL, 4): "f",
    (Type.DOUBLE, 8): "d",
    (Type.LOGICAL, 1): "b",
    (Type.LOGICAL, 2): "h",
    (Type.LOGICAL, 4): "i",
    (Type.LOGICAL, 8): "q",
}


class SectionStore:
    """A section of an array as a callee sees it: elements in a row.

    ``runs`` are distance [elements] and number of each dimension that runs.
    """

    def __init__(self, store: Store, start: int, runs: list[tuple[int, int]]) -> None:
        self._store, self._start, self._runs = store, start, runs

    def _place(self, index: int) -> int:
        place = self._start
        for distance, extent in self._runs:
            index, rest = divmod(index, max(1, extent))
            place += rest * distance
        if index:
            raise InvalidRun("subscript outside the section")
        return place

    def __getitem__(self, index: int) -> Any:
        return self._store[self._place(index)]

    def __setitem__(self, index: int, value: Any) -> None:
        self._store[self._place(index)] = value


class Memory:
    """The buffers of one run: COMMON blocks and groups of equivalenced names, zero at the start."""

    def __init__(self) -> None:
        self._buffers: dict[str, bytearray] = {}

    def reserve(self, name: str, size: int) -> None:
        """Make a buffer of ``size`` bytes."""
        self._buffers[name] = bytearray(size)

    def view(self, name: str, offset: int, kind: Type, size: int) -> Store:
        """Return a store over the buffer from byte ``offset``, elements of ``size`` bytes."""
        buffer = memoryview(self._buffers[name])[offset:]
        whole = buffer[: len(buffer) // size * size]
        if kind is Type.CHARACTER:
            return CharacterView(whole, size)
        if kind in (Type.COMPLEX, Type.DOUBLE_COMPLEX):
            return ComplexView(whole, "f" if kind is Type.COMPLEX else "d")
        code = _CODES.get((kind, size))
        if code is None:
            raise NotInterpreted(f"{kind}*{size} in COMMON or EQUIVALENCE")
        return _cast(whole, code)


def _cast(buffer: Any, code: str) -> Store:
    return buffer.cast(code)


class CharacterView:
    """Strings of one length in a buffer."""

    def __init__(self, buffer: memoryview, size: int) -> None:
        self._buffer, self._size = buffer, size

    @property
    def bytes(self) -> tuple[memoryview, int]:
        """The buffer, and the bytes of an element."""
        return self._buffer, self._size

    def __len__(self) -> int:
        return len(self._buffer) // self._size

    def __getitem__(self, index: int) -> str:
        start = index * self._size
        return bytes(self._buffer[start : start + self._size]).decode("latin-1")

    def __setitem__(self, index: int, value: str) -> None:
        start = index * self._size
        self._buffer[start : start + self._size] = value.encode("latin-1")


class ComplexView:
    """Complex numbers in a buffer."""

    def __init__(self, buffer: memoryview, code: str) -> None:
        self._parts = _cast(buffer, code)

    @property
    def bytes(self) -> tuple[memoryview, int]:
        """The buffer, and the bytes of an element."""
        return self._parts, 2 * self._parts.itemsize

    def __len__(self) -> int:
        return len(self._parts) // 2

    def __getitem__(self, index: int) -> complex:
        return complex(self._parts[2 * index], self._parts[2 * index + 1])

    def __setitem__(self, index: int, value: complex) -> None:
        self._parts[2 * index], self._parts[2 * index + 1] = value.real, value.imag


class PartOfString:
    """Characters ``first`` to ``last`` (from 1) of a place, as an argument that can be set."""

    def __init__(self, store: Store, index: int, first: int, last: int) -> None:
        self._store, self._index, self._first, self._last = store, index, first, last

    @property
    def place(self) -> tuple[Store, int]:
        """The place of the whole string."""
        return self._store, self._index

    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: int) -> str:
        if index:
            raise NotInterpreted("a substring passed to an array")
        return self._store[self._index][self._first - 1 : self._last]

    def __setitem__(self, index: int, value: str) -> None:
        old = self._store[self._index]
        self._store[self._index] = old[: self._first - 1] + value + old[self._last :]


def character_dummy(store: Store, index: int, length: int, array: bool) -> tuple[Store, int]:
    """Return the place of a CHARACTER dummy whose declaration gives its ``length``."""
    actual = len(store[index])
    if actual == length:
        return store, index
    if array:
        raise NotInterpreted("an array of strings passed with another length")
    if actual < length:
        raise InvalidRun(f"CHARACTER*{actual} passed to a dummy of length {length}")
    return PartOfString(store, index, 1, length), 0


def single(value: float) -> float:
    """Return ``value`` rounded to single precision."""
    return _SINGLE.unpack(_SINGLE.pack(value))[0]


_SINGLE = struct.Struct("f")
