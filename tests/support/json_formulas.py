"""Values of exported JSON formulas, from the data alone: what docs/schema/sad-export-1.json says."""

from __future__ import annotations

from fractions import Fraction
from math import floor, gcd, isqrt
from typing import TYPE_CHECKING, Any

from tests.support.formulas import integer_log, integer_power

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Json = Any
Values = dict[str, Fraction]


class JsonFormulas:
    """The quantities of one export."""

    def __init__(self, export: Json) -> None:
        self._export = export
        self._atoms = export["atoms"]

    def values(self, arguments: Mapping[str, Fraction | int]) -> list[Fraction | None]:
        """Return the value of every quantity, None where it has none; arguments by symbol."""
        given = {
            item["symbol"]: Fraction(item["value"])
            for item in self._export["arguments"]
            if item["value"] is not None
        }
        known = {**{name: Fraction(value) for name, value in arguments.items()}, **given}
        return [self._quantity(item, known) for item in self._export["quantities"]]

    def _quantity(self, item: Json, known: Values) -> Fraction | None:
        try:
            return sum(
                (
                    Fraction(part["weight"]) * self._poly(part["poly"], known)
                    for part in item["sum"]
                ),
                Fraction(0),
            )
        except ZeroDivisionError:
            return None

    def _poly(self, poly: Json, known: Values) -> Fraction:
        total = Fraction(0)
        for coefficient, symbols in poly["terms"]:
            term = Fraction(coefficient, poly["den"])
            for symbol in symbols:
                term *= known[symbol] if symbol in known else self._atom(symbol, known)
            total += term
        return total

    def _iterations(self, ranges: list[Json], known: Values) -> Iterator[Values]:
        if not ranges:
            yield known
            return
        (index, first, last), *inner = ranges
        start, end = self._poly(first, known), self._poly(last, known)
        for step in range(floor(end - start) + 1):
            yield from self._iterations(inner, {**known, index: start + step})

    def _called(
        self, functions: Json, number: int, inputs: list[Fraction], known: Values
    ) -> Fraction:
        _, names, gives, calls = functions[number]
        inside = {**known, **dict(zip(names, inputs, strict=True))}
        total = self._poly(gives, inside)
        for target, ranges, weight, passed in calls:
            for item in self._iterations(ranges, inside):
                often = self._poly(weight, item)
                if often:
                    values = [self._poly(value, item) for value in passed]
                    total += often * self._called(functions, target, values, known)
        return total

    def _atom(self, symbol: str, known: Values) -> Fraction:
        ((kind, body),) = self._atoms[symbol].items()
        if kind in ("sum", "greatest"):
            index, first, last, inner = body
            start, end = self._poly(first, known), self._poly(last, known)
            steps = range(floor(end - start) + 1)
            inside = [self._poly(inner, {**known, index: start + step}) for step in steps]
            return sum(inside, Fraction(0)) if kind == "sum" else max(inside, default=Fraction(0))
        if kind == "busiest":
            table: dict[Fraction, Fraction] = {}
            for ranges, member, amount in body:
                for values in self._iterations(ranges, known):
                    key = self._poly(member, values)
                    table[key] = table.get(key, Fraction(0)) + self._poly(amount, values)
            return max([Fraction(0), *table.values()])
        if kind == "recurrence":
            functions, start = body
            return self._called(functions, 0, [self._poly(item, known) for item in start], known)
        if kind == "pieces":
            total = Fraction(0)
            for guards, inner in body:
                value = self._poly(inner, known)
                total += value if min(self._poly(guard, known) for guard in guards) >= 0 else 0
            return total
        if kind in ("alias", "guard"):
            return self._poly(body[1], known)
        return Fraction(_plain(kind, [self._poly(item, known) for item in body]))


def _plain(kind: str, inside: list[Fraction]) -> Fraction | int:
    match kind:
        case "floor":
            return floor(inside[0] / inside[1])
        case "trunc":
            return int(inside[0] / inside[1])
        case "mod":
            return inside[0] - inside[1] * int(inside[0] / inside[1])
        case "max":
            return max(inside)
        case "min":
            return min(inside)
        case "not":
            return 1 - inside[0]
        case "group":
            return inside[0]
        case "power":
            return integer_power(*inside)
        case "root":
            return isqrt(floor(inside[0])) if inside[0] >= 0 else -1
        case "inverse":
            return 1 / Fraction(inside[0])
        case "gcd":
            return gcd(floor(inside[0]), floor(inside[1]))
        case "log":
            return integer_log(*inside)
        case _:
            raise AssertionError(kind)
