"""Values given as formulas of sizes that have no value yet."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sad.algebra.evaluate import compile_polys
from sad.diagnostics import SadError
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.machine.database import get_machine
from sad.model.parameters import Kind
from sad.profiles.settings import Origin, settings_from_arguments
from sad.report.view import View
from tests.oracle.programs.units import random_program
from tests.support.command import sad
from tests.support.corpus import PROGRAMS
from tests.support.model import counts_by_line, description_of, model_of, prediction_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.model.nodes import Description

JACOBI = """\
      PROGRAM MAIN
      READ *, N, M
      CALL JAC(N, M)
      END
      SUBROUTINE JAC(N, M)
      COMMON /C/ A(100,100), B(100,100), TOL
   10 D = 0.0
      DO 20 J = 2, M-1
      DO 20 I = 2, N-1
      IF (MOD(I, 2) .EQ. 0) B(I,J) = 0.25*(A(I-1,J) + A(I+1,J))
      IF (J .LE. N/2) A(I,J) = A(I,J) + 1.0
   20 CONTINUE
      DO 30 I = 1, N
      IF (B(I,1) .LT. 0.0) A(I,1) = 2.0
   30 CONTINUE
      IF (D .GT. TOL) GOTO 10
      END
"""
SIZES = ("2*{0}+1", "{0}+{1}", "{0}//2+1", "max({0}, {1})", "3*{0}*{1}", "{0}%3+1", "2**{0}")
MEANS = ("0.5*{0}+1", "{0}", "log2({0}+1)+1", "table({0}, 0: 1, 100: 3)", "1.237*{0}+2")
SHARES = ("1/({0}+1)", "0.5", "1/2-1/({0}+3)")


def compare(description: Description, rng: random.Random) -> tuple[int, list[str]]:
    """How many values were formulas, and the blocks whose count is another one than with numbers."""
    model = build_model(description, None, settings_from_arguments([]))
    parameters = model.names.parameters
    symbols = [s for s in model.symbols if s in parameters and str(parameters[s].type) == "integer"]
    sizes = [symbol for symbol in symbols if parameters[symbol].kind is Kind.SIZE]
    sizes = [symbol for symbol in sizes if not set("/(") & set(symbol)]  # these are no names
    kept = [symbol for symbol in sizes if rng.random() < 0.6] or sizes[:1]
    base: list[str] = [f"{symbol}={rng.randint(2, 9)}" for symbol in kept]
    formulas: list[str] = []
    for symbol in symbols:
        if symbol in kept:
            continue
        parameter = parameters[symbol]
        forms = {Kind.SIZE: SIZES, Kind.PROBABILITY: SHARES}.get(parameter.kind, MEANS)
        if kept and rng.random() < 0.7:
            names = rng.choice(kept), rng.choice(kept)
            formulas.append(f"{symbol}={rng.choice(forms).format(*names)}")
        else:
            base.append(f"{symbol}={'0.25' if parameter.kind is Kind.PROBABILITY else 3}")
    try:
        known = build_model(description, None, settings_from_arguments([*base, *formulas]))
    except SadError as error:
        assert error.diagnostic.code == "SAD503", error.diagnostic  # noqa: PT017
        return 0, []  # more iterations than a loop's bounds allow
    open_ = build_model(description, None, settings_from_arguments(formulas))
    assert open_.used.isdisjoint(open_.open)
    values = dict.fromkeys(known.used | open_.used, 3) | dict(known.values)
    counts = {block.id: block.count for block in open_.expansion.blocks}
    found = compile_polys(list(counts.values())).where_it_counts(values)
    blocks = known.expansion.blocks
    expected = compile_polys([block.count for block in blocks]).where_it_counts(values)
    by_id = dict(zip(counts, found, strict=True))
    return len(open_.open), [
        f"{block.id}: {number} and {by_id[block.id]} with {base} {formulas}"
        for block, number in zip(blocks, expected, strict=True)
        if number is not None and by_id[block.id] != pytest.approx(float(number), rel=1e-9)
    ]


@pytest.mark.parametrize("name", ["adi", "ludec", "md1", "quadra", "relax", "shallow", "tridia"])
def test_programs_count_the_same_with_formulas_as_with_numbers(name: str):
    rng = random.Random(name)
    for _ in range(6):
        assert compare(description_of(PROGRAMS[name].source), rng)[1] == []


def test_random_programs_count_the_same_with_formulas_as_with_numbers():
    rng = random.Random(4)
    formulas = 0
    for seed in range(40):
        description = description_of(random_program(seed).text)
        for _ in range(4):
            number, different = compare(description, rng)
            assert different == [], f"seed {seed}"
            formulas += number
    assert formulas > 100


def test_a_formula_of_a_size_goes_into_all_counts():
    model = model_of(JACOBI, M="N", X1="(N - 1)/3")
    assert [model.names.label(item) for item in model.missing] == ["N", "JAC.prob@goto10.do30.if1"]
    shown = counts_by_line(model)
    assert shown[7] == "N/3 - 1/3"
    assert shown[14] == "N*(N - 1)/3"
    assert "M" not in "".join(shown.values())
    assert [item.text(model.names.label) for item in model.open.values()] == ["N", "(N - 1)/3"]


def test_what_is_no_polynomial_is_shown_as_it_was_written():
    model = model_of(JACOBI, M="2*N", X1="3.5*log2(N)", P1="1/N")
    shown = counts_by_line(model)
    assert shown[7] == "(3.5*log2(N))"
    assert [model.names.label(symbol) for symbol in model.missing] == ["N"]
    assert {model.names.label(symbol) for symbol in model.derived} == {
        "JAC.trips@goto10",
        "JAC.prob@goto10.do30.if1",
    }
    known = prediction_of(JACOBI, None, None, M="2*N", X1="3.5*log2(N)", P1="1/N", N=64)
    assert known.model.values["JAC.trips@goto10"] == 21
    assert known.model.derived == frozenset()


def test_decimal_coefficients_are_shown_as_they_were_written():
    model = model_of(JACOBI, M="N", X1="1.2345*N + 2.5")
    shown = counts_by_line(model)
    assert shown[7] == "1.2345*N + 5/2"
    assert shown[14] == "N*(1.2345*N + 5/2)"


def test_an_average_goes_into_no_rounding():
    model = model_of(JACOBI, N="2*X1", M=10)
    assert {model.names.label(symbol) for symbol in model.derived} == {"N"}
    other = model_of(JACOBI, M="2*X1", N=10)  # a loop's bound: max(0, M - 2) holds a condition
    assert {model.names.label(symbol) for symbol in other.derived} == {"M"}


def test_origins_and_coverage_are_those_of_what_was_given(tmp_path: Path):
    params = tmp_path / "p.yaml"
    params.write_text(
        "parameters:\n  JAC.trips@goto10: {value: 0.5*N, origin: profile}\n  P1: 1/N\n  M: N\n"
    )
    source = tmp_path / "jac.f"
    source.write_text(JACOBI)
    done = sad("analyze", str(source), "--params", str(params), "--format", "json")
    report = json.loads(done.out)
    assert report["coverage"]["unresolved"] == 0
    assert report["coverage"]["profiled"] > 0.5
    given = {item["name"]: item for item in report["parameters"]}
    assert given["JAC.trips@goto10"]["definition"] == "0.5*N"
    assert given["JAC.trips@goto10"]["origin"] == "profile"
    assert given["N"]["definition"] is None
    assert given["M"]["value"] is None


def test_means_of_a_run_of_the_slice_are_not_called_profiled():
    model = model_of(JACOBI, N=8, M=9, X1=2, P1="0.5")
    means = dict.fromkeys(
        (symbol for symbol in model.values if not symbol.isalpha()), Origin.EVALUATED
    )
    coverage = predict(replace(model, origins={**model.origins, **means}), None).coverage
    assert means
    assert (coverage.profiled, coverage.user) == (0, 0)
    assert coverage.evaluated > 0.5


def test_one_that_depends_on_what_only_a_run_can_tell_is_not_resolved():
    prediction = prediction_of(JACOBI, None, None, M="N", X1="2*P1")
    assert prediction.coverage.unresolved > 0.5


def test_the_time_is_a_formula_in_what_is_left():
    prediction = prediction_of(JACOBI, get_machine("sparc2"), None, M="N", X1="0.5*N", P1="0.5")
    view = View(prediction)
    assert view.total_time().leading(view.printer).text(view.printer).count("N") >= 1
    assert {name for m in view.total_time().terms for name in m if "@" in name} <= {
        "JAC.prob@goto10.do30.if1"
    }
    at = prediction_of(JACOBI, get_machine("sparc2"), None, M="N", X1="0.5*N", P1="0.5", N=12)
    put_in = compile_polys([block.count for block in prediction.model.expansion.blocks])
    counts = put_in({**prediction.model.values, "MAIN.N": 12})
    assert [float(count) for count in counts] == [
        float(at.counts[block.id] or 0) for block in prediction.model.expansion.blocks
    ]


def test_the_time_of_a_call_may_be_a_formula():
    source = JACOBI.replace("A(I,1) = 2.0", "CALL AWAY(A)")
    given = {"M": "N", "X1": 3, "P1": 0.5, "AWAY.seconds": "1e-6*N"}
    prediction = prediction_of(source, get_machine("sparc2"), None, **given)
    assert prediction.total is None
    assert View(prediction).missing_calls() == []
    assert [prediction.model.names.label(item) for item in prediction.model.missing] == ["N"]
    known = prediction_of(source, get_machine("sparc2"), None, **given, N=10)
    assert known.calls["AWAY"] == pytest.approx(3 * 10 * 0.5 * 1e-5)


@pytest.mark.parametrize(("text", "value"), [("1e6", 10**6), ("1.5e3", 1500), ("500.0", 500)])
def test_a_size_written_with_an_exponent_is_a_whole_number(text: str, value: int):
    given = model_of(JACOBI, N=text).values["MAIN.N"]
    assert given == value
    assert isinstance(given, int)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (("M=NN",), "NN has no value"),
        (("M=N", "N=M"), "depends on itself"),
        (("M=N+TOL", "N=M"), "depends on itself"),
        (("M=2*N+",), "ends too early"),
        (("M=f(N)",), "no function f"),
        (("M=N/0",), "division by zero"),
        (("M=log(N)", "N=9"), "a whole number is expected"),
        (("M=N/2", "N=9"), "a whole number is expected, not 9/2"),
    ],
)
def test_what_is_no_formula_is_an_error(settings: tuple[str, ...], message: str):
    with pytest.raises(SadError) as caught:
        build_model(description_of(JACOBI), None, settings_from_arguments(settings))
    assert message in caught.value.diagnostic.message
    assert predict(model_of(JACOBI), None).total is None


@pytest.mark.parametrize("machine", [(), ("--machine", "sparc2")])
@pytest.mark.parametrize("style", ["text", "json", "markdown", "latex", "html"])
@pytest.mark.parametrize(
    "given",
    [("M=2*N+1", "X1=3*log2(N)+2.371", "P1=uniform(0, 1/N)"), ("M=table(N, 1: 2, 9: 8)", "X1=4")],
)
def test_every_report_can_be_made_with_formulas_as_values(
    style: str, machine: tuple[str, ...], given: tuple[str, ...], tmp_path: Path
):
    source = tmp_path / "jac.f"
    source.write_text(JACOBI)
    values = [word for value in given for word in ("--set", value)]
    done = sad(
        "analyze", str(source), *machine, *values, "--format", style, "-o", str(tmp_path / "out")
    )
    assert done.code == 0, done.err


def test_the_text_report_is_the_law_in_the_size_that_is_left(tmp_path: Path):
    source = tmp_path / "jac.f"
    source.write_text(JACOBI)
    given = ("--set", "M=N", "--set", "X1=3*N", "--set", "P1=0.5")
    done = sad("analyze", str(source), "--machine", "sparc2", *given)
    assert done.code == 0, done.err
    assert "grows as max(0, N - 2)**2*N" in done.out
    assert "X1" not in done.out.replace("X1=3*N", "").replace("X1 = 3*N", "")
