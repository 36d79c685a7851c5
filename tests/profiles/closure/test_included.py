"""Bodies of C that functions of several translation units include: each has counts of its own."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad
from tests.support.compiler import needs, needs_gcc, needs_gcov

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.compiler
BODY = """\
{
  int i, ix = FIRST(step);
  for (i = 0; i < n; i++) {
    if (x[ix] > 2)
      y[i] = x[ix];
    ix += step;
  }
}
"""
HEADER = """\
#define FIRST(step) ((step) > 0 ? 0 : 7)
void dpick(int n, const double *x, int step, double *y);
void spick(int n, const float *x, int step, float *y);
void ipick(int n, const int *x, int step, int *y);
void lpick(int n, const long *x, int step, long *y);
"""
MAIN = """\
#include <stdio.h>
#include "pick.h"
struct part { int size; double first; };
static void ask(struct part *part)
{
  if (scanf("%d %lf", &part->size, &part->first) != 2)
    part->size = 0;
}
int main(void)
{
  struct part part;
  double x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8] = {0};
  float v[8] = {1, 2, 3, 4, 5, 6, 7, 8}, w[8] = {0};
  int k;
  for (k = 0; k < 3; k++) {
    ask(&part);
    x[0] = part.first;
    dpick(part.size, x, 1, y);
    spick(8, v, -1, w);
  }
#ifdef TWICE
  {
    int i[8] = {9, 9, 9}, j[8];
    long l[8] = {0}, m[8];
    ipick(3, i, 1, j);
    lpick(part.size, l, 1, m);
  }
#endif
  printf("%g %g\\n", y[0], w[0]);
  return 0;
}
"""
FUNCTION = """\
void {name}pick(int n, const {type} *x, int step, {type} *y)
{{
#include "body.h"
}}
"""
STATEMENTS = {4: 35, 5: 25, 6: 35}
"""3, 5 and 3 elements of ``x``, of which 2, 4 and 1 are above 2, and three times 6 of 8 of ``v``."""


def lines_of_body(folder: Path, build: str, names: str) -> dict[int, float | None]:
    """Profile the program; return the counts of the body's lines by its parameter file."""
    types = {"d": "double", "s": "float", "i": "int", "l": "long"}
    one = '#include "pick.h"\n'
    for name in "ds":
        text = one + FUNCTION.format(name=name, type=types[name])
        (folder / f"{name}pick.c").write_text(text)
    both = "".join(FUNCTION.format(name=name, type=types[name]) for name in "il")
    (folder / "both.c").write_text(one + both)
    (folder / "body.h").write_text(BODY)
    (folder / "pick.h").write_text(HEADER)
    (folder / "main.c").write_text(MAIN)
    (folder / "in").write_text("3 9\n5 3\n3 0\n")
    sources = names.split()
    more = ("-D", "TWICE") if "both.c" in sources else ()
    options = ("--build", build, "--run", "./program", "--stdin", "in", "-o", "p.yaml")
    done = sad("profile", *sources, *more, *options, "--quiet")
    assert done.code == 0, done.err
    assert more or "not measured" not in done.out  # the size follows from the loop's own count
    said = sad("annotate", *sources, *more, "--params", "p.yaml", "--format", "json")
    assert said.code == 0, said.err
    files = json.loads(said.out)["files"]
    (found,) = (lines for name, lines in files.items() if name.endswith("body.h"))
    return {int(line): item["count"]["value"] for line, item in found.items()}


@needs_gcov
@pytest.mark.parametrize(
    "compiler",
    [
        pytest.param("gcc", marks=needs_gcc),
        pytest.param("clang", marks=needs(shutil.which("clang"), "clang")),
    ],
)
def test_each_unit_has_its_own_counts_of_an_included_body(
    compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    names = "main.c dpick.c spick.c"
    found = lines_of_body(tmp_path, f"{compiler} {{coverage}} -O0 {names} -o program", names)
    assert {line: found[line] for line in STATEMENTS} == STATEMENTS


@needs_gcc
@needs_gcov
def test_of_a_body_that_a_unit_includes_twice_no_count_is_guessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    names = "main.c dpick.c spick.c both.c"
    build = f"gcc {{coverage}} -DTWICE -O0 {names} -o program"
    found = lines_of_body(tmp_path, build, names)
    for line, count in {4: 41, 5: 28, 6: 41}.items():
        assert found[line] in (None, count)
