"""Cores that share memory: how many there are, what they share, what threads of OpenMP cost.

These are the keys ``cores`` and ``sockets`` of ``processor``, ``shared`` and ``threading``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.expr.dimensions import NUMBER, SECONDS, Dimension, DimensionError, dimension_of
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError
from sad.machine.schema import THREADS, SharedLevel, ThreadCost
from sad.machine.values import MachineValue, positive_number, read_value, require

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item
    from sad.expr.tree import Expr

COSTS: Mapping[str, str] = {
    "fork_join_s": "a team's start and end",
    "barrier_s": "a barrier",
    "critical_s": "entering and leaving a critical region",
    "atomic_s": "an atomic update of a variable that all threads update",
    "atomic_alone_s": "an atomic update that no other thread comes near",
    "line_s": "getting a line of a cache that another core changed",
    "dispatch_s": "a chunk of a dynamic or guided loop",
    "reduction_s": "a variable's reduction, for each thread",
}
"""What ``threading`` may say, and what it is the time of."""
_FORMULA_HINT = "seconds, such as 3.0e-7 + 4.0e-7*log2(threads)"


def read_count(item: Item) -> int:
    """Return a whole number of one or more; SAD407 for others."""
    value = positive_number(item)
    if value != int(value):
        item.fail("SAD407", f"{value:g} cannot be", "a whole number, one or more, is expected")
    return int(value)


def read_shared(item: Item) -> tuple[SharedLevel, ...]:
    """Return what cores share, a list; SAD406 for a name that is there twice."""
    found: dict[str, SharedLevel] = {}
    for entry in item.sequence():
        level = _level(entry)
        if level.name in found:
            entry.fail("SAD406", f"{level.name} is shared twice", "give each one a name of its own")
        found[level.name] = level
    return tuple(found.values())


def _level(item: Item) -> SharedLevel:
    keys = ("name", "level", "bytes_per_s", "one_core_bytes_per_s", "per", "source")
    entries = item.mapping(keys)
    require(item, entries, ("name", "level", "bytes_per_s"))
    source = entries["source"].text() if "source" in entries else ""

    def rate(key: str) -> MachineValue:
        found = read_value(entries[key], positive=True)
        return found if found.source else MachineValue(found.value, source, found.uncertainty)

    one = rate("one_core_bytes_per_s") if "one_core_bytes_per_s" in entries else None
    per = entries.get("per")
    cores = 0
    if per is not None and per.is_mapping:
        inner = per.mapping(("cores",))
        require(per, inner, ("cores",))
        cores = read_count(inner["cores"])
    elif per is not None and per.text() != "socket":
        per.fail("SAD407", f"{per.text()!r} is not known", "socket, or {cores: 8}")
    name, level = entries["name"].text(), entries["level"].text()
    return SharedLevel(name, level, rate("bytes_per_s"), one, cores, item.span)


def read_costs(item: Item, base: Mapping[str, ThreadCost]) -> dict[str, ThreadCost]:
    """Return the times of the run-time library; SAD410 and SAD411 for formulas that are no times."""
    found = dict(base)
    for name, entry in item.mapping(tuple(COSTS)).items():
        found[name] = _cost(name, entry)
    return found


def _cost(name: str, item: Item) -> ThreadCost:
    if not item.is_mapping:
        text = f"{read_value(item).value:g}"
        return ThreadCost(name, text, parse(text), "", None, item.span)
    entries = item.mapping(("value", "formula", "source", "uncertainty"))
    if ("value" in entries) == ("formula" in entries):
        item.fail("SAD403", "a value or a formula is expected", _FORMULA_HINT)
    source = entries["source"].text() if "source" in entries else ""
    uncertainty = None
    if "uncertainty" in entries:
        uncertainty = read_value(entries["uncertainty"]).value
    if "value" in entries:
        text = f"{read_value(entries['value']).value:g}"
        formula = parse(text)
    else:
        text = entries["formula"].text()
        formula = _formula(entries["formula"], text)
    return ThreadCost(name, text, formula, source, uncertainty, item.span)


def _formula(item: Item, text: str) -> Expr:
    try:
        formula = parse(text)
        found = dimension_of(formula, _dimension, _no_function)
    except DimensionError as error:
        item.fail("SAD411", f"{text!r} is no time: {error}", _FORMULA_HINT)
    except ExpressionError as error:
        item.fail("SAD410", f"{text!r} has no value: {error}", _FORMULA_HINT)
    if found not in (None, NUMBER, SECONDS):
        item.fail("SAD411", f"{text!r} is no time: it yields {found}", _FORMULA_HINT)
    return formula


def _dimension(name: str) -> Dimension:
    if name == THREADS:
        return NUMBER
    raise ExpressionError(f"no parameter {name} (there is: {THREADS})")


def _no_function(name: str, _: tuple[Dimension | None, ...]) -> Dimension:
    raise ExpressionError(f"no function {name}")
