"""Snapshots read back: the state they were written from, or what is wrong and where."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sad.checks.costs.record import LoopCost, State, Symbol, UnitCost
from sad.checks.costs.source_text import first_conflict
from sad.checks.snapshot.format import (
    END,
    HEAD,
    NEARLY_TOTAL,
    NO_TOTAL,
    PEOPLE,
    SAME_AS_TOTAL,
    SCHEMA,
    digest,
    exact_path,
    whole_text,
)
from sad.checks.snapshot.formulas import FormulaReader, NoFormula, unescaped
from sad.checks.snapshot.people import first_difference, shorts
from sad.diagnostics import Span, input_error
from sad.files import no_pipe
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.poly import Poly
    from sad.diagnostics import SadError

_AGAIN = "write it again with: sad snapshot"
_NEWER = "update sad, or write it again with: sad snapshot"
_ABOUT = re.compile(
    r"in (?P<file>.*): language (?P<language>\S+), statements (?P<statements>\d+), "
    r"opaque (?P<opaque>\d+), structure (?P<structure>[0-9a-f]+)"
    r"(?:, itself (?P<itself>[0-9a-f]+))?(?P<alone>, by itself)?"
)
_SYMBOL = re.compile(
    r"symbol (?P<name>.+): `(?P<label>[^`]*)`, (?P<role>[a-z_ 0-9]+?)"
    r"(?:, mark (?P<mark>[0-9a-f]+))?"
    r"(?:, coding (?P<coding>[a-z]+))?"
)
_RANGE = re.compile(r"range (?P<name>.+): (?P<least>-?\d+)? ?\.\. ?(?P<most>-?\d+)?")
_AMOUNT = re.compile(r"(?P<what>total|left|own|call|loop|part|seconds) (?P<key>.+?) = (?P<text>.+)")


def read_snapshot(path: str) -> State:
    """Return the state in a snapshot: its exact part, or all that is known without it.

    The text alone is the whole of one that an older version has written.

    Raises ``SadError`` BAD_INPUT: SAD101 or SAD106 if the file cannot be read, SAD810 if it is no
    snapshot, SAD811 if another version of sad has written it, SAD812 for a line that is damaged,
    SAD813 for a conflict of a merge, SAD814 for a unit that is there twice, SAD815 without its end.
    """
    try:
        text = Path(no_pipe(path)).read_text(encoding="utf-8")
        whole = whole_text(path)
    except FileNotFoundError:
        raise input_error("SAD101", "no such file", Span.at(path), _AGAIN) from None
    except OSError as error:
        reason = error.strerror or "read error"
        hint = "check the permissions"
        raise input_error("SAD106", f"cannot be read: {reason}", Span.at(path), hint) from None
    except UnicodeDecodeError:
        raise input_error("SAD810", "no snapshot: no text", Span.at(path), _AGAIN) from None
    lines = text.splitlines()
    if lines[1:2] != [f"schema {PEOPLE}"] or not is_snapshot(text):
        return parse_snapshot(text, path)
    people = _File(lines, path)
    people.check_merged()
    people.check_end()
    found = shorts(text)
    if whole is None:
        return State(path, {}, shorts=found)
    exact = whole.decode("utf-8", "replace")
    wrong = first_difference(found, exact)
    if wrong:
        message = f"not written together with {exact_path(path)}: {wrong} differs"
        line = next((n for n, x in enumerate(lines) if x.startswith(f"unit {wrong}:")), 0)
        raise people.error("SAD812", message, line)
    return replace(parse_snapshot(exact, exact_path(path)), label=path)


def is_snapshot(text: str) -> bool:
    """Whether a text starts as a snapshot does."""
    return text.startswith(HEAD.partition(".")[0])


def parse_snapshot(text: str, path: str) -> State:
    """Return the state in the text of a snapshot; raises as ``read_snapshot``."""
    return _File(text.splitlines(), path).state()


class _File:
    def __init__(self, lines: list[str], path: str) -> None:
        self._lines = lines
        self._path = path

    def error(self, code: str, message: str, line: int, hint: str = _AGAIN) -> SadError:
        """Return an error at a line, counted from 0."""
        return input_error(code, message, Span.at(self._path, line + 1), hint)

    def check_merged(self) -> None:
        """Raise SAD813 for a conflict of a merge."""
        conflict = first_conflict(self._lines)
        if conflict is not None:
            hint = "take either side, then write it again with: sad snapshot"
            raise self.error("SAD813", "a merge left a conflict here", conflict - 1, hint)

    def check_end(self) -> None:
        """Raise SAD815 if the file was cut."""
        if self._lines[-1] != END:
            raise self.error("SAD815", "the end of the snapshot is missing", len(self._lines) - 1)

    def state(self) -> State:
        """Return the state in the file."""
        self.check_merged()
        self._check_head()
        self.check_end()
        machines: list[str] = []
        sizes: dict[str, str] = {}
        units: dict[str, UnitCost] = {}
        number = 2
        while number < len(self._lines) - 1:
            line = self._lines[number]
            word, _, rest = line.partition(" ")
            if word == "machine" and rest:
                machines.append(rest)
            elif word == "size" and " = " in rest:
                name, _, value = rest.partition(" = ")
                sizes[name] = value
            elif word == "unit" and ": " in rest:
                end = self._end_of_unit(number)
                unit = _Unit(self, number, self._lines[number:end], self._path).unit()
                if unit.name in units:
                    raise self.error("SAD814", f"unit {unit.name} is here twice", number)
                units[unit.name] = unit
                number = end
                continue
            elif line:
                raise self.error("SAD812", f"not understood: {line[:40]!r}", number)
            number += 1
        return State(self._path, dict(sorted(units.items())), tuple(machines), sizes)

    def _check_head(self) -> None:
        if not self._lines or not is_snapshot(self._lines[0]):
            raise self.error("SAD810", "no snapshot", 0)
        word, _, version = self._lines[1].partition(" ") if len(self._lines) > 1 else ("", "", "")
        if word != "schema" or not version.isdecimal():
            raise self.error("SAD810", "no snapshot: its schema is missing", 1)
        if int(version) != SCHEMA:
            older = int(version) < SCHEMA
            which = "an older" if older else "a newer"
            message = f"written by {which} version of sad (schema {version}, this is {PEOPLE})"
            raise self.error("SAD811", message, 1, _AGAIN if older else _NEWER)

    def _end_of_unit(self, start: int) -> int:
        end = start + 1
        while self._lines[end].startswith("  "):
            end += 1
        return end


class _Unit:
    """The lines of one unit, ``first`` being the number of its head."""

    def __init__(self, file: _File, first: int, lines: Sequence[str], path: str) -> None:
        self._file = file
        self._first = first
        self._lines = lines
        self._path = path
        self._found: dict[str, dict[str, tuple[int, str]]] = {}
        self._symbols: list[tuple[int, re.Match[str]]] = []
        self._ranges: list[tuple[int, re.Match[str]]] = []
        self._unresolved: list[tuple[int, str]] = []
        self._words: set[str] = set()
        self._about: re.Match[str] | None = None

    def unit(self) -> UnitCost:
        """Return the unit; raises SAD812 for what is damaged."""
        name = self._lines[0].removeprefix("unit ").partition(": ")[0]
        checked = self._lines[-1].strip().removeprefix("check ")
        if checked != digest(self._lines[:-1]):
            message = f"the lines of {name} do not belong together: edited, or merged"
            raise self._file.error("SAD812", message, self._first)
        for number, line in enumerate(self._lines[1:-1], 1):
            self._sort(number, line.strip())
        about = self._about
        if about is None:
            raise self._file.error("SAD812", f"it is not said where {name} is", self._first)
        parts = {key: text for key, (_, text) in self._found.get("part", {}).items()}
        reader = FormulaReader(name.partition(" (")[0], parts)
        total, left = dict(self._formulas("total", reader)), dict(self._formulas("left", reader))
        own, calls = dict(self._formulas("own", reader)), dict(self._formulas("call", reader))
        known = NO_TOTAL not in self._words
        if known:
            own, calls = _changed(total, own), _changed(left, calls)
        limits = [
            (self._name(n, m["name"], reader), m["least"], m["most"]) for n, m in self._ranges
        ]
        place = Span.at(about["file"])
        return UnitCost(
            name,
            place,
            about["language"],
            about["structure"],
            own,
            calls,
            total if known else None,
            left if known else None,
            tuple(LoopCost(key, place, poly) for key, poly in self._formulas("loop", reader)),
            tuple(self._name(number, text, reader) for number, text in self._unresolved),
            int(about["statements"]),
            int(about["opaque"]),
            {symbol: int(least) for symbol, least, _ in limits if least},
            {symbol: int(most) for symbol, _, most in limits if most},
            tuple(self._symbol(number, match, reader) for number, match in self._symbols),
            {key: self._seconds(*item) for key, item in self._found.get("seconds", {}).items()},
            by_itself=about["alone"] is not None,
            itself=about["itself"] or "",
        )

    def _sort(self, number: int, line: str) -> None:
        """Put a line where its kind belongs."""
        if line in (SAME_AS_TOTAL, NEARLY_TOTAL, NO_TOTAL):
            self._words.add(line)
        elif match := _AMOUNT.fullmatch(line):
            self._found.setdefault(match["what"], {})[match["key"]] = number, match["text"]
        elif match := _SYMBOL.fullmatch(line):
            self._symbols.append((number, match))
        elif match := _RANGE.fullmatch(line):
            self._ranges.append((number, match))
        elif line.startswith("unresolved "):
            self._unresolved.append((number, line.removeprefix("unresolved ")))
        elif (match := _ABOUT.fullmatch(line)) and self._about is None:
            self._about = match
        else:
            raise self._damaged(number, f"not understood: {line[:40]!r}")

    def _damaged(self, number: int, message: str) -> SadError:
        return self._file.error("SAD812", message, self._first + number)

    def _formulas(self, what: str, reader: FormulaReader) -> Iterator[tuple[str, Poly]]:
        for key, (number, text) in self._found.get(what, {}).items():
            try:
                yield key, reader.poly(text)
            except NoFormula as error:
                raise self._damaged(number, f"no formula: {error}") from None

    def _name(self, number: int, text: str, reader: FormulaReader) -> str:
        try:
            return reader.poly(text).as_symbol or ""
        except NoFormula as error:
            raise self._damaged(number, f"no name: {error}") from None

    def _symbol(self, number: int, match: re.Match[str], reader: FormulaReader) -> Symbol:
        return Symbol(
            self._name(number, match["name"], reader),
            unescaped(match["label"]),
            match["role"],
            match["mark"] or "",
            match["coding"] or "integer",
        )

    def _seconds(self, number: int, text: str) -> float | None:
        if text == "?":
            return None
        try:
            return float(text)
        except ValueError:
            raise self._damaged(number, f"no time: {text!r}") from None


def _changed(amounts: Mapping[str, Poly], changes: Mapping[str, Poly]) -> dict[str, Poly]:
    """Amounts with some changed, by key; those that become 0 are left out."""
    found = {**amounts, **changes}
    return {key: found[key] for key in sorted(found) if found[key]}
