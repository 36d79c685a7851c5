"""Elements that cannot be followed: the value has a name, one in all loops that read it."""

from __future__ import annotations

import pytest

from tests.support.model import description_of

SOURCE = """\
      SUBROUTINE WORK (IC, A)
      COMMON /G/ NCELL(2,9), NZ(4)
      REAL A(*)
      {first}
      DO 10 I = 1, {bound}
   10 A(I) = 0.0
      {between}
      DO 20 I = 1, {bound}
   20 A(I) = 1.0
      END
"""


def _parameters(bound: str, first: str = "CONTINUE", between: str = "CONTINUE") -> list[str]:
    text = SOURCE.format(bound=bound, first=first, between=between)
    (unit,) = description_of(text).units
    return sorted(item.symbol for item in unit.parameters if not item.is_resolved)


@pytest.mark.parametrize("bound", ["NCELL(1,IC)", "NCELL(1,IC) - 1", "NCELL(1,IC)*2"])
def test_one_value_is_one_parameter(bound: str):
    assert _parameters(bound) == ["WORK.value@NCELL(1,IC)"]


def test_a_variable_that_holds_it_is_the_same():
    assert _parameters("NCELL(1,IC)", first="M = NCELL(1,IC)") == ["WORK.value@NCELL(1,IC)"]
    assert _parameters("M", first="M = NCELL(1,IC)") == ["WORK.value@NCELL(1,IC)"]


def test_what_has_the_same_subscripts_is_the_same():
    assert _parameters("NCELL(1,K)", first="K = IC + 1", between="K = 1 + IC") == [
        "WORK.value@NCELL(1,K)"
    ]
    assert len(_parameters("NCELL(1,K)", first="K = IC", between="K = IC + 1")) == 2


@pytest.mark.parametrize(
    "between",
    ["NCELL(1,J) = 4", "CALL OTHER (NCELL)", "CALL OTHER (K)", "READ (*,*) NCELL(1,IC)"],
)
def test_a_value_that_may_change_is_not_the_same(between: str):
    assert "WORK.value@NCELL(1,IC)" not in _parameters("NCELL(1,IC)", between=between)


def test_of_two_bounds_that_are_not_known_only_the_distance_matters():
    found = _parameters("NCELL(2,IC)", first="CONTINUE").copy()
    text = SOURCE.replace("10 I = 1,", "10 I = NCELL(1,IC),").replace("20 I = 1,", "20 I = 1,")
    (unit,) = description_of(text.format(bound="NCELL(2,IC)", first="N=1", between="N=1")).units
    assert found == ["WORK.value@NCELL(2,IC)"]
    assert sorted(item.symbol for item in unit.parameters if not item.is_resolved) == [
        "WORK.trips@do10",
        "WORK.value@NCELL(2,IC)",
    ]


def test_one_that_differs_between_iterations_is_no_single_value():
    text = """\
      SUBROUTINE WORK (A)
      COMMON /G/ NCELL(9)
      REAL A(*)
      DO 20 J = 1, 9
      DO 10 I = 1, NCELL(J)
   10 A(I) = 0.0
   20 CONTINUE
      END
"""
    (unit,) = description_of(text).units
    found = [item.symbol for item in unit.parameters if not item.is_resolved]
    assert found == ["WORK.trips@do20.do10"]


def test_an_element_with_a_constant_subscript_is_an_input():
    assert _parameters("NZ(3)") == []
