"""What costs are measured in, and their values at given sizes.

Costs are in time where a machine adds up operation times, else in operations. Values beside proofs are
at the sizes given, or samples, which are called so.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import evaluate
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import Poly, total
from sad.checks.costs.messages import is_message
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sad.checks.costs.record import Amounts, UnitCost
    from sad.checks.costs.timing import Timing
    from sad.checks.formula_view import FormulaView

OPERATIONS = "operations"


@record
class Measure:
    """``name`` is the unit of measure, ``weights`` how much each operation counts (default 1)."""

    name: str = OPERATIONS
    weights: Mapping[str, Fraction] = field(default_factory=dict[str, Fraction])

    def of(self, amounts: Amounts) -> Poly:
        """Return the cost of amounts."""
        return total(self._weighted(key, poly) for key, poly in amounts.items())

    def _weighted(self, key: str, poly: Poly) -> Poly:
        weight = self.weights.get(key)
        return poly if weight is None else (poly * weight.numerator).over(weight.denominator)


def measure_of(timing: Timing | None, units: Iterable[UnitCost]) -> Measure:
    """Return the time on the first machine in picoseconds, if it adds up operation times."""
    if timing is None or not timing.machines:
        return Measure()
    from sad.machine.operation_times import OperationTimes  # noqa: PLC0415 - not every check has a machine
    from sad.mapping.additive import ADDITIVE  # noqa: PLC0415

    machine, toolchain = timing.machines[0]
    chosen = toolchain or machine.default_toolchain
    if chosen.model != ADDITIVE.name:
        return Measure()
    times = OperationTimes(machine, chosen)
    weights = {
        key: Fraction(0)
        if is_message(key)  # what the network does is not among the times of operations
        else Fraction(round(times.value(key).value * 1e15), 1000)
        for key in sorted({key for unit in units for key in (*unit.own, *(unit.total or ()))})
    }
    return Measure(f"ps on {machine.name}", weights)


_SAMPLES = (1, 10, 100, 1000)
_LARGEST_SUM = 100  # of a sum that is added up term by term


class Numbers:
    """Values of formulas at the sizes of ``timing``: whole numbers given for names.

    ``sizes`` are those of a state, under the full names of its parameters.
    """

    def __init__(self, timing: Timing | None, sizes: Mapping[str, str]) -> None:
        items = {} if timing is None else timing.sizes.items
        texts = {**{name: item.text for name, item in items.items()}, **sizes}
        self._sizes = {name.lower(): int(text) for name, text in texts.items() if text.isdecimal()}

    def _given(self, unit: UnitCost) -> dict[str, int]:
        """The sizes given for a unit's own symbols."""
        found: dict[str, int] = {}
        for item in unit.symbols:
            for name in (item.label.lower(), item.name.lower()):
                if name in self._sizes:
                    found[item.name] = self._sizes[name]
        return found

    def sizes(self, unit: UnitCost) -> str:
        """Return the sizes given that a unit has, as text."""
        given = self._given(unit)
        found = {item.label: given[item.name] for item in unit.symbols if item.name in given}
        return ", ".join(f"{label} = {value}" for label, value in found.items())

    def relative(self, old: Poly, new: Poly, unit: UnitCost) -> float | None:
        """Return new/old - 1 at the sizes; None where not all that is needed is given."""
        before, now = self._value(old, unit), self._value(new, unit)
        if before is None or now is None:
            return None
        if not before:
            return None if not now else float("inf")
        return now / before - 1

    def share(self, part: Poly, whole: Poly, unit: UnitCost) -> float | None:
        """Return what part of a formula's value another one is at the sizes, None if not known."""
        first, second = self._value(part, unit), self._value(whole, unit)
        return first / second if first is not None and second else None

    def _value(self, poly: Poly, unit: UnitCost) -> float | None:
        given = self._given(unit)
        if not atoms.free_symbols(poly) <= given.keys() or has_numeric_sum(poly):
            return None
        try:
            return float(evaluate(poly, given))
        except (ZeroDivisionError, OverflowError):
            return None

    def in_one_size(self, poly: Poly, unit: UnitCost) -> Iterator[tuple[str, Poly]]:
        """Yield the formula in one size: as it is, or with all others as given; and how these are."""
        symbols = sorted(atoms.free_symbols(poly))
        if len(symbols) == 1:
            yield "", poly
            return
        given = self._given(unit)
        labels = {item.name: item.label for item in unit.symbols}
        for left in symbols:
            others = [name for name in symbols if name != left]
            if all(name in given for name in others):
                values = {name: Poly.constant(given[name]) for name in others}
                shown = ", ".join(f"{labels.get(name, name)} = {given[name]}" for name in others)
                yield shown, bind(poly, values)

    def evidence(self, poly: Poly, shown: FormulaView) -> Iterator[str]:
        """Yield a sentence on the signs of a formula at some sizes, all alike: no proof."""
        symbols = atoms.free_symbols(poly)
        if not symbols or any(not shown.weight(name) for name in symbols):
            return
        found: list[str] = []
        for number in _SAMPLES:
            if has_numeric_sum(poly) and number > _LARGEST_SUM:
                continue
            try:
                value = evaluate(poly, dict.fromkeys(symbols, number))
            except (ZeroDivisionError, OverflowError):
                continue
            sign = "dearer" if value > 0 else "cheaper" if value < 0 else "equal"
            found.append(f"{sign} at {number}")
        if found:
            yield f"no sign is proved; with all parameters alike, sampled: {', '.join(found)}"
