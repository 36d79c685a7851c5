"""What Python computes, held against every number a page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sad.evaluation.predict import Prediction, shares_of, values_of
from sad.report.html.model_data import costs_by_file
from sad.report.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.model.expand import BlockCount

TOLERANCE = 1e-9


def same(shown: float | None, value: object) -> bool:
    """Whether a page shows a value, or that it is not known."""
    if shown is None or value is None:
        return shown is None and value is None
    return shown == pytest.approx(float(value), rel=TOLERANCE, abs=1e-300)  # type: ignore[arg-type]


def check_page(shown: dict[str, Any], prediction: Prediction, unit: str | None = None) -> None:
    """Compare all numbers: of the whole program, or of the chosen unit of a library."""
    view = View(prediction)
    blocks = prediction.model.expansion.blocks
    own = [block for block in blocks if unit in (None, block.unit.name)]
    total = prediction.total if unit is None else view.seconds_of(own)
    assert same(shown["total"], total)
    _check_lines(shown, view, own, total, unit)
    _check_tree(shown, view, total)
    _check_units(shown, view)
    _check_coverage(shown, prediction, own, unit)


def _check_lines(
    shown: dict[str, Any], view: View, own: list[BlockCount], total: float | None, unit: str | None
) -> None:
    wanted = {(line.span.file, line.span.line) for block in own for line in block.block.lines}
    compared = 0
    for place, (file, lines) in enumerate(costs_by_file(view).items()):
        for number, cost in lines.items():
            if unit is not None and (file, number) not in wanted:
                continue
            share, time, count = shown["lines"][f"L{place}-{number}"]
            assert same(count, cost.value), (number, count, cost.value)
            assert same(time, cost.seconds), (number, time, cost.seconds)
            if cost.seconds is not None and total:
                assert same(share, cost.seconds / total)
            compared += 1
    assert compared


def _check_tree(shown: dict[str, Any], view: View, total: float | None) -> None:
    blocks = view.model.expansion.blocks
    kinds: set[str] = set()
    for unit, kind, row, label, _, time, share in shown["tree"]:
        inside = [
            block for block in blocks if block.unit.name == unit and _in(block, kind, row, label)
        ]
        seconds = view.seconds_of(inside)
        assert same(time, seconds), (unit, kind, row, time, seconds)
        if view.model.entry is not None and seconds is not None and total:
            assert same(share, seconds / total)
        kinds.add(kind)
    assert "unit" in kinds


def _in(block: BlockCount, kind: str, row: str, label: str) -> bool:
    """Whether a block is in a row of the tree, by what the derived sum says is around it."""
    match kind:
        case "loop":
            return any(loop.id == row for loop in block.loops)
        case "branch":
            return any((way.id, way.label) == (row, label) for way in block.branches)
        case _:
            return True


def _check_units(shown: dict[str, Any], view: View) -> None:
    entered = values_of(view.model, view.model.expansion.activations)
    for unit, (count, time) in shown["units"].items():
        assert same(count, entered[unit])
        assert same(time, view.seconds_of(view.blocks_by_unit.get(unit, [])))
    assert shown["units"].keys() == entered.keys()


def _check_coverage(
    shown: dict[str, Any], prediction: Prediction, own: Iterable[BlockCount], unit: str | None
) -> None:
    """The page counts by formulas alone: what its bases do not name must have no share."""
    if unit is None:
        coverage = prediction.coverage
        shares = {name: getattr(coverage, name) for name in (*shown["coverage"], "evaluated")}
    else:
        shares = shares_of(prediction.model, list(own), prediction.seconds)
    for name, share in shares.items():
        on_page = shown["coverage"].get(name, 0.0)
        assert on_page == pytest.approx(share, rel=TOLERANCE, abs=1e-12), name
