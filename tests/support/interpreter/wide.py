"""Operations with C's meaning, called from generated code: integers of any width, and addresses.

The IR says where a type narrows its values, so integers here never overflow.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tests.support.interpreter.errors import InvalidRun

if TYPE_CHECKING:
    from collections.abc import Callable

OBJECT = 1 << 40
"""Distance between the addresses of two objects [elements]."""


class Growing:
    """A store whose size nobody declared; what was never set is ``empty``."""

    def __init__(self, empty: Any = None) -> None:
        self._items: dict[int, Any] = {}
        self._empty = empty

    def __getitem__(self, index: int) -> Any:
        return self._items.get(index, self._empty)

    def __setitem__(self, index: int, value: Any) -> None:
        if index < 0:
            raise InvalidRun("subscript outside the array")
        self._items[index] = value


class Record:
    """A structure that is passed: its arrays by name, as far as anybody has named them."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        self.arrays = arrays


class Heap:
    """Objects by address, and names that several units share."""

    def __init__(self) -> None:
        self._objects: list[Any] = [None]
        self._addresses: dict[int, int] = {}
        self._shared: dict[tuple[str, str], tuple[str, Any]] = {}

    def shared(self, block: str, member: str, kind: str, make: Callable[[], Any]) -> Any:
        """Return the store of a global variable; ``make`` gives a new one, ``kind`` its type."""
        known = self._shared.setdefault((block, member), (kind, make()))
        if known[0] != kind:
            raise InvalidRun(f"{block}: one place with two types")
        return known[1]

    def address(self, store: Any, index: int) -> int:
        """Return the address of an element of a store [elements]."""
        number = self._addresses.get(id(store))
        if number is None:
            number = self._addresses[id(store)] = len(self._objects)
            self._objects.append(store)  # keeps it alive, so that no other gets its identity
        return number * OBJECT + index

    def pointer(self, store: Any, index: int) -> int:
        """Return the address an argument means: a pointer's value, or where an array begins."""
        value = store[index]
        is_address = isinstance(value, int) and value >= OBJECT
        return value if is_address else self.address(store, index)

    def place(self, address: int) -> tuple[Any, int]:
        """Return the store and the index an address means."""
        number, index = divmod(address, OBJECT)
        if not 0 < number < len(self._objects):
            raise InvalidRun("an address of nothing")
        return self._objects[number], index

    def member(self, store: Any, index: int, name: str, make: Callable[[], Any]) -> Any:
        """Return an array of a structure that was passed; ``make`` gives one nobody has named yet."""
        record = store[index]
        if not isinstance(record, Record):
            raise InvalidRun("a structure from elsewhere")
        return record.arrays.setdefault(name, make())

    def copied(self, value: Any) -> Any:
        """Return a structure as it is passed by value."""
        return deepcopy(value) if isinstance(value, Record) else value

    def __getitem__(self, address: int) -> Any:
        store, index = self.place(address)
        return store[index]

    def __setitem__(self, address: int, value: Any) -> None:
        store, index = self.place(address)
        store[index] = value


def divide(left: int, right: int) -> int:
    """Return the quotient, truncated."""
    if right == 0:
        raise InvalidRun("integer division by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def integer_power(base: int, exponent: int) -> int:
    """Return a power of an integer."""
    if exponent < 0:
        raise InvalidRun("a negative power of an integer")
    return base**exponent


def to_integer(value: Any) -> int:
    """Return a number truncated to an integer; a truth value is 0 or 1."""
    return int(value.real)


def _mod(left: Any, right: Any) -> Any:
    return left - right * divide(left, right)


def _and(left: int, right: int) -> int:
    return left & right


def _or(left: int, right: int) -> int:
    return left | right


def _exclusive(left: int, right: int) -> int:
    return left ^ right


def _not(value: int) -> int:
    return ~value


def _left(value: int, by: int) -> int:
    return value << by


def _right(value: int, by: int) -> int:
    return value >> by


def _narrowed(bits: int, *, signed: bool) -> Callable[[int], int]:
    size = 1 << bits

    def narrow(value: int) -> int:
        rest = int(value) % size
        return rest - size if signed and rest >= size // 2 else rest

    return narrow


INTRINSICS: dict[str, Callable[..., Any]] = {
    "int": to_integer,
    "mod": _mod,
    "iand": _and,
    "ior": _or,
    "ieor": _exclusive,
    "not": _not,
    "shiftl": _left,
    "shifta": _right,
    **{f"int{bits}": _narrowed(bits, signed=True) for bits in (8, 16, 32)},
    **{f"uint{bits}": _narrowed(bits, signed=False) for bits in (8, 16, 32, 64)},
    **{f"unsigned{bits}": _narrowed(bits, signed=False) for bits in (32, 64)},
    **{f"signed{bits}": _narrowed(bits, signed=True) for bits in (32, 64)},
}
"""The intrinsic functions of integers that differ from Fortran's, by name."""

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "wide_divide": divide,
    "wide_integer_power": integer_power,
    "wide_to_integer": to_integer,
    **{f"wide_{name}": function for name, function in INTRINSICS.items()},
}
"""All of them by their names in generated code."""
