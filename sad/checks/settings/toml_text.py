"""TOML with positions: typed access to a file of settings, every problem with its line and key.

``tomllib`` reads the values but forgets where they stand; a scan of the same text finds the lines.
"""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NoReturn, cast

from sad.diagnostics import Span, did_you_mean, input_error
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Keys = tuple[str, ...]
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}=.,\n]"
    r"|[^\S\n]+"
    r"|[^\s\[\]{}=.,\"'#]+",
    re.DOTALL,
)
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@record
class Entry:
    """A value with the keys that lead to it, as messages show them."""

    value: Any
    keys: Keys
    file: str
    lines: Mapping[Keys, int] = field(repr=False)
    prefix: int = 0

    @property
    def name(self) -> str:
        """The last key."""
        return self.keys[-1] if self.keys else ""

    @property
    def span(self) -> Span:
        """Where the key stands, or a first one in it, or the next table around it that has a line."""
        size = len(self.keys)
        inside = [line for keys, line in self.lines.items() if keys[:size] == self.keys]
        if size and inside:
            return Span.at(self.file, self.lines.get(self.keys, min(inside)))
        for length in range(size - 1, -1, -1):
            line = self.lines.get(self.keys[:length])
            if line is not None:
                return Span.at(self.file, line)
        return Span.at(self.file)

    def fail(self, code: str, message: str, hint: str = "") -> NoReturn:
        """Raise the error ``message`` about this value."""
        shown = ".".join(self.keys[self.prefix :])
        raise input_error(code, f"{shown}: {message}" if shown else message, self.span, hint)

    def table(self, allowed: Iterable[str] | None = None) -> dict[str, Entry]:
        """Return the entries of a table; SAD832 if it is none, SAD831 for a key not allowed."""
        found = _table(self.value)
        if found is None:
            self.fail("SAD832", f"a table is expected, not {_shown(self.value)}")
        entries = {
            name: Entry(value, (*self.keys, name), self.file, self.lines, self.prefix)
            for name, value in found.items()
        }
        if allowed is not None:
            known = list(allowed)
            for name, entry in entries.items():
                if name not in known:
                    hint = did_you_mean(name, known, f"known: {', '.join(known)}")
                    entry.fail("SAD831", "unknown key", hint)
        return entries

    def inner(self, *names: str) -> Entry:
        """Return the table under nested keys that is a document of its own; empty if there is none."""
        value: Any = self.value
        for name in names:
            value = (_table(value) or {}).get(name, {})
        return Entry(value, names, self.file, self.lines, len(names))

    def items(self) -> list[Entry]:
        """Return the items of an array; a value that is no array is one item."""
        values: Any = self.value
        if not isinstance(values, list):
            return [self]
        return [
            Entry(value, self.keys, self.file, self.lines, self.prefix)
            for value in cast("list[Any]", values)
        ]

    @property
    def is_table(self) -> bool:
        """Whether the value is a table."""
        return isinstance(self.value, dict)

    def text(self) -> str:
        """Return a string that is not blank."""
        if not isinstance(self.value, str):
            hint = f'write {self.name} = "..."'
            self.fail("SAD832", f"text is expected, not {_shown(self.value)}", hint)
        if not self.value.strip():
            self.fail("SAD832", "the text is empty", "fill it in, or remove the key")
        return self.value

    def texts(self) -> tuple[str, ...]:
        """Return the strings of an array, or one string."""
        return tuple(item.text() for item in self.items())

    def one_of(self, known: Iterable[str]) -> str:
        """Return a string that is one of those known."""
        text, names = self.text(), list(known)
        if text not in names:
            close = get_close_matches(text, names, 1)
            hint = f"did you mean {close[0]!r}?" if close else ""
            self.fail("SAD832", f"{text!r} is not one of {', '.join(names)}", hint)
        return text

    def number(self, low: float, high: float) -> float:
        """Return a number within limits."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self.fail("SAD832", f"a number is expected, not {_shown(self.value)}")
        if not low <= self.value <= high:
            self.fail("SAD832", f"{self.value} is not from {low:g} to {high:g}")
        return float(self.value)


def parse_toml(text: str, file: str) -> Entry:
    """Return the root of a TOML document; raise SAD830 if it is no TOML."""
    try:
        value = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = " ".join(str(error).split())
        place = _PLACE.search(message)
        last = text.count("\n") + (not text.endswith("\n"))
        line = int(place[1]) if place is not None and place[1] else max(1, last)
        reason = _PLACE.sub("", message)
        hint = 'text stands in quotes, lists in brackets: name = ["a", "b"]'
        raise input_error("SAD830", f"no valid TOML: {reason}", Span.at(file, line), hint) from None
    return Entry(value, (), file, dict(_key_lines(text)))


def _key_lines(text: str) -> Iterator[tuple[Keys, int]]:
    """The keys of valid TOML with their lines; of keys in inline tables only the outermost."""
    table: Keys = ()
    parts: list[str] = []
    depth, line, reading = 0, 1, "key"
    for token in _TOKEN.findall(text):
        if reading == "key":
            if token == "[" and not parts:
                reading = "header"
            elif token == "=":
                yield (*table, *parts), line
                reading = "value"
            elif not token.isspace() and token != "." and not token.startswith("#"):
                parts.append(_unquoted(token))
        elif reading == "header":
            if token == "\n":
                table = tuple(parts)
                yield table, line
                parts, reading = [], "key"
            elif not token.isspace() and token not in "[]." and not token.startswith("#"):
                parts.append(_unquoted(token))
        elif token in ("[", "{"):
            depth += 1
        elif token in ("]", "}"):
            depth -= 1
        elif token == "\n" and not depth:
            parts, reading = [], "key"
        line += token.count("\n")
    if reading == "header":
        yield tuple(parts), line


def _unquoted(token: str) -> str:
    return str(tomllib.loads(f"k = {token}")["k"]) if token[0] in "\"'" else token


def _table(value: object) -> dict[str, Any] | None:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"the text {value!r}"
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return str(value)
