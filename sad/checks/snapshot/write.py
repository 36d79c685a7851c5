"""Writes a state as the text of a snapshot: sorted, without line numbers, the same in every run.

Sums that several formulas of a unit share are written once, under a name made from their text.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

from sad.algebra.canonical_text import monomial_order
from sad.algebra.poly import ZERO, Poly
from sad.checks.formula_view import FormulaView, operations_of
from sad.checks.snapshot.format import (
    END,
    HEAD,
    NEARLY_TOTAL,
    NO_TOTAL,
    SAME_AS_TOTAL,
    SCHEMA,
    check_line,
)
from sad.checks.snapshot.formulas import FormulaWriter, escaped
from sad.progress import steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sad.algebra.poly import Monomial
    from sad.checks.costs.record import Amounts, State, Symbol, UnitCost

_DIGITS = 6
_MOST_TERMS, _LONGEST_FACTOR = 6, 60  # of a cost in short
_LONGEST = 240  # characters of that, and of the name


def snapshot_text(state: State) -> str:
    """Return the text of a snapshot: a line per unit with what it costs, and below it its parts."""
    about = [f"machine {name}" for name in state.machines]
    about += [f"size {name} = {value}" for name, value in sorted(state.sizes.items())]
    return written_snapshot(
        state.units, lambda name: unit_lines(state.units[name], state.machines), about
    )


def written_snapshot(
    names: Iterable[str], lines_of: Callable[[str], list[str]], about: Sequence[str] = ()
) -> str:
    """Return the text of a snapshot of units; ``about`` are lines that hold for all of them."""
    lines = [HEAD, f"schema {SCHEMA}", *about]
    ordered = sorted(names)
    for name in steps("writing", ordered, len(ordered)):
        lines.append("")
        lines.extend(lines_of(name))
    lines.extend(("", END, ""))
    return "\n".join(lines)


def unit_lines(unit: UnitCost, machines: tuple[str, ...]) -> list[str]:
    """Return the lines of one unit."""
    lines = [f"unit {unit.name}: {_summary(unit)}", *cost_lines(unit, machines)]
    return [*lines, check_line(lines)]


def cost_lines(unit: UnitCost, machines: tuple[str, ...]) -> list[str]:
    """Return the lines of a unit that are read back: all but the first, for people, and the last."""
    seconds = [f"  seconds {name} = {_seconds(unit, name)}" for name in machines]
    about = [
        f"language {unit.language}",
        f"statements {unit.statements}",
        f"opaque {unit.opaque}",
        f"structure {unit.fingerprint}",
        *([f"itself {unit.itself}"] if unit.itself else ()),
    ]
    if unit.by_itself:
        about.append("by itself")
    return [*seconds, f"  in {unit.span.file}: {', '.join(about)}", *_amounts(unit)]


def _summary(unit: UnitCost) -> str:
    """The cost in short, for people: it is not read back. Terms are left out where it gets long."""
    shown = FormulaView([unit], _LONGEST_FACTOR)
    amounts, calls = unit.total, unit.externals
    if amounts is None or calls is None:
        amounts, calls = unit.own, unit.calls
    operations = operations_of(amounts)
    called = f", calls {', '.join(sorted(calls))}" if calls else ""
    simple, text = shown.simple(operations), ""
    leading = f", leading {shown.leading(simple)}" if len(operations.terms) > 1 else ""
    for most in range(_MOST_TERMS, 0, -1):
        text = f"{shown.text(simple, most)} operations{leading}{called}"
        if len(unit.name) + len(text) <= _LONGEST:
            break
    return text


def _seconds(unit: UnitCost, machine: str) -> str:
    value = unit.seconds.get(machine)
    return "?" if value is None else f"{value:.{_DIGITS}g}"


def _amounts(unit: UnitCost) -> Iterator[str]:
    """The exact amounts, what their symbols are, and the parts they are written with."""
    writer = FormulaWriter(unit.name.partition(" (")[0])
    if unit.total is None or unit.externals is None:
        relation = NO_TOTAL
        above: list[tuple[str, Poly]] = []
        below = [*_rows("own", unit.own), *_rows("call", unit.calls)]
    else:
        above = [*_rows("total", unit.total), *_rows("left", unit.externals)]
        below = [
            *_rows("own", _differing(unit.own, unit.total)),
            *_rows("call", _differing(unit.calls, unit.externals)),
        ]
        relation = NEARLY_TOTAL if below else SAME_AS_TOTAL
    below += [(f"loop {loop.id}", loop.count) for loop in unit.loops]
    shared = SharedSums([poly for _, poly in (*above, *below)], writer)
    lines = [f"  {what} = {shared.text(row)}" for row, (what, _) in enumerate((*above, *below))]
    yield from (*lines[: len(above)], f"  {relation}", *lines[len(above) :])
    yield from (f"  symbol {writer.name(item.name)}: {_about(item)}" for item in unit.symbols)
    for symbol in sorted(unit.least.keys() | unit.most.keys()):
        limits = f"{unit.least.get(symbol, '')} .. {unit.most.get(symbol, '')}"
        yield f"  range {writer.name(symbol)}: {limits.strip()}"
    yield from (f"  unresolved {writer.name(symbol)}" for symbol in unit.unresolved)
    for parts in (shared.sums, writer.parts):
        yield from (f"  part {name} = {parts[name]}" for name in sorted(parts))


def _rows(kind: str, amounts: Amounts) -> list[tuple[str, Poly]]:
    return [(f"{kind} {key}", amounts[key]) for key in sorted(amounts)]


def _differing(amounts: Amounts, others: Amounts) -> Amounts:
    """The amounts that the others have not; 0 for those that only they have."""
    every = amounts.keys() | others.keys()
    return {key: amounts.get(key, ZERO) for key in every if amounts.get(key) != others.get(key)}


def _about(item: Symbol) -> str:
    about = [escaped(item.label), item.role]
    about.extend([f"mark {item.mark}"] if item.mark else [])
    about.extend([f"coding {item.coding}"] if item.coding != "integer" else [])
    return ", ".join(about)


_LONGEST_TEXT = 48  # characters of a sum that is written where it stands

_Column = tuple[tuple[int, Fraction], ...]
"""Coefficients of a term by formula, the first of them 1."""


class SharedSums:
    """The texts of formulas; ``sums`` are the texts of the named sums in them, by name."""

    def __init__(self, polys: Sequence[Poly], writer: FormulaWriter) -> None:
        self.sums: dict[str, str] = {}
        self._writer = writer
        self._rows: list[list[tuple[Monomial, str, Fraction]]] = [[] for _ in polys]
        for column, terms in _by_column(polys).items():
            self._place(column, terms)

    def text(self, row: int) -> str:
        """Return the text of a formula by its place in the sequence."""
        items = sorted(self._rows[row], key=lambda item: monomial_order(item[0]))
        return self._writer.signed((text, value) for _, text, value in items)

    def _place(self, column: _Column, terms: list[tuple[Monomial, Fraction]]) -> None:
        """Put terms into their formulas: under one name if they are long and stand in several."""
        if len(column) > 1:
            common = _common([value for _, value in terms])
            text = self._writer.poly(Poly({item: int(value / common) for item, value in terms}))
            if len(text) > _LONGEST_TEXT:
                name = self._writer.digest("%", text)
                self.sums[name] = text
                for row, ratio in column:
                    self._rows[row].append((terms[0][0], name, ratio * common))
                return
        for monomial, value in terms:
            text = self._writer.product(monomial)
            for row, ratio in column:
                self._rows[row].append((monomial, text, ratio * value))


def _by_column(polys: Sequence[Poly]) -> dict[_Column, list[tuple[Monomial, Fraction]]]:
    """Terms by the proportion of their coefficients, with the coefficient in the first formula."""
    columns: dict[Monomial, list[tuple[int, Fraction]]] = {}
    for row, poly in enumerate(polys):
        for monomial, value in poly.items():
            columns.setdefault(monomial, []).append((row, value))
    found: dict[_Column, list[tuple[Monomial, Fraction]]] = {}
    for monomial in sorted(columns, key=monomial_order):
        pairs = columns[monomial]
        first = pairs[0][1]
        key = tuple((row, value / first) for row, value in pairs)
        found.setdefault(key, []).append((monomial, first))
    return found


def _common(values: Sequence[Fraction]) -> Fraction:
    """The greatest number of which all values are whole multiples, with the first one's sign."""
    size = Fraction(
        gcd(*(value.numerator for value in values)), lcm(*(value.denominator for value in values))
    )
    return -size if values[0] < 0 else size
