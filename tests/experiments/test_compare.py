"""Crossings are where brute force finds them, and the table says so."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import pairwise

import pytest

import sad as library
from tests.support.command import sad


def compared(*arguments):
    result = sad("compare", *arguments, "--format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def brute_force(values):
    """Crossings of a table (value, first, second), as (before, after, above)."""
    signs = [(n, (a > b) - (a < b)) for n, a, b in values]
    told = [item for item in signs if item[1]]
    return [(a[0], b[0], b[1]) for a, b in pairwise(told) if a[1] != b[1]]


def every_value(sources, top, machine, step=1):
    curves = [
        library.analyze(source).sweep({"N": range(1, top + 1, step)}, machines=[machine])
        for source in sources
    ]
    return list(zip(range(1, top + 1, step), *(c[c.titles[0]] for c in curves), strict=True))


@pytest.mark.parametrize("reach", ["1:200", "1:200:log4", "1,200", "1:200:199"])
@pytest.mark.parametrize("second", ["table.f", "blocks.f"])
def test_all_crossings_are_found_whatever_points_are_shown(second, reach):
    report = compared("direct.f", second, "--vary", f"N={reach}", "--machine", "sparc2")
    (found,) = report["comparisons"]
    assert found["every_whole_number"]
    expected = brute_force(every_value(["direct.f", second], 200, "sparc2"))
    assert expected
    assert [(c["before"], c["after"], c["above"]) for c in found["crossings"]] == expected


def test_curves_that_cross_many_times():
    report = compared(
        "blocks.f", "constant.f", "--vary", "N=1:50:log3", "--quantity", "operations:mul.double"
    )
    (found,) = report["comparisons"]
    counts = [(n, 10 * (n % 8), 35) for n in range(1, 51)]
    expected = brute_force(counts)
    assert len(expected) == 12
    assert [(c["before"], c["after"], c["above"]) for c in found["crossings"]] == expected


def test_a_model_that_depends_on_the_run_is_looked_at_everywhere():
    machine = "xeon-emerald-rapids"
    report = compared("direct.f", "table.f", "--vary", "N=20:90:35", "--machine", machine)
    (found,) = report["comparisons"]
    assert found["every_whole_number"]
    (crossing,) = found["crossings"]
    near = range(crossing["before"] - 2, crossing["after"] + 3)
    curves = [
        library.analyze(s).sweep({"N": near}, machines=[machine]) for s in ("direct.f", "table.f")
    ]
    values = list(zip(near, *(c[c.titles[0]] for c in curves), strict=True))
    assert brute_force(values) == [(crossing["before"], crossing["after"], crossing["above"])]


def test_equal_values_between_two_orders_are_told(tmp_path):
    head = "      SUBROUTINE S(N, X)\n      REAL X(N)\n"
    text = head + "      DO 10 I = 1, {}\n   10 X(I) = X(I)*2.0\n      END\n"
    (tmp_path / "n.f").write_text(text.format("N"))
    (tmp_path / "c.f").write_text(text.format("20"))
    out = sad(
        "compare", "n.f", "c.f", "--vary", "N=1:100:log3", "--quantity", "operations:mul.*"
    ).out
    assert "n.f is less up to N = 19\n  c.f is less from N = 21 on (equal at 20)" in out
    same = sad("compare", "n.f", "n.f", "--vary", "N=1:100:log3", "--quantity", "operations").out
    assert "are equal" in same


def test_a_varied_value_wins_over_one_that_was_given():
    model = library.analyze("solve.f", values={"N": 100, "X1": 1})
    constant = library.analyze("solve.f", values={"N": 100, "X1": 1, "q": "0.3", "P1": "q"})
    both = library.compare([model, constant], {"P1": "0:1"}, machines=["sparc2"])
    assert both.comparisons[0].above == 0


def test_a_crossing_at_a_probability(tmp_path):
    text = (
        "      SUBROUTINE S(X, Y)\n      REAL X(100), Y\n      DO 10 I = 1, 100\n"
        "   10 IF (X(I) .GT. Y) X(I) = X(I)*Y\n      END\n"
    )
    (tmp_path / "p.f").write_text(text)
    plain = (
        "      SUBROUTINE S(X, Y)\n      REAL X(30)\n      DO 10 I = 1, 30\n"
        "   10 X(I) = X(I)*Y\n      END\n"
    )
    (tmp_path / "q.f").write_text(plain)
    report = compared("p.f", "q.f", "--vary", "P1=0:1", "--quantity", "operations:mul.real")
    (crossing,) = report["comparisons"][0]["crossings"]
    assert Fraction(crossing["before"]) == pytest.approx(0.3, rel=1e-11)
    assert crossing["after"] == pytest.approx(0.3, rel=1e-11)


def test_no_crossing_is_said_as_well():
    arguments = ["--vary", "N=100:1000:log3", "--machine", "sparc2"]
    out = sad("compare", "direct.f", "table.f", *arguments).out
    line = "no crossing: table.f is faster than direct.f at every whole number from N = 100 to 1000"
    assert line in out


def test_names_of_one_program_do_not_disturb_the_other(tmp_path):
    (tmp_path / "m.f").write_text(
        "      SUBROUTINE S(M, X)\n      REAL X(M)\n      DO 10 I = 1, M\n   10 X(I) = 0.0\n      END\n"
    )
    arguments = ["--set", "M=2*N", "--vary", "N=1:3", "--machine", "sparc2"]
    report = compared("direct.f", "m.f", *arguments)
    alone = library.analyze("m.f").sweep({"M": [2, 4, 6]}, machines=["sparc2"])
    assert tuple(report["columns"][1]["values"]) == alone["sparc2"]
    unknown = sad("compare", "direct.f", "m.f", *arguments, "--set", "K=3")
    assert (unknown.code, unknown.out) == (2, "")
    assert "SAD501" in unknown.err


def test_units_of_one_source_and_entries_for_each(tmp_path):
    (tmp_path / "both.f").write_text(
        (tmp_path / "direct.f").read_text() + (tmp_path / "table.f").read_text()
    )
    one = compared(
        "both.f", "--entry", "direct", "--entry", "table", "--set", "N=9", "--machine", "sparc2"
    )
    assert [column["title"] for column in one["columns"]] == ["direct", "table"]
    two = compared(
        "direct.f",
        "table.f",
        "--entry",
        "direct",
        "--entry",
        "table",
        "--set",
        "N=9",
        "--machine",
        "sparc2",
    )
    assert [c["values"] for c in one["columns"]] == [c["values"] for c in two["columns"]]
    assert one["columns"][1]["ratios"] == [
        one["columns"][1]["values"][0] / one["columns"][0]["values"][0]
    ]
    wrong = sad("compare", "a.f", "b.f", "c.f", "--entry", "a", "--entry", "b")
    assert wrong.code == 2
    assert "SAD855" in wrong.err


def test_ratios_are_of_the_values_beside_them():
    out = sad("compare", "direct.f", "table.f", "--set", "N=100", "--quantity", "operations").out
    first, second, ratio = re.findall(r"^ +(\d+) +(\d+) +([\d.]+)$", out, re.M)[0]
    assert float(ratio) == pytest.approx(int(second) / int(first), rel=1e-3)
