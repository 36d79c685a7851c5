"""The input of a program, given as text: what READ and scanf make of it.

List-directed input, namelists and simple formats of Fortran (A, I, F, E, D, G, L, X, /), ``scanf``,
and lines and characters of C. Anything else loses the place in the input: what is read from there
on is not known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sad.slicing.memory import Inner
from sad.slicing.namelists import Group, find_group, read_group
from sad.slicing.runtime import Unknown, f32
from sad.slicing.scanning import codes_of, scan

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.slicing.memory import Heap, Memory

_VALUE = re.compile(r"\s*(?:(\d+)\*)?('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[^\s,/;]+)\s*,?")
_NULL = re.compile(r"\s*,")
_NUMBER = re.compile(r"[-+]?\d+")
_REAL = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eEdDqQ][-+]?\d+|[-+]\d+)?")
_EDIT = re.compile(r"(\d*)(A|I|F|E|D|G|L|X|/)(\d*)(?:\.(\d+))?(?:E\d+)?", re.IGNORECASE)
END = "end"
NEXT = "next"
STDIN = 1
"""The value of C's ``stdin``."""


class ProgramInput:
    """A text that is read from its beginning, by records (Fortran) or characters (C).

    ``next`` gives the values of one transfer in turn and ``finish`` says how it went: ``next``,
    ``end``, or a value that is not known.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._lost: Unknown | None = None
        self._ended = False
        self._waiting: list[str | None] = []
        self._is_list = True
        self._fields: list[tuple[str, int, int]] = []
        self._record = ""
        self._column = 0
        self._group: Group | None = None

    def lose(self, cause: Unknown) -> Unknown:
        """Give up the place: nothing that follows is known."""
        self._lost = cause
        return cause

    def rewind(self) -> int:
        """Go to the beginning."""
        self._place = 0
        self._ended = False
        return 0

    # --- Fortran ----------------------------------------------------------------------------------

    def start(self, layout: str, cause: Unknown) -> None:
        """Begin a READ by a layout; with one that is not followed the place is lost."""
        self._ended = False
        self._waiting = []
        self._is_list = layout == "*"
        if not self._is_list:
            fields = _fields(layout)
            if fields is None:
                self.lose(cause)
                return
            self._fields = fields
            self._next_record()

    def start_group(self, name: str, objects: tuple[str, ...], cause: Unknown) -> None:
        """Begin a READ of a namelist group with these objects; another one in it loses the place."""
        self._ended = False
        self._group = None
        if self._lost is not None:
            return
        place = find_group(self._text, self._place, name)
        if place is None:
            self._place, self._ended = len(self._text), True
            return
        self._group = read_group(self._text, place)
        if self._group is None or not self._group.objects.keys() <= set(objects):
            self.lose(cause)
            return
        self._place = self._group.place

    def named(
        self, name: str, kind: str, cause: Unknown, count: int = 1, first: int | None = None
    ) -> list[tuple[int, Any]] | Unknown:
        """Return the values that the group gives an object of ``count`` elements, with their places.

        Places count from 0. ``first`` is the lower bound of an array of one dimension.
        """
        if self._lost is not None:
            return self._lost
        found: list[tuple[int, Any]] = []
        given = [] if self._group is None or self._ended else self._group.objects.get(name, [])
        for subscript, words in given:
            start = 0
            if subscript is not None:
                if first is None or not _NUMBER.fullmatch(subscript.strip()):
                    return cause
                start = int(subscript) - first
            for at, word in enumerate(words, start):
                value = None if word is None else _converted(word, kind)
                if not 0 <= at < count or (word is not None and value is None):
                    return self.lose(cause)
                if value is not None:
                    found.append((at, value))
        return found

    def _next_record(self) -> None:
        if self._place >= len(self._text):
            self._ended = True
            return
        end = self._text.find("\n", self._place)
        end = len(self._text) if end < 0 else end
        self._record = self._text[self._place : end]
        self._place = end + 1
        self._column = 0

    def next(self, kind: str, cause: Unknown, size: int = 0) -> Any:
        """Return the next value, of a kind: integer, real, double, logical or character.

        ``size`` is how many characters a text has.
        """
        if self._lost is not None:
            return self._lost
        if self._ended:
            return cause
        word = self._word() if self._is_list else self._field(size)
        if word is None:
            return cause if self._ended else self.lose(cause)
        value = _converted(word, kind)
        return self.lose(cause) if value is None else value

    def _word(self) -> str | None:
        while not self._waiting:
            self._next_record()
            if self._ended:
                return None
            rest = self._record
            while rest.strip():
                if rest.lstrip().startswith("/"):
                    self._waiting.append(None)
                    break
                found = _VALUE.match(rest)
                if found is None or _NULL.match(rest):
                    self._waiting.append(None)
                    break
                self._waiting += [found[2]] * int(found[1] or 1)
                rest = rest[found.end() :]
        return self._waiting.pop(0)

    def _field(self, size: int) -> str | None:
        while self._fields and self._fields[0][0] in "X/":
            kind, width, _ = self._fields.pop(0)
            if kind == "X":
                self._column += width
            else:
                self._next_record()
                if self._ended:
                    return None
        if not self._fields:
            return None
        kind, width, decimals = self._fields.pop(0)
        width = width or size or len(self._record) - self._column
        text = self._record[self._column : self._column + width]
        self._column += width
        if kind == "A":
            text = text.ljust(width)[-size:] if size and width > size else text
            return "'" + text.replace("'", "''") + "'"
        text = text.strip() or "0"
        if kind in "FEDG" and "." not in text and decimals:
            return None  # digits behind a point that is not written
        return text.replace(" ", "")

    def finish(self) -> Any:
        """Return how the transfer went."""
        if self._lost is not None:
            return self._lost
        return END if self._ended else NEXT

    # --- C ----------------------------------------------------------------------------------------

    def _bytes(self) -> None:
        """Take the text as bytes, which C reads."""
        if not self._text.isascii():
            if "\ufffd" in self._text:
                self.lose(Unknown("the input has bytes that are no text"))
            self._text = self._text.encode().decode("latin-1")

    def scan(self, form: str, cause: Unknown) -> list[Any]:
        """Return what ``scanf`` returns, and the values it stores, texts as codes."""
        self._bytes()
        if self._lost is not None:
            return [self._lost]
        found = scan(self._text, self._place, form, cause)
        if found.place is None:
            return [self.lose(cause)]
        self._place = found.place
        self._ended |= found.met_end
        return [found.count, *found.values]

    def character(self) -> Any:
        """Return the next character, as ``getchar`` does: -1 at the end."""
        self._bytes()
        if self._lost is not None:
            return self._lost
        if self._place >= len(self._text):
            self._ended = True
            return -1
        self._place += 1
        return ord(self._text[self._place - 1])

    def unread(self, code: Any) -> Any:
        """Put back the character that was read last (``ungetc``); another one loses the place."""
        if self._lost is not None or code.__class__ is Unknown:
            return self._lost or self.lose(code)
        if code == -1:
            return -1
        if not self._place or ord(self._text[self._place - 1]) != code:
            return self.lose(Unknown("another character is put back"))
        self._place -= 1
        self._ended = False
        return code

    def line(self, memory: Memory | None, place: Any, most: Any, cause: Unknown) -> Any:
        """Read a line into a memory, as ``fgets`` does; return whether there was one.

        Without a memory it is only read.
        """
        self._bytes()
        if most.__class__ is not int:
            self.lose(cause)
        if self._lost is None and self._place >= len(self._text):
            self._ended = True
            return False
        if self._lost is not None or place.__class__ not in (int, Inner) or most < 2:
            if memory is not None:
                memory.lose(cause)
            return self.lose(cause)
        end = self._text.find("\n", self._place) + 1
        if not end:
            end = len(self._text)
            self._ended |= end - self._place < most - 1
        end = min(end, self._place + most - 1)
        for index, code in enumerate([*codes_of(self._text[self._place : end]), 0]):
            if memory is not None:
                memory[place + index] = code
        self._place = end
        return True

    def next_line(self, old: Any, memory: Memory, heap: Heap, cause: Unknown) -> tuple[Any, Any]:
        """Read a line as ``getline`` does, to where the last one was; return its address, and how long
        it is, -1 at the end.
        """
        place = old if old.__class__ is int and old else heap.take(1)
        end = self._text.find("\n", self._place) + 1 or len(self._text)
        most = end - self._place + 2
        was_read = self.line(memory, place, most, cause)
        if was_read is True:
            return place, most - 2
        return (old, -1) if was_read is False else (was_read, was_read)

    def has_ended(self) -> Any:
        """Return whether the end was met (``feof``)."""
        return int(self._ended) if self._lost is None else self._lost


def _fields(layout: str) -> list[tuple[str, int, int]] | None:
    """The fields of a FORMAT without groups and with nothing but simple descriptors."""
    inside = layout.strip()
    if not (inside.startswith("(") and inside.endswith(")")) or "(" in inside[1:-1]:
        return None
    found: list[tuple[str, int, int]] = []
    for word in filter(None, re.split(r"\s*,\s*|(?<=/)|(?=/)", inside[1:-1].replace(" ", ""))):
        match = _EDIT.fullmatch(word)
        if match is None:
            return None
        times, kind = int(match[1] or 1), match[2].upper()
        if kind == "X":
            found.append(("X", times, 0))
        else:
            field = (kind, int(match[3] or 0), int(match[4] or 0))
            if kind not in "A/" and not field[1]:
                return None
            found += [field] * times
    return found


def _converted(word: str, kind: str) -> Any:
    match kind:
        case "integer":
            return int(word) if _NUMBER.fullmatch(word) else None
        case "real" | "double":
            found = _REAL.fullmatch(word)
            if found is None:
                return None
            text = re.sub("[dDqQ]", "e", word)
            text = (
                re.sub(r"(?<=[\d.])([-+]\d+)$", r"e\1", text) if "e" not in text.lower() else text
            )
            return f32(float(text)) if kind == "real" else float(text)
        case "logical":
            letter = word.lstrip(".").upper()[:1]
            return {"T": True, "F": False}.get(letter)
        case "character":
            quote = word[0]
            return word[1:-1].replace(quote * 2, quote) if quote in "'\"" else word
        case _:
            return None


def internal(text: Any) -> ProgramInput:
    """Return the input that a text of the program is."""
    if text.__class__ is Unknown:
        found = ProgramInput("")
        found.lose(text)
        return found
    return ProgramInput(text)


def status_of(ended: Any) -> Any:
    """Return what IOSTAT= is after a transfer."""
    return ended if ended.__class__ is Unknown else -1 if ended == END else 0


def outcome(ended: Any, arm: int | None, may_fail: bool, stop: Callable[[], None]) -> Any:
    """Return where control goes after READ: to the label of END=, or on; a program without either
    ends there.
    """
    if ended.__class__ is Unknown:
        return ended if may_fail else NEXT
    if ended == END:
        if arm is None and not may_fail:
            stop()
        return NEXT if arm is None else arm
    return NEXT


def argument_text(arguments: tuple[str, ...], number: Any, cause: Unknown) -> Any:
    """Return an argument of the command line; argument 1 is the first after the program.

    The name of the program is not known; where there is no argument, Fortran finds blanks.
    """
    if isinstance(number, Unknown):
        return number
    if not isinstance(number, int) or number == 0:
        return cause
    return arguments[number - 1] if 1 <= number <= len(arguments) else ""
