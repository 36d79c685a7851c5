"""Rates of application files: how fast a machine does the application's work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.applications.formulas import expression
from sad.applications.schema import Rate
from sad.machine.values import number_not_negative, positive_number, require
from sad.stubs.keys import closest_operation, is_operation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item


def read_rates(item: Item) -> dict[str, Rate]:
    """Return the rates for one machine, by name.

    ``values`` are numbers [1/s], or ``{by: psize, at: {64: 3.95e+6}}``; ``operations`` are counts per
    unit of work. A rate both ways is SAD869, an operation that there is not SAD603.
    """
    entries = item.mapping(("source", "values", "operations"))
    source = entries["source"].text() if "source" in entries else ""
    rates: dict[str, Rate] = {}
    if "values" in entries:
        for name, entry in entries["values"].mapping().items():
            rates[name] = _value(name, entry, source)
    if "operations" in entries:
        for name, entry in entries["operations"].mapping().items():
            if name in rates:
                entry.fail("SAD869", "this rate has a value already", "remove one of the two")
            rates[name] = Rate(name, None, (), _operations(entry), source, entry)
    if not rates:
        item.fail("SAD869", "there are no rates", "give values, or operations per unit of work")
    return rates


def _value(name: str, item: Item, source: str) -> Rate:
    if not item.is_mapping:
        return Rate(name, None, ((0.0, positive_number(item)),), {}, source, item)
    entries = item.mapping(("by", "at", "source"))
    require(item, entries, ("by", "at"))
    steps: list[tuple[float, float]] = []
    for size, entry in entries["at"].mapping().items():
        steps.append((_size(size, entry), positive_number(entry)))
        if len(steps) > 1 and steps[-2][0] >= steps[-1][0]:
            entry.fail("SAD407", f"{size} is not above the size before it", "let sizes rise")
    if not steps:
        entries["at"].fail("SAD869", "there are no sizes", "for instance at: {64: 3.95e+6}")
    own = entries["source"].text() if "source" in entries else source
    return Rate(name, expression(entries["by"]), tuple(steps), {}, own, item)


def _size(text: str, item: Item) -> float:
    try:
        return float(text)
    except ValueError:
        item.fail("SAD404", f"a size is expected, not {text!r}", "for instance at: {64: 3.95e+6}")


def _operations(item: Item) -> Mapping[str, float]:
    counts: dict[str, float] = {}
    for key, entry in item.mapping().items():
        if not is_operation(key):
            close = closest_operation(key)
            hint = f"did you mean {close}?" if close else "see docs/operations.md"
            entry.fail("SAD603", f"there is no operation {key}", hint)
        counts[key] = number_not_negative(entry)
    if not any(counts.values()):
        item.fail("SAD869", "a unit of work performs no operation", "count at least one")
    return counts
