"""Fixed-form Fortran as statements, and statements as lines in many layouts.

For well-formed code without a preprocessor. A reader of its own, so that what edits do does not
depend on the program under test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

WIDTH = 66
"""Columns 7 to 72."""
_STRING = re.compile(r"'(?:[^']|'')*'")
_TOKEN = re.compile(
    r"'(?:[^']|'')*'|\.[A-Za-z]+\.|(?:\d+(?:\.(?![A-Za-z]+\.)\d*)?|\.\d+)(?:[DEde][+-]?\d+)?"
    r"|[A-Za-z]\w*|\*\*|//|\s+|."
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its label, its text without continuations, and the comment lines before it."""

    label: str
    text: str
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """The statements of one program unit, ``END`` included."""

    statements: tuple[Statement, ...]

    @property
    def name(self) -> str:
        """The name in the unit's first statement."""
        found = re.search(r"(?:SUBROUTINE|FUNCTION)\s+(\w+)", self.statements[0].text.upper())
        assert found is not None, self.statements[0].text
        return found[1]

    def with_statements(self, statements: list[Statement]) -> Unit:
        """Return the unit with other statements."""
        return replace(self, statements=tuple(statements))


def read_units(text: str) -> list[Unit]:
    """Return the units of a file; comments after the last one are dropped."""
    units: list[Unit] = []
    found: list[Statement] = []
    for statement in _statements(text):
        found.append(statement)
        if statement.text.strip().upper() == "END":
            units.append(Unit(tuple(found)))
            found = []
    assert not found, "no END"
    return units


def _statements(text: str) -> Iterator[Statement]:
    comments: list[str] = []
    label, whole, before = "", "", ()
    for line in text.splitlines():
        if is_comment(line):
            comments.append(line)
        elif len(line) > 5 and line[5] not in " 0":
            is_open = whole.count("'") % 2 == 1
            whole = (whole.ljust(-(-len(whole) // WIDTH) * WIDTH) if is_open else whole) + line[
                6:72
            ]
        else:
            if whole:
                yield Statement(label, whole.strip(), before)
            label, whole, before = line[:5].strip(), line[6:72], tuple(comments)
            comments = []
    if whole:
        yield Statement(label, whole.strip(), before)


def is_comment(line: str) -> bool:
    """Whether a line is a comment or blank."""
    return not line.strip() or line[0] in "*Cc!" or line.lstrip().startswith("!")


def in_code(text: str, change: Callable[[str], str]) -> str:
    """Return a statement with everything outside of strings changed."""
    parts: list[str] = []
    last = 0
    for string in _STRING.finditer(text):
        parts += [change(text[last : string.start()]), string[0]]
        last = string.end()
    return "".join([*parts, change(text[last:])])


def renamed(text: str, names: dict[str, str]) -> str:
    """Return a statement with whole words outside of strings renamed; names are in upper case."""

    tokens: list[str] = _TOKEN.findall(text)
    return "".join(names.get(token.upper(), token) for token in tokens)


@dataclass(frozen=True, slots=True)
class Layout:
    """How statements become lines. ``width`` gives the columns of each line that are used."""

    indent: Callable[[], int] = lambda: 6
    width: Callable[[], int] = lambda: WIDTH
    mark: Callable[[], str] = lambda: "$"
    comments: Callable[[tuple[str, ...]], tuple[str, ...]] = lambda lines: lines
    between: Callable[[], str | None] = lambda: None
    ends: str = "\n"


def write_units(units: list[Unit], layout: Layout | None = None) -> str:
    """Return the text of a file."""
    layout = layout or Layout()
    lines: list[str] = []
    for unit in units:
        for statement in unit.statements:
            lines += layout.comments(statement.comments)
            lines += _lines(statement, layout)
    return "".join(f"{line}{layout.ends}" for line in lines)


def _lines(statement: Statement, layout: Layout) -> Iterator[str]:
    start = f"{statement.label:<5} "
    line = " " * layout.indent()
    width = layout.width()
    for token in _TOKEN.findall(statement.text):
        if len(line) + len(token) > width and line.strip():
            yield (start + line).rstrip()
            extra = layout.between()
            if extra is not None:
                yield extra
            start, line, width = f"     {layout.mark()}", "", layout.width()
        line += token
    assert len(line) <= WIDTH, statement.text
    yield (start + line).rstrip()


@dataclass(slots=True)
class Source:
    """The files of a revision by name, and the random numbers that edits are made with."""

    files: dict[str, str]
    rng: Random
    renamed: dict[str, str] = field(default_factory=dict[str, str])

    def units(self, name: str) -> list[Unit]:
        """Return the units of a file."""
        return read_units(self.files[name])

    def put(self, name: str, units: list[Unit], layout: Layout | None = None) -> None:
        """Replace a file."""
        self.files[name] = write_units(units, layout)

    def some(self) -> list[str]:
        """Return half of the files, or one."""
        names = sorted(self.files)
        return self.rng.sample(names, k=max(1, len(names) // 2))

    def each_statement(self, change: Callable[[Statement], Statement]) -> None:
        """Change every statement of some files."""
        for name in self.some():
            found = [
                unit.with_statements([change(item) for item in unit.statements])
                for unit in self.units(name)
            ]
            self.put(name, found)
