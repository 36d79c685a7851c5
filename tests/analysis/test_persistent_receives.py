"""What a request that is made once receives each time it is started."""

from __future__ import annotations

import pytest

from sad.algebra import atoms
from sad.model.expand import default_entry, expand
from tests.support.model import description_of

PROGRAM = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER K, L, I, IERR, IREQ(2), STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION A(100)
      CALL MPI_INIT (IERR)
      CALL MPI_RECV_INIT ({into}, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD,
     &                    IREQ, IERR)
      L = 7
      DO 10 I = 1, 3
         K = 5
         CALL {start}, IERR)
         CALL MPI_WAIT (IREQ, STATUS, IERR)
         CALL MPI_SEND (A, K, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, IERR)
   10 CONTINUE
      CALL MPI_FINALIZE (IERR)
      END
"""


@pytest.mark.parametrize("start", ["MPI_START (IREQ", "MPI_STARTALL (1, IREQ"])
@pytest.mark.parametrize("into", ["K", "L"])
def test_a_start_changes_what_the_request_receives_into(start: str, into: str):
    description = description_of(PROGRAM.format(start=start, into=into))
    (send,) = (
        item
        for item in expand(description, default_entry(description)).messages
        if item.message.routine == "mpi_send"
    )
    is_known = not atoms.has_unresolved(send.nbytes())
    assert is_known == (into == "L")
