"""A profile used with another input than it was made with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gcov

if TYPE_CHECKING:
    from pathlib import Path

READS = """#include <stdio.h>
int main(void)
{
    int n, i, k = 0;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        k += i;
    }
    while (k > 1) {
        k = k % 2 ? 3*k + 1 : k/2;
    }
    return 0;
}
"""
COUNTS = """#include <stdlib.h>
static int size, calls;
static void down(int depth)
{
    calls++;
    for (int i = 0; depth < size && i < 2; i++) {
        down(depth + 1);
    }
}
int main(int argc, char **argv)
{
    size = atoi(argv[1]);
    down(0);
    return calls > 0 ? 0 : 1;
}
"""


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_sizes_are_those_of_the_input_that_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.c").write_text(READS)
    for size in (5, 9):
        (tmp_path / f"{size}.in").write_text(f"{size}\n")
    (tmp_path / "n.in").write_text("{n}\n")
    made = sad(
        *("profile", "p.c", "--build", "gcc -O0 {coverage} p.c -o p", "--run", "./p < n.in"),
        *("--fill", "n.in", "--vary", "n=5,7", "-o", "p.yaml", "--quiet"),
    )
    assert made.code == 0, made.err
    body = "        k += i;"
    for size in (5, 9):
        found = sad("annotate", "p.c", "--params", "p.yaml", "--stdin", f"{size}.in")
        line = next(line for line in found.out.splitlines() if line.endswith(body))
        assert str(size) in line.split(), line
        assert "SAD753" not in found.err
    few = sad("annotate", "p.c", "--params", "p.yaml", "--stdin", "9.in", "--evaluate-steps", "20")
    assert "warning[SAD753]: the input that is given does not tell n" in few.err


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_a_run_that_ends_comes_before_a_profile_of_another_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.c").write_text(COUNTS)
    made = sad(
        *("profile", "q.c", "--build", "gcc -O0 {coverage} q.c -o q", "--run", "./q {n}"),
        *("--vary", "n=2,3,5", "-o", "q.yaml", "--quiet"),
    )
    assert made.code == 0, made.err
    found = sad("annotate", "q.c", "--params", "q.yaml", "--args", "4")
    line = next(line for line in found.out.splitlines() if line.endswith("    calls++;"))
    assert "31" in line.split(), line


NAMES = """#include <stdlib.h>
static int half(int n) { return n/2; }

static int Half(int n)
{
    int k = 0;
    while (n > 1) {
        n = half(n);
        k++;
    }
    return k;
}
static int one(int k) { return k + 1; }
int main(int argc, char **argv)
{
    int i, k = 0, n = atoi(argv[1]);
    unsigned v = 5;
    for (i = 0; i < n; i++) {
        v = v*1103515245u + 12345u;
        k += v >> 30 != 2 ? (v >> 31 ? 1 : -1) : one(Half((int)(v >> 20)));
    }
    return k == 123456789;
}
"""


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_names_that_differ_in_case_and_choices_inside_choices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.c").write_text(NAMES)
    made = sad(
        *("profile", "c.c", "--build", "gcc -O0 {coverage} c.c -o c", "--run", "./c {size}"),
        *("--vary", "size=20,40", "-o", "c.yaml", "--quiet"),
    )
    assert "SAD711" not in made.err
    found = sad("params", "show", "c.yaml").out
    assert made.code == 0, made.err
    assert "not measured" not in made.out, made.out
    assert "without a value: 1" in found, found  # that of main.n
