"""The values that runs are varied over, and the values of the model that follow from them."""

from __future__ import annotations

import itertools
import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.algebra.evaluate import Number

MOST_RUNS = 10_000
_NAME = re.compile(r"[A-Za-z_]\w*")
_LOG = re.compile(r"log(\d{1,5})")
_BARE = re.compile(r"\.?[A-Za-z_]\w*\.?|'[^']*'|\"[^\"]*\"")
_RANGE_HINT = "RANGE is v1,v2,... or FIRST:LAST, FIRST:LAST:STEP or FIRST:LAST:log20"


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
