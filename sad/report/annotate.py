"""Source lines with their counts: how often the first statement of each line starts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sad.algebra.poly import ZERO, Poly
from sad.evaluation.predict import values_of
from sad.report.json_report import number_value
from sad.report.units import number_text, share_text

if TYPE_CHECKING:
    from collections.abc import Collection

    from sad.algebra.evaluate import Number
    from sad.report.view import View

SCHEMA = "sad-annotate/1"
_COUNT_WIDTH = 28


@dataclass(slots=True)
class LineCost:
    """What one source line costs: count, its value, and the time of everything on the line [s].

    A line that is not modelled is never ``exact``: nobody knows what control does there. The count of
    an ``evaluated`` line is exact at the values given, but has no formula. One that rests on what is
    ``assumed`` is never exact. It is ``open`` if it rests on what only a run can tell and has no value.
    """

    count: Poly
    value: Number | None
    exact: bool
    seconds: float | None
    share: float | None
    evaluated: bool = False
    assumed: tuple[str, ...] = ()
    open: bool = False

    @property
    def mark(self) -> str:
        """``=`` exact, ``~`` rests on an assumption or a given value, ``?`` on what has no value."""
        return "=" if self.exact else "?" if self.open else "~"


def line_costs(view: View) -> dict[str, dict[int, LineCost]]:
    """Return costs by file and line, for every line where an executable statement starts."""
    costs: dict[str, dict[int, LineCost]] = {}
    counts: dict[tuple[str, int], Poly] = {}
    opaque: set[tuple[str, int]] = set()
    decided: set[tuple[str, int]] = set()
    found: set[tuple[str, int]] = set()
    numbers: dict[tuple[str, int], Number | None] = {}
    assumed: dict[tuple[str, int], dict[str, None]] = {}
    is_open: set[tuple[str, int]] = set()
    known = view.model.evaluated
    evaluated: Collection[str] = () if known is None else known.counts
    seconds: dict[tuple[str, int], float | None] = {}
    prediction, bound = view.prediction, view.prediction.bound
    each = {} if bound is None else {item.block.id: item.lines for item in bound.blocks}
    alone = view.model.entry is None
    for block in view.model.expansion.blocks:
        if alone and block.unit.entry.upper() != block.unit.unit.upper():
            continue  # the same lines seen from an ENTRY: each unit by itself counts from its start
        number = prediction.counts[block.id]
        names = view.model.assumptions_of(block)
        unclear = [
            symbol for symbol in view.model.rests_on(block) if not view.model.is_determined(symbol)
        ]
        lacks = block.id not in evaluated and any(s not in view.model.values for s in unclear)
        for position, line in enumerate(block.block.lines):
            key = (line.span.file, line.span.line)
            counts.setdefault(key, ZERO)
            if line.opaque:
                opaque.add(key)
            if line.starts:
                counts[key] = counts[key] + block.count
                before = numbers.get(key, 0)
                numbers[key] = None if before is None or number is None else before + number
                assumed.setdefault(key, {}).update(dict.fromkeys(names))
                if block.id in evaluated:
                    found.add(key)
                elif unclear:
                    decided.add(key)
                if lacks:
                    is_open.add(key)
            if bound is not None:
                known = seconds.get(key, 0.0)
                added = None if number is None else float(number) * each[block.id][position]
                seconds[key] = None if known is None or added is None else known + added
    for unit in view.model.description.units:
        for span in unit.dead_lines:
            counts.setdefault((span.file, span.line), ZERO)
    # Of a line that no single block has a number for, the sum may still have one.
    values = values_of(view.model, {key: counts[key] for key in counts if numbers.get(key) is None})
    values.update((key, number) for key, number in numbers.items() if number is not None)
    for (file, line), count in counts.items():
        time = seconds.get((file, line))
        total = prediction.total
        costs.setdefault(file, {})[line] = LineCost(
            count,
            values[file, line],
            (view.model.is_exact(count) or (file, line) in found)
            and (file, line) not in opaque | decided
            and not (view.model.is_exact(count) is False and values[file, line] is None)
            and not assumed.get((file, line)),
            time,
            time / total if time is not None and total else None,
            (file, line) in found,
            tuple(assumed.get((file, line), ())),
            (file, line) in opaque | is_open,
        )
    return costs


def annotate_json(view: View) -> str:
    """Return the annotation as JSON, schema ``sad-annotate/1``."""
    files: dict[str, dict[str, Any]] = {}
    for file, lines in sorted(line_costs(view).items()):
        files[file] = {
            str(line): {
                "count": {
                    "formula": view.formula(cost.count),
                    "value": number_value(cost.value),
                },
                "exact": cost.exact,
                "evaluated": cost.evaluated,
                "assumed": list(cost.assumed),
                "seconds": cost.seconds,
                "share": cost.share,
            }
            for line, cost in sorted(lines.items())
        }
    value = {"schema": SCHEMA, "assumptions": view.assumptions(), "files": files}
    return json.dumps(value, indent=1) + "\n"


def annotate_text(view: View) -> str:
    """Return the sources with share and count in front of each line."""
    out = [f"counts hold if {sentence}" for sentence in view.conditions()]
    costs = line_costs(view)
    timed = view.prediction.bound is not None
    given: dict[str, dict[int, list[str]]] = {}
    for unit in view.model.description.units:
        if unit.kind == "stub":
            given.setdefault(unit.file, {}).setdefault(unit.line, []).append(unit.name)
    for file in sorted(costs):
        lines = costs[file]
        try:
            source = Path(file).read_bytes().decode("latin-1").replace("\r\n", "\n").split("\n")
        except OSError:
            source = [""] * max(lines)
        out.append(f"{file}:")
        for number, written in enumerate(source, 1):
            text = written
            cost = lines.get(number)
            if number == len(source) and not text and cost is None:
                break
            if file in given:  # of a stub file only the procedures that are called
                if cost is None:
                    continue
                text = f"stub of {', '.join(given[file].get(number, []))}"
            share = share_text(cost.share) if cost is not None and timed else ""
            count = f"{cost.mark} {_count_text(view, cost)}" if cost is not None else ""
            prefix = f"{share:>7} " if timed else ""
            out.append(f"{prefix}{count:>{_COUNT_WIDTH}} {number:>5}: {text}".rstrip())
    return "\n".join(out) + "\n"


def _count_text(view: View, cost: LineCost) -> str:
    text = number_text(cost.value) if cost.value is not None else view.formula(cost.count)
    return text if len(text) <= _COUNT_WIDTH - 2 else text[: _COUNT_WIDTH - 5] + "..."
