"""Diagnostics as people read them: the same one at many places is one message.

Every output for people goes through ``gathered``; JSON keeps every place.
"""

from __future__ import annotations

import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity, Span
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

_FIRST = 4  # places that are named, the one in front of the message among them
_TOLD = 20  # messages of each code; what a reader may want to see of one kind
_WIDTH = 100  # columns
_LEFT_OUT = frozenset(
    ("SAD101", "SAD102", "SAD103", "SAD104", "SAD105", "SAD106", "SAD109", "SAD114")
)
"""Codes of files that are left out as a whole: each of them is named, however many there are."""

_earlier: list[set[Diagnostic]] = []
"""What was told so far in each ``telling_once`` that is open."""


@record
class Message:
    """A diagnostic, at the first of its ``places``; hints at the others may differ."""

    diagnostic: Diagnostic
    places: tuple[Span, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The files it is about, each once."""
        return tuple(dict.fromkeys(place.file for place in self.places))

    @property
    def headline(self) -> str:
        """What is said, and in how many files or how often; the first place is not in it."""
        said, files, times = self.diagnostic.message, len(self.files), len(self.places)
        if files > 1:
            often = f"{times} times " if times > files else ""
            return f"{said}, {often}in {files} files"
        return f"{said}, {times} times" if times > 1 else said

    def others(self, most: int | None = _FIRST) -> str:
        """Return where else, ``most`` places with the first one; empty for a single place."""
        rest = self.places[1:]
        shown = rest if most is None or self.diagnostic.code in _LEFT_OUT else rest[: most - 1]
        if not shown:
            return ""
        if len(self.files) == 1:
            names = [str(place.line) for place in shown]
            before = "on line " if len(rest) == 1 else "on lines "
        else:
            names, before = [f"{place.file}:{place.line}" for place in shown], "at "
        if len(rest) > len(shown):
            return f"also {before}{', '.join(names)} and {len(rest) - len(shown)} more"
        *names, last = names
        return f"also {before}{', '.join(names)}{' and ' if names else ''}{last}"

    @property
    def sentence(self) -> str:
        """All but the first place and the hint, in one line, for outputs that have their own place."""
        others = self.others()
        return f"{self.headline} ({others})" if others else self.headline

    def text(self, most: int | None = _FIRST) -> str:
        """Return the message as a terminal shows it: head, other places, hint."""
        item, others = self.diagnostic, self.others(most)
        lines = [f"{item.span}: {item.severity}[{item.code}]: {self.headline}"]
        if others:
            indent = "    " if len(others) > _WIDTH else "  "
            lines += textwrap.wrap(
                others,
                _WIDTH,
                initial_indent="  ",
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
        if item.hint:
            lines.append(f"  hint: {item.hint}")
        return "\n".join(lines)


def gathered(items: Iterable[Diagnostic]) -> list[Message]:
    """Return one message for all diagnostics that say the same, in the order of their first places.

    They say the same if code, severity and message are the same. A place told twice counts once.
    """
    found: dict[tuple[str, Severity, str], tuple[Diagnostic, dict[Span, None]]] = {}
    for item in items:
        key = item.code, item.severity, item.message
        found.setdefault(key, (item, {}))[1][item.span] = None
    return [Message(first, tuple(places)) for first, places in found.values()]


def as_strict(items: Sequence[Diagnostic], *, strict: bool) -> list[Diagnostic]:
    """Return the diagnostics with warnings as errors if ``strict`` asks for that."""
    if not strict:
        return list(items)
    warning, error = Severity.WARNING, Severity.ERROR
    return [replace(item, severity=error) if item.severity is warning else item for item in items]


@contextmanager
def telling_once() -> Generator[None]:
    """Leave out of ``told`` what it gave before: some commands read a source several times."""
    _earlier.append(set())
    try:
        yield
    finally:
        _earlier.pop()


def told(items: Sequence[Diagnostic], *, strict: bool = False) -> list[str]:
    """Return what a terminal shows of diagnostics: messages, then a line that counts several errors.

    Of each code there are the first ones, then how many more (SAD120, at the place of the first of
    them). With ``strict`` warnings are errors, and all messages are there with all their places: who
    asks for errors wants to mend them.
    """
    fresh = [item for item in items if not any(item in before for before in _earlier)]
    for before in _earlier:
        before.update(items)
    messages = gathered(as_strict(fresh, strict=strict))
    lines = [
        item.text(None) if strict else item.text() for item in _first_of_each(messages, strict)
    ]
    errors = [item for item in messages if item.diagnostic.severity is Severity.ERROR]
    if len(errors) > 1:
        lines.append(error_count(errors))
    return lines


def error_count(errors: Sequence[Message]) -> str:
    """Return how many errors there are in how many files."""
    files = {file for item in errors for file in item.files if not file.startswith("<")}
    count = f"{len(errors)} error{'s' * (len(errors) != 1)}"
    return f"{count} in {len(files)} file{'s' * (len(files) != 1)}" if files else count


def _first_of_each(messages: list[Message], strict: bool) -> list[Message]:
    if strict:
        return messages
    shown: list[Message] = []
    times: dict[str, int] = {}
    rest: dict[str, list[Message]] = {}
    for item in messages:
        code = item.diagnostic.code
        times[code] = times.get(code, 0) + 1
        if code in _LEFT_OUT or times[code] <= _TOLD:
            shown.append(item)
        else:
            rest.setdefault(code, []).append(item)
    for others in rest.values():
        shown += others if len(others) == 1 else [_counted(others)]
    return shown


def _counted(others: Sequence[Message]) -> Message:
    """One message for many of one code."""
    first = others[0].diagnostic
    files = len({file for item in others for file in item.files})
    where = "in this file" if files == 1 else f"from here on, in {files} files"
    message = f"{len(others)} more of {first.code} {where}"
    hint = "--strict prints all; sad analyze --format json lists them"
    note = replace(first, code="SAD120", severity=Severity.NOTE, message=message, hint=hint)
    return Message(note, (first.span,))
