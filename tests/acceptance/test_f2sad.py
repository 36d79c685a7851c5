"""The checks on the F2SAD formula: de Ronde et al. 1994, structure only (no times are printed)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from sad.evaluation.predict import predict
from sad.machine.database import get_machine
from sad.mapping.bind import bind_machine
from sad.model.parameters import Class
from tests.support.command import CORPUS
from tests.support.model import counts_by_line, model_of, operations_by_line, prediction_of

# Copies of the particles near one face of a box, by link cells: head of a list for each cell, and
# a list walk made of IF and GOTO. Line numbers are those of this text.
FACE = """\
      SUBROUTINE COPYX (MX,MY,MZ,NCOPY,CX,CY,CZ,IHEAD,LINK,SY,SZ,DY,DZ)
      INTEGER MX, MY, MZ, NCOPY, IHEAD(*), LINK(*)
      DOUBLE PRECISION CX(*), CY(*), CZ(*), SY, SZ, DY, DZ
      DO 20 K = 0, MZ-1
      DO 21 I = MX-1, MX*MY-1, MX
         J = IHEAD(I + K*MX*MY)
   22    IF (J .NE. 0) THEN
            NCOPY = NCOPY - 1
            CX(NCOPY) = CX(J) - 1.0D0
            CY(NCOPY) = CY(J)
            CZ(NCOPY) = CZ(J)
            IC = 1 + IDINT((CY(NCOPY)*SY + 0.5D0)*DY)*MX
     &             + IDINT((CZ(NCOPY)*SZ + 0.5D0)*DZ)*MX*MY
            LINK(NCOPY) = IHEAD(IC)
            IHEAD(IC) = NCOPY
            J = LINK(J)
            GOTO 22
         END IF
   21 CONTINUE
   20 CONTINUE
      END
"""
BODY = (8, 9, 10, 11, 12, 14, 15, 16)


def test_a1_an_assignment_is_the_sum_of_its_operations():
    model = model_of("      SUBROUTINE S(A,B,C)\n      A = A + B*C\n      END\n")
    mix = operations_by_line(model)[2]
    arithmetic = {key: n for key, n in mix.items() if not key.startswith(("load", "store"))}
    assert arithmetic == {"assign.real": 1, "mul.real": 1, "add.real": 1}
    assert mix["load.real.scalar.dummy"] == 3
    assert mix["store.real.scalar.dummy"] == 1


def test_a2_a_block_counts_the_product_of_its_loops_and_branches():
    source = """\
      SUBROUTINE S(N,M,A,X)
      DIMENSION X(*), A(*)
      DO 10 I = 1, N
      IF (A(I) .GT. 0.0) THEN
      DO 20 J = 1, M
      IF (X(J) .LT. A(J)) THEN
      X(J) = 0.0
      END IF
   20 CONTINUE
      END IF
   10 CONTINUE
      END
"""
    model = model_of(source)
    assert counts_by_line(model)[7] == "M*N*P1*P2"
    machine = get_machine("sparc2")
    prediction = predict(
        model_of(source, N=10, M=20, P1=0.5, P2=0.25), bind_machine(model.expansion, machine)
    )
    by_block = [prediction.seconds[block.id] for block in prediction.model.expansion.blocks]
    assert prediction.total == pytest.approx(sum(value or 0.0 for value in by_block), rel=1e-12)


def test_a3_trip_counts_of_the_two_do_loops_are_mz_and_my():
    counts = counts_by_line(model_of(FACE))
    assert counts[5] == "MZ"
    assert counts[6] == "MY*MZ"


def test_a4_the_list_walk_is_a_loop_whose_count_is_the_one_unresolved_parameter():
    model = model_of(FACE)
    unresolved = [
        item for item in model.names.parameters.values() if item.cls is Class.INDETERMINATE
    ]
    assert [(item.symbol, item.kind) for item in unresolved] == [
        ("COPYX.trips@do20.do21.goto22", "trip_count")
    ]
    assert unresolved[0].span.line == 7


def test_a5_the_body_counts_x1_x2_x3_and_the_test_once_more():
    counts = counts_by_line(model_of(FACE))
    assert {counts[line] for line in BODY} == {"MY*MZ*X1"}
    assert counts[7] in ("MY*MZ*(X1 + 1)", "MY*MZ*X1 + MY*MZ")


def test_a5_the_body_has_23_operations():
    mixes = operations_by_line(model_of(FACE))
    total: Counter[str] = Counter()
    for line in BODY:
        total.update(mixes[line])
    counted = {
        key: number
        for key, number in total.items()
        if key.partition(".")[0] in ("assign", "add", "sub", "mul", "intrinsic")
    }
    assert counted == {
        "assign.integer": 5,
        "sub.integer": 1,
        "mul.integer": 3,
        "add.integer": 2,
        "assign.double": 3,
        "sub.double": 1,
        "mul.double": 4,
        "add.double": 2,
        "intrinsic.int.double": 2,
    }
    assert sum(counted.values()) == 23


def test_a6_the_kernel_of_md1_leaves_exactly_16_parameters_open():
    model = model_of(CORPUS / "md1" / "md1.f")
    kernel = {"WRAP", "EDGES", "FORCES", "PAIR"}
    kinds = Counter(
        item.kind.value
        for item in model.names.parameters.values()
        if item.cls is Class.INDETERMINATE and item.unit in kernel
    )
    assert kinds == {"trip_count": 9, "probability": 7}


def test_a7_the_prediction_is_linear_in_every_machine_time():
    machine = get_machine("sparc2")
    chain = machine.default_toolchain
    scaled = replace(
        chain,
        operations={
            key: replace(value, value=3 * value.value) for key, value in chain.operations.items()
        },
    )
    model = model_of(FACE, MX=5, MY=6, MZ=7, X1=2.5)
    plain = predict(model, bind_machine(model.expansion, machine, chain)).total
    tripled = predict(model, bind_machine(model.expansion, machine, scaled)).total
    assert plain is not None
    assert tripled == pytest.approx(3 * plain, rel=1e-12)


def test_a7_the_prediction_is_linear_in_x():
    machine = get_machine("sparc2")
    at = [
        prediction_of(FACE, machine, MX=5, MY=6, MZ=7, X1=trips).total or 0.0 for trips in (0, 1, 2)
    ]
    assert at[0] > 0
    assert at[2] - at[1] == pytest.approx(at[1] - at[0], rel=1e-9)


def test_a7_the_prediction_is_linear_in_p():
    source = "      SUBROUTINE S(A,X)\n      IF (A .GT. 0.0) X = SQRT(A)\n      END\n"
    machine = get_machine("sparc2")
    at = [prediction_of(source, machine, P1=p).total or 0.0 for p in (0.25, 0.5, 0.75)]
    assert at[1] > at[0] > 0
    assert at[2] - at[1] == pytest.approx(at[1] - at[0], rel=1e-9)
