"""Sizes that counts of lines tell, seen from one unit."""

from __future__ import annotations

from sad.analysis.unit import analyse
from sad.evaluation.measuring.measured import Measurer
from sad.lowering.build import describe
from sad.profiles.counts import Condition, FileCounts, LineCount, Profile
from sad.profiles.estimation.estimate import Estimator
from tests.support.model import program_of

TEXT = """\
      SUBROUTINE OUTER (N, A)
      DIMENSION A(100)
      CALL INNER (N, A)
      IF (A(2) .GT. 1.0) A(2) = 0.0
      END
      SUBROUTINE INNER (N, A)
      DIMENSION A(100)
      DO 10 I = 1, N
         A(I) = A(I) + 1
   10 CONTINUE
      END
"""


def _sizes(calls: int, entered: int, turns: int) -> dict[str, float]:
    """Return the sizes of the samples if OUTER and INNER were called, and the loop turned, so often."""
    program = program_of(TEXT)
    analysis = analyse(program)
    (path,) = {file.path for file in program.files}
    measurer = Measurer(describe(analysis), "OUTER", Estimator(analysis, {path: TEXT}))
    counts = {3: calls, 4: calls, 8: entered, 9: turns}
    lines = {line: LineCount(count) for line, count in counts.items()}
    lines[4] = LineCount(calls, (), (Condition(0, 4, 0, 0, calls),))
    measurer.add(Profile("csv", "run", {path: FileCounts(lines)}, {}))
    assert measurer.result.diagnostics == []
    (samples,) = measurer.result.samples.values()
    return dict(samples[0].at)


def test_a_size_follows_from_the_turns_of_a_loop_in_a_unit_called():
    assert _sizes(1, 1, 5) == {"N": 5}
    assert _sizes(2, 2, 10) == {"N": 5}


def test_no_size_follows_from_a_unit_that_others_call_too():
    assert _sizes(1, 2, 12) == {}


def test_no_size_follows_from_a_mean_that_is_none():
    assert _sizes(2, 2, 11) == {}
