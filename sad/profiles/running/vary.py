"""The values of a run: those that runs are varied over, and those that a program reads first.

Of what a program reads only what is certain is taken: list-directed READ statements from standard
input, in the order in which a straight line of statements from the start of the program comes to
them. The first thing that could change that order (a jump, a READ under a condition or in a loop,
another format) ends the search.
"""

from __future__ import annotations

import itertools
import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.ir import stmt as st
from sad.ir.expr import Element, Variable
from sad.ir.program import UnitKind
from sad.ir.walk import bodies, jump_targets, statements
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.ir.expr import Expr
    from sad.ir.program import Program, Unit
    from sad.ir.stmt import Stmt


MOST_RUNS = 10_000
_NAME = re.compile(r"[A-Za-z_]\w*")
_LOG = re.compile(r"log(\d{1,5})")
_BARE = re.compile(r"\.?[A-Za-z_]\w*\.?|'[^']*'|\"[^\"]*\"")
_RANGE_HINT = "RANGE is v1,v2,... or FIRST:LAST, FIRST:LAST:STEP or FIRST:LAST:log20"
InputPlace = tuple[str, int, str]
"""The file and line of a READ, and the name of a variable in it."""
_LIST_DIRECTED = re.compile(r"\bread\s*(?:\*\s*,|\(\s*(?:5|\*)\s*,\s*(?:fmt\s*=\s*)?\*\s*\))", re.I)
_ITEM = re.compile(r"\s*(?:(?:(\d+)\*)?('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[^\s,;/'\"]+)|(/))\s*,?")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[ed][+-]?\d+)?", re.I)


class VaryError(Exception):
    """An option about values cannot be used. ``hint`` says how it is written."""

    def __init__(self, message: str, hint: str = _RANGE_HINT) -> None:
        super().__init__(message)
        self.hint = hint


@record
class Point:
    """One run to make: its number from 1, the varied values, and those of the model in it."""

    number: int
    varied: Mapping[str, str]
    settings: Mapping[str, str]
    repeat: int

    @property
    def at(self) -> dict[str, str]:
        """All values the run has, by name."""
        return {**self.varied, **self.settings}

    @property
    def values(self) -> dict[str, str]:
        """What ``{NAME}`` becomes in commands and files; ``{repeat}`` counts from 1."""
        return {**self.at, "repeat": str(self.repeat)}

    @property
    def title(self) -> str:
        """The varied values in one line, for instance ``n=500, m=3``; ``?`` is what has no print."""
        text = ", ".join(f"{name}={value}" for name, value in self.varied.items())
        return "".join(c if c.isprintable() else "?" for c in text) or "no values"


def points(
    vary: Sequence[str], settings: Mapping[str, str], *, zipped: bool = False, repeat: int = 1
) -> list[Point]:
    """Return the runs that ``NAME=RANGE`` texts ask for: all combinations, or ``zipped`` ones.

    ``settings`` are expressions over the varied names and each other. Raises ``VaryError``.
    """
    ranges = dict(_checked_names([_named(text) for text in vary], settings))
    if repeat < 1:
        raise VaryError(f"--repeat {repeat}: at least 1 expected", "how often each run is made")
    lists = list(ranges.values())
    if zipped and len({len(values) for values in lists}) > 1:
        lengths = ", ".join(f"{name} {len(values)}" for name, values in ranges.items())
        raise VaryError(
            f"--zip: the lists differ in length: {lengths}", "without --zip, all combine"
        )
    total = repeat
    for values in lists if not zipped else lists[:1]:
        total *= len(values)
    if total > MOST_RUNS:
        raise VaryError(f"that would be {total} runs", f"at most {MOST_RUNS} are made")
    rows = zip(*lists, strict=True) if zipped and lists else itertools.product(*lists)
    chosen = [dict(zip(ranges, values, strict=True)) for values in rows]
    turns = ((varied, turn) for varied in chosen for turn in range(1, repeat + 1))
    return [
        Point(number, varied, evaluated(settings, varied), turn)
        for number, (varied, turn) in enumerate(turns, 1)
    ]


def parse_range(text: str) -> list[str]:
    r"""Return the values of a range as texts; ``\,`` is a comma inside a value.

    Steps are decimal and exact. ``FIRST:LAST:log20`` are 20 values at equal ratios, rounded if both
    ends are whole numbers, each once. Raises ``VaryError``.
    """
    listed = [item.replace("\\,", ",") for item in re.split(r"(?<!\\),", text)]
    if len(listed) > 1 or ":" not in text:
        if any(not item.strip() for item in listed):
            raise VaryError(f"{text!r} has an empty value")
        return [item.strip() for item in listed]
    first_text, last_text, *rest = text.split(":")
    first, last = _number(first_text), _number(last_text)
    if len(rest) > 1:
        raise VaryError(f"{text!r} has too many colons")
    if rest and (match := _LOG.fullmatch(rest[0].strip())):
        return _logarithmic(first, last, int(match[1]), text)
    step = _number(rest[0]) if rest else Decimal(1)
    if step == 0:
        raise VaryError(f"{text!r} has step 0")
    if (last - first) * step < 0:
        raise VaryError(f"{text!r} is empty", "LAST is reached from FIRST in steps of STEP")
    count = _count(first, last, step)
    if count > MOST_RUNS:
        raise VaryError(f"{text!r} has too many values", f"at most {MOST_RUNS} runs are made")
    return [_shown(first + step * index) for index in range(count)]


def evaluated(settings: Mapping[str, str], varied: Mapping[str, str]) -> dict[str, str]:
    """Return the values of ``--set`` in one run: numbers; texts and truth values as written."""
    return {
        name: text
        if _is_text(text, settings, varied)
        else _number_text(_value(name, settings, varied, ()))
        for name, text in settings.items()
    }


def _number_text(value: Number) -> str:
    return repr(float(value)) if isinstance(value, Fraction) else str(value)


def _is_text(text: str, settings: Mapping[str, str], varied: Mapping[str, str]) -> bool:
    return bool(_BARE.fullmatch(text)) and text not in settings and text not in varied


def _value(
    name: str, settings: Mapping[str, str], varied: Mapping[str, str], inside: tuple[str, ...]
) -> Number:
    def lookup(other: str) -> Number:
        if other in varied:
            try:
                return evaluate_expression(varied[other], lookup)
            except ExpressionError:
                raise ExpressionError(f"{other} is {varied[other]!r}, no number") from None
        if other in settings:
            if other in (*inside, name):
                raise ExpressionError(f"{other} depends on itself")
            return _value(other, settings, varied, (*inside, name))
        known = ", ".join((*varied, *settings))
        raise ExpressionError(f"{other} is not known (known: {known})")

    try:
        return evaluate_expression(settings[name], lookup)
    except ExpressionError as error:
        message = f"--set {name}={settings[name]}: {error}"
        raise VaryError(message, "an expression over the names of --vary") from None


def _named(text: str) -> tuple[str, list[str]]:
    name, equals, values = text.partition("=")
    if not equals or not _NAME.fullmatch(name.strip()) or not values.strip():
        message = f"--vary {text!r}: NAME=RANGE expected"
        raise VaryError(message, "for instance --vary n=500,1000,2000 or --vary n=100:1000:100")
    return name.strip(), parse_range(values)


def _checked_names(
    ranges: list[tuple[str, list[str]]], settings: Mapping[str, str]
) -> list[tuple[str, list[str]]]:
    names = [name for name, _ in ranges]
    for name in names:
        if name in ("coverage", "repeat"):
            raise VaryError(f"--vary {name}: {{{name}}} means something else", "take another name")
        if name in settings or names.count(name) > 1:
            raise VaryError(f"{name} is given twice", "each name has one --vary or one --set")
    return ranges


def _number(text: str) -> Decimal:
    try:
        value = Decimal(text.strip())
    except InvalidOperation:
        raise VaryError(f"{text!r} in a range is no number") from None
    if not value.is_finite():
        raise VaryError(f"{text!r} in a range is no finite number")
    return value


def _count(first: Decimal, last: Decimal, step: Decimal) -> int:
    if (last - first) / step > MOST_RUNS:  # Decimal divides huge numbers to whole ones only in part
        return MOST_RUNS + 1
    return int((last - first) // step) + 1


def _shown(value: Decimal) -> str:
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _logarithmic(first: Decimal, last: Decimal, count: int, text: str) -> list[str]:
    if first <= 0 or last <= 0 or not 2 <= count <= MOST_RUNS:
        raise VaryError(f"{text!r}: positive ends and 2 to {MOST_RUNS} values expected")
    whole = first == first.to_integral_value() and last == last.to_integral_value()
    ratio = float(last / first) ** (1 / (count - 1))
    inner = [float(first) * ratio**index for index in range(1, count - 1)]
    shown = [str(round(value)) if whole else repr(value) for value in inner]
    return list(dict.fromkeys((_shown(first), *shown, _shown(last))))


def values_read(
    program: Program, text: str, line_of: Callable[[str, int], str]
) -> dict[InputPlace, str]:
    """Return the numbers that variables get from standard input that holds ``text``.

    ``line_of`` returns a line of a source file.
    """
    mains = [unit for unit in program.units if unit.kind is UnitKind.PROGRAM]
    if len(mains) != 1:
        return {}
    reader = _Reader(program, text, line_of)
    reader.follow(mains[0])
    return reader.values


class _Reader:
    """Follows a program's statements along the records of its input."""

    def __init__(self, program: Program, text: str, line_of: Callable[[str, int], str]) -> None:
        self._units = {unit.name.upper(): unit for unit in program.units}
        self._lines = iter(text.splitlines())
        self._line_of = line_of
        self._reads: dict[str, bool] = {}
        self._active: set[str] = set()
        self.values: dict[InputPlace, str] = {}

    def follow(self, unit: Unit) -> bool:
        """Follow a unit to its end; return whether what comes after it is still certain."""
        if unit.key in self._active:
            return False
        self._active.add(unit.key)
        targets = {label for item in statements(unit.body) for label in jump_targets(item)}
        found = self._body(unit, unit.body, targets)
        self._active.discard(unit.key)
        return found

    def _body(self, unit: Unit, body: Sequence[Stmt], targets: set[str]) -> bool:
        for statement in body:
            if getattr(statement, "label", None) in targets or jump_targets(statement):
                return False
            match statement:
                case st.Return():
                    return True
                case st.Stop() | st.Opaque():
                    return False
                case st.InputOutput(keyword="read"):
                    if not self._read(unit, statement):
                        return False
                case st.CallStatement(name=name):
                    callee = self._units.get(name.upper())
                    if callee is not None and self._has_read(callee) and not self.follow(callee):
                        return False
                case _:
                    inner = [item for part in bodies(statement) for item in statements(part)]
                    if any(self._is_in_the_way(item) for item in inner):
                        return False
        return True

    def _is_in_the_way(self, statement: Stmt) -> bool:
        """Whether a statement that may or may not be executed leaves open what is read next."""
        if isinstance(statement, st.CallStatement):
            callee = self._units.get(statement.name.upper())
            return bool(jump_targets(statement)) or (callee is not None and self._has_read(callee))
        is_read = isinstance(statement, st.InputOutput) and statement.keyword == "read"
        return is_read or bool(jump_targets(statement)) or isinstance(statement, st.Return)

    def _has_read(self, unit: Unit) -> bool:
        """Whether a unit, or one it calls, has a READ."""
        known = self._reads.get(unit.key)
        if known is None:
            self._reads[unit.key] = False  # of a cycle the others decide
            known = any(
                (isinstance(item, st.InputOutput) and item.keyword == "read")
                or (
                    isinstance(item, st.CallStatement)
                    and (callee := self._units.get(item.name.upper())) is not None
                    and self._has_read(callee)
                )
                for item in statements(unit.body)
            )
            self._reads[unit.key] = known
        return known

    def _read(self, unit: Unit, statement: st.InputOutput) -> bool:
        """Read the values of one statement; False if they, or what follows, cannot be told."""
        span = statement.span
        if not _LIST_DIRECTED.search(self._line_of(span.file, span.line)) or statement.statuses:
            return False
        if not all(_is_scalar(unit, item) for item in statement.results):
            return False
        words: list[str] = []
        while len(words) < len(statement.results):
            line = next(self._lines, None)
            found = None if line is None else _items(line, len(statement.results) - len(words))
            if found is None:
                return False
            words += found
        for item, word in zip(statement.results, words, strict=False):
            if not isinstance(item, Variable) or not _NUMBER.fullmatch(word):
                continue
            place = (span.file, span.line, item.name.upper())
            if place in self.values:  # read again: which value counts then?
                return False
            self.values[place] = word
        return True


def _is_scalar(unit: Unit, item: Expr) -> bool:
    if isinstance(item, Element):
        return True
    symbol = unit.symbols.get(item.name) if isinstance(item, Variable) else None
    return symbol is not None and not symbol.dimensions


def _items(line: str, most: int) -> list[str] | None:
    """The first items of a record; None if it has a null value or ends the list by a slash."""
    found: list[str] = []
    start = 0
    while len(found) < most and line[start:].strip():
        match = _ITEM.match(line, start)
        if match is None or match[3]:
            return None
        found += [match[2]] * int(match[1] or 1)
        start = match.end()
    return found[:most]
