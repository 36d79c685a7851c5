"""Random programs that count themselves: what sad calls exact is what is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.compiler import needs_gfortran
from tests.support.counted import compile_cases, counted, executed
from tests.support.model import description_of
from tests.support.random_programs import random_case

CASES = [random_case(seed) for seed in range(40)]
EXTERNALS = Path(__file__).parent / "counted" / "externals.f"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("random")
    source = folder / "random.f"
    source.write_text("".join(case.text for case in CASES))
    return compile_cases(CASES, [source, EXTERNALS], folder)


@needs_gfortran
@pytest.mark.compiler
def test_exact_counts_of_random_programs_are_the_executed_ones(program: Path):
    compared = 0
    for case in CASES:
        description = description_of(case.text)
        for values in case.inputs:
            lines, view = counted(case, description, values)
            real = executed(program, case, values)
            for counter, (place,) in case.counters().items():
                cost = lines.get(place)
                if cost is not None and cost.exact:
                    compared += 1
                    where = f"{case.name}{values} line {place}: {view.formula(cost.count)}"
                    assert cost.value == real[counter - 1], where
    assert compared > 500
