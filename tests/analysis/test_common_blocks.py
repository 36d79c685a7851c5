"""Variables of COMMON blocks: of those a unit declares only to reach others it knows nothing."""

from __future__ import annotations

import pytest

from sad.analysis.calls.graph import build_call_graph, unit_key
from sad.analysis.calls.unit_effects import add_effects, cells_of_program
from tests.support.model import counts_by_line, model_of, program_of

DECLARED = """\
      PROGRAM P
      COMMON /C/ I, J, K, L, M
      CALL SUB
      DO 10 N = 1, M
   10 X = N
      END
      SUBROUTINE SUB
      COMMON /C/ I, J, K, L, M
      REAL A(J)
      K = L
      END
"""


def test_a_unit_has_the_variables_it_mentions():
    program = cells_of_program(build_call_graph(program_of(DECLARED)))
    for units in program.graph.components:
        add_effects(units, program)
    sub, main = program.graph.order
    assert (sub.name, main.name) == ("SUB", "P")
    assert set(program.cells[unit_key(sub)].by_name) == {"J", "K", "L"}
    assert set(program.of(sub).commons.values()) == {"J", "K", "L"}
    assert set(program.of(main).commons.values()) == {"J", "K", "L", "M"}
    assert program.of(sub).written == {"/C/+8"}


MENTIONED = {
    "in a statement function": ("      KF(I) = I*N", "N = 4\n      M = KF(2)", "M", "8"),
    "in a namelist": ("      NAMELIST /IN/ N", "N = 4\n      READ (5, IN)", "N", "N"),
    "by another name": ("      EQUIVALENCE (N, K)", "N = 4\n      K = 7", "N", "7"),
    "in a statement that is not modelled": ("", "N = 4\n      ENCODE (4, 10, N) 5", "N", "N"),
    "in a call": ("", "CALL SET (N)", "N", "3"),
    "by what is called": ("", "CALL SETS", "N", "5"),
}


@pytest.mark.parametrize("what", MENTIONED)
def test_changes_are_seen(what: str):
    declared, statement, bound, trips = MENTIONED[what]
    source = f"""\
      PROGRAM P
      COMMON /C/ N
{declared}
      {statement}
      DO 10 L = 1, {bound}
   10 X = L
      END
      SUBROUTINE SET (K)
      K = 3
      END
      SUBROUTINE SETS
      COMMON /C/ M
      M = 5
      END
"""
    assert trips in counts_by_line(model_of(source)).values()
