"""Machines, parameter files and --set values that cannot be: one error, with a hint."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.one_error import BAD_INPUT, PROGRAM, USAGE, check_one_error
from tests.support.command import Result, sad

MACHINE = """\
schema: 1
name: toy
processor:
  clock_hz: 1.0e+9
  toolchains:
    plain:
      compiler: none
      operations_s:
        add: 1.0e-9
"""


@pytest.fixture(autouse=True)
def _beside_a_good_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.f").write_text(PROGRAM)


def analyze(*options: str) -> Result:
    return sad("analyze", "good.f", *options)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{value: table(N, 1: 2, 3: 4)}", 'needs quotes: value: "table('),
        ('{value: "table(N, 1: 2, 3: 4)"}', "add a point there"),
        ("gamma(2, 3)", "distributions are beta, empirical, lognormal, normal, uniform"),
        ("{value: a + b + N}", "--set a=... --set b=..."),
        ("{value: a + N}", "give it a value, too: --set a=..."),
    ],
)
def test_values_that_are_no_numbers_yet_have_a_hint_of_what_to_write(text: str, hint: str):
    Path("p.yaml").write_text(f"schema: 1\nparameters:\n  X: {text}\n  N: 9\n")
    result = analyze("--params", "p.yaml")
    assert result.code == BAD_INPUT
    assert hint in result.err


# --- machine files -----------------------------------------------------------------------------

MACHINES = {
    "unknown key": (MACHINE.replace("compiler", "compilr"), "SAD403", "did you mean compiler?"),
    "exponent YAML takes for text": (MACHINE.replace("1.0e-9", "1e-6"), "SAD404", "write 1.0e-06"),
    "word for a number": (MACHINE.replace("1.0e-9", "fast"), "SAD404", "m.yaml:9:14:"),
    "negative time": (MACHINE.replace("1.0e-9", "-1.0e-9"), "SAD407", "zero or more"),
    "time that is no number": (MACHINE.replace("1.0e-9", ".nan"), "SAD407", "nan"),
    "time without end": (MACHINE.replace("1.0e-9", ".inf"), "SAD407", "inf"),
    "clock that stands": (MACHINE.replace("1.0e+9", "0"), "SAD407", "zero cannot be"),
    "number of base 60": (MACHINE.replace("1.0e+9", "1:30.5"), "SAD404", "decimal"),
    "duplicate key": (MACHINE + "        add: 2.0e-9\n", "SAD406", "m.yaml:10:9:"),
    "no operation": (MACHINE, "SAD405", "add io."),
    "fallbacks in a circle": (
        MACHINE + "      fallback: {sub: mul, mul: sub}\n",
        "SAD407",
        "fallback of sub",
    ),
    "no YAML": (MACHINE + "  : : [\n", "SAD402", "m.yaml:10:"),
    "tab": (MACHINE + "\tname: x\n", "SAD402", "tab"),
    "list": ("- a\n- b\n", "SAD404", "a mapping is expected"),
    "key that is a list": (MACHINE + "? [a]\n: 1\n", "SAD404", "plain word"),
    "empty": ("", "SAD402", "empty"),
    "no schema": (MACHINE.replace("schema: 1\n", ""), "SAD403", "schema: 1"),
    "schema of the future": (MACHINE.replace("schema: 1", "schema: 9"), "SAD407", "reads schema 1"),
    "no name": (MACHINE.replace("name: toy", "name:"), "SAD404", "$.name"),
    "no processor": ("schema: 1\nname: x\n", "SAD403", "processor"),
    "no clock": (MACHINE.replace("  clock_hz: 1.0e+9\n", ""), "SAD403", "clock_hz"),
    "no memory levels": (MACHINE + "memory: {}\n", "SAD403", "levels"),
    "memory level of no size": (
        MACHINE + "memory: {levels: [{name: L1}]}\n",
        "SAD403",
        "$.memory.levels[0]",
    ),
    "base that does not exist": ("schema: 1\nname: x\nextends: y\n", "SAD401", "y to extend"),
    "base that is itself": ("schema: 1\nname: x\nextends: m\n", "SAD401", "m to extend"),
}


@pytest.mark.parametrize("what", MACHINES)
def test_machine_file_with(what: str) -> None:
    text, code, part = MACHINES[what]
    Path("m.yaml").write_text(text)
    check_one_error(analyze("--machine", "m.yaml"), code, BAD_INPUT, part)


def test_machine_file_that_is_no_text() -> None:
    Path("m.yaml").write_bytes(b"\xff\x00")
    check_one_error(analyze("--machine", "m.yaml"), "SAD401", BAD_INPUT, "not UTF-8")


def test_machine_that_does_not_exist() -> None:
    check_one_error(analyze("--machine", "sparc3"), "SAD401", USAGE, "did you mean sparc2?")
    check_one_error(analyze("--machine", "vax"), "SAD401", USAGE, "known machines: ")
    check_one_error(sad("machine", "show", "sparc3"), "SAD401", USAGE, "did you mean sparc2?")
    check_one_error(sad("machine", "check", "sparc3"), "SAD401", USAGE, "did you mean sparc2?")


def test_toolchain_that_does_not_exist() -> None:
    result = analyze("--machine", "sparc2", "--toolchain", "f78")
    check_one_error(result, "SAD401", USAGE, "there are: ")


# --- values ------------------------------------------------------------------------------------

SETTINGS = {
    "x=3": ("SAD501", "known names: "),
    "P.prob@do10.if2=0.5": ("SAD501", "did you mean P.prob@do10.if1?"),
    "n": ("SAD502", "NAME=VALUE expected"),
    "n=": ("SAD502", "NAME=VALUE expected"),
    "=3": ("SAD502", "NAME=VALUE expected"),
    "n=1+": ("SAD502", "ends too early"),
    "n=(1": ("SAD502", "')' is missing"),
    "n=1k": ("SAD502", "unexpected 'k'"),
    "n=f(2)": ("SAD502", "no function f"),
    "n=q": ("SAD502", "--set q="),
    "n=n+1": ("SAD502", "depends on itself"),
    "n=1/0": ("SAD502", "division by zero"),
    "n=2**99999": ("SAD502", "too large"),
    "n=(-8)**0.5": ("SAD502", "no real number"),
    "n=sqrt(-1)": ("SAD502", "sqrt"),
    f"n={'(' * 60_000}1{')' * 60_000}": ("SAD502", "nested too deeply"),
    "n=1.5": ("SAD503", "whole number"),
    "n=1e999": ("SAD502", "too large"),
    "p1=1.5": ("SAD503", "between 0 and 1"),
    "p1=-0.1": ("SAD503", "between 0 and 1"),
}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda text: text[:20])
def test_setting(setting: str) -> None:
    code, part = SETTINGS[setting]
    check_one_error(analyze("--set", setting), code, USAGE, part)


def test_a_loop_cannot_run_less_than_zero_times() -> None:
    while_loop = "      DO WHILE (X .GT. 1.0)\n      X = X / 2.0\n      END DO\n"
    Path("good.f").write_text(PROGRAM.replace("      DO 10", f"{while_loop}      DO 10"))
    check_one_error(analyze("--set", "x1=-1"), "SAD503", USAGE, "less than 0 times")


PARAMS = {
    "no YAML": ("a: [\n", "SAD402", "p.yaml:2:"),
    "empty": ("", "SAD402", "empty"),
    "unknown name": ("parameters:\n  zz: 3\n", "SAD501", "p.yaml:2:7:"),
    "unknown key": ("params:\n  n: 3\n", "SAD403", "did you mean parameters?"),
    "schema of the future": ("schema: 7\n", "SAD407", "reads schema 1"),
    "list": ("parameters: [n]\n", "SAD404", "a mapping is expected"),
    "list for a value": ("parameters:\n  n: [1]\n", "SAD404", "one plain value"),
    "unknown origin": ("parameters:\n  n: {value: 3, origin: x}\n", "SAD404", "one of user"),
    "duplicate name": ("parameters:\n  n: 3\n  n: 4\n", "SAD406", "p.yaml:3:3:"),
    "expression that breaks off": ("parameters:\n  n: 3+\n", "SAD502", "p.yaml:2:6:"),
    "value that cannot be": ("parameters:\n  n: 1.5\n", "SAD503", "p.yaml:2:6:"),
}


@pytest.mark.parametrize("what", PARAMS)
def test_parameter_file_with(what: str) -> None:
    text, code, part = PARAMS[what]
    Path("p.yaml").write_text(text)
    check_one_error(analyze("--params", "p.yaml"), code, BAD_INPUT, part)


def test_parameter_file_that_cannot_be_read() -> None:
    check_one_error(analyze("--params", "no.yaml"), "SAD504", BAD_INPUT, "no.yaml:1")
    Path("p.yaml").write_bytes(b"\xff\x00")
    check_one_error(analyze("--params", "p.yaml"), "SAD504", BAD_INPUT, "not UTF-8")
