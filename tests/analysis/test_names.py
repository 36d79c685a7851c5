"""What only a run can tell has a name that says where it is, and keeps it when the text moves."""

from __future__ import annotations

import pytest

from sad.diagnostics import SadError
from sad.evaluation.predict import predict
from sad.model.parameters import Class, Kind
from tests.support.model import counts_by_line, model_of


def named(source: str, entry: str | None = None) -> dict[str, Kind]:
    """The indeterminate parameters of the counts, in source order."""
    model = model_of(source, entry)
    return {
        symbol: parameter.kind
        for symbol, parameter in model.names.parameters.items()
        if parameter.cls is Class.INDETERMINATE
    }


def unit(*lines: str, dummies: str = "(N, M, A)") -> str:
    body = "".join(line if line.endswith("\n") else f"      {line}\n" for line in lines)
    return f"      SUBROUTINE S{dummies}\n      DIMENSION A(*)\n{body}      END\n"


def labelled(label: int, text: str) -> str:
    return f"{label:>5} {text}\n"


CASES = {
    "counted loop left early": (
        (
            "DO 10 I = 1, N",
            "IF (A(I) .GT. 0) GOTO 20",
            labelled(10, "CONTINUE"),
            labelled(20, "A(1) = 0"),
        ),
        ["S.prob@do10.if1", "S.trips@do10"],
    ),
    "loop with a real variable": (
        ("DO 10 X = 0.0, A(1), 0.1", labelled(10, "A(1) = X")),
        ["S.trips@do10"],
    ),
    "loop while a value is large": (
        ("DO WHILE (A(1) .GT. 1)", "A(1) = A(1)/2", "END DO"),
        ["S.trips@while1"],
    ),
    "loop made of a jump": (
        (labelled(10, "A(1) = A(1)/2"), "IF (A(1) .GT. 1) GOTO 10"),
        ["S.trips@goto10"],
    ),
    "if else-if chain": (
        (
            "IF (A(1) .GT. 1) THEN",
            "A(1) = 1",
            "ELSE IF (A(2) .GT. 1) THEN",
            "A(2) = 1",
            "ELSE",
            "A(3) = 1",
            "END IF",
        ),
        ["S.prob@if1", "S.prob@if1.elseif1"],
    ),
    "arithmetic if with three labels": (
        (
            "IF (A(1)) 10, 20, 30",
            labelled(10, "A(1) = 1"),
            "GOTO 40",
            labelled(20, "A(2) = 1"),
            "GOTO 40",
            labelled(30, "A(3) = 1"),
            labelled(40, "A(4) = 1"),
        ),
        ["S.prob@arithif1.negative", "S.prob@arithif1.zero"],
    ),
    "arithmetic if with two labels": (
        ("IF (A(1)) 10, 20, 10", labelled(10, "A(1) = 1"), labelled(20, "A(2) = 1")),
        ["S.prob@arithif1.negative_positive"],
    ),
    "computed goto": (
        (
            "GOTO (10, 20), INT(A(1))",
            "A(1) = 1",
            labelled(10, "A(2) = 1"),
            labelled(20, "A(3) = 1"),
        ),
        ["S.prob@cgoto1.1", "S.prob@cgoto1.2"],
    ),
    "select": (
        ("SELECT CASE (INT(A(1)))", "CASE (1)", "A(1) = 1", "CASE (2)", "A(2) = 1", "END SELECT"),
        ["S.prob@select1.case1", "S.prob@select1.case2"],
    ),
    "array element as a bound": (
        ("DO 10 I = 1, INT(A(1))", labelled(10, "A(2) = 1")),
        ["S.trips@do10"],
    ),
    "value changed by an external": (
        ("K = 2", "CALL AWAY(K)", "DO 10 I = 1, K", labelled(10, "A(1) = 1")),
        ["S.value@K"],
    ),
    "value that differs between paths": (
        ("K = 2", "IF (A(1) .GT. 0) K = 3", "DO 10 I = 1, K", labelled(10, "A(1) = 1")),
        ["S.prob@if1", "S.value@if1.K"],
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_what_is_not_known_is_named(what: str):
    lines, names = CASES[what]
    assert sorted(named(unit(*lines))) == sorted(names)


@pytest.mark.parametrize("what", CASES)
def test_lines_put_in_elsewhere_rename_nothing(what: str):
    lines, _ = CASES[what]
    before = named(unit(*lines))
    more = ("C a comment\n", "Z = 1.0", "C\n", "A(7) = A(8)*Z", *lines, "Z = 2.0")
    assert named(unit(*more)) == before
    assert named("C first\n      SUBROUTINE T\n      END\n" + unit(*lines), "S") == before


def test_a_comment_and_a_statement_inside_a_construct_rename_nothing():
    lines, _ = CASES["if else-if chain"]
    inside = (*lines[:2], "C\n", "A(5) = A(6)", *lines[2:])
    assert named(unit(*inside)) == named(unit(*lines))


def test_probabilities_of_a_chain_are_conditional():
    lines, _ = CASES["if else-if chain"]
    counts = counts_by_line(model_of(unit(*lines)))
    assert (counts[4], counts[6], counts[8]) == ("P1", "P2*(1 - P1)", "(1 - P1)*(1 - P2)")


def test_arms_of_an_arithmetic_if_add_up():
    lines, _ = CASES["arithmetic if with three labels"]
    counts = counts_by_line(model_of(unit(*lines)))
    assert (counts[4], counts[6], counts[8], counts[9]) == ("P1", "P2", "(1 - P1 - P2)", "1")


def test_an_irreducible_region_is_named_by_its_labels():
    lines = ("IF (A(1) .GT. 0) GOTO 20", labelled(10, "A(2) = A(2) + 1"))
    lines += (labelled(20, "A(3) = A(3) + 1"), "IF (A(3) .LT. 9) GOTO 10", "A(4) = 1")
    model = model_of(unit(*lines))
    counts = counts_by_line(model)
    assert {"S.trips@label10", "S.trips@label20"} <= named(unit(*lines)).keys()
    assert counts[4] == "X1"
    assert counts[5] == "X2"
    assert counts[7] == "1"


def test_an_unknown_procedure_is_counted_and_its_time_named():
    model = model_of(unit("DO 10 I = 1, N", labelled(10, "CALL AWAY(A)")))
    (name,) = model.expansion.externals
    assert name == "AWAY"
    assert model.names.find("away.seconds") == "AWAY.seconds"
    assert counts_by_line(model)[4] == "N"


@pytest.mark.parametrize("bounds", ["1, N/M", "1, N, M", "1, MOD(N, M)"])
def test_a_division_by_zero_is_an_error_of_the_values(bounds: str):
    source = unit(f"DO 10 I = {bounds}", labelled(10, "A(1) = 1"))
    with pytest.raises(SadError) as caught:
        predict(model_of(source, None, N=3, M=0), None)
    assert caught.value.diagnostic.code == "SAD503"


def test_a_count_too_large_for_any_machine_is_an_error_of_the_values():
    source = unit("DO 10 I = 1, 2**N", labelled(10, "A(1) = 1"))
    with pytest.raises(SadError) as caught:
        predict(model_of(source, None, N=20000), None)
    assert caught.value.diagnostic.code == "SAD503"
