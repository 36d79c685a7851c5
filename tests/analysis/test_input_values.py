"""Values from outside the program: what is read, and what the command line gives."""

from __future__ import annotations

import pytest

from tests.support.model import prediction_of

FROM_ARGUMENT = """\
      PROGRAM P
      CHARACTER*16 WORD
      CALL {get}(1, WORD)
{more}      READ (WORD,'(I16)') N
      DO 10 I = 1, N
      A = A + 1.0
   10 CONTINUE
      END
"""


@pytest.mark.parametrize("get", ["GETARG", "GET_COMMAND_ARGUMENT"])
def test_a_number_read_from_an_argument_of_the_command_is_an_input(get: str):
    prediction = prediction_of(FROM_ARGUMENT.format(get=get, more=""), None, None, N=7)
    assert max(count for count in prediction.counts.values() if count is not None) == 7
    assert not [item for item in prediction.model.symbols if "@" in item]


@pytest.mark.parametrize("more", ["      WORD = '12'\n", "      WRITE (WORD,'(I16)') 12\n"])
def test_a_number_read_from_a_text_the_program_made_is_none(more: str):
    prediction = prediction_of(FROM_ARGUMENT.format(get="GETARG", more=more), None, None)
    assert [item for item in prediction.model.symbols if "@" in item]
