"""Whole programs: who computes, what is sent, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.algebra.vectorise import ArrayFormulas
from sad.diagnostics import Diagnostics, SadError
from sad.distribution.distributable import Distributable, message_times
from sad.distribution.distributed import Distributed, message_bytes, outer_rows
from sad.distribution.phases import Sending
from sad.distribution.syntax import parse_distributions
from sad.distribution.wording import message_formula
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine
from sad.loading.prediction import load_prediction
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from tests.distribution.compared import distributable
from tests.distribution.test_known_nests import ADI, JACOBI, LU, PRODUCT, SEIDEL, TRANSPOSE
from tests.support.command import ROOT

if TYPE_CHECKING:
    from tests.distribution.nests import Nest


def program(text: str, *distributions: str, language: str = "fortran") -> Distributed:
    """Return a program under distributions on the Paragon."""
    return Distributed(distributable(text, language=language), parse_distributions(distributions))


def at(found: Distributed, **values: float) -> tuple[float, float]:
    """Return computation and communication at one point [s]."""
    points = {name: np.array([float(value)]) for name, value in values.items()}
    times = found.times(points)
    return float(times.computation[0]), float(times.communication[0])


def sent(found: Distributed) -> list[tuple[str, int]]:
    """Return the primitives of all messages and how many loops are around them."""
    return [(message.primitive, message.level) for message in found.messages]


def test_patterns_that_everybody_knows():
    jacobi = program(JACOBI.fortran(), "A(block,*)", "B(block,*)")
    assert sent(jacobi) == [("exchange", 1), ("exchange", 1)]
    assert (
        sent(program(JACOBI.fortran(), "A(block,block)", "B(block,block)")) == [("exchange", 1)] * 4
    )
    assert sent(program(PRODUCT.fortran(), "A(block,*)", "B(block,*)", "C(block,*)")) == [
        ("allgather", 0)
    ]
    assert sent(program(TRANSPOSE.fortran(), "A(block,*)", "B(block,*)")) == [("alltoall", 0)]
    assert sent(program(LU.fortran(), "A(*,cyclic)")) == [("broadcast", 1)]
    assert sent(program(LU.fortran(), "A(cyclic,cyclic)")) == [("broadcast", 1)] * 3
    assert sent(program(SEIDEL.fortran(), "A(block,*)")) == [("exchange", 0), ("communicate", 2)]


def test_lu_is_balanced_by_cyclic_columns():
    cyclic, _ = at(program(LU.fortran(), "A(*,cyclic)"), nprocs=8, N=96)
    block, _ = at(program(LU.fortran(), "A(*,block)"), nprocs=8, N=96)
    alone, _ = at(program(LU.fortran(), "A(*,cyclic)"), nprocs=1, N=96)
    assert alone / cyclic > 4
    assert cyclic < 0.75 * block


def test_a_sweep_over_the_divided_rows_takes_the_ranks_in_turn():
    # SYSTEMS 2.4: (N-2) N/P updates one after the other with columns in blocks, (N-2) N with rows
    n, ranks = 258, 8
    rows = program(ADI.fortran(), "A(block,*)", "B(block,*)")
    columns = program(ADI.fortran(), "A(*,block)", "B(*,block)")
    alone, none = at(rows, nprocs=1, N=n)
    assert none == 0.0
    in_turn, messages = at(rows, nprocs=ranks, N=n)
    assert in_turn == pytest.approx(alone)
    assert messages > 0
    at_once, none = at(columns, nprocs=ranks, N=n)
    assert none == 0.0
    # 258 columns on 8 ranks: the largest block has 33; the outer loop's control is everybody's
    assert at_once == pytest.approx(alone * 33 / 258, rel=0.02)
    text: Diagnostics = Diagnostics()
    rows.tell(text)
    assert [item.code for item in text.items] == ["SAD911"]


DOT = """
      SUBROUTINE DOTP(A,B,N,S)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N), S
      S = 0.0D0
      DO 10 I = 1, N
   10 S = S + A(I)*B(I)
      END
"""
MATVEC = """
      SUBROUTINE MV(A, X, Y, N)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), X(N), Y(N), S
      DO 20 I = 1, N
        S = 0.0D0
        DO 10 J = 1, N
          S = S + A(I,J)*X(J)
   10   CONTINUE
        IF (S .GT. 1.0D0) S = 1.0D0
        Y(I) = S
   20 CONTINUE
      END
"""
CALLS = """
      PROGRAM MAIN
      INTEGER N, I
      DOUBLE PRECISION A(1000), B(1000), S
      COMMON /C/ A
      READ *, N
      DO 20 I = 1, 10
        CALL SMOOTH(B, N)
        CALL NORM(S, N)
   20 CONTINUE
      PRINT *, S
      END
      SUBROUTINE SMOOTH(X, M)
      INTEGER M, J
      DOUBLE PRECISION X(M), A(1000)
      COMMON /C/ A
      DO 10 J = 2, M-1
   10 A(J) = X(J-1) + X(J+1)
      DO 20 J = 2, M-1
   20 X(J) = A(J)
      END
      SUBROUTINE NORM(S, M)
      INTEGER M, J
      DOUBLE PRECISION S, Z(1000), T
      COMMON /C/ Z
      S = 0.0D0
      DO 10 J = 1, M
        T = ABS(Z(J))
        S = MAX(S, T)
   10 CONTINUE
      END
"""
WHILE = """
void relax(int n, double *u, double *v, double eps) {
  double d = 1.0;
  while (d > eps) {
    d = 0.0;
    for (int i = 1; i < n - 1; i++) {
      v[i] = 0.5 * (u[i-1] + u[i+1]);
      d += (v[i] - u[i]) * (v[i] - u[i]);
    }
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}
"""


def test_sums_are_divided_and_combined():
    found = program(DOT, "A(block)", "B(block)")
    assert sent(found) == [("allreduce", 0)]
    alone, parallel = at(found, nprocs=1, N=800)[0], at(found, nprocs=8, N=800)[0]
    assert parallel == pytest.approx(alone / 8, rel=0.01)


def test_sums_of_replicated_values_are_everybodys():
    found = program(DOT.replace("A(I)*B(I)", "1.0D0"), "A(block)")
    assert sent(found) == []
    assert at(found, nprocs=8, N=800) == at(found, nprocs=1, N=800)


def test_scalars_of_an_iteration_go_with_who_uses_them():
    found = program(MATVEC, "A(block,*)", "Y(block)")
    assert sent(found) == []
    values = {"N": 64, "MV.prob@do20.if1": 0.5}
    alone, parallel = at(found, nprocs=1, **values)[0], at(found, nprocs=4, **values)[0]
    assert parallel == pytest.approx(alone / 4, rel=0.001)


def test_columns_make_partial_sums_of_every_row():
    found = program(MATVEC, "A(*,block)", "X(block)")
    assert sent(found) == [("allreduce", 1)]
    pieces = [part for part in found.parts if isinstance(part, Sending)]
    points, grid, _ = found.placed({"N": np.array([64.0]), "MV.prob@do20.if1": np.ones(1)}, (4,))
    rows, times = outer_rows(points, pieces[0].around, ())
    assert message_bytes(pieces[0].message, found.layout, rows, grid) == 8
    assert times == 64


def test_arrays_are_followed_through_calls_and_common():
    found = program(CALLS, "A(block)", "B(block)")
    assert sent(found) == [("exchange", 1), ("exchange", 1), ("allreduce", 1)]
    assert "B" in {array.name for array in found.program.whole.arrays.values()}


def test_loops_without_a_count_and_c():
    found = program(WHILE, "u(block)", "v(block)", language="c")
    assert found.parameters == ("n", "relax.trips@while1")
    assert sent(found) == [("exchange", 1), ("exchange", 1), ("allreduce", 1)]
    values = {"n": 1002, "relax.trips@while1": 5}
    alone, parallel = at(found, nprocs=1, **values)[0], at(found, nprocs=10, **values)[0]
    assert parallel == pytest.approx(alone / 10, rel=0.02)


@pytest.mark.parametrize("name", ["relax/relax.f", "fft2/fft2.f"])
def test_one_process_takes_as_long_as_the_sequential_program(name: str):
    path = str(ROOT / "corpus" / name)
    machine, messages = chosen_machine("sparc2", None), chosen_machine("paragon", None)
    assert machine is not None
    assert messages is not None
    loaded = load_description(Reading((path,)))
    ready = Distributable(loaded, machine, message_times(messages[0], None))
    arrays = [key for key in ready.whole.names if "." not in key]
    ranks = {n: len(ready.whole.arrays[ready.whole.names[n]].bounds) for n in arrays}
    texts = [f"{n}({'*,' * (rank - 1)}block)" for n, rank in ranks.items()]
    found = Distributed(ready, parse_distributions(texts))
    given = {
        name: 0.5 if "prob" in name else 7.0 + number % 3
        for number, name in enumerate(found.parameters)
    }
    settings = settings_from_arguments(
        [f"{name}={value:g}" for name, value in given.items() if "bytes@" not in name]
    )
    alone, _ = load_prediction(Reading((path,)), Choice(settings=settings, machine="sparc2"))
    assert alone.total is not None
    computation, communication = at(found, nprocs=1, **given)
    assert computation == pytest.approx(alone.total)
    assert communication == 0.0


@pytest.mark.parametrize(
    ("nest", "distributions", "ranks"),
    [
        (JACOBI, ("A(block,*)", "B(block,*)"), (4,)),
        (JACOBI, ("A(block,block)", "B(block,block)"), (3, 4)),
        (PRODUCT, ("A(block,*)", "B(block,*)", "C(block,*)"), (4,)),
        (PRODUCT, ("A(block,block)", "B(block,block)", "C(block,block)"), (2, 4)),
        (TRANSPOSE, ("A(block,*)", "B(block,*)"), (4,)),
        (LU, ("A(*,cyclic)",), (4,)),
        (LU, ("A(cyclic,cyclic)",), (2, 3)),
    ],
)
def test_symbolic_bytes_are_those_of_a_rank_inside(
    nest: Nest, distributions: tuple[str, ...], ranks: tuple[int, ...]
):
    found = program(nest.fortran(), *distributions)
    points, grid, _ = found.placed({"N": np.array([24.0])}, ranks)
    sides = dict(zip(("nprocs",) if len(ranks) == 1 else ("px", "py"), ranks, strict=True))
    for part in found.parts:
        if isinstance(part, Sending):
            rows, _ = outer_rows(points, part.around, found.polys[part.message])
            numbers = message_bytes(part.message, found.layout, rows, grid)
            formula = ArrayFormulas([message_formula(part.message, found.layout)])
            values = {**rows.values, **{name: np.array([n]) for name, n in sides.items()}}
            most = formula({name: values[name] for name in formula.symbols})[0]
            assert np.array_equal(numbers, np.broadcast_to(most, numbers.shape)) or (
                (numbers <= most).all() and np.isclose(numbers.sum(), np.sum(most), rtol=0.1)
            )


def test_index_arrays_make_a_parameter_of_the_bytes():
    text = """
      SUBROUTINE GATHER (N, K, X, Y)
      INTEGER K(N)
      REAL X(N), Y(N)
      DO 10 I = 1, N
   10 Y(I) = X(K(I))
      END
"""
    found = program(text, "X(block)", "Y(block)")
    assert found.parameters == ("N", "x.bytes@line6")
    small = at(found, nprocs=4, N=100, **{"x.bytes@line6": 4})[1]
    large = at(found, nprocs=4, N=100, **{"x.bytes@line6": 4000})[1]
    assert 0 < small < large
    said = Diagnostics()
    found.tell(said)
    assert [item.code for item in said.items] == ["SAD910"]


def test_fixed_storage_is_distributed_as_far_as_it_is_used():
    text = """
      PROGRAM MAIN
      DOUBLE PRECISION A(2000)
      READ *, N
      DO 10 I = 1, N
   10 A(I) = 1.0D0
      END
"""
    found = program(text, "A(block)")
    alone, parallel = at(found, nprocs=1, N=100)[0], at(found, nprocs=10, N=100)[0]
    write = alone - at(found, nprocs=1, N=0)[0]
    assert alone - parallel == pytest.approx(0.9 * write, rel=0.001)


def test_blocks_that_are_too_small_are_impossible():
    found = program(DOT, "A(block(10))", "B(block(10))")
    times = found.times({"nprocs": np.array([2.0, 10.0]), "N": np.array([100.0, 100.0])})
    assert times.impossible is not None
    assert list(times.impossible) == [True, False]
    assert np.isnan(times.computation[0])
    assert times.computation[1] > 0


@pytest.mark.parametrize(
    ("distribution", "code"),
    [
        ("A", "SAD900"),
        ("A(block", "SAD900"),
        ("A(cyclic(0))", "SAD900"),
        ("A(block,block,block,block)", "SAD900"),
        ("Q(block)", "SAD901"),
        ("N(block)", "SAD901"),
        ("A(block,*)", "SAD902"),
    ],
)
def test_bad_distributions(distribution: str, code: str):
    with pytest.raises(SadError) as raised:
        program(DOT, distribution)
    assert raised.value.diagnostic.code == code


def test_no_array_twice():
    with pytest.raises(SadError) as raised:
        program(DOT, "A(block)", "a(cyclic)")
    assert raised.value.diagnostic.code == "SAD900"
