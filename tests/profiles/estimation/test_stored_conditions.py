"""Conditions of C whose truth is a value, in programs built by gcc: both ways of every operand.

So are those of operands with a choice inside, and those of choices inside choices.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gcov

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = """\
#include <stdio.h>
#define MIN(x, y) ((x) < (y) ? (x) : (y))
static int use(int v) { return v + 1; }
int main(void)
{
    int n, k, s = 0, x, a, b, c, ok, w[3] = {1, 2};
    if (scanf("%d %d", &n, &x) != 2)
        return 1;
    for (k = 0; k < n; k++) {
        x = (x*37 + 11) % 1009;
        a = x % 2;
        b = x % 3;
        c = x % 7;
        ok = (a && b && c); /* A */
        s += ok;
        ok = a > 0 || b > 1 || c > 3; /* B */
        s += ok;
        ok = (a && b) || c > 3; /* C */
        s += ok;
        s += use(a || c == 2); /* D */
        ok = a && !b; /* E */
        s += ok;
        if (a && b && MIN(c, 4.5)*2 > b) /* F */
            s++;
        ok = c < 3 ? 0 : b < 1 ? a : b + a; /* G */
        s += ok;
        ok = c < 2 ? a : w[b]; /* H */
        s += ok;
        ok = c < 5 ? w[a] : b; /* I */
        s += ok;
        ok = c < 4 ? 0 : b; /* J */
        s += ok;
        ok = c*0.5 < 1.0 ? 1 : w[b]; /* K */
        s += ok;
        if (a && c*2 - (c > 4 ? 9 : 0) <= b && c != 6) /* L */
            s++;
    }
    printf("%d\\n", s);
    return 0;
}
"""
N, X = 50, 5
Operand = tuple["Callable[[int, int, int], bool]", "Callable[[int, int, int], bool]"]
"""When an operand is tested, and when it holds."""
OPERANDS: dict[str, list[Operand]] = {
    "A": [
        (lambda _a, _b, _c: True, lambda a, _b, _c: a > 0),
        (lambda a, _b, _c: a > 0, lambda _a, b, _c: b > 0),
        (lambda a, b, _c: a > 0 and b > 0, lambda _a, _b, c: c > 0),
    ],
    "B": [
        (lambda _a, _b, _c: True, lambda a, _b, _c: a > 0),
        (lambda a, _b, _c: not a, lambda _a, b, _c: b > 1),
        (lambda a, b, _c: not a and b <= 1, lambda _a, _b, c: c > 3),
    ],
    "C": [
        (lambda _a, _b, _c: True, lambda a, _b, _c: a > 0),
        (lambda a, _b, _c: a > 0, lambda _a, b, _c: b > 0),
        (lambda a, b, _c: not (a and b), lambda _a, _b, c: c > 3),
    ],
    "D": [
        (lambda _a, _b, _c: True, lambda a, _b, _c: a > 0),
        (lambda a, _b, _c: not a, lambda _a, _b, c: c == 2),
    ],
    "E": [
        (lambda _a, _b, _c: True, lambda a, _b, _c: a > 0),
        (lambda a, _b, _c: a > 0, lambda _a, b, _c: b == 0),
    ],
    "G": [
        (lambda _a, _b, _c: True, lambda _a, _b, c: c < 3),
        (lambda _a, _b, c: c >= 3, lambda _a, b, _c: b < 1),
    ],
    "H": [(lambda _a, _b, _c: True, lambda _a, _b, c: c < 2)],
    "I": [(lambda _a, _b, _c: True, lambda _a, _b, c: c < 5)],
    "J": [(lambda _a, _b, _c: True, lambda _a, _b, c: c < 4)],
    "K": [(lambda _a, _b, _c: True, lambda _a, _b, c: c < 2)],
    "L": [
        (lambda _a, _b, _c: True, lambda a, _b, _c: a > 0),
        (lambda a, _b, _c: a > 0, lambda _a, _b, c: c > 4),
        (
            lambda _a, _b, _c: True,
            lambda a, b, c: a > 0 and c * 2 - 9 * (c > 4) <= b,
        ),  # what is kept of both
        (lambda a, b, c: a > 0 and c * 2 - 9 * (c > 4) <= b, lambda _a, _b, c: c != 6),
    ],
}


def expected(operands: list[Operand]) -> list[tuple[int, int]]:
    """How often each operand holds, and is tested."""
    points: list[tuple[int, int, int]] = []
    x = X
    for _ in range(N):
        x = (x * 37 + 11) % 1009
        points.append((x % 2, x % 3, x % 7))
    found: list[tuple[int, int]] = []
    for tested, holds in operands:
        there = [point for point in points if tested(*point)]
        found.append((sum(holds(*point) for point in there), len(there)))
    return sorted(found)


@needs_gcc
@needs_gcov
@pytest.mark.compiler
def test_both_ways_of_every_operand_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(SOURCE)
    Path("in").write_text(f"{N} {X}\n")
    build = ("--build", "gcc -w -O0 {coverage} a.c -o a", "--run", "./a", "--stdin", "in")
    said = sad("profile", "a.c", *build, "-o", "p.yaml", "--quiet")
    assert said.code == 0
    assert "SAD71" not in said.out + said.err
    parameters = yaml.safe_load(Path("p.yaml").read_text())["parameters"]
    for name, operands in OPERANDS.items():
        line = 1 + SOURCE[: SOURCE.index(f"/* {name} */")].count("\n")
        found = [
            (sample["taken"], sample["reached"])
            for key, entry in parameters.items()
            if entry["place"] == f"a.c:{line}" and re.search(r"\.prob@", key)
            for sample in entry.get("samples", [])
        ]
        assert sorted(found) == expected(operands), name
