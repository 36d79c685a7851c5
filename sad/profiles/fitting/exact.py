"""Functions with simple rational coefficients that give every measured ratio exactly.

What is counted in a deterministic loop is a ratio of whole numbers, so a function either gives it
exactly or is wrong. With fewer sizes than it takes to check a function, the simplicity of its
coefficients must make up for it: they are charged the bits it takes to write them (minimum
description length: Rissanen, "Modeling by shortest data description", Automatica 14, 1978).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm, log2
from typing import TYPE_CHECKING

from sad.profiles.fitting.forms import ONE
from sad.profiles.fitting.points import exact_column
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sad.profiles.fitting.forms import Form
    from sad.profiles.fitting.points import Exact, PointTable

_MOST_BITS = 200.0


@record
class ExactFit:
    """A form and its coefficients; for a form with ``over`` the last one is d."""

    form: Form
    coefficients: tuple[Fraction, ...]
    bits: float


def exact_fits(
    table: PointTable, forms: Iterable[Form], most: float = _MOST_BITS
) -> list[ExactFit]:
    """Return every form that gives all points exactly and needs all its coefficients.

    ``most`` limits the bits of a numerator where there are more points than coefficients. One point
    alone fixes no line, but few of those through it have simple coefficients: these are looked at.
    """
    values = [point.exact for point in table.points]
    if not values or any(value is None for value in values):
        return []
    wanted = [value for value in values if value is not None]
    found: list[ExactFit] = []
    for form in forms:
        if form.raised:
            continue
        if len(wanted) == 1:
            found += _through_one(form, table, wanted[0], most)
        elif form.free <= len(wanted):
            coefficients = _solve(form, table, wanted)
            if coefficients is not None and (all(coefficients) or form.terms == (ONE,)):
                is_checked = form.free < len(wanted)
                bits = coefficient_bits(coefficients, most if is_checked else _MOST_BITS)
                found.append(ExactFit(form, coefficients, bits))
    return found


def _through_one(form: Form, table: PointTable, value: Fraction, most: float) -> list[ExactFit]:
    if form.rounded or form.over or form.fixed:
        return []
    if form.free == 1:
        coefficients = _solve(form, table, [value])
        if coefficients is None:
            return []
        return [ExactFit(form, coefficients, coefficient_bits(coefficients, most))]
    if form.terms not in {(ONE, name) for name in table.names}:
        return []
    size = Fraction(table.sizes[0][table.names.index(form.terms[1])])
    slopes = [Fraction(1, divisor) for divisor in (1, 2, 3, 4, 6)]
    lines = [(value - slope * size, slope) for slope in slopes if value != slope * size]
    return [ExactFit(form, line, coefficient_bits(line)) for line in lines if abs(line[0]) <= 2]


def coefficient_bits(coefficients: Sequence[Fraction], most: float = _MOST_BITS) -> float:
    """Return the bits to write coefficients over their common denominator.

    A numerator costs at most ``most`` bits, which is what a measured value tells. A denominator has no
    such limit: constants of programs are whole numbers.
    """
    denominator = lcm(*(value.denominator for value in coefficients))
    bits = 2 * log2(denominator)
    for value in coefficients:
        bits += min(most, 1 + 2 * log2(max(1, int(abs(value * denominator)))))
    return min(bits, _MOST_BITS)


def _solve(form: Form, table: PointTable, values: list[Fraction]) -> tuple[Fraction, ...] | None:
    """Return the coefficients if they are unique and fit all points."""
    columns: list[list[Exact]] = []
    for term in form.terms:
        column = exact_column(term, table.names, table.sizes)
        if column is None:
            return None
        columns.append(column)
    wanted = values
    if form.fixed:
        given = exact_column(form.fixed, table.names, table.sizes)
        if given is None:
            return None
        wanted = [value - part for value, part in zip(values, given, strict=True)]
    if form.over:
        over = exact_column(form.over, table.names, table.sizes)
        if over is None:
            return None
        # c1*t1 + ... - d*y = over*y is linear in the unknown
        columns.append([-value for value in wanted])
        wanted = [size * value for size, value in zip(over, wanted, strict=True)]
    rows = [
        [*(Fraction(column[index]) for column in columns), value]
        for index, value in enumerate(wanted)
    ]
    solution = _eliminate(rows, len(columns))
    if solution is not None and form.over and not _is_defined(form, table, solution[-1]):
        return None
    return solution


def _is_defined(form: Form, table: PointTable, shift: Fraction) -> bool:
    over = exact_column(form.over, table.names, table.sizes)
    return over is not None and all(size + shift for size in over)


def _eliminate(rows: list[list[Fraction]], unknowns: int) -> tuple[Fraction, ...] | None:
    """Gauss-Jordan elimination; None if the equations contradict each other or leave a choice."""
    for column in range(unknowns):
        pivot = next((row for row in range(column, len(rows)) if rows[row][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [entry / scale for entry in rows[column]]
        for index, row in enumerate(rows):
            if index != column and row[column]:
                factor = row[column]
                rows[index] = [
                    entry - factor * other for entry, other in zip(row, rows[column], strict=True)
                ]
    if any(row[unknowns] for row in rows[unknowns:]):
        return None
    return tuple(row[unknowns] for row in rows[:unknowns])
