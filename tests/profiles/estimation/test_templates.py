"""Functions of one text that is included more than once: each has its own counts of lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gcov

SUM = """\
static double NAME(sum)(int n, const TYPE *x)
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++) {
        if (x[i] > 1)
            s += x[i];
    }
    return s;
}
"""
MAIN = """\
#include <stdio.h>
#define TYPE double
#define NAME(f) f ## _double
#include "sum.h"
#undef TYPE
#undef NAME
#define TYPE float
#define NAME(f) f ## _float
#include "sum.h"
double more(int n);
int main(void)
{
    double x[10] = {1, 2, 3, 0, 2};
    float y[10] = {1, 2};
    printf("%g %g %g\\n", sum_double(7, x), sum_float(3, y), more(5));
    return 0;
}
"""
MORE = """\
#define TYPE int
#define NAME(f) f ## _int
#include "sum.h"
double more(int n)
{
    int z[10] = {4, 4, 4, 4};
    return sum_int(n, z);
}
"""


@needs_gcc
@needs_gcov
@pytest.mark.compiler
@pytest.mark.parametrize("saved", [False, True])
def test_each_function_has_its_own_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saved: bool
):
    monkeypatch.chdir(tmp_path)
    for name, text in (("sum.h", SUM), ("main.c", MAIN), ("more.c", MORE)):
        Path(name).write_text(text)
    build = ("--build", "gcc -w -O0 {coverage} main.c more.c -o main", "--run", "./main")
    run = sad("profile", "main.c", "more.c", *build, "-o", "p.yaml", "--quiet", "--save", "c.json")
    assert run.code == 0, run.err
    if saved:
        sources = ("--source", "main.c", "--source", "more.c")
        run = sad("params", "import", "c.json", *sources, "-o", "q.yaml")
    assert "3 of 3 parameters measured" in run.out
    text = Path("q.yaml" if saved else "p.yaml").read_text()
    for name, value in (("double", "3/7"), ("float", "1/3"), ("int", "0.8")):
        entry = text[text.index(f"sum_{name}.prob@") :]
        assert f"value: {value}\n" in entry[:600], entry[:600]
    lines = sad("annotate", "main.c", "more.c", "--params", "p.yaml").out.splitlines()
    (test,) = [line for line in lines if "if (x[i] > 1)" in line]
    assert "= 15 " in test
