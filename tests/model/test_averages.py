"""A unit that calls enter in more ways than are counted one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.evaluation.model import build_model
from sad.model.expand import Expansion, default_entry, expand
from sad.profiles.settings import settings_from_arguments
from tests.support.model import description_of

if TYPE_CHECKING:
    from sad.algebra.poly import Poly

AVERAGE = "W.value@calls.K"


def _source(calls: int) -> str:
    """``W`` gets as many values that only a run can tell, N, and a number that is 0 or 1 in turn."""
    lines = "".join(f"      CALL W(F({i}), N, {i % 2})\n" for i in range(calls))
    return f"""\
      PROGRAM P
      READ *, N
{lines}      CALL W(5, N, 1)
      CALL W(N, N, 1)
      END
      SUBROUTINE W(K, N, M)
      IF (M .EQ. 1) THEN
      DO 10 I = 1, K
   10 X = X + 1
      END IF
      DO 20 I = 1, N
   20 X = X + 1
      DO 30 I = 1, K
   30 X = X + 1
      END
      INTEGER FUNCTION F(I)
      EXTERNAL G
      F = G(I)
      END
"""


def _expanded(calls: int) -> Expansion:
    description = description_of(_source(calls))
    return expand(description, default_entry(description))


def _free(count: Poly) -> frozenset[str]:
    return atoms.free_symbols(count)


def test_few_calls_are_told_apart():
    expansion = _expanded(20)
    assert len(expansion.instances["W"]) == 22
    symbols = {name for block in expansion.blocks for name in _free(block.count)}
    assert AVERAGE not in symbols


def test_of_many_calls_only_those_a_run_must_tell_are_one():
    expansion = _expanded(150)
    assert len(expansion.instances["W"]) == 3
    counts = [block.count for block in expansion.blocks if block.unit.name == "W"]
    exact = {evaluate(count, {"P.N": 7}) for count in counts if _free(count) <= {"P.N"}}
    assert exact == {152, 77, 152 * 7}  # what does not depend on K is counted call by call
    assert {AVERAGE, "W.prob@if1", "P.N"} == frozenset[str]().union(*map(_free, counts))


def test_an_average_stands_for_all_these_calls_and_can_be_set():
    values = settings_from_arguments(["n=7", f"{AVERAGE}=3", "W.prob@if1=0.5"])
    model = build_model(description_of(_source(150)), None, values)
    parameter = model.names.parameters[AVERAGE]
    assert not parameter.is_resolved
    assert "more than 40 calls of W" in parameter.reason
    assert not model.missing
    counts = {block.count for block in model.expansion.blocks if block.unit.name == "W"}
    found = {evaluate(count, model.values) for count in counts}
    assert 150 * 3 + 5 + 7 in found  # loop 30
    assert 75 * 3 + 5 + 7 in found  # loop 10: half of the calls
