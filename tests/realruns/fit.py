"""Values for the one to three parameters that settle most of a run, taken from its counts.

A line whose count depends on one unknown alone, linearly, tells what that unknown was in the run.
Different lines may tell different values: then the one that is right for most executions is taken.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra.evaluate import MissingValue, evaluate
from sad.diagnostics import SadError
from sad.model.parameters import Kind
from tests.realruns.compare import open_symbols, with_settings, with_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.model import Model
    from tests.realruns.compare import LineResult, Point, Subject

MOST = 3


def fitted(subject: Subject, point: Point) -> tuple[dict[str, str], Point]:
    """Return up to three settings by name, greedily the most useful first, and the point with them."""
    chosen: dict[str, str] = {}
    while len(chosen) < MOST:
        best = _best(point, MOST - len(chosen))
        if best is None:
            break
        symbol, value = best
        chosen[symbol] = str(value)
        try:
            if value in (0, 1) or len(chosen) == MOST:  # what is behind a decided branch changes
                point = with_settings(subject, point, chosen)
            else:
                point = with_value(subject, point, symbol, value)
        except SadError:  # means of one loop that contradict each other
            del chosen[symbol]
            break
    return chosen, point


def _best(point: Point, left: int) -> tuple[str, Fraction] | None:
    """The parameter that settles most executions: by itself, or as one of the ``left`` still to set."""
    told: dict[str, Counter[Fraction]] = defaultdict(Counter)
    promised: Counter[str] = Counter()
    for line in point.lines:
        if line.count is None or not line.executed or line.value is not None:
            continue
        symbols = open_symbols(point.model, [line.count])
        if len(symbols) == 1:
            value = _solve(point.model, line, symbols[0])
            if value is not None:
                told[symbols[0]][value] += line.executed
        elif symbols and len(symbols) <= left:
            for symbol in symbols:
                promised[symbol] += line.executed // len(symbols)
    scores = {
        symbol: values.most_common(1)[0][1] + promised[symbol] for symbol, values in told.items()
    }
    if not scores:
        return None
    symbol = max(sorted(scores), key=lambda name: scores[name])
    return symbol, told[symbol].most_common(1)[0][0]


def _solve(model: Model, line: LineResult, symbol: str) -> Fraction | None:
    """The value of ``symbol`` at which the line's count is what was executed."""
    assert line.count is not None
    at = [_value(line.count, {**model.values, symbol: number}) for number in (0, 1, 2)]
    if None in at:
        return None
    zero, one, two = (Fraction(each) for each in at if each is not None)
    if one == zero or two - one != one - zero:
        return None
    value = (line.executed - zero) / (one - zero)
    parameter = model.names.parameters[symbol]
    if value < parameter.least or (parameter.kind is Kind.PROBABILITY and value > 1):
        return None
    return value


def _value(count: Poly, values: Mapping[str, Number]) -> Number | None:
    try:
        return evaluate(count, values)
    except (ArithmeticError, MissingValue):
        return None
