"""Programs that ask for environment variables, and for words of the command line by keyword."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.slicing.runs import annotated
from tests.support.command import sad
from tests.support.compiler import GCC, GFORTRAN

C = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const char *size = getenv("GRID_SIZE");
    char *mode = getenv("MODE");
    int n = size ? atoi(size) : 3, k = 0;
    for (int i = 0; i < n; i++)
        k++;
    if (mode != NULL && strcmp(mode, "fast") == 0)
        for (int i = 0; i < 4; i++)
            k++;
    printf("%d\\n", k);
    return 0;
}
"""
FORTRAN = """\
program e
  implicit none
  character(len=4) :: v, w
  integer :: n, s, i, k
  n = 3
  call get_environment_variable('GRID_SIZE', v, status=s)
  if (s == 0) read (v, *) n
  call get_environment_variable('MODE', length=s)
  n = n + s
  call get_command_argument(3, w, status=s)
  if (s /= 0) n = n + 5
  call get_command_argument(1, w, status=s)
  if (s == -1) n = n + 7
  call get_command_argument(2, length=s)
  n = n + s
  k = 0
  do i = 1, n
    k = k + 1
  end do
  print *, k
end program
"""


def _run(values: dict[str, str], *words: str) -> int:
    kept = {name: text for name, text in os.environ.items() if name not in ("GRID_SIZE", "MODE")}
    done = subprocess.run(
        ["./t", *words], env=kept | values, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize("values", [{}, {"GRID_SIZE": "7"}, {"GRID_SIZE": "2", "MODE": "fast"}])
def test_variables_in_c(values: dict[str, str]):
    Path("t.c").write_text(C)
    subprocess.run(["gcc", "-w", "t.c", "-o", "t"], check=True)
    given = {"GRID_SIZE": None, "MODE": None} | values
    lines = annotated("t.c", {}, *_options(given))
    assert lines["10"]["exact"]
    assert lines["13"]["exact"]
    assert lines["10"]["count"]["value"] + lines["13"]["count"]["value"] == _run(values)


@pytest.mark.skipif(GFORTRAN is None, reason="needs gfortran")
@pytest.mark.parametrize("values", [{}, {"GRID_SIZE": "7", "MODE": "xyz"}])
def test_variables_and_words_by_keyword(values: dict[str, str]):
    Path("t.f90").write_text(FORTRAN)
    subprocess.run(["gfortran", "t.f90", "-o", "t"], check=True)
    given = {"GRID_SIZE": None, "MODE": None} | values
    lines = annotated("t.f90", {}, *_options(given), "--args", "longer ab")
    assert lines["18"]["exact"]
    assert lines["18"]["count"]["value"] == _run(values, "longer", "ab")


def _options(values: dict[str, str | None]) -> list[str]:
    texts = [name if text is None else f"{name}={text}" for name, text in values.items()]
    return [word for text in texts for word in ("--env", text)]


def test_a_variable_that_is_not_given_is_named():
    Path("t.c").write_text(C)
    out = sad("analyze", "t.c", "--env", "MODE").out
    assert "the environment variable GRID_SIZE is not given" in " ".join(out.split())
