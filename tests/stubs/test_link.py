"""What a program's counts become when stubs stand for what is not in the source."""

from __future__ import annotations

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.model import Model, build_model
from sad.evaluation.predict import predict
from sad.ir.check import check_program
from sad.lowering.build import describe
from sad.profiles.settings import settings_from_arguments
from sad.report.view import View
from sad.stubs.library import get_stubs
from sad.stubs.link import with_stubs
from sad.stubs.load import read_stubs
from tests.support.model import program_of

HEAD = "schema: 1\nstubs:\n"
WORK = (
    HEAD + "  WORK:\n    arguments: [N integer, K integer, X double array]\n    writes: [K, X]\n"
    "    operations: {add.double: N*(N - 1)/2, store.double.element1.dummy: N}\n"
)


def weighted(block):
    for line in block.block.lines:
        for key, number in line.operations.items():
            yield key, block.count * number


def lines(*items: str) -> str:
    return "".join(f"{item}\n" if item[:1].isdigit() else f"      {item}\n" for item in items)


def model_of(
    source: str, stubs: str, entry: str | None = None, diagnostics=None, **values
) -> Model:
    collected = Diagnostics() if diagnostics is None else diagnostics
    known = read_stubs(stubs, "lib.yaml")
    linked = with_stubs(program_of(source), known, collected)
    assert check_program(linked.program) == []
    description = describe(analyse(linked.program), linked.outside)
    settings = settings_from_arguments([f"{name}={value}" for name, value in values.items()])
    return build_model(description, entry, settings)


def operations(model: Model, unit: str = "WORK") -> dict[str, str]:
    view = View(predict(model, None))
    totals = view.operations([b for b in model.expansion.blocks if b.unit.name == unit])
    return {key: view.formula(count) for key, count in totals.items()}


def count_at(model: Model, line: int) -> str:
    view = View(predict(model, None))
    found = [
        view.formula(block.count)
        for block in model.expansion.blocks
        for item in block.block.lines
        if item.starts and item.span.line == line and item.span.file != "lib.yaml"
    ]
    return found[0]


def test_counts_are_bound_to_the_values_of_each_call():
    source = lines(
        "SUBROUTINE S (M, X)", "DOUBLE PRECISION X(*)", "DO 10 I = 1, M", "CALL WORK (I, K, X)",
        "10    CONTINUE", "CALL WORK (3*M, K, X)", "END",
    )  # fmt: skip
    model = model_of(source, WORK)
    totals = {key: count for block in model.expansion.blocks for key, count in weighted(block)}
    for size in range(7):
        calls = [*range(1, size + 1), 3 * size]
        values = {"S.M": size}
        assert evaluate(totals["store.double.element1.dummy"], values) == sum(calls)
        assert evaluate(totals["add.double"], values) == sum(n * (n - 1) // 2 for n in calls)
    activations = View(predict(model, None)).formula(model.expansion.activations["WORK"])
    assert activations == "M + 1"
    assert model.expansion.externals == {}


def test_only_what_a_stub_writes_becomes_unknown():
    source = lines(
        "SUBROUTINE S (M, X)", "COMMON /C/ L", "DOUBLE PRECISION X(*)", "L = 5", "N = 7", "K = 3",
        "CALL WORK (N, K, X)", "DO 10 I = 1, N", "10    A = A + 1.0", "DO 20 I = 1, L",
        "20    A = A + 1.0", "DO 30 I = 1, K", "30    A = A + 1.0", "END",
    )  # fmt: skip
    model = model_of(source, WORK)
    assert (count_at(model, 9), count_at(model, 11)) == ("7", "5")
    (symbol,) = model.used - {"S.M"}
    assert "value" in symbol
    assert not model.is_determined(symbol)


def test_a_stub_that_writes_common_makes_it_unknown():
    source = lines(
        "SUBROUTINE S", "COMMON /C/ L", "L = 5", "CALL WORK", "DO 10 I = 1, L", "10    A = A + 1.0",
        "END",
    )  # fmt: skip
    text = HEAD + "  WORK:\n    writes: [COMMON]\n    seconds: 0\n"
    assert len(model_of(source, text).used) == 1
    assert model_of(source, text.replace("COMMON", "")).used == frozenset()


def test_values_a_stub_leaves_behind_are_known():
    source = lines(
        "SUBROUTINE S (N)",
        "K = N",
        "CALL WORK (N, K)",
        "DO 10 I = 1, K",
        "10    A = A + 1.0",
        "END",
    )
    text = HEAD + (
        "  WORK:\n    arguments: [N integer, K integer]\n    leaves: {K: 2*N + 1}\n    seconds: 0\n"
    )
    assert count_at(model_of(source, text), 5).strip("()") == "2*N + 1"


def test_results_of_functions_are_known_where_the_stub_says():
    source = lines(
        "SUBROUTINE S (N)", "INTEGER SIZEOF", "DO 10 I = 1, SIZEOF(N)", "10    A = A + 1.0", "END"
    )
    text = HEAD + "  SIZEOF:\n    arguments: [N integer]\n    result: integer\n    seconds: 0\n"
    model = model_of(source, text)
    assert [model.is_determined(symbol) for symbol in model.used] == [False]
    known = text.replace("result: integer", "result: {type: integer, value: N - 2}")
    assert set(model_of(source, known).used) == {"S.N"}


@pytest.mark.parametrize(("letter", "count"), [("U", "9"), ("u", "9"), ("L", "0"), ("l", "0")])
def test_lsame_ignores_case(letter: str, count: str):
    source = lines(
        "SUBROUTINE S", f"CALL T ('{letter}')", "END", "SUBROUTINE T (UPLO)", "CHARACTER UPLO",
        "LOGICAL LSAME", "IF (LSAME(UPLO, 'U')) THEN", "DO 10 I = 1, 9", "10    A = A + 1.0", "END IF",
        "END",
    )  # fmt: skip
    stubs = {"LSAME": get_stubs("blas")["LSAME"]}
    linked = with_stubs(program_of(source), stubs, Diagnostics())
    description = describe(analyse(linked.program), linked.outside)
    model = build_model(description, "S", settings_from_arguments([]))
    assert model.used == frozenset()
    assert count_at(model, 9) == count


def test_source_that_is_given_wins():
    source = lines("SUBROUTINE S", "CALL WORK (1, 2, 3)", "END", "SUBROUTINE WORK (I, J, K)", "END")
    linked = with_stubs(program_of(source), read_stubs(WORK, "lib.yaml"), Diagnostics())
    assert linked.outside == {}
    assert len(linked.program.units) == 2


def test_stubs_nobody_calls_are_not_there():
    source = lines("SUBROUTINE S", "CALL OTHER (1)", "END")
    linked = with_stubs(program_of(source), read_stubs(WORK, "lib.yaml"), Diagnostics())
    assert linked.outside == {}


def test_a_dummy_procedure_of_that_name_is_not_the_stub():
    source = lines("SUBROUTINE S (WORK)", "EXTERNAL WORK", "CALL WORK (1, 2, 3)", "END")
    linked = with_stubs(program_of(source), read_stubs(WORK, "lib.yaml"), Diagnostics())
    assert linked.outside == {}


def test_a_procedure_that_is_passed_as_an_argument_has_its_stub():
    source = lines("SUBROUTINE S", "EXTERNAL WORK", "CALL OTHER (WORK)", "END")
    linked = with_stubs(program_of(source), read_stubs(WORK, "lib.yaml"), Diagnostics())
    assert [unit.name for unit in linked.program.units] == ["S", "WORK"]


def test_a_call_with_another_number_of_arguments_is_an_error_at_the_call():
    diagnostics = Diagnostics()
    model_of(lines("SUBROUTINE S", "CALL WORK (1)", "END"), WORK, None, diagnostics)
    (found,) = diagnostics.items
    assert (found.code, found.span.line) == ("SAD604", 2)
    assert "lib.yaml:3" in found.hint


def test_variadic_stubs_take_more_arguments_but_not_fewer():
    text = HEAD + "  WORK:\n    arguments: [N integer]\n    variadic: true\n    seconds: 0\n"
    diagnostics = Diagnostics()
    model_of(lines("SUBROUTINE S", "CALL WORK (1, 2, 3)", "END"), text, None, diagnostics)
    assert diagnostics.items == []
    model_of(lines("SUBROUTINE S", "CALL WORK", "END"), text, None, diagnostics)
    assert [item.code for item in diagnostics.items] == ["SAD604"]


def test_an_option_that_is_not_known_becomes_a_probability_with_a_name():
    source = lines(
        "SUBROUTINE S (X)", "DOUBLE PRECISION X(*), A", "A = X(1)*X(2)",
        "CALL SCALE (A, 10)", "END",
    )  # fmt: skip
    text = HEAD + (
        "  SCALE:\n    arguments: [A double, N integer]\n    where: {RUN: A != 1}\n"
        "    operations: {mul.double: N if RUN else 0}\n"
    )
    model = model_of(source, text)
    assert model.symbols == ["SCALE.prob@RUN"]
    assert model.names.parameters["SCALE.prob@RUN"].reason == "how often A != 1"
    assert operations(model, "SCALE") == {"mul.double": "10*P1"}
    known = model_of(source.replace("X(1)*X(2)", "1.0D0"), text)
    assert operations(known, "SCALE") == {"mul.double": "0"}
    assert known.symbols == []


def test_seconds_have_named_parameters():
    source = lines("SUBROUTINE S (M)", "DO 10 I = 1, M", "10    CALL SEND (8*I)", "END")
    text = HEAD + (
        "  SEND:\n    arguments: [BYTES integer]\n    seconds: latency + BYTES*per_byte + 1.0e-6\n"
    )
    model = model_of(source, text)
    assert set(model.symbols) == {"S.M", "SEND.latency", "SEND.per_byte"}
    (count,) = [
        block.count
        for block in model.expansion.blocks
        if any("second" in line.operations for line in block.block.lines)
    ]
    values = {"S.M": 4, "SEND.latency": 2, "SEND.per_byte": 3}
    assert atoms.free_symbols(count) == set(values)
    assert evaluate(count, values) == pytest.approx(4 * 2 + 80 * 3 + 4e-6)


def test_a_stub_may_end_the_program():
    source = lines(
        "SUBROUTINE S (N)", "IF (N .LT. 0) CALL FAIL", "DO 10 I = 1, N", "10    A = A + 1.0", "END"
    )
    text = HEAD + "  FAIL:\n    stops: true\n    seconds: 0\n"
    ends = describe_errors(source, text)
    assert ends == ["S.prob@if1"]
    assert describe_errors(source, text.replace("true", "false")) == []


def describe_errors(source: str, stubs: str) -> list[str]:
    linked = with_stubs(program_of(source), read_stubs(stubs, "lib.yaml"), Diagnostics())
    description = describe(analyse(linked.program), linked.outside)
    model = build_model(description, "S", settings_from_arguments([]), ("no-error-exits",))
    return [item.parameter.symbol for item in model.assumed]
