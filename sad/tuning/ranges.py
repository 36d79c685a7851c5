"""Ranges that end where other parameters say: ``--over G=1:N//nprocs``.

Such a range goes up to the greatest end there is, and a condition leaves out what is above the end at
each point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.experiments.axes import parse_axis
from sad.experiments.processes import parse_counts
from sad.expr.arrays import evaluate_arrays
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError, free_names
from sad.late import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.diagnostics import SadError
    from sad.profiles.settings import Setting

_NPROCS = "nprocs"


def resolved(
    over: Sequence[str], procs: str | None, settings: Mapping[str, Setting], most: int
) -> tuple[list[str], list[str]]:
    """Return the ranges with numbers for ends, and conditions that keep points below these.

    Raises SAD991 for an end that has no value, or that depends on itself.
    """
    texts = {name.lower(): item.text for name, item in settings.items()}
    ends = [_end(text) for text in over]
    known: dict[str, Any] = {}
    if procs is not None:
        known[_NPROCS] = parse_counts(procs).astype(float)
    found, conditions = list(over), list[str]()
    waiting = list(range(len(over)))
    while waiting:
        left: list[int] = []
        for place in waiting:
            name, end = ends[place]
            names = _names(end, texts, over[place])
            open_names = {item for item in names if item not in known}
            if open_names & {ends[other][0].lower() for other in waiting if other != place}:
                left.append(place)
                continue
            if missing := sorted(open_names):
                raise _no_value(over[place], f"{missing[0]} has no value")
            if end and any(free_names(parse(end))):
                greatest = _greatest(end, {item: known[item] for item in names}, texts, over[place])
                head, _, values = over[place].partition(":")
                found[place] = f"{head}:{values.replace(end, greatest, 1)}"
                if names:
                    conditions.append(f"{name} <= ({end})")
            known[name.lower()] = _values(found[place], most)
        if len(left) == len(waiting):
            raise _no_value(over[left[0]], "its end depends on itself")
        waiting = left
    return found, conditions


def _end(text: str) -> tuple[str, str]:
    """The name of a range, and the text of its end; empty if it is a list of values."""
    name, _, values = text.partition("=")
    parts = values.split(":")
    return name.strip(), parts[1].strip() if len(parts) > 1 else ""


def _names(end: str, texts: Mapping[str, str], range_text: str, depth: int = 0) -> set[str]:
    """What an end depends on that is no setting, in small letters."""
    try:
        names = {node.name.lower() for node in free_names(parse(end))} if end else set[str]()
    except ExpressionError as error:
        raise _no_value(range_text, str(error)) from None
    if depth > len(texts):
        raise _no_value(range_text, "values that are set depend on each other in a circle")
    found: set[str] = set()
    for name in names:
        found |= _names(texts[name], texts, range_text, depth + 1) if name in texts else {name}
    return found


def _greatest(end: str, known: Mapping[str, Any], texts: Mapping[str, str], range_text: str) -> str:
    """The greatest value of an end over all values of what it depends on, rounded down."""
    grids: Any = np.meshgrid(*known.values(), indexing="ij") if known else ()
    values = {name: grid.reshape(-1) for name, grid in zip(known, grids, strict=True)}

    def lookup(name: str) -> Any:
        key = name.lower()
        return values[key] if key in values else evaluate_arrays(texts[key], lookup)

    try:
        most = float(np.max(evaluate_arrays(end, lookup)))
    except ExpressionError as error:
        raise _no_value(range_text, str(error)) from None
    if not np.isfinite(most):
        raise _no_value(range_text, f"its end is {most}")
    return str(int(np.floor(most)))


def _values(text: str, most: int) -> Any:
    axis = parse_axis(text, most)
    if axis.texts:
        return np.array([])
    return np.array([float(value.number or 0) for value in axis.values])


def _no_value(text: str, reason: str) -> SadError:
    hint = "an end of numbers, values that are set, nprocs and other parameters: G=1:N//nprocs"
    return argument_error("SAD991", f"--over {text!r}: {reason}", hint)
