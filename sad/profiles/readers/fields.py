"""Checked access to what a JSON profile holds: a count is a count, a text a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, cast

from sad.diagnostics import SadError, input_error
from sad.profiles.readers.source import malformed

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.diagnostics import Span

TOO_MANY = 2**63 - 1  # counters are of 64 bits; llvm-cov writes this for one that went below 0
_MOST_DIGITS = 100
_HINT = "is this the profile of a coverage tool, as it wrote it?"
_WRONG = "the counters are corrupt: build again, remove the old data files and run again"


class Fields:
    """The fields of one JSON object. ``span`` says, if an error needs it, where the object is."""

    __slots__ = ("_items", "_span", "what")

    def __init__(self, value: object, what: str, span: Callable[[], Span]) -> None:
        if not isinstance(value, dict):
            malformed(f"{what} must be an object", span(), _HINT)
        self._items = cast("dict[str, object]", value)
        self._span = span
        self.what = what

    def get(self, name: str) -> object:
        """Return the value; SAD704 if it is not there."""
        try:
            return self._items[name]
        except KeyError:
            return malformed(f"{self.what} has no {name}", self._span(), _HINT)

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self._items

    def names(self) -> list[str]:
        """Return the names of all fields, in order."""
        return [*self._items]

    def inner(self, name: str) -> Fields:
        """Return an object."""
        return Fields(self.get(name), f"{name} of {self.what}", self._span)

    def text(self, name: str) -> str:
        """Return a text."""
        return text(self.get(name), f"{name} of {self.what}", self._span)

    def truth(self, name: str) -> bool:
        """Return true or false."""
        value = self._items.get(name)
        if isinstance(value, bool):
            return value
        return truth(self.get(name), f"{name} of {self.what}", self._span)

    def count(self, name: str) -> int:
        """Return a number of events, at least 0; SAD705 otherwise."""
        value = self._items.get(name)
        if type(value) is int and 0 <= value < TOO_MANY:  # the usual case, without a message
            return value
        return count(self.get(name), f"{name} of {self.what}", self._span)

    def line(self, name: str) -> int:
        """Return a number of a line or column, or of something else that is no count."""
        value = self._items.get(name)
        if type(value) is int and 0 <= value < TOO_MANY:
            return value
        return position(self.get(name), f"{name} of {self.what}", self._span)

    def items(self, name: str) -> list[object]:
        """Return an array."""
        value = self._items.get(name)
        if isinstance(value, list):
            return cast("list[object]", value)
        return array(self.get(name), f"{name} of {self.what}", self._span)


def text(value: object, what: str, span: Callable[[], Span]) -> str:
    """Return ``value`` if it is a text; SAD704 otherwise."""
    if not isinstance(value, str):
        malformed(f"{what} must be text", span(), _HINT)
    return value


def array(value: object, what: str, span: Callable[[], Span]) -> list[object]:
    """Return ``value`` if it is an array; SAD704 otherwise."""
    if not isinstance(value, list):
        malformed(f"{what} must be an array", span(), _HINT)
    return cast("list[object]", value)


def truth(value: object, what: str, span: Callable[[], Span]) -> bool:
    """Return ``value`` if it is true or false; SAD704 otherwise."""
    if not isinstance(value, bool):
        malformed(f"{what} must be true or false", span(), _HINT)
    return value


def wrong(message: str, span: Callable[[], Span]) -> NoReturn:
    """Raise SAD704."""
    malformed(message, span(), _HINT)


def position(value: object, what: str, span: Callable[[], Span]) -> int:
    """Return ``value`` if it is a whole number from 0; SAD704 otherwise."""
    if type(value) is not int or not 0 <= value < TOO_MANY:
        malformed(f"{what} must be a whole number, not {value!r:.40}", span(), _HINT)
    return value


def count(value: object, what: str, span: Callable[[], Span]) -> int:
    """Return ``value`` if it is a whole number from 0 to TOO_MANY; SAD705 otherwise."""
    if type(value) is not int or not 0 <= value < TOO_MANY:
        raise impossible(what, value, span())
    return value


def count_text(written: str, what: str, span: Span) -> int:
    """Return a count that is written in digits; SAD705 if it is none."""
    digits = written.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > _MOST_DIGITS:
        raise impossible(what, written, span)
    value = int(written)
    if not 0 <= value < TOO_MANY:
        raise impossible(what, value, span)
    return value


def impossible(what: str, value: object, span: Span) -> SadError:
    """Return SAD705: ``value`` is no number of events."""
    if type(value) is int:
        why = "negative" if value < 0 else "more than a counter holds"
        return input_error("SAD705", f"{what} is {value!r:.40}: {why}", span, _WRONG)
    return input_error("SAD705", f"{what} is {value!r:.40}: no whole number", span, _WRONG)
