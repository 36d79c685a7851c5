"""``sad try``: a run is measured, its time predicted, and a page written."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from sad.cli.run_values import argument_values
from sad.cli.try_program import usual_build
from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.cli.test_examples import FILES
from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gfortran

SORT = """\
#include <stdio.h>
#include <stdlib.h>
static double a[20000];
int main(int argc, char **argv) {
    int n = atoi(argv[1]), i, j;
    for (i = 0; i < n; i++) a[i] = (i * 7919) % 10007;
    for (i = 1; i < n; i++) {
        double x = a[i];
        for (j = i - 1; j >= 0 && a[j] > x; j--) a[j + 1] = a[j];
        a[j + 1] = x;
    }
    printf("%g\\n", a[0]);
    return 0;
}
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("solve.f", "solve.in"):
        Path(name).write_text(FILES[name])
    Path("sort.c").write_text(SORT)


@needs_gfortran
def test_one_command_measures_predicts_and_writes_a_page():
    result = sad("try", "solve.f", "--run", "./solve < solve.in", "--machine", "x86_64-generic")
    assert result.code == 0, result.err
    lines = result.out.splitlines()
    assert "solve.params.yaml: 2 of 2 parameters measured" in lines
    assert "page     solve.html" in lines
    assert "values   solve.params.yaml" in lines
    assert Path("solve.html").read_text().startswith("<!DOCTYPE html>")
    (again,) = [line.removeprefix("again    ") for line in lines if line.startswith("again ")]
    words = shlex.split(again)[1:]
    found = json.loads(sad(*words, "--format", "json").out)
    values = {row["name"]: row["value"] for row in found["parameters"]}
    assert values["SOLVE.trips@do50"] == 100
    assert values["N"] == 300
    (unit,) = found["units"]
    assert unit["seconds"]["value"] > 0


@needs_gfortran
def test_each_message_is_told_once():
    text = Path("solve.f").read_text()
    loop = text.index("      DO ")
    Path("solve.f").write_text(text[:loop] + "C$OMP PARALLEL DO\n" + text[loop:])
    run = ("--run", "./solve < solve.in", "--machine", "x86_64-generic")
    result = sad("try", "solve.f", *run)
    assert result.code == 0, result.err
    assert result.err.count("SAD230") == 1
    assert sad("analyze", "solve.f").err.count("SAD230") == 1


@needs_gfortran
def test_without_a_machine_one_that_fits_is_taken_and_said_so():
    result = sad("try", "solve.f", "--stdin", "solve.in")
    assert result.code == 0, result.err
    text = result.out
    assert "machine  " in text
    assert "comes with sad" in text
    assert "sad machine calibrate --compiler gfortran --flags=-O2 -o here.yaml" in text
    assert "run: ./solve\n" in result.err


@needs_gcc
def test_numbers_on_the_command_line_of_c_are_values():
    result = sad("try", "sort.c", "--run", "./sort 2000", "--machine", "x86_64-generic")
    assert result.code == 0, result.err
    assert (
        "=2000 --set argc=2 " in result.out
    )  # argv1 goes by the name of the variable it is put in
    assert "2 of 2 parameters measured" in result.out


INPUT = """\
      PROGRAM P
      COMMON /SIZES/ N, M, K
      CALL RD
      X = 0
      DO 20 I = 1, N
         DO 10 J = 1, I*(N - I)/K + M
            X = X + 1.0/J
   10    CONTINUE
   20 CONTINUE
      PRINT *, X
      END
      SUBROUTINE RD
      COMMON /SIZES/ N, M, K
      READ *, N, M
      READ *, TEMP
      READ *, K
      END
"""


@needs_gfortran
def test_sizes_that_counts_do_not_tell_are_found_in_what_is_read():
    Path("p.f").write_text(INPUT)
    Path("p.in").write_text("40 7  sizes\n0.8\n3\n")
    result = sad("try", "p.f", "--run", "./p < p.in", "--machine", "x86_64-generic")
    assert result.code == 0, result.err
    (again,) = [x for x in result.out.splitlines() if x.startswith("again ")]
    words = shlex.split(again.removeprefix("again    "))[1:]
    found = json.loads(sad(*words, "--format", "json").out)
    values = {row["name"].rpartition(".")[2]: row["value"] for row in found["parameters"]}
    assert {name: values[name] for name in ("N", "M", "K")} == {"N": 40, "M": 7, "K": 3}


@needs_gfortran
def test_the_settings_of_a_project_are_enough():
    settings = 'sources = ["solve.f"]\nmachine = "sparc2"\nstdin = "solve.in"\nparams = "v.yaml"\n'
    Path("sad.toml").write_text(settings)
    result = sad("try")
    assert result.code == 0, result.err
    assert result.out.endswith("again    sad analyze --set N=300\n")
    assert Path("v.yaml").is_file()
    assert "sparc2" in sad("analyze", "--set", "N=300").out


@needs_gfortran
def test_what_fails_ends_it():
    result = sad("try", "solve.f", "--run", "./solve < gone.in")
    assert result.code == BAD_INPUT
    assert not Path("solve.html").exists()
    Path("solve.html").write_text("mine")
    result = sad("try", "solve.f", "--run", "./solve < solve.in")
    check_one_error(result, "SAD111", BAD_INPUT, "not overwritten")


def test_what_is_missing():
    result = sad("try")
    assert (result.code, result.out) == (USAGE, "")
    assert result.err.startswith("sad try: no source given; for instance: sad try solve.f --run ")
    check_one_error(sad("try", "solve.f", "--run", "solve"), "SAD730", USAGE, "./NAME")


@needs_gfortran
@needs_gcc
def test_a_build_has_all_sources_and_their_options(tmp_path: Path):
    (tmp_path / "src").mkdir()
    for name in ("a.f", "b.F90", "c.c", "d.h", "note.txt"):
        (tmp_path / "src" / name).touch()
    assert usual_build(["src"], "./x 3 < in", ["inc"], ["FAST"]) == (
        "gfortran {coverage} -std=legacy -Iinc -DFAST src/a.f src/b.F90 src/c.c -o x"
    )
    assert usual_build(["sort.c"], "./sort", [], []) == "gcc {coverage} sort.c -o sort -lm"


@pytest.mark.parametrize(
    ("head", "run", "values"),
    [
        (
            "int main(int argc, char **argv)",
            "./s 3000 x 2.5",
            ["argc=4", "argv1=3000", "argv3=2.5"],
        ),
        ("int main(int ac, char *av[])", "A=1 ./s {n} > out", ["ac=2", "av1=n"]),
        ("int main(void)", "./s 3000", []),
        ("int main(int argc, char **argv)", "s 3000", []),
    ],
)
def test_values_that_a_command_line_tells(head: str, run: str, values: list[str]):
    Path("s.c").write_text(f"{head} {{ return 0; }}\n")
    assert argument_values(["s.c"], run) == values


LEVELS = """\
program levels
  implicit none
  integer :: n(4), l, k
  real :: a(32, 32), r
  read (*,*) n(1)
  do l = 2, 4
    n(l) = n(l-1)/2
  end do
  r = 1
  do k = 1, 50
    do l = 1, 4
      call smooth(n(l))
    end do
    r = r*0.3
    if (r < 1e-3) exit
  end do
  print *, sum(a(1:n(4), 1))
contains
  subroutine smooth(m)
    integer, intent(in) :: m
    a(1:m, 1:m) = 0.5*a(1:m, 1:m)
  end subroutine
end program
"""


@needs_gfortran
def test_what_counters_do_not_tell_the_input_tells():
    """16, 8, 4 and 2 points a side, in 6 iterations: the lines of array statements do not say."""
    Path("levels.f90").write_text(LEVELS)
    Path("levels.in").write_text("16\n")
    done = sad("try", "levels.f90", "--run", "./levels < levels.in", "--machine", "zen3")
    assert done.code == 0, done.err
    assert "the rest" not in done.out
    assert re.search(r"levels.f90:21 .* 2,040 ", done.out)
