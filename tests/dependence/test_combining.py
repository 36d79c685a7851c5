"""What counts as combining values, held to runs with the clause of OpenMP that the verdict has."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.dependence.verdict import Kind
from sad.dependence.verdicts import verdicts
from tests.dependence.test_verdicts import texts
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

TYPES = ("int", "unsigned", "short", "unsigned char", "long", "unsigned long")
COMBINING = {
    "m |= k[i];": "bitwise or",
    "m = k[i] | m;": "bitwise or",
    "m &= ~k[i];": "bitwise and",
    "m ^= k[i] << 2;": "bitwise exclusive or",
    "m |= k[i] > 3;": "bitwise or",
    "m += k[i]*3;": "sum",
    "m -= k[i];": "sum",
    "m *= k[i] | 1;": "product",
    "m = m && k[i];": "and",
    "m = m || k[i] > 90;": "or",
    "m = k[i] > 90 || m;": "or",
    "m = m && k[i] && (k[i] > 3 || i > 4);": "and",
    "if (k[i] > m) m = k[i];": "max",
    "if (m >= k[i]) m = k[i];": "min",
}
OTHERS = (
    "m = m && k[i] || k[i] > 5;",
    "m = !(m || k[i]);",
    "m = 3*m + k[i];",
    "m = k[i] - m;",
    "m = (unsigned char)(m + k[i]);",
    "m = k[i] > m ? m + 1 : m;",
    "if (k[i] > m) m = k[i] - 1;",
    "m = m ? k[i] : m;",
    "m = k[i] > 3 ? k[i] : m;",
    "m ^= m | k[i];",
)
WIDE = ("int", "unsigned", "long", "unsigned long")
CHOICES = {
    "m = k[i] > m ? k[i] : m;": "max",
    "m = k[i] < m ? m : k[i];": "max",
    "m = m <= k[i] ? m : k[i];": "min",
    "m = m > k[i] ? k[i] : m;": "min",
}


def _function(name: str, kind: str, text: str, clause: str) -> str:
    pragma = f"#pragma omp parallel for {clause}\n" if clause else ""
    loop = f"for (int i = 0; i < n; i++) {{\n{text}\n}}"
    return f"{kind} {name}(int n, {kind} m, {kind} *k)\n{{\n{pragma}{loop}\nreturn m;\n}}\n"


def _cases() -> list[tuple[str, str]]:
    every = [(text, kind) for text in (*COMBINING, *OTHERS) for kind in TYPES]
    return every + [(text, kind) for text in CHOICES for kind in WIDE]


def test_what_is_combined_is_what_threads_combine(tmp_path: Path):
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    cases = _cases()
    parts = [_function(f"f{n}", kind, text, "") for n, (text, kind) in enumerate(cases)]
    judged = {
        entry.name: found[0]
        for entry, found in verdicts(analyse(program_of("".join(parts), "c")), no_alias=True)
    }
    checks: list[str] = []
    for number, (text, kind) in enumerate(cases):
        verdict = judged[f"f{number}"]
        expected = COMBINING.get(text) or CHOICES.get(text)
        if expected is not None:
            assert verdict.text == f"{expected} of m", (text, kind)
        if verdict.kind is not Kind.REDUCTION:
            assert verdict.kind in (Kind.SERIAL, Kind.UNKNOWN), (text, kind)
            continue
        (item,) = verdict.combined
        parts.append(_function(f"p{number}", kind, text, item.clause(in_c=True)))
        truth = item.operator in ("and", "or")  # threads make 0 or 1 of it also without iterations
        arguments = f"n, ({kind})(start{' & 1' if truth else ''}), k"
        checks.append(
            f"{{ {kind} k[100]; for (int i = 0; i < n; i++) k[i] = ({kind})data[i];\n"
            f'if (f{number}({arguments}) != p{number}({arguments})) printf("{number}\\n"); }}'
        )
    assert len(checks) > 90
    main = f"""\
#include <stdio.h>
int main(void) {{
  static int data[100]; unsigned seed = 1;
  for (int start = -2; start < 3; start++)
    for (int n = 0; n < 60; n = 2*n + 1) {{
      for (int i = 0; i < n; i++)
        data[i] = (int)(seed = seed*1103515245u + 12345u) >> (start + 4)*4;
      {"".join(checks)}
    }}
  return 0;
}}
"""
    (tmp_path / "a.c").write_text("".join(parts) + main)
    subprocess.run(["gcc", "-O1", "-w", "-fopenmp", "a.c", "-o", "a"], cwd=tmp_path, check=True)
    env = {"OMP_NUM_THREADS": "3", "OMP_WAIT_POLICY": "passive"}
    out = subprocess.run(
        ["./a"], cwd=tmp_path, env=env, check=True, capture_output=True, text=True, timeout=60
    )
    assert sorted({cases[int(line)] for line in out.stdout.split()}) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("K = IOR(K, IX(I))", "bitwise or of K"),
        ("K = IEOR(IX(I), K)", "bitwise exclusive or of K"),
        ("L = L .EQV. P(I)", "equivalence of L"),
        ("L = P(I) .NEQV. L", "exclusive or of L"),
        ("S = MERGE(X(I), S, X(I) > S)", "max of S"),
        ("S = MERGE(S, X(I), X(I) > S)", "min of S"),
        ("S = MERGE(S, X(I), P(I))", "serial: line 6 reads the S that line 6 set"),
    ],
)
def test_combining_in_fortran(text: str, found: str):
    start = "SUBROUTINE KERNEL(N, X, IX, P, K, L, S)\nINTEGER N, IX(N), K, I\nLOGICAL P(N), L\n"
    text = f"{start}REAL X(N), S\nDO I = 1, N\n{text}\nEND DO\nEND\n"
    assert texts(text.replace("\n", "\n      ").join(["      ", "\n"])) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "if (x[i] > m) t = x[i]; else t = m; m = t; y[i] = t;",
        "y[i] = m = x[i] > m ? x[i] : m;",
        "m = x[i] > m ? x[i] : m; y[i] = m;",
    ],
)
def test_what_iterations_see_of_an_extreme_is_in_order(text: str):
    start = "void kernel(int n, double *x, double *y)\n{\ndouble m = 0, t;\n"
    text = f"{start}for (int i = 0; i < n; i++) {{\n{text}\n}}\n}}\n"
    assert texts(text, "c", no_alias=True)[0].startswith("serial: ")
