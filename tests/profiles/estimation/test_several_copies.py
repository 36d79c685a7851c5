"""C functions that are compiled more than once: those of headers, and those that are always inlined.

So that every copy is told from the others, the counts of each line are compared with those of a program
that has the functions once, not inlined.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.support.command import sad
from tests.support.compiler import GCC, GCOV, needs, needs_gcc, needs_gcov

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPILERS = ["gcc", pytest.param("clang", marks=needs(shutil.which("clang"), "clang"))]
HEADER = """\
static int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 3)
            s += a[i];
    return s;
}
"""
FIRST = """\
#include <stdio.h>
#include "h.h"
int other(int *a, int n);
int main(void)
{
    int a[50], n = 50;
    for (int i = 0; i < n; i++)
        a[i] = (i * 7) % 11;
    printf("%d\\n", sum(a, n) + other(a, 20));
    return 0;
}
"""
SECOND = """\
#include "h.h"
int other(int *a, int n)
{
    int t = 0;
    for (int k = 0; k < 5; k++)
        t += sum(a + k, n);
    return t;
}
"""
INLINED = """\
#include <stdio.h>
static inline __attribute__((always_inline)) int mod(int v, const int by)
{
    if (by == 2)
        return v & 1;
    while (v >= by)
        v -= by;
    return v;
}
static inline __attribute__((always_inline)) int two(int v)
{
    int k = v + 1;
    if (mod(v, 3) == 1) {
        k += mod(v, 5);
        k++;
    }
    return k;
}
int main(void)
{
    int s = 0, n = 40;
    for (int i = 0; i < n; i++) {
        if (i > 30)
            s += two(i);
        else
            s -= two(i + 2);
        if (mod(i, 2))
            s++;
    }
    printf("%d\\n", s);
    return 0;
}
"""


def annotated(paths: Sequence[str], build: str) -> dict[tuple[str, int], float]:
    """What the report after a profile says of each line, by file and line."""
    said = sad("profile", *paths, "--build", build, "--run", "./p", "-o", "p.yaml", "--quiet")
    assert said.code == 0, said.err
    assert "not measured" not in said.out
    assert "give 100.0 %" in said.out
    found: dict[tuple[str, int], float] = {}
    file = ""
    for line in sad("annotate", *paths, "--params", "p.yaml").out.splitlines():
        if line.endswith(":") and " " not in line:
            file = line[:-1]
        elif match := re.match(r"\s*[=~] ([\d,.]+)\s+(\d+): ", line):
            found[file, int(match[2])] = float(match[1].replace(",", ""))
    return found


def counted(source: str, name: str, lines: Sequence[int]) -> dict[tuple[str, int], float]:
    """gcov's figures of some lines of a program."""
    folder = Path("truth")
    folder.mkdir()
    (folder / name).write_text(source)
    for command in (
        [str(GCC), "-w", "-O0", "--coverage", name, "-o", "p"],
        ["./p"],
        [str(GCOV), "-t", f"p-{Path(name).stem}.gcda"],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    rows = re.findall(r"^ *(\d+)\*?: *(\d+):", done.stdout, re.MULTILINE)
    return {(name, int(line)): float(times) for times, line in rows if int(line) in lines}


@pytest.mark.compiler
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_function_of_a_header_has_counts_of_its_own_in_each_unit(
    compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("h.h").write_text(HEADER)
    Path("a.c").write_text(FIRST)
    Path("b.c").write_text(SECOND)
    found = annotated(["a.c", "b.c"], f"{compiler} -w -O0 {{coverage}} a.c b.c -o p")
    values = [(i * 7) % 11 for i in range(50)]
    above = sum(v > 3 for v in values) + sum(v > 3 for k in range(5) for v in values[k : k + 20])
    assert {line: found["h.h", line] for line in (3, 5, 6, 7)} == {3: 6, 5: 150, 6: above, 7: 6}


@pytest.mark.compiler
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("compiler", COMPILERS)
def test_saved_counts_keep_the_copies_apart(
    compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """They follow the header's lines where a comment was put in."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("h.h", HEADER), ("a.c", FIRST), ("b.c", SECOND)):
        Path(name).write_text(text)
    build = ("--build", f"{compiler} -w -O0 {{coverage}} a.c b.c -o p", "--run", "./p")
    said = sad("profile", "a.c", "b.c", *build, "--save", "c.json", "-o", "p.yaml", "--quiet")
    assert said.code == 0, said.err
    Path("h.h").write_text(HEADER.replace("{\n", "{\n    /* the sum */\n", 1))
    said = sad("params", "import", "c.json", "--source", "a.c", "--source", "b.c", "-o", "e.yaml")
    assert said.code == 0, said.err
    counts = yaml.safe_load(Path("e.yaml").read_text())["counts"]["run 1 (no values)"]["units"]
    blocks = {name: unit["blocks"].split()[0] for name, unit in counts.items() if "sum" in name}
    assert sorted(blocks.values()) == ["1", "5"]


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_one_unit_of_a_program_takes_its_own_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The other unit is compiled and runs, and its counts of the header are not this one's."""
    monkeypatch.chdir(tmp_path)
    Path("h.h").write_text(HEADER)
    Path("a.c").write_text(FIRST)
    Path("b.c").write_text(SECOND)
    found = annotated(["a.c"], "gcc -w -O0 {coverage} a.c b.c -o p")
    assert [found["h.h", line] for line in (3, 5, 7)] == [1, 50, 1]


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_copies_of_functions_that_are_always_inlined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Lines that call one, and those that share a block with the call's, have other lines' counts."""
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(INLINED)
    found = annotated(["a.c"], "gcc -w -O0 {coverage} a.c -o p")
    statements = [4, 5, 7, 8, 12, 14, 15, 17, 24, 26, 28, 30]
    truth = counted(INLINED.replace("always_inline", "noinline"), "a.c", statements)
    assert len(truth) == len(statements)
    wrong = {
        place: (found.get(place), ran) for place, ran in truth.items() if found.get(place) != ran
    }
    assert not wrong
