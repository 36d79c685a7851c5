"""Maxima and minima as C has them, conditional values and assignments: exact, not probabilities."""

from __future__ import annotations

import json

import pytest

from tests.support.command import sad

FORMS = {
    "int k = n > m ? n : m;": max,
    "int k = n < m ? n : m;": min,
    "int k = MAX(n, m);": max,
    "int k = MIN(n, m);": min,
    "int k = n; if (k < m) k = m;": max,
    "int k = n; if (k > m) { k = m; }": min,
    "int k; if (n < m) k = m; else k = n;": max,
    "int k = largest(n, m);": max,
    "int k = MAX(0, n - m);": lambda n, m: max(0, n - m),
    "int k = n - m; k = k < 0 ? -k : k;": lambda n, m: abs(n - m),
    "long k = (long)n > (long)m + 3 ? n : m + 3;": lambda n, m: max(n, m + 3),
    "int k = MAX(n, MAX(m, 9));": lambda n, m: max(n, m, 9),
}
BODIES = [
    f"    {{ {form}\n        for (int i = 0; i < k; i++)\n            x[i] += 1; }}"
    for form in FORMS
]
HEAD = """\
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
static int largest(int a, int b) { if (a > b) return a; return b; }
void work(int n, int m, double *x)
{
"""
# in pieces of m, the last one shorter
PIECES = """\
    for (int low = 0; low < n; low += m) {
        int end = low + m;
        if (end > n)
            end = n;
        for (int i = low; i < end; i++)
            x[i] += 1;
    }
}
"""


@pytest.mark.parametrize(("n", "m"), [(10, 3), (3, 10), (5, 5), (1, 1), (20, 19)])
def test_trips_are_those_of_the_larger_or_smaller_value(tmp_path, n, m):
    text = HEAD + "\n".join([*BODIES, PIECES])
    path = tmp_path / "forms.c"
    path.write_text(text)
    found = sad(
        "annotate",
        path,
        "--entry",
        "work",
        "--set",
        f"n={n}",
        "--set",
        f"m={m}",
        "--format",
        "json",
    )
    assert found.code == 0, found.err
    (lines,) = json.loads(found.out)["files"].values()
    body = [at for at, line in enumerate(text.splitlines(), 1) if "x[i] += 1" in line]
    counts = [lines[str(at)]["count"]["value"] for at in body]
    assert counts == [*(trips(n, m) for trips in FORMS.values()), n]
    assert all(lines[str(at)]["exact"] for at in body)
