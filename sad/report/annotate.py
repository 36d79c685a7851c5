"""Source lines with their counts: how often the first statement of each line starts."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sad.algebra.atoms import free_symbols
from sad.algebra.complements import joined
from sad.algebra.poly import ZERO, Poly
from sad.evaluation.predict import values_of
from sad.files import source_lines
from sad.report.json_report import number_value
from sad.report.units import number_text, share_text

if TYPE_CHECKING:
    from sad.algebra.evaluate import Number
    from sad.model.directives import Directive
    from sad.model.expand import BlockCount
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


@dataclass(slots=True)
class _Line:
    """What the blocks on a line add up to.

    It ``rests on a value`` given or measured; it is ``settled`` by what multiplies the unknown by zero;
    a condition around it may be ``decided`` by a value.
    """

    count: Poly = ZERO
    number: Number | None = 0
    seconds: float | None = 0.0
    opaque: bool = False
    rests_on_value: bool = False
    settled: bool = False
    evaluated: bool = False
    open: bool = False
    decided: bool = False
    assumed: dict[str, None] = field(default_factory=dict[str, None])


def line_costs(view: View) -> dict[str, dict[int, LineCost]]:
    """Return costs by file and line, for every line where an executable statement starts."""
    model, prediction = view.model, view.prediction
    bound = prediction.bound
    each = {} if bound is None else {item.block.id: item.lines for item in bound.blocks}
    found: defaultdict[tuple[str, int], _Line] = defaultdict(_Line)
    for block in model.expansion.blocks:
        if model.entry is None and block.unit.entry.upper() != block.unit.unit.upper():
            continue  # the same lines seen from an ENTRY: each unit by itself counts from its start
        number = prediction.counts[block.id]
        basis = _basis(view, block, number)
        for position, item in enumerate(block.block.lines):
            line = found[item.span.file, item.span.line]
            line.opaque |= bool(item.opaque)
            if item.starts:
                line.count = line.count + block.count
                line.number = _added(line.number, number)
                line.assumed.update(dict.fromkeys(model.assumptions_of(block)))
                line.rests_on_value |= basis.rests_on_value
                line.settled |= basis.settled
                line.evaluated |= basis.evaluated
                line.open |= basis.open
                line.decided |= bool(model.deciding.get(id(block.block)))
            if bound is not None:
                time = None if number is None else float(number) * each[block.id][position]
                line.seconds = None if line.seconds is None or time is None else line.seconds + time
    for unit in model.description.units:
        for span in unit.dead_lines:
            found.setdefault((span.file, span.line), _Line(seconds=None))
    # Of a line that no single block has a number for, the sum may still have one.
    for line in found.values():
        whole = joined(line.count)
        if whole != line.count:
            line.count = whole
            if model.is_exact(whole) and not line.decided:  # what the parts rest on cancels
                line.rests_on_value = line.open = False
    sums = values_of(model, {key: line.count for key, line in found.items() if line.number is None})
    costs: dict[str, dict[int, LineCost]] = {}
    for (file, number), line in found.items():
        value = sums[file, number] if line.number is None else line.number
        time = None if bound is None else line.seconds
        total = prediction.total
        by_formula = model.is_exact(line.count)
        costs.setdefault(file, {})[number] = LineCost(
            line.count,
            value,
            (by_formula or ((line.evaluated or line.settled) and value is not None))
            and not (line.opaque or line.rests_on_value or line.assumed),
            time,
            time / total if time is not None and total else None,
            line.evaluated,
            tuple(line.assumed),
            line.opaque or line.open,
        )
    return costs


def _added(total: Number | None, number: Number | None) -> Number | None:
    return None if total is None or number is None else total + number


def _basis(view: View, block: BlockCount, number: Number | None) -> _Line:
    """What a block's count rests on."""
    model = view.model
    if model.evaluated is not None and block.id in model.evaluated.counts:
        return _Line(rests_on_value=True) if model.evaluated.run else _Line(evaluated=True)
    unclear = [symbol for symbol in model.rests_on(block) if not model.is_determined(symbol)]
    lacking = [symbol for symbol in unclear if symbol not in model.values]
    if lacking and number is not None:  # what has no value is multiplied by zero
        return _Line(settled=True, rests_on_value=len(lacking) < len(unclear))
    return _Line(rests_on_value=bool(unclear), open=bool(lacking))


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


def stubs_by_line(view: View) -> dict[str, dict[int, list[str]]]:
    """Return the names of stubs by their file and line."""
    given: dict[str, dict[int, list[str]]] = {}
    for unit in view.model.description.units:
        if unit.kind == "stub":
            given.setdefault(unit.file, {}).setdefault(unit.line, []).append(unit.name)
    return given


def annotate_text(view: View) -> str:
    """Return the sources with share and count in front of each line."""
    out = [f"counts hold if {sentence}" for sentence in view.conditions()]
    costs = line_costs(view)
    formulas = [
        view.put_in(cost.count)
        for lines in costs.values()
        for cost in lines.values()
        if cost.value is None
    ]
    out.extend(view.shown_for({symbol for item in formulas for symbol in free_symbols(item)}))
    timed = view.prediction.bound is not None
    marks = {
        (item.span.file, item.span.line): _construct_text(item)
        for unit in view.model.description.units
        for item in unit.directives
    }
    given = stubs_by_line(view)
    for file in sorted(costs):
        lines = costs[file]
        source = source_lines(file) or [""] * max(lines)
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
            count = marks.get((file, number), "")
            if cost is not None:
                count = f"{cost.mark} {_count_text(view, cost)}"
            prefix = f"{share:>7} " if timed else ""
            out.append(f"{prefix}{count:>{_COUNT_WIDTH}} {number:>5}: {text}".rstrip())
    return "\n".join(out) + "\n"


def _construct_text(item: Directive) -> str:
    """What a construct does, as short as a count."""
    if item.is_loop:
        return "parallel loop" if item.team else "shared loop"
    if item.team:
        return "every thread"
    return "once in all" if item.shared else item.name


def _count_text(view: View, cost: LineCost) -> str:
    text = (
        number_text(cost.value) if cost.value is not None else view.formula(view.put_in(cost.count))
    )
    return text if len(text) <= _COUNT_WIDTH - 2 else text[: _COUNT_WIDTH - 5] + "..."
