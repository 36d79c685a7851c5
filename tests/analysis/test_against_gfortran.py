"""Programs that count themselves: what sad calls exact is what gfortran's executable counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.compiler import needs_gfortran
from tests.support.counted import Case, cases_in, compile_cases, counted, executed
from tests.support.model import description_of

FOLDER = Path(__file__).parent / "counted"
SOURCES = sorted(FOLDER.glob("*.f"))
CASES = [case for source in SOURCES for case in cases_in(source)]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_cases(CASES, SOURCES, tmp_path_factory.mktemp("counted"))


def test_the_table_is_not_empty():
    assert len(CASES) >= 60
    assert len({case.name for case in CASES}) == len(CASES)


@needs_gfortran
@pytest.mark.sampled(2)
@pytest.mark.compiler
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_exact_counts_are_the_executed_ones(case: Case, program: Path):
    description = description_of(case.text)
    for values in case.inputs:
        lines, view = counted(case, description, values)
        real = executed(program, case, values)
        for counter, places in case.counters().items():
            costs = [lines[place] for place in places if place in lines]
            exact = len(costs) == len(places) and all(cost.exact for cost in costs)
            shown = [view.formula(cost.count) for cost in costs]
            where = f"counter {counter} for {case.named(values)}: {shown}"
            assert exact or counter not in case.exact, f"{where} should be exact"
            if exact:
                count = sum(cost.value or 0 for cost in costs)
                assert count == real[counter - 1], f"{where} is {count}, not {real[counter - 1]}"
                assert all(cost.value is not None for cost in costs), where
