"""Numbers: totals, shares, coverage, and the values people give."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from sad.machine.database import get_machine
from tests.support.command import CORPUS, sad
from tests.support.model import model_of, prediction_of

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
      SUBROUTINE S(N, M, A)
      DIMENSION A(N)
      DO 10 I = 1, N
      IF (A(I) .GT. 0) THEN
         A(I) = SQRT(A(I))
      END IF
      DO 10 J = 1, M
   10 A(I) = A(I) + J
      CALL AWAY(A)
      END
"""
IF1 = "S.prob@do10.if1"
GIVEN = {"N": 10, "M": 4, IF1: 0.25, "AWAY.seconds": 1e-5}
LIBRARY = """\
      SUBROUTINE A(N)
      DO 10 I = 1, N
   10 CALL B(I)
      END
      SUBROUTINE B(M)
      DO 10 I = 1, M
   10 X = X + 1
      END
      SUBROUTINE C(N)
      DO 10 I = 1, N
   10 X = X + 1
      END
"""


def counts(prediction) -> dict[int, object]:
    return {
        line.span.line: prediction.counts[block.id]
        for block in prediction.model.expansion.blocks
        for line in block.block.lines
        if line.starts
    }


@pytest.mark.parametrize("machine", ["sparc2", "t3e"])
def test_the_total_is_the_sum_over_blocks_and_unknown_calls(machine: str):
    prediction = prediction_of(SOURCE, get_machine(machine), None, **GIVEN)
    known = [value for value in prediction.seconds.values() if value is not None]
    assert len(known) == len(prediction.model.expansion.blocks)
    assert prediction.calls == {"AWAY": pytest.approx(1e-5)}
    assert prediction.total == pytest.approx(sum(known) + 1e-5, rel=1e-12)
    shares = [prediction.share(block) for block in prediction.model.expansion.blocks]
    away = 1e-5 / prediction.total
    assert sum(share or 0 for share in shares) + away == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("left_out", GIVEN)
def test_there_is_no_total_while_a_value_is_missing(left_out: str):
    given = {name: value for name, value in GIVEN.items() if name != left_out}
    prediction = prediction_of(SOURCE, get_machine("sparc2"), None, **given)
    assert prediction.total is None


def test_a_call_that_is_never_made_needs_no_time():
    source = SOURCE.replace("      CALL AWAY(A)", "      IF (N .LT. N-1) CALL AWAY(A)")
    given = {"N": 3, "M": 1, IF1: 1}
    assert prediction_of(source, get_machine("sparc2"), None, **given).total is not None


COVERAGES = {
    "everything by the user": GIVEN,
    "nothing": {},
    "only sizes": {"N": 5, "M": 0},
    "empty loop": {**GIVEN, "N": 0},
}


@pytest.mark.parametrize("what", COVERAGES)
def test_coverage_shares_add_up_to_one(what: str):
    coverage = prediction_of(SOURCE, get_machine("sparc2"), None, **COVERAGES[what]).coverage
    shares = (
        coverage.exact,
        coverage.user,
        coverage.profiled,
        coverage.default,
        coverage.unresolved,
    )
    assert sum(shares) == pytest.approx(1, rel=1e-12)
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("program", sorted(CORPUS.glob("*/*.f")), ids=lambda path: path.stem)
def test_coverage_of_whole_programs_adds_up_to_one(program: Path):
    coverage = prediction_of(program).coverage
    shares = (coverage.exact, coverage.user, coverage.unresolved)
    assert sum(shares) == pytest.approx(1, rel=1e-12)
    assert not coverage.of_time


def test_what_rests_on_a_probability_is_the_users():
    coverage = prediction_of(SOURCE, get_machine("sparc2"), None, **GIVEN).coverage
    assert 0 < coverage.user < 1
    assert coverage.unresolved == 0
    without = prediction_of(SOURCE, None, None, N=10).coverage
    assert without.unresolved > 0
    assert without.user == 0


def test_values_may_be_expressions_over_other_values():
    given = {"N": "2*m + k", "M": "k**2", "k": "3", IF1: "1/4"}
    found = counts(prediction_of(SOURCE, None, None, **given))
    assert found[4] == 21
    assert found[5] == pytest.approx(21 / 4)
    assert found[8] == 21 * 9


def test_a_value_that_needs_itself_is_an_error():
    with pytest.raises(SadError) as caught:
        model_of(SOURCE, N="m+1", M="n-1")
    assert caught.value.diagnostic.code == "SAD502"


@pytest.mark.parametrize(
    ("name", "value"), [(IF1, "1.5"), (IF1, "-0.1"), ("N", "2.5"), ("N", "5/2")]
)
def test_a_value_that_cannot_be_is_an_error(name: str, value: str):
    with pytest.raises(SadError) as caught:
        model_of(SOURCE, **{name: value})
    assert caught.value.diagnostic.code == "SAD503"


def test_names_are_found_in_any_case_and_by_alias():
    by_alias = counts(prediction_of(SOURCE, None, None, n=4, m=2, p1="0.5"))
    by_name = counts(prediction_of(SOURCE, None, None, **{"S.N": 4, "s.m": 2, IF1.upper(): "0.5"}))
    assert by_alias == by_name
    assert by_alias[5] == 2


def test_set_wins_over_params(tmp_path: Path):
    source, params = tmp_path / "s.f", tmp_path / "v.yaml"
    source.write_text(SOURCE)
    params.write_text(f"schema: 1\nparameters:\n  N: 7\n  M: N + 1\n  {IF1}: 0.5\n")

    def count(line: int, *options: str) -> object:
        answer = sad("annotate", source, "--params", params, *options, "--format", "json")
        assert answer.code == 0, answer.err
        return json.loads(answer.out)["files"][str(source)][str(line)]["count"]["value"]

    assert count(4) == 7
    assert count(8) == 56
    assert count(4, "--set", "N=3") == 3
    assert count(8, "--set", "n=3") == 12
    assert count(5, "--set", "p1=1", "--set", "N=3") == 3


def test_a_library_has_no_total_and_every_unit_counts_from_its_own_start():
    prediction = prediction_of(LIBRARY, get_machine("sparc2"), None, **{"A.N": 3, "C.N": 2, "M": 5})
    assert prediction.model.entry is None
    assert prediction.total is None
    assert all(value is not None for value in prediction.seconds.values())
    found = counts(prediction)
    assert (found[3], found[7], found[11]) == (3, 5, 2)
    assert not prediction.model.expansion.externals


def test_an_entry_makes_it_a_program():
    prediction = prediction_of(LIBRARY, get_machine("sparc2"), "a", N=3)
    assert prediction.total is not None
    assert counts(prediction)[7] == 6
    assert 11 not in counts(prediction)
