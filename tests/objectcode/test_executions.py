"""Object code against its source: how often it runs, and that amounts times counts add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.evaluation.model import build_model
from sad.evaluation.predict import values_of
from sad.lowering.build import describe
from sad.objectcode.attach import Attached, ObjectCode
from sad.objectcode.compiling import functions_of
from sad.profiles.settings import settings_from_arguments
from tests.objectcode.listings import SCALE, SCALE_SOURCE, SUM, SUM_SOURCE
from tests.support.model import program_of

if TYPE_CHECKING:
    from sad.model.expand import Expansion


def attached(source: str, listing: str, file: str, size: int | None) -> Attached:
    program = program_of(source)
    (read,) = program.files
    listing = listing.replace(file, read.path)
    settings = settings_from_arguments([] if size is None else [f"N={size}"])
    model = build_model(describe(analyse(program), with_work=True), None, settings)
    counts = None
    if size is not None:
        found = values_of(model, {block.id: block.count for block in model.expansion.blocks})
        counts = {key: float(value or 0) for key, value in found.items()}
    return ObjectCode(model.expansion, functions_of(listing), {}).attached(counts)


def executed(expansion: Expansion, counts: dict[str, float]) -> dict[str, float]:
    """How often each kind of instruction is executed in all."""
    found: dict[str, float] = {}
    for block in expansion.blocks:
        for line in block.block.lines:
            if line.work is None:
                continue
            for key, amount in line.work.optimised.items():
                found[key] = found.get(key, 0.0) + amount * counts[block.id]
    return found


def run(source: str, listing: str, file: str, size: int) -> dict[str, float]:
    result = attached(source, listing, file, size)
    assert result.guessed == 0.0
    loops = [block.loops for block in result.expansion.blocks]
    numbers = [float(size) if around else 1.0 for around in loops]
    counts = dict(zip((block.id for block in result.expansion.blocks), numbers, strict=True))
    return executed(result.expansion, counts)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_loop_runs_as_often_as_the_source_says(size: int) -> None:
    found = run(SUM_SOURCE, SUM, "/w/total.f", size)
    assert found["add.double.scalar"] == pytest.approx(size)
    assert found["multiply.double.scalar"] == pytest.approx(size)
    assert found["return"] == pytest.approx(1)


@pytest.mark.parametrize("size", [2, 3, 10, 1001])
def test_vector_code_does_what_divides_and_the_rest_singly(size: int) -> None:
    found = run(SCALE_SOURCE, SCALE, "/w/scale.f", size)
    assert found["add.double.vector128"] == pytest.approx(size // 2)
    assert found.get("add.double.scalar", 0.0) == pytest.approx(size % 2)
    assert found["return"] == pytest.approx(1)


def test_open_counts_take_long_loops() -> None:
    result = attached(SCALE_SOURCE, SCALE, "/w/scale.f", None)
    amounts = [
        line.work.optimised["add.double.vector128"]
        for block in result.expansion.blocks
        for line in block.block.lines
        if line.work is not None and "add.double.vector128" in line.work.optimised
    ]
    assert amounts == [pytest.approx(0.5)]
