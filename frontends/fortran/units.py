"""Statements to program units: headers, END, CONTAINS; regions that declare types or interfaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.text import squeeze
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from frontends.directives import Read
    from sad.diagnostics import Diagnostics, Span

_NAMED_END = re.compile(r"END(PROGRAM|SUBROUTINE|FUNCTION|BLOCKDATA|MODULE)(\w*)$")

_WORD = re.compile(r"[A-Z][\w$]*")
_MODULE_PROCEDURE = re.compile(r"MODULEPROCEDURE([A-Z]\w*)$")


@record
class Line:
    """One parsed statement with its label, place and original text.

    ``offers``: the name that a line of an INCLUDE file of our own declares; see ``bundled``.
    ``before`` are the directives of OpenMP and OpenACC between the statement before and this one.
    """

    statement: sx.Statement
    label: str | None
    span: Span
    text: str
    offers: str | None = None
    before: tuple[Read, ...] = ()

    def saying(self, statement: sx.Statement) -> Line:
        """Return the line with another statement: ``replace`` takes five times as long."""
        return Line(statement, self.label, self.span, self.text, self.offers, self.before)


@mutable
class RawUnit:
    """The statements of one program unit. ``header`` is None for a main program without PROGRAM."""

    header: Line | None
    host: RawUnit | None = None
    lines: list[Line] = field(default_factory=list[Line])
    end: Line | None = None
    contains: bool = False
    inside: list[RawUnit] = field(default_factory=list["RawUnit"])

    @property
    def words_inside(self) -> set[str]:
        """The words in the internal procedures: names that these may change are among them."""
        texts = (line.text for unit in self.inside for line in unit.lines)
        return {word for text in texts for word in _WORD.findall(text.upper())}

    @property
    def name(self) -> str:
        """The unit's name; ``MAIN`` for an unnamed main program."""
        if self.header is not None and isinstance(self.header.statement, sx.Header):
            return self.header.statement.name
        return "MAIN"

    @property
    def first(self) -> Span:
        """Where the unit starts."""
        first = self.header or (self.lines[0] if self.lines else self.end)
        assert first is not None
        return first.span

    @property
    def kind(self) -> str:
        """``program``, ``subroutine``, ...: the header's word in lower case, squeezed."""
        statement = self.header.statement if self.header is not None else None
        return statement.kind if isinstance(statement, sx.Header) else "program"


def split_units(lines: Iterable[Line], diagnostics: Diagnostics) -> list[RawUnit]:
    """Return the program units in source order, internal procedures after their host's start."""
    splitter = _Splitter(diagnostics)
    for line in lines:
        splitter.add(line)
    return splitter.finish()


def host_numbers(raw_units: Sequence[RawUnit]) -> list[int | None]:
    """Return the number of each unit's host among the units of a file; None of one without."""
    numbers = {id(raw): number for number, raw in enumerate(raw_units)}
    return [None if raw.host is None else numbers.get(id(raw.host)) for raw in raw_units]


class _Splitter:
    """Keeps the unit being read; ``region`` counts open interface and type definitions.

    INCLUDE lines between units wait for the next one: what they include may begin it.
    """

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._units: list[RawUnit] = []
        self._current: RawUnit | None = None
        self._region = 0
        self._waiting: list[Line] = []

    def add(self, line: Line) -> None:
        if self._region_line(line):
            return
        line = self._with_header(line)
        statement = line.statement
        if isinstance(statement, sx.Header):
            self._open(line)
        elif isinstance(statement, sx.End):
            self._close(line)
        elif self._current is None and isinstance(statement, sx.Include):
            self._waiting.append(line)
        else:
            current = self._current
            if current is None:
                current = self._start(None)
            if isinstance(statement, sx.Contains):
                current.contains = True
            current.lines.append(line)

    def _with_header(self, line: Line) -> Line:
        """Take MODULE PROCEDURE as the start of a procedure where procedures stand."""
        if self._current is None or not self._current.contains:
            return line
        if not isinstance(line.statement, sx.Specification):
            return line
        match = _MODULE_PROCEDURE.match(squeeze(line.text))
        return line if match is None else line.saying(sx.Header("procedure", match[1]))

    def finish(self) -> list[RawUnit]:
        if self._waiting:
            last = self._units[-1] if self._units else self._start(None)
            last.lines += self._waiting
        while self._current is not None:
            self._missing_end(self._current)
            self._current = self._current.host
        return self._units

    def _region_line(self, line: Line) -> bool:
        """Take lines of an interface or type definition: they declare, they do not execute."""
        statement = line.statement
        if self._current is None or (
            not self._region and not isinstance(statement, sx.Specification)
        ):
            return False
        if isinstance(statement, sx.Specification):
            if statement.kind == "region":
                self._region += 1
            elif statement.kind == "endregion":
                self._region = max(0, self._region - 1)
            elif not self._region:
                return False
        if line.offers is not None:
            return True
        inside = sx.Specification("region", line.text)
        self._current.lines.append(line.saying(inside))
        return True

    def _start(self, header: Line | None, host: RawUnit | None = None) -> RawUnit:
        unit = RawUnit(header, host)
        unit.lines += self._waiting
        self._waiting = []
        self._units.append(unit)
        if host is not None:
            host.inside.append(unit)
        self._current = unit
        return unit

    def _open(self, line: Line) -> None:
        current = self._current
        if current is not None and not current.contains:
            self._missing_end(current)
            current = current.host
        self._start(line, current)

    def _close(self, line: Line) -> None:
        current = self._current
        if current is None:  # by the standard, a main program that does nothing
            current = self._start(None)
            self._diagnostics.warning(
                "SAD209", "END without a program unit", line.span, "remove it"
            )
        current.end = line
        self._check_end(current, line)
        self._current = current.host

    def _check_end(self, unit: RawUnit, line: Line) -> None:
        """What an END says it ends must be the unit it ends."""
        match = _NAMED_END.match("".join(line.text.upper().split()))
        if match is None:
            return
        kind, name = match[1].lower(), match[2]
        if kind != unit.kind or name not in ("", unit.name):
            message = f"this is no END of the {unit.kind} {unit.name}"
            hint = f"{unit.name} starts at line {unit.first.line}; is an END missing before?"
            self._diagnostics.error("SAD209", message, line.span, hint)

    def _missing_end(self, unit: RawUnit) -> None:
        last = unit.lines[-1].span if unit.lines else unit.first
        self._diagnostics.warning(
            "SAD209", f"the END statement of {unit.name} is missing", last, "add END"
        )
