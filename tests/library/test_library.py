"""What ``import sad`` offers does what it says, with the command line as the reference."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

import sad as library
from tests.experiments.programs import SOLVE
from tests.support.command import CORPUS, ROOT, sad, without_next

GIVEN = {"N": 500, "X1": 40, "P1": 0.1}


@pytest.fixture(autouse=True)
def solve(tmp_path, monkeypatch):
    (tmp_path / "solve.f").write_text(SOLVE)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def model(solve):
    return library.analyze("solve.f")


def run(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_the_package_loads_what_is_used_and_nothing_before():
    code = "import sad, sys; n = [m for m in sys.modules if m.startswith('sad')]; print(n); "
    code += "from sad import SadError; print('sad.algebra.poly' in sys.modules); sad.analyze; "
    code += "print({'matplotlib', 'pandas', 'xarray', 'rich'} & set(sys.modules))"
    assert run(code).splitlines() == ["['sad']", "False", "set()"]
    assert set(library.__all__) <= set(dir(library))
    assert library.__version__
    with pytest.raises(AttributeError, match="no attribute 'analyse'"):
        library.analyse  # type: ignore[attr-defined]  # noqa: B018


def test_reports_are_those_of_the_command_line(model):
    arguments = [word for name, value in GIVEN.items() for word in ("--set", f"{name}={value}")]
    shown = sad("analyze", "solve.f", "--machine", "sparc2", *arguments).out
    assert model.on("sparc2").at(GIVEN).report() == without_next(shown)
    assert model.report() == without_next(sad("analyze", "solve.f").out)


def test_predictions_add_up(model):
    prediction = model.on("sparc2").at(GIVEN)
    assert sum(row.seconds for row in prediction.by_unit()) == pytest.approx(prediction.seconds)
    assert sum(row.seconds for row in prediction.by_line()) == pytest.approx(prediction.seconds)
    assert sum(row.share for row in prediction.by_line()) == pytest.approx(1)
    assert float(prediction) == prediction.seconds
    frame = prediction.to_frame()
    assert frame["seconds"].sum() == pytest.approx(prediction.seconds)
    assert frame.iloc[0]["count"] == 40 * 500 * 499 // 2
    assert prediction.coverage.user == pytest.approx(1)


def test_options_that_are_none_are_errors_and_one_text_is_one_option(model):
    for code, call in (
        ("SAD502", lambda: library.analyze("solve.f", assume="no-error")),
        ("SAD502", lambda: library.analyze("solve.f", defaults="guesses")),
        ("SAD450", lambda: model.on("sparc2", model="fast").at(N=1)),
        ("SAD101", lambda: library.analyze([])),
        ("SAD101", lambda: library.analyze("")),
    ):
        with pytest.raises(library.SadError) as caught:
            call()
        assert caught.value.diagnostic.code == code
    assumed = [library.analyze("solve.f", assume=given) for given in ("no-zeros", ["no-zeros"])]
    assert assumed[0].report() == assumed[1].report()


def test_what_is_missing_is_named(model):
    prediction = model.on("sparc2").at(N=500)
    assert prediction.missing == ("X1", "P1")
    with pytest.raises(library.SadError, match="no value for X1, P1") as caught:
        prediction.seconds  # noqa: B018
    assert caught.value.diagnostic.code == "SAD850"


def test_counts_are_exact_and_take_fractions(model):
    count = model.operations("mul.double")
    assert count.evaluate(N=10**9, X1=3, P1=Fraction(1, 3)) == 3 * (10**9 * (10**9 - 1) // 2)
    roots = model.count("SOLVE", line=9)
    assert roots.names == ("N", "X1")
    third = model.operations("intrinsic.sqrt.double").evaluate(N=10, X1=1, P1=Fraction(1, 3))
    assert third == Fraction(10, 3)
    assert not roots.is_exact
    assert model.count("SOLVE").evaluate() == 1


def test_a_count_as_sympy_has_the_same_values(model):
    count = model.count("SOLVE", line=7)
    shown = count.to_sympy(simplified=True)
    exact = count.to_sympy()
    for n in (0, 1, 2, 50):
        values = {symbol: {"N": n, "X1": 3}[symbol.name] for symbol in exact.free_symbols}
        assert exact.subs(values) == count.evaluate(N=n, X1=3)
        if n:
            assert shown.subs(
                {s: {"N": n, "X1": 3}[s.name] for s in shown.free_symbols}
            ) == exact.subs(values)


def test_values_come_in_many_forms(model):
    expected = model.on("sparc2").at(N=16, X1=40, P1=0.25).seconds
    forms = [
        {"N": np.int64(16), "X1": np.float64(40), "P1": "1/4"},
        {"n": "2*half", "half": 8, "SOLVE.trips@goto10": 40, "SOLVE.prob@goto10.do30.if1": 0.25},
        {"N": "16", "X1": Fraction(40), "P1": Fraction(1, 4)},
    ]
    for form in forms:
        assert model.on("sparc2").at(form).seconds == pytest.approx(expected, rel=1e-15)
    again = model.with_values(N=3, X1=40, P1=0.25)
    assert again.on("sparc2").at(N=16).seconds == expected
    assert again.sweep({"N": [16]}, machines=["sparc2"])["sparc2"] == (expected,)
    assert again.sweep({"N": [16]}, machines="sparc2")["sparc2"] == (expected,)
    for wrong, code in (
        ({"N": 1.5}, "SAD503"),
        ({"Q": 1}, "SAD501"),
        ({"N": None}, "SAD851"),
        ({"P1": 2}, "SAD503"),
    ):
        with pytest.raises(library.SadError, match=code):
            model.with_values(wrong)


def test_distributions_give_an_interval(model):
    prediction = model.on("sparc2").at(N=500, X1="normal(40, 10)", P1=0.1)
    low, high = prediction.interval
    narrow = model.on("sparc2").at(GIVEN).interval
    assert low < narrow[0] < narrow[1] < high


def test_functions_are_the_formula_at_many_points(model):
    f = model.with_values(P1=0.1).on("sparc2").function("N", "X1")
    assert f.in_arrays
    n = np.arange(1, 2001)
    values = f(n[:, None], [1, 40])
    assert values.shape == (2000, 2)
    for place in (0, 57, 1999):
        at = model.on("sparc2").at(N=int(n[place]), X1=40, P1=0.1).seconds
        assert values[place, 1] == pytest.approx(at, rel=1e-14)
    with pytest.raises(TypeError, match="2 arguments expected"):
        f(1)
    count = model.on("sparc2").function("N", "X1", quantity="count:solve.f:7")
    assert count(1000, 2) == 1000 * 999


def test_a_million_points_take_no_time_to_speak_of(model):
    import time

    f = model.with_values(P1=0.1, X1=40).on("sparc2").function("N")
    n = np.arange(1, 1_000_001)
    f(n[:10])
    start = time.perf_counter()
    f(n)
    assert time.perf_counter() - start < 5


def test_saved_descriptions_give_the_same(model, tmp_path):
    model.save("solve.sad.json")
    (tmp_path / "solve.f").unlink()
    again = library.load("solve.sad.json", values=GIVEN)
    for machine in ("sparc2", "xeon-emerald-rapids"):
        assert again.on(machine).at().seconds == model.on(machine).at(GIVEN).seconds
    with pytest.raises(library.SadError, match="SAD111"):
        model.save("solve.json")
    with pytest.raises(library.SadError, match="SAD101"):
        library.load("nowhere.sad.json")


def test_deep_sources_are_no_problem():
    terms = "+".join(f"x[{k}]" for k in range(1, 801))
    loop = f"for (int i = 0; i < n; i++) s += {terms};"
    text = f"double f(int n, double *x) {{ double s = 0; {loop} return s; }}"
    model = library.analyze("deep.c", text=text)
    assert model.diagnostics == ()
    assert model.operations("add.double").evaluate(n=7) == 7 * 800
    assert str(model.on("sparc2").formula.leading()).endswith("*n")


def test_a_whole_program_and_its_parts():
    program = library.analyze(CORPUS / "md1" / "md1.f", entry="FORCES")
    assert program.entry == "FORCES"
    assert "PAIR" in program.units
    html = program._repr_html_()
    assert html.count("<table") == 2
    assert "FORCES" in html


def test_notebooks_get_tables_and_formulas(model):
    prediction = model.on("sparc2").at(GIVEN)
    for html in (
        model._repr_html_(),
        model.parameters._repr_html_(),
        model.on("sparc2")._repr_html_(),
        prediction._repr_html_(),
        prediction.by_unit()._repr_html_(),
        model.with_values(X1=1).sweep({"N": [1, 2]}, quantities=["count:solve.f:5"])._repr_html_(),
    ):
        assert html.count("<table") == html.count("</table>") >= 1
        assert html.count("<tr") == html.count("</tr>") > 1
    for latex in (model.count("SOLVE", line=7)._repr_latex_(), prediction.formula._repr_latex_()):
        assert latex.startswith("$\\displaystyle ")
        assert latex.endswith("$")


def test_units_without_a_program_have_counts_but_no_time(tmp_path):
    (tmp_path / "two.f").write_text(SOLVE + SOLVE.replace("SOLVE", "OTHER"))
    model = library.analyze("two.f")
    assert model.entry is None
    with pytest.raises(library.SadError, match=r"SAD850.*no main program"):
        model.on("sparc2").at().seconds  # noqa: B018
    with pytest.raises(library.SadError, match=r"SAD850.*no main program"):
        model.sweep({"N": [1]}, machines=["sparc2"])


def test_strict_refuses_what_is_not_modelled():
    text = "      SUBROUTINE S(A)\n      REAL A(9)\n      A = A[2]\n      END\n"
    assert len(library.analyze("a.f", text=text).diagnostics) == 1
    with pytest.raises(library.SadError):
        library.analyze("a.f", text=text, strict=True)


@pytest.mark.parametrize("models", [["solve.f"], "solve.f", None])
def test_a_comparison_of_files_says_what_is_expected(models):
    with pytest.raises(TypeError, match="a list of models is expected"):
        library.compare(models, {"N": "1:3"})


@pytest.mark.parametrize("define", ["X", ["X"]])
def test_macros_that_are_no_mapping_are_told(define):
    with pytest.raises(TypeError, match="define: a mapping is expected"):
        library.analyze("solve.f", define=define)
