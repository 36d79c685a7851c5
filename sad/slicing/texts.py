"""Functions of C's library on texts and memory, for generated code.

A text is the memory it is in and the place of its first character; a character is its code, and 0
ends the text. What is not known makes the result unknown.

Over 400 lines: these are the functions of one library.
"""

from __future__ import annotations

import string
from functools import partial
from typing import TYPE_CHECKING, Any

from sad.slicing.memory import Inner, Memory, address
from sad.slicing.runtime import NO_NUMBER, NOT_SET, BrokenError, Unknown
from sad.slicing.scanning import codes_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.slicing.memory import Heap

_LONGEST = 1_000_000
"""How many places one call may look at."""
_ROW = 1000
"""From how many places on a row of zeros is kept as one span."""
_ASCII = 128
_NAME = 256
"""Places that are kept for the name of the program."""
_PLACES = (int, Inner)
"""The classes of places that others follow in a row."""
_NO_NAME = Unknown("the name of the program is not given")
_NO_WORDS = Unknown("the command line is not given")


def of_text(text: str) -> Memory:
    """Return a memory with a constant text from place 0 on."""
    found = Memory()
    found.update(enumerate([*codes_of(text), 0]))
    return found


def _count(size: Any, width: int) -> int | Unknown:
    """How many elements of ``width`` bytes some bytes are."""
    if size.__class__ is Unknown:
        return size
    if size.__class__ is not int or size < 0 or size % width or size // width > _LONGEST:
        return NO_NUMBER
    return size // width


def inside_member(size: Any, first: Any, width: int, room: int, cause: Unknown) -> Any:
    """Return how many bytes of a member that is an array are set; past its end are other members."""
    many = _count(size, width)
    if isinstance(many, Unknown) or first.__class__ is not Inner or first[1] + many <= room:
        return size
    raise BrokenError(cause)


def set_places(
    memory: Memory, first: Any, size: Any, width: int, value: Any, cause: Unknown
) -> None:
    """Set so many bytes from a place on: what elements of ``width`` bytes are then is ``value``."""
    many = _count(size, width)
    if isinstance(many, Unknown) or first.__class__ not in _PLACES:
        memory.lose(cause)
    elif many <= _ROW:
        for index in range(many):
            memory[first + index] = value
    else:
        for place in [item for item in memory if _is_between(item, first, many)]:
            del memory[place]
        memory.spans.insert(0, (first, first + many, value))


def _is_between(place: Any, first: Any, many: int) -> bool:
    """Whether a place is one of so many in a row."""
    if first.__class__ is int:
        return place.__class__ is int and first <= place < first + many
    is_row = place.__class__ is not int and (place[0], *place[2:]) == (first[0], *first[2:])
    return is_row and first[1] <= place[1] < first[1] + many


def copy_places(
    memory: Memory, first: Any, other: Memory, start: Any, size: Any, width: int, cause: Unknown
) -> None:
    """Copy so many bytes; the places may overlap."""
    many = _count(size, width)
    if isinstance(many, Unknown) or first.__class__ not in _PLACES:
        memory.lose(cause)
        return
    if start.__class__ not in _PLACES:
        for index in range(many):
            memory[first + index] = cause
        return
    for index, value in enumerate([other[start + index] for index in range(many)]):
        memory[first + index] = value


def _codes(memory: Memory, place: Any, most: Any = _LONGEST) -> list[int] | Unknown:
    """The characters of a text up to its end, at most so many."""
    if place.__class__ is Unknown or most.__class__ is Unknown:
        return place if place.__class__ is Unknown else most
    if place.__class__ not in _PLACES or most.__class__ is not int:
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


def c_strncmp(first: Memory, place: Any, second: Memory, other: Any, most: Any = _LONGEST) -> Any:
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
    if isinstance(codes, Unknown) or place.__class__ not in _PLACES:
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


def c_strncat(
    memory: Memory, place: Any, other: Memory, start: Any, cause: Unknown, most: Any = _LONGEST
) -> None:
    """Add at most so many characters of a text to another one."""
    head, tail = _codes(memory, place), _codes(other, start, most)
    if isinstance(head, Unknown) or isinstance(tail, Unknown):
        memory.lose(cause)
        return
    _written(memory, place + len(head), [*tail, 0], cause)


def c_strncasecmp(
    first: Memory, place: Any, second: Memory, other: Any, most: Any = _LONGEST
) -> Any:
    """Compare at most so many characters, letters of both cases alike."""
    found = [_codes(first, place, most), _codes(second, other, most)]
    lower: list[str] = []
    for codes in found:
        if isinstance(codes, Unknown):
            return codes
        if not all(0 <= code < _ASCII for code in codes):
            return NO_NUMBER
        lower.append("".join(map(chr, codes)).lower())
    return (lower[0] > lower[1]) - (lower[0] < lower[1])


def c_memcmp(first: Memory, place: Any, second: Memory, other: Any, size: Any) -> Any:
    """Compare so many bytes, each kept as one place: 0, or the sign of their order."""
    many = _count(size, 1)
    if isinstance(many, Unknown):
        return many
    for value in (place, other):
        if value.__class__ is Unknown:
            return value
    for index in range(many):
        left, right = first[place + index], second[other + index]
        if left.__class__ is not int or right.__class__ is not int:
            return left if left.__class__ is Unknown else right
        if left != right:
            return (left & 255 > right & 255) - (left & 255 < right & 255)
    return 0


def _found(memory: Memory, place: Any, search: Callable[[list[int]], Any]) -> Any:
    """The address of what is found in a text, 0 if it is not there."""
    codes = _codes(memory, place)
    if isinstance(codes, Unknown):
        return codes
    index = search(codes)
    if index.__class__ is Unknown:
        return index
    if index is None:
        return 0
    found = place + index  # no place but the heap's has an address
    return max(found, 1) if found.__class__ is int else found


def if_read(was_read: Any, address: Any) -> Any:
    """Return what ``fgets`` returns: the address of the text, or 0 at the end of the file."""
    return address if was_read is True else 0 if was_read is False else was_read


def pointer_into(memory: Memory, heap: Memory, place: Any, cause: Unknown) -> Any:
    """Return the address of a place; only places of the heap have one."""
    if place == 0 or place.__class__ is Unknown:
        return place
    return address(memory, place, heap, cause)


def c_strchr(memory: Memory, place: Any, code: Any) -> Any:
    """Return the address of the first place of a character, 0 if it is not in the text."""
    return _found(memory, place, lambda codes: _index([*codes, 0], code))


def c_strrchr(memory: Memory, place: Any, code: Any) -> Any:
    """Return the address of the last place of a character, 0 if it is not in the text."""

    def search(codes: list[int]) -> Any:
        index = _index([0, *reversed(codes)], code)
        return index if index.__class__ is not int else len(codes) - index

    return _found(memory, place, search)


def _index(codes: list[int], code: Any) -> Any:
    if code.__class__ is not int:
        return code if code.__class__ is Unknown else NO_NUMBER
    code = (code + _ASCII) % (2 * _ASCII) - _ASCII
    return codes.index(code) if code in codes else None


def c_strstr(memory: Memory, place: Any, other: Memory, start: Any) -> Any:
    """Return the address of a text in another, 0 if it is not there."""
    word = _codes(other, start)

    def search(codes: list[int]) -> Any:
        if isinstance(word, Unknown):
            return word
        size = len(word)
        starts = range(len(codes) - size + 1)
        return next((at for at in starts if codes[at : at + size] == word), None)

    return _found(memory, place, search)


def c_strpbrk(memory: Memory, place: Any, other: Memory, start: Any) -> Any:
    """Return the address of the first of some characters, 0 if none is there."""
    letters = _codes(other, start)

    def search(codes: list[int]) -> Any:
        if isinstance(letters, Unknown):
            return letters
        return next((at for at, code in enumerate(codes) if code in letters), None)

    return _found(memory, place, search)


def c_strspn(memory: Memory, place: Any, other: Memory, start: Any, *, inside: bool = True) -> Any:
    """Return how many characters a text begins with that are some of others, or none of them."""
    codes, letters = _codes(memory, place), _codes(other, start)
    if isinstance(codes, Unknown):
        return codes
    if isinstance(letters, Unknown):
        return letters
    ends = (at for at, code in enumerate(codes) if (code in letters) != inside)
    return next(ends, len(codes))


class Tokens:
    """What ``strtok`` remembers from one call to the next."""

    def __init__(self) -> None:
        self._next: tuple[Memory, Any] | Unknown | None = None

    def lose(self, cause: Unknown) -> None:
        """Forget the text."""
        self._next = cause

    def take(self, memory: Memory | None, place: Any, other: Memory, start: Any) -> Any:
        """Return the address of the next token of a text, or of the last one; 0 if there is none."""
        if memory is not None:
            self._next = (memory, place)
        if self._next is None or isinstance(self._next, Unknown):
            return NOT_SET if self._next is None else self._next
        text, at = self._next
        codes, letters = _codes(text, at), _codes(other, start)
        if isinstance(codes, Unknown) or isinstance(letters, Unknown):
            cause = codes if isinstance(codes, Unknown) else letters
            assert isinstance(cause, Unknown)
            text.lose(cause)
            self._next = cause
            return cause
        skipped = next((i for i, code in enumerate(codes) if code not in letters), len(codes))
        if skipped == len(codes):
            self._next = (text, at + skipped)
            return 0
        ends = (i for i, code in enumerate(codes) if i > skipped and code in letters)
        end = next(ends, len(codes))
        if end < len(codes):
            text[at + end] = 0
        self._next = (text, at + min(end + 1, len(codes)))
        return at + skipped


def text_at(memory: Memory, place: Any, most: Any = _LONGEST) -> str | Unknown:
    """Return a text of C as a string of bytes."""
    codes = _codes(memory, place, most)
    return codes if isinstance(codes, Unknown) else "".join(chr(code & 255) for code in codes)


def put_text(memory: Memory, place: Any, codes: Any, cause: Unknown) -> None:
    """Write the characters that ``scanf`` read."""
    _written(memory, place, codes, cause)


def put_line(memory: Memory, place: Any, text: Any, most: Any, cause: Unknown) -> None:
    """Write a text that ``snprintf`` made, at most so many characters if that is not 0."""
    if text.__class__ is not str or most.__class__ is not int:
        memory.lose(cause)
        return
    codes = list(map(ord, text))
    _written(memory, place, [*(codes[: most - 1] if most else codes), 0], cause)


def literal(memory: Memory, heap: Heap, text: str) -> int:
    """Return the address of a constant text of bytes, put on the heap."""
    codes = [*codes_of(text), 0]
    place = heap.take(len(codes))
    memory.update(enumerate(codes, place))
    return place


def command_line(
    words: tuple[str, ...] | None, heap: Heap, pointers: Memory, letters: Memory
) -> tuple[Memory, Any]:
    """Return the memory and place of ``argv``. The name of the program is not known."""
    if words is None:
        return Memory(_NO_WORDS), 0
    place = heap.take(len(words) + 2)
    name = heap.take(_NAME)
    letters.lose_range(name, _NAME, _NO_NAME)
    pointers[place] = name
    for index, word in enumerate(words, place + 1):
        pointers[index] = literal(letters, heap, word.encode().decode("latin-1"))
    pointers[place + len(words) + 1] = 0
    return pointers, place


def _of_letter(test: Callable[[str], object]) -> Callable[[Any], Any]:
    """A function of ``ctype.h`` in the C locale, for ASCII: 1 or 0, or another character."""

    def found(code: Any) -> Any:
        if code.__class__ is not int or not -1 <= code < 2 * _ASCII:
            return code if code.__class__ is Unknown else NO_NUMBER
        if code < 0 or code >= _ASCII:  # the end of a file, and no letters in the C locale
            return code if isinstance(test("a"), str) else 0
        value = test(chr(code))
        return ord(value) if isinstance(value, str) else int(bool(value))

    return found


c_strcmp, c_strcat, c_strcasecmp = c_strncmp, c_strncat, c_strncasecmp
c_strcspn = partial(c_strspn, inside=False)
_CHARACTERS: dict[str, Callable[[str], object]] = {
    "isdigit": str.isdigit,
    "isalpha": str.isalpha,
    "isalnum": str.isalnum,
    "isspace": lambda letter: letter in " \t\n\v\f\r",
    "isblank": lambda letter: letter in " \t",
    "isxdigit": lambda letter: letter in string.hexdigits,
    "ispunct": lambda letter: letter in string.punctuation,
    "isprint": str.isprintable,
    "isgraph": lambda letter: letter.isprintable() and letter != " ",
    "iscntrl": lambda letter: not letter.isprintable(),
    "isupper": str.isupper,
    "islower": str.islower,
    "toupper": str.upper,
    "tolower": str.lower,
}
CHARACTERS = {f"c_{name}": _of_letter(test) for name, test in _CHARACTERS.items()}
"""The functions of ``ctype.h``."""
