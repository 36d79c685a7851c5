"""Functions of C's library on texts and memory, for generated code.

A text is the memory it is in and the place of its first character; a character is its code, and 0
ends the text. What is not known makes the result unknown.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from sad.slicing.runtime import NO_NUMBER, NOT_SET, Memory, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST = 1_000_000
"""How many places one call may look at."""
_ROW = 1000
"""From how many places on a row of zeros is kept as one span."""
_ASCII = 128


def of_text(text: str) -> Memory:
    """Return a memory with a constant text from place 0 on."""
    found = Memory()
    found.update(enumerate([*map(ord, text), 0]))
    return found


def _count(size: Any, width: int) -> int | Unknown:
    """How many elements of ``width`` bytes some bytes are."""
    if size.__class__ is Unknown:
        return size
    if size.__class__ is not int or size < 0 or size % width or size // width > _LONGEST:
        return NO_NUMBER
    return size // width


def set_places(
    memory: Memory, first: Any, size: Any, width: int, value: Any, cause: Unknown
) -> None:
    """Set so many bytes from a place on: what elements of ``width`` bytes are then is ``value``."""
    many = _count(size, width)
    if isinstance(many, Unknown) or first.__class__ is not int:
        memory.lose(cause)
    elif many <= _ROW:
        for place in range(first, first + many):
            memory[place] = value
    else:
        for place in [item for item in memory if item.__class__ is int]:
            if first <= place < first + many:
                del memory[place]
        memory.spans.insert(0, (first, first + many, value))


def copy_places(
    memory: Memory, first: Any, other: Memory, start: Any, size: Any, width: int, cause: Unknown
) -> None:
    """Copy so many bytes; the places may overlap."""
    many = _count(size, width)
    if isinstance(many, Unknown) or first.__class__ is not int:
        memory.lose(cause)
        return
    if start.__class__ is not int:
        for place in range(first, first + many):
            memory[place] = cause
        return
    for index, value in enumerate([other[start + index] for index in range(many)]):
        memory[first + index] = value


def _codes(memory: Memory, place: Any, most: Any = _LONGEST) -> list[int] | Unknown:
    """The characters of a text up to its end, at most so many."""
    if place.__class__ is Unknown or most.__class__ is Unknown:
        return place if place.__class__ is Unknown else most
    if place.__class__ is not int or most.__class__ is not int:
        return NOT_SET
    found: list[int] = []
    while len(found) < most:
        code = memory[place + len(found)]
        if code.__class__ is not int:
            return code if code.__class__ is Unknown else NOT_SET
        if code == 0:
            return found
        found.append(code)
        if len(found) > _LONGEST:
            return NO_NUMBER
    return found


def c_strlen(memory: Memory, place: Any) -> Any:
    """Return how long a text is."""
    found = _codes(memory, place)
    return found if isinstance(found, Unknown) else len(found)


def c_strcmp(first: Memory, place: Any, second: Memory, other: Any) -> Any:
    """Return 0 if two texts are equal, else the sign of their order."""
    return c_strncmp(first, place, second, other, _LONGEST)


def c_strncmp(first: Memory, place: Any, second: Memory, other: Any, most: Any) -> Any:
    """Compare at most so many characters of two texts: 0, or the sign of their order.

    Of texts that are not ASCII the order may depend on the sign of ``char``.
    """
    left, right = _codes(first, place, most), _codes(second, other, most)
    if isinstance(left, Unknown):
        return left
    if isinstance(right, Unknown):
        return right
    if max([*left, *right], default=0) >= _ASCII or min([*left, *right], default=0) < 0:
        return 0 if left == right else NO_NUMBER
    return (left > right) - (left < right)


def _written(memory: Memory, place: Any, codes: list[int] | Unknown, cause: Unknown) -> None:
    if isinstance(codes, Unknown) or place.__class__ is not int:
        memory.lose(codes if isinstance(codes, Unknown) else cause)
        return
    for index, code in enumerate(codes):
        memory[place + index] = code


def c_strcpy(memory: Memory, place: Any, other: Memory, start: Any, cause: Unknown) -> None:
    """Copy a text."""
    found = _codes(other, start)
    _written(memory, place, found if isinstance(found, Unknown) else [*found, 0], cause)


def c_strncpy(
    memory: Memory, place: Any, other: Memory, start: Any, cause: Unknown, most: Any
) -> None:
    """Copy at most so many characters, and fill up with zeros."""
    found = _codes(other, start, most)
    if not isinstance(found, Unknown):
        found = found + [0] * (min(most, _LONGEST) - len(found))
    _written(memory, place, found, cause)


def c_strcat(memory: Memory, place: Any, other: Memory, start: Any, cause: Unknown) -> None:
    """Add a text to another one."""
    c_strncat(memory, place, other, start, cause, _LONGEST)


def c_strncat(
    memory: Memory, place: Any, other: Memory, start: Any, cause: Unknown, most: Any
) -> None:
    """Add at most so many characters of a text to another one."""
    head, tail = _codes(memory, place), _codes(other, start, most)
    if isinstance(head, Unknown) or isinstance(tail, Unknown):
        memory.lose(cause)
        return
    _written(memory, place + len(head), [*tail, 0], cause)


def _of_letter(test: Callable[[str], object]) -> Callable[[Any], Any]:
    """A function of ``ctype.h`` in the C locale, for ASCII: 1 or 0, or another character."""

    def found(code: Any) -> Any:
        if code.__class__ is not int or not 0 <= code < _ASCII:
            return code if code.__class__ is Unknown else NO_NUMBER
        value = test(chr(code))
        return ord(value) if isinstance(value, str) else int(bool(value))

    return found


def environment() -> dict[str, Any]:
    """Return the names that generated code uses."""
    functions = (product, of_text, set_places, copy_places, c_strlen, c_strcmp, c_strncmp)
    found: dict[str, Any] = {item.__name__: item for item in functions}
    found.update((item.__name__, item) for item in (c_strcpy, c_strncpy, c_strcat, c_strncat))
    tests: dict[str, Callable[[str], object]] = {
        "isdigit": str.isdigit,
        "isalpha": str.isalpha,
        "isalnum": str.isalnum,
        "isspace": lambda letter: letter in " \t\n\v\f\r",
        "isupper": str.isupper,
        "islower": str.islower,
        "toupper": str.upper,
        "tolower": str.lower,
    }
    found.update((f"c_{name}", _of_letter(test)) for name, test in tests.items())
    return found
