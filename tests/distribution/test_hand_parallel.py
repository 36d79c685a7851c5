"""A sequential program under ``--distribute`` against the same program made parallel by hand."""

from __future__ import annotations

import numpy as np

from sad.algebra.evaluate import evaluate
from sad.distribution.distributed import Distributed, message_bytes, outer_rows
from sad.distribution.phases import Sending
from sad.distribution.syntax import parse_distributions
from sad.loading.describe import load_description
from sad.model.nodes import Message
from sad.model.walks.parts import nodes_of
from sad.reading.options import Reading
from tests.distribution.compared import distributable
from tests.support.command import ROOT

SEQUENTIAL = """
      SUBROUTINE HEAT (U, V, N, NSTEPS)
      INTEGER N, NSTEPS, ISTEP, I, J
      DOUBLE PRECISION U(0:N+1,0:N+1), V(0:N+1,0:N+1)
      DO 50 ISTEP = 1, NSTEPS
      DO 20 J = 1, N
         DO 10 I = 1, N
            V(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1))
   10    CONTINUE
   20 CONTINUE
      DO 40 J = 1, N
         DO 30 I = 1, N
            U(I,J) = V(I,J)
   30    CONTINUE
   40 CONTINUE
   50 CONTINUE
      END
"""


def test_heat_in_columns_sends_what_the_program_by_hand_sends():
    loaded = load_description(Reading((str(ROOT / "corpus/mpi/heat1d/source.f"),)))
    unit = loaded.description.unit("SWAP")
    assert unit is not None
    by_hand = [item for item in nodes_of(unit.tree, Message) if item.primitive == "send"]
    found = Distributed(
        distributable(SEQUENTIAL), parse_distributions(["U(*,block)", "V(*,block)"])
    )
    predicted = [part for part in found.parts if isinstance(part, Sending)]
    assert len(predicted) == len(by_hand) == 2
    for n in (16, 64, 100):
        given = {"N": np.array([float(n)]), "NSTEPS": np.array([7.0])}
        points, grid, _ = found.placed(given, (4,))
        for part, message in zip(predicted, by_hand, strict=True):
            assert part.message.primitive == "exchange"
            rows, times = outer_rows(points, part.around, found.polys[part.message])
            bytes_ = message_bytes(part.message, found.layout, rows, grid)
            assert list(bytes_) == [float(evaluate(message.nbytes, {"SWAP.N": n}))]
            assert list(times) == [7.0]
