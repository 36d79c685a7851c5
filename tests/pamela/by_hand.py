"""The bound of a PAMELA file at given values by going through all of it, task by task.

Nothing of the algebra is used: ranges are run through, and formulas are Python's own.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from typing import TYPE_CHECKING

from sad.pamela.parse import parse
from sad.pamela.tree import Apply, Condition, Formula, Group, Repeat, Term, UseTerm

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

Member = tuple[str, int | None]


def _rounded_log2(number: float) -> int:
    return int(number).bit_length() - 1


_WORDS: dict[str, object] = {
    "_s": 1.0,
    "_ms": 1e-3,
    "_us": 1e-6,
    "_ns": 1e-9,
    "floor": math.floor,
    "ceil": math.ceil,
    "abs": abs,
    "max": max,
    "min": min,
    "log2": _rounded_log2,
    "mod": operator.mod,
}


def bound(text: str, values: Mapping[str, float], *, free: Collection[str] = ()) -> float:
    """Return T^l of a file [s]; operators in ``free`` take no time."""
    return _Model(text, values, free).of(Apply(parse("L = skip;", "").equations[0].span, "L", ()))


class _Model:
    def __init__(self, text: str, values: Mapping[str, float], free: Collection[str]) -> None:
        file = parse(text, "model.pam")
        self._free = free
        self._equations = {item.name: item for item in file.equations}
        self._values: dict[str, object] = {**_WORDS}
        for item in file.parameters:
            if item.name in values:
                self._values[item.name] = values[item.name]
            else:
                assert item.value is not None, item.name
                self._values[item.name] = self._value(item.value, {})

    def _value(self, formula: Formula, indices: Mapping[str, float]) -> float:
        names: dict[str, object] = {**self._values, **indices, "__builtins__": None}
        return float(eval(formula.text.replace("$", "_"), names))

    def of(self, term: Term) -> float:
        return self._run(term, {})[0]

    def _run(self, term: Term, indices: Mapping[str, float]) -> tuple[float, Counter[Member]]:
        match term:
            case UseTerm():
                time = self._value(term.time, indices)
                if term.resource is None:
                    return time, Counter()
                member = None if term.member is None else round(self._value(term.member, indices))
                found: Counter[Member] = Counter()
                found[term.resource, member] = time  # pyright: ignore[reportArgumentType]
                return time, found
            case Apply():
                if term.name in self._free:
                    return 0.0, Counter()
                equation = self._equations[term.name]
                given = [self._value(item, indices) for item in term.arguments]
                return self._run(equation.term, dict(zip(equation.arguments, given, strict=True)))
            case Condition():
                chance = self._value(term.test, indices)
                arms = [(chance, term.yes)]
                if term.no is not None:
                    arms.append((1 - chance, term.no))
                parts = [self._times(weight, arm, indices) for weight, arm in arms if weight]
                return _joined(parts, is_parallel=False)
            case Group():
                parts = [self._run(item, indices) for item in term.parts]
                return _joined(parts, is_parallel=term.is_parallel)
            case Repeat():
                assert term.step is None
                first = math.ceil(self._value(term.first, indices))
                last = math.floor(self._value(term.last, indices))
                parts = [
                    self._run(term.body, {**indices, term.index: value})
                    for value in range(first, last + 1)
                ]
                return _joined(parts, is_parallel=term.is_parallel)

    def _times(
        self, weight: float, term: Term, indices: Mapping[str, float]
    ) -> tuple[float, Counter[Member]]:
        time, held = self._run(term, indices)
        scaled: Counter[Member] = Counter()
        for member, seconds in held.items():
            scaled[member] = seconds * weight  # pyright: ignore[reportArgumentType]
        return time * weight, scaled


def _joined(
    parts: list[tuple[float, Counter[Member]]], *, is_parallel: bool
) -> tuple[float, Counter[Member]]:
    held: Counter[Member] = Counter()
    for _, one in parts:
        held.update(one)
    if not is_parallel:
        return sum(time for time, _ in parts), held
    return max([0.0, *(time for time, _ in parts), *held.values()]), held
