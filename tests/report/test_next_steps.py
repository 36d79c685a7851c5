"""The commands that a report prints are run as they stand, until there is a time with an interval."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sad.report.commands import Command, command_lines, command_of
from tests.support.command import sad
from tests.support.compiler import needs_gcov, needs_gfortran

FORTRAN = """\
      PROGRAM DRIVER
      INTEGER N, I, J, IT, IERR
      DOUBLE PRECISION A(400), CHANGE, OLD
      READ (*,*) N
      CALL INIT (N, A, IERR)
      IF (IERR .NE. 0) STOP 'bad size'
      IT = 0
   10 CHANGE = 0.0D0
      DO 30 I = 2, N - 1
         OLD = A(I)
         A(I) = 0.5D0*(A(I-1) + A(I+1))
         IF (ABS(A(I) - OLD) .GT. CHANGE) CHANGE = ABS(A(I) - OLD)
   30 CONTINUE
      IT = IT + 1
      IF (CHANGE .GT. 1.0D-4) GOTO 10
      PRINT *, IT, A(N/2)
      END
      SUBROUTINE INIT (N, A, IERR)
      INTEGER N, IERR, I
      DOUBLE PRECISION A(*)
      IERR = 0
      IF (N .GT. 400) THEN
         IERR = 1
         RETURN
      END IF
      DO 10 I = 1, N
   10 A(I) = 0.0D0
      A(1) = 1.0D0
      END
"""
C = """\
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    double *x = malloc(n * sizeof *x), s = 0.0;
    for (int i = 0; i < n; i++)
        x[i] = (i * 37) % 11;
    for (int i = 0; i < n; i++)
        if (x[i] > 5.0)
            for (int j = 0; j < n; j++)
                s += x[j];
    printf("%g\\n", s);
    free(x);
    return 0;
}
"""


def next_commands(report: str) -> list[list[str]]:
    """Return the words of each command below ``next``."""
    section = report.partition("\nnext\n")[2].partition("\n\n")[0]
    joined = section.replace(" \\\n", " ")
    return [shlex.split(line) for line in joined.splitlines()]


def until_timed(*command: str) -> tuple[str, int]:
    """Run a command and then what each report says first to type; the last report, and how many."""
    report = sad(*command).out
    for number in range(1, 4):
        if " in 9 of 10 cases" in report:
            return report, number
        steps = next_commands(report)
        assert steps, report
        result = sad(*steps[0][1:])
        assert result.code == 0, (steps[0], result.err)
        report = result.out
    return report, 4


def test_a_routine_is_timed_in_three_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    body = FORTRAN.replace("      PROGRAM DRIVER", "      SUBROUTINE DRIVER")
    (tmp_path / "driver.f").write_text(body)
    report, number = until_timed("analyze", "driver.f", "--entry", "DRIVER")
    assert " in 9 of 10 cases" in report
    assert number <= 3


@needs_gfortran
@needs_gcov
@pytest.mark.parametrize("name", ["heat.f", "sums.c"])
def test_a_program_is_timed_in_three_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(FORTRAN if name.endswith(".f") else C)
    (tmp_path / "heat.in").write_text("200\n")
    report, number = until_timed("analyze", name)
    assert " in 9 of 10 cases" in report, report
    assert number <= 3


def test_a_command_keeps_what_was_typed_but_how_it_is_shown():
    words = (
        "analyze",
        "a b.f",
        "--set",
        "T='N'",
        "--width",
        "80",
        "--color=never",
        "-o",
        "x",
        "--all",
    )
    command = command_of(words, ("a b.f",), "sparc2", words[:2])
    kept = ("analyze", "a b.f", "--set", "T='N'")
    assert command == Command(kept, ("a b.f",), "sparc2", ("analyze", "a b.f"))
    text = command.plus("--set", "N=1")
    assert text == "sad analyze 'a b.f' --set \"T='N'\" --set N=1"
    assert shlex.split(text) == ["sad", *command.words, "--set", "N=1"]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_long_commands_are_broken_so_that_a_shell_joins_them(width: int):
    command = Command(tuple(f"--set=NUMBER{n}={n * n}" for n in range(30)))
    lines = list(command_lines(command.plus(), width))
    assert max(map(len, lines)) <= width
    joined = re.sub(r" \\\n", " ", "\n".join(lines))
    assert shlex.split(joined) == ["sad", *command.words]


def test_a_command_of_another_name_keeps_no_option_of_evaluators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    lines = ("SUBROUTINE S (N, A)", "DOUBLE PRECISION A(N)", "DO 10 I = 1, N", "A(I) = 1.0D0")
    body = "".join(f"      {line}\n" for line in lines)
    (tmp_path / "s.f").write_text(f"{body}   10 CONTINUE\n      END\n")
    options = ("--sensitivity", "--seed=3", "--samples", "200")
    report = sad("analyze", "s.f", *options, "--machine", "sparc2", "--set", "N=300").out
    (sweep,) = (step for step in next_commands(report) if step[1] == "sweep")
    assert sweep[:5] == ["sad", "sweep", "s.f", "--machine", "sparc2"]
    assert sad(*sweep[1:]).code == 0, sweep


def test_the_input_that_matters_most_is_varied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    lines = (
        "PROGRAM MAIN",
        "READ (*,*) NTIMES, M",
        "N = M**2",
        "DO IT = 1, NTIMES",
        "DO I = 1, N - 1",
        "DO J = I + 1, N",
        "S = S + 1.0/J",
        "END DO",
        "END DO",
        "END DO",
        "PRINT *, S",
        "END",
    )
    Path("pairs.f").write_text("".join(f"      {line}\n" for line in lines))
    values = ("--set", "NTIMES=20", "--set", "M=6")
    report = sad("analyze", "pairs.f", "--machine", "sparc2", *values).out
    (sweep,) = next_commands(report)
    assert "M=1:60:log20" in sweep


@pytest.mark.parametrize(
    ("source", "options", "run"),
    [
        ("FORTRAN", ("--stdin", "sizes.txt"), "'./driver < sizes.txt'"),
        ("FORTRAN", (), "'./driver < INPUT'"),
        ("C", ("--args", "300"), "'./driver 300'"),
    ],
)
def test_a_run_has_the_input_that_was_given(
    source: str, options: tuple[str, ...], run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    text, name = (FORTRAN, "driver.f") if source == "FORTRAN" else (C, "driver.c")
    text = text.replace("% 11", "% rand()").replace("A(1) = 1.0D0", "CALL RANDOM_NUMBER(A(1))")
    (tmp_path / name).write_text(text)
    (tmp_path / "sizes.txt").write_text("50\n")
    done = sad("analyze", name, "--machine", "zen3", *options)
    assert f"sad try {name} --run {run} --machine zen3" in done.out
