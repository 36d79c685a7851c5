"""How many servers a resource has by a parameter, and times that are divided: exact, not rounded."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import ONE, ZERO, Poly
from sad.pamela.parse import parse
from sad.pamela.write import text_of
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

OFFICE = """\
param P = 12, N = 20, c = 3, think = 60 s, talk = 20 s;

resource clerk(c), line(2*c + 1), desk[0 .. 1](c);

L =
  par (p = 1, P)
    seq (i = 1, N) { delay(think); use(clerk, talk); use(line, talk/4); use(desk[i % 2], talk/c) };
"""
DESK = "; use(desk[i % 2], talk/c)"


def _answer(path: Path, *more: str) -> dict[str, object]:
    done = sad("contention", path, "--simulate", "--format", "json", *more)
    assert done.code == 0, done.err
    value = json.loads(done.out)
    resources = [
        {key: item[key] for key in item if key != "used_by"} for item in value["resources"]
    ]
    names = ("lower", "upper", "contention", "critical_path", "estimate", "simulated")
    seconds = {name: (value[name] or {}).get("seconds") for name in names}
    return {"resources": resources, **seconds}


@pytest.mark.parametrize("office", [OFFICE, OFFICE.replace(DESK, "")])
@pytest.mark.parametrize("servers", [1, 2, 3, 7, 40])
def test_a_parameter_does_what_the_number_does(tmp_path: Path, servers: int, office: str):
    by_name, by_number = tmp_path / "name.pam", tmp_path / "number.pam"
    by_name.write_text(office)
    text = office.replace("(c)", f"({servers})").replace("(2*c + 1)", f"({2 * servers + 1})")
    by_number.write_text(text)
    given = ("--set", f"c={servers}")
    found, expected = _answer(by_name, *given), _answer(by_number, *given)
    assert found.pop("resources") == expected.pop("resources")
    assert (found["estimate"] is None) == (DESK in office)  # no cycle of equal clients
    assert found == pytest.approx(expected)


def test_formulas_name_the_servers_and_curves_go_over_them(tmp_path: Path):
    path = tmp_path / "office.pam"
    path.write_text(OFFICE.replace(DESK, ""))
    assert "N*max(5*talk/4 + think, P*talk/(2*c + 1)/4, P*talk/c)" in sad("analyze", path).out
    table = json.loads(sad("contention", path, "--vary", "c=1:6", "--format", "json").out)
    omega = next(column for column in table["columns"] if column["title"] == "omega")
    assert omega["values"] == pytest.approx([12 * 20 * 20 / c for c in range(1, 7)])
    swept = json.loads(
        sad("sweep", path, "--vary", "c=1:6", "--quantity", "contention", "--format", "json").out
    )
    assert swept["columns"][0]["values"] == pytest.approx(omega["values"])


def test_what_is_written_and_read_stays_the_same():
    text = text_of(parse(OFFICE, "office.pam"))
    assert "resource clerk(c);\nresource line(2*c + 1);\nresource desk[0 .. 1](c);\n" in text
    assert text_of(parse(text, "office.pam")) == text


@pytest.mark.parametrize("value", ["1.5", "-1"])
def test_a_number_that_cannot_be_is_said(tmp_path: Path, value: str):
    path = tmp_path / "model.pam"
    path.write_text(
        "param c = 2, d = 1;\nresource s(c/d + 0*c);\nL = use(s, 1 ms) || delay(9 ms);\n"
    )
    done = sad("contention", path, "--set", f"c={value}")
    assert done.code != 0
    assert "SAD966" in done.err or "whole number" in done.err


@pytest.mark.parametrize(
    ("term", "seconds"),
    [
        ("delay(t/P)", 0.0025),
        ("delay(b/rate * 1 us)", 1e-4 / 3),
        ("delay((t + 1 ms)/(P - 1))", 0.011 / 3),
        ("half(t/P)", 0.00125),
        ("delay(t*floor(b/rate)/b)", 0.01 * 33 / 1000),
        ("seq (i = 1, b/rate) delay(t)", 0.33),
        ("seq (i = 1, P) delay(t/i)", 0.01 * (1 + 1 / 2 + 1 / 3 + 1 / 4)),
        ("delay(uniform(t/P, t))", 0.00625),
    ],
)
def test_a_time_is_divided_exactly(tmp_path: Path, term: str, seconds: float):
    path = tmp_path / "model.pam"
    path.write_text(
        f"param t = 10 ms, P = 4, b = 1000, rate = 30;\nhalf(x) = delay(x/2);\nL = {term} || skip;\n"
    )
    value = json.loads(sad("contention", path, "--format", "json").out)
    assert value["lower"]["seconds"] == pytest.approx(seconds, rel=1e-12)


def test_one_over_a_formula():
    n, m = Poly.symbol("n"), Poly.symbol("m")
    assert atoms.inverse_of(Poly.constant(Fraction(2, 3))) == Poly.constant(Fraction(3, 2))
    assert atoms.quotient_of(n * m * 4, n * 2) == m * 2
    assert atoms.inverse_of((n * m * 6).over(5)) == (
        atoms.inverse_of(n) * atoms.inverse_of(m) * 5
    ).over(6)
    assert atoms.quotient_of(n, ONE) == n
    assert evaluate(atoms.quotient_of(n, m + 1), {"n": 1, "m": 2}) == Fraction(1, 3)
    for divisor in (n, ZERO):
        with pytest.raises(ZeroDivisionError):
            evaluate(atoms.inverse_of(divisor), {"n": 0})
