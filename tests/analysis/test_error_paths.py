"""Which branches only guard an error, and what assuming them away gives."""

from __future__ import annotations

import pytest

from sad.analysis.unit import analyse
from sad.evaluation.model import Model, build_model
from sad.lowering.build import describe
from sad.profiles.settings import settings_from_arguments
from tests.support.model import counts_by_line, description_of, operations_by_line, program_of

FACTOR = """\
      SUBROUTINE FACTOR(N, A, LDA, INFO)
      DOUBLE PRECISION A(LDA, *)
      INFO = 0
      IF (N .LT. 0) THEN
        INFO = -1
      ELSE IF (LDA .LT. MAX(1, N)) THEN
        INFO = -3
      END IF
      IF (INFO .NE. 0) THEN
        CALL XERBLA('FACTOR', -INFO)
        RETURN
      END IF
      DO 10 K = 1, N
        IF (A(K, K) .EQ. 0D0) THEN
          INFO = K
          RETURN
        END IF
        DO 20 I = K + 1, N
   20   A(I, K) = A(I, K)/A(K, K)
        IF (A(K, 1) .NE. 0D0) THEN
          DO 30 I = 1, K
   30     A(I, K) = A(I, K)*2
        ELSE IF (INFO .EQ. 0) THEN
          INFO = K
        END IF
   10 CONTINUE
      END
"""


def assumed(text: str, *given: str) -> Model:
    settings = settings_from_arguments(list(given))
    return build_model(description_of(text), None, settings, ("no-error-exits",))


def test_argument_checks_zero_pivots_and_statuses_are_assumed_away():
    model = assumed(FACTOR)
    counts = counts_by_line(model)
    assert counts[14] == "N"
    assert counts[19] == "N*(N - 1)/2"
    assert counts[22] == "N*(N + 1)/2"
    assert [item.parameter.span.line for item in model.assumed] == [4, 6, 9, 14, 20, 23]
    assert not any(line in counts for line in (7, 10, 11, 15, 16, 24))


def test_without_the_assumption_they_are_conditions_and_probabilities():
    counts = counts_by_line(build_model(description_of(FACTOR), None, settings_from_arguments([])))
    assert counts[10] == "[N > LDA]"
    assert counts[15] == "[LDA >= N]*P1*X1"


def test_what_the_user_sets_is_not_assumed():
    model = assumed(FACTOR, "FACTOR.prob@do10.if1=0.5")
    assert [item.parameter.span.line for item in model.assumed] == [4, 6, 9, 20, 23]
    assert "X1" in counts_by_line(model)[19]


def body(*lines: str) -> str:
    head = ["SUBROUTINE S(N, A, TOL, INFO)", "REAL A(N)"]
    return "".join(
        f"{line}\n" if line[:1].isspace() else f"      {line}\n" for line in [*head, *lines, "END"]
    )


@pytest.mark.parametrize(
    "lines",
    [
        (
            "DO 10 I = 1, N",
            "IF (A(I) .LT. TOL) THEN",
            "INFO = I",
            "RETURN",
            "END IF",
            "   10 CONTINUE",
        ),
        ("DO 10 I = 1, N", "IF (A(I) .LT. TOL) STOP", "   10 CONTINUE"),
        ("DO 10 I = 1, N", "IF (A(I) .LT. TOL) GOTO 20", "   10 CONTINUE", "   20 CONTINUE"),
        ("IF (A(1) .EQ. 0.0) THEN", "DO 10 I = 1, N", "   10 A(I) = 1.0", "RETURN", "END IF"),
        ("A(1) = 2.0", "IF (A(1) .GT. 0.0) RETURN", "A(2) = 1.0"),
        ("IF (TOL .LT. 0.0 .OR. N .LT. 1) GOTO 20", "A(1) = 1.0", "   20 CONTINUE"),
        ("IF (INFO .LE. 10) INFO = 10", "A(INFO) = 1.0"),
        (
            "INFO = 0",
            "DO 10 I = 1, N",
            "IF (A(I) .EQ. TOL) THEN",
            "INFO = I",
            "RETURN",
            "END IF",
            "   10 CONTINUE",
        ),
        ("IF (A(1) .GT. 0.0) THEN", "INFO = N - 1", "ELSE", "INFO = -1", "END IF"),
        ("IF (A(1) .EQ. 0.0) THEN", "WRITE (*,*) 'NONE'", "RETURN", "END IF"),
        ("IF (A(1) .EQ. 0.0) CALL GEMM('No', N, A)", "A(1) = 1.0"),
    ],
    ids=[
        "convergence",
        "stop on a tolerance",
        "search",
        "work before leaving",
        "computed",
        "nothing to do",
        "default",
        "place found",
        "no neighbour",
        "not early",
        "option",
    ],
)
def test_other_ways_out_are_not_taken_for_errors(lines: tuple[str, ...]):
    assert assumed(body(*lines)).assumed == ()


@pytest.mark.parametrize(
    "lines",
    [
        ("IF (A(1) .LE. 0.0) STOP 'NOT POSITIVE'", "A(1) = 1.0"),
        ("IF (A(1) .EQ. 0.0) THEN", "WRITE (*,*) 'SINGULAR'", "RETURN", "END IF", "A(1) = 1.0"),
        ("IF (TOL .GT. 0.5) STOP", "A(1) = 1.0"),
        ("INFO = 10", "IF (A(1) .GT. 1.0) GOTO 20", "INFO = 0", "A(1) = 1.0", "   20 CONTINUE"),
        ("IF (A(1) .GT. 1.0) THEN", "CALL QUIT('BAD A')", "RETURN", "END IF", "A(1) = 1.0"),
        ("CALL OTHER(A, INFO)", "IF (INFO .NE. 0) RETURN", "A(1) = 1.0"),
    ],
    ids=["stop", "message", "stop by size", "failure kept", "handler", "status of a call"],
)
def test_errors_are_recognised_by_what_they_do(lines: tuple[str, ...]):
    assert len(assumed(body(*lines)).assumed) == 1


CHECKS = """\
#include <stdio.h>
#include <stdlib.h>
static void work(double *a, int n) {
    for (int i = 0; i < n; i++)
        a[i] += 1;
    if (a[0] < 0)
        exit(4);
}
static void fail(const char *what) {
    fprintf(stderr, "%s\\n", what);
    if (what)
        exit(2);
}
static int usage(const char *name) {
    fprintf(stderr, "%s [Options]\\n", name);
    return 1;
}
"""


@pytest.mark.parametrize(
    ("main", "decided"),
    [
        ('if (n < 2) return usage(argv[0]);\n work(a, n);\n printf("done\\n");', []),
        ('if (n == 4) printf("four\\n");\n work(a, n);\n work(a, n);', []),
        ('if (n == 4) { fail("n is four"); return 0; }\n work(a, n);', ["main.prob@if1"]),
        (
            'if (n == 4) exit(1); else if (n > 5) printf("many\\n");\n work(a, n);',
            ["main.prob@if1"],
        ),
    ],
    ids=["work behind usage", "a note", "a message", "a note behind an exit"],
)
def test_work_that_may_end_the_program_is_no_error(main: str, decided: list[str]):
    text = f"int main(int argc, char **argv) {{\n double a[9] = {{0}};\n int n = argc;\n {main}\n"
    program = program_of(CHECKS + text + "return 0;\n}\n", "c")
    settings = settings_from_arguments([])
    model = build_model(describe(analyse(program)), None, settings, ("no-error-exits",))
    own = [
        item.parameter.label for item in model.assumed if item.parameter.label.startswith("main")
    ]
    assert own == decided


def test_data_that_are_tested_for_zero_can_be_assumed_not_to_be():
    text = body(
        "DO 10 I = 1, N",
        "IF (A(I) .NE. 0.0 .OR. TOL .EQ. 0.0) THEN",
        "A(I) = A(I) + 1.0",
        "END IF",
        "IF (A(I) .EQ. 0.0) A(I) = TOL*TOL",
        "IF (A(I) .GT. 0.0) A(I) = TOL + 1.0",
        "   10 CONTINUE",
    )
    model = build_model(description_of(text), None, settings_from_arguments([]), ("no-zeros",))
    counts = counts_by_line(model)
    assert counts[5] == "N"
    assert [item.assumption for item in model.assumed] == ["no-zeros", "no-zeros"]
    assert operations_by_line(model)[7] != operations_by_line(model)[8]
    assert counts[8] == "N"


def test_a_parameter_passed_by_value_is_no_status():
    source = (
        "int f(int *p, int n) {\n    while (*p) {\n        if (*p < 0)\n            n = 7;\n"
        "        p++;\n    }\n    return n;\n}\n"
    )
    (unit,) = describe(analyse(program_of(source, "c"))).units
    (branch,) = [item for item in unit.parameters if "if1" in item.symbol]
    assert branch.without_errors is None


def test_an_early_success_is_no_error_though_it_says_how_much_was_done():
    source = (
        "int f(double e, double *r, int *k) {\n    if (e <= 0) {\n        *k = 0;\n"
        "        return 13;\n    }\n    if (e < 1) {\n        *r = e;\n        *k = 21;\n"
        "        return 0;\n    }\n    for (int i = 0; i < 9; i++)\n        *r += e;\n"
        "    *k = 43;\n    if (*r > 5) return 0;\n    return 14;\n}\n"
    )
    (unit,) = describe(analyse(program_of(source, "c"))).units
    branches = {item.span.line: item.without_errors for item in unit.parameters}
    assert branches[6] is None
