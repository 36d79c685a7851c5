"""Where a READ takes its values from, and in which layout."""

from __future__ import annotations

import pytest

from sad.ir import stmt as st
from sad.ir.walk import statements
from tests.support.model import program_of

BEFORE = """\
      SUBROUTINE S(LUN, FORM, LINE)
      CHARACTER*(*) FORM, LINE, F
      PARAMETER (NIN = 5, NFILE = 7, F = '(2I5)')
      NAMELIST /IN/ N, M
"""
AFTER = """\
  100 FORMAT(I5, 2X, 4HA B , F 8.3)
   20 FORMAT ('It''s', I3)
    9 END
"""
READS = {
    "READ *, N": (True, "*"),
    "READ 100, N": (True, "(I5,2X,'A B ',F8.3)"),
    "READ 20, N": (True, "('It''s',I3)"),
    "READ F, N": (True, "(2I5)"),
    "READ(*,*) N": (True, "*"),
    "READ(5,*,END=9) N": (True, "*"),
    "READ(NIN,100) N": (True, "(I5,2X,'A B ',F8.3)"),
    "READ(5,'(i5, ''x'')') N": (True, "(i5, 'x')"),
    "READ(FMT=00020, UNIT=NIN) N": (True, "('It''s',I3)"),
    "READ(5,F) N, M": (True, "(2I5)"),
    "READ(5,IN)": (True, "&IN"),
    "READ(5,NML=IN)": (True, "&IN"),
    "READ(5,'(I5)',ADVANCE='yes') N": (True, "(I5)"),
    "IF (M .GT. 0) READ(5,*) N": (True, "*"),
    # Other units, and a unit that is not known here.
    "READ(7,*) N": (False, "*"),
    "READ(NFILE,*) N": (False, "*"),
    "READ(LUN,*) N": (False, "*"),
    "READ(LINE,*) N": (False, "*"),
    # Layouts that are not known, or that are none.
    "READ(5) N": (True, None),
    "READ(5,FORM) N": (True, None),
    "READ(5,30) N": (True, None),
    "READ(5,'(I5)',ADVANCE='NO') N": (True, None),
    "READ(7,100,REC=3) N": (False, None),
}


@pytest.mark.parametrize("text", READS)
def test_a_read_has_its_source_and_layout(text: str) -> None:
    (unit,) = program_of(f"{BEFORE}      {text}\n{AFTER}").units
    (read,) = (item for item in statements(unit.body) if isinstance(item, st.InputOutput))
    assert (read.standard, read.layout) == READS[text]
    assert read.argument is None


def test_what_is_written_has_none() -> None:
    (unit,) = program_of("      WRITE(*,'(I5)') N\n      PRINT *, N\n      END\n").units
    written = [item for item in statements(unit.body) if isinstance(item, st.InputOutput)]
    assert [(item.standard, item.layout) for item in written] == [(False, None)] * 2
