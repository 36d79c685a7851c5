"""Pointers to rows of arrays: what they store is never missed where elements of the arrays decide."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.command import sad
from tests.support.compiler import needs_gcc

_MOVED = """
#include <stdio.h>
static long kc[9];
int main(void)
{
    int a[4][5], j, k = 2;
    int (*p)[5] = a;
    a[1][1] = 6; a[3][2] = 4; a[2][0] = 9;
    p = p + k;
    (*p)[0] = 2;
    p[1][2] = 3;
    p[-1][1] = 1;
    for (j = 0; j < a[1][1]; j++)
        kc[0]++;
    for (j = 0; j < a[2][0]; j++)
        kc[1]++;
    for (j = 0; j < a[3][2]; j++)
        kc[2]++;
    printf("%ld %ld %ld", kc[0], kc[1], kc[2]);
    return 0;
}
"""
_HANDED = """
#include <stdio.h>
static long kc[9];
static int a[4][5];
static void set(int m[][5], int (*q)[5], int k)
{
    m[1][1] = k;
    q[2][2] = k + 1;
    q++;
    q[0][2] = k + 2;
}
int main(void)
{
    int j;
    a[1][1] = 4; a[2][2] = 7; a[1][2] = 9;
    set(a, a, 3);
    for (j = 0; j < a[1][1]; j++)
        kc[0]++;
    for (j = 0; j < a[2][2]; j++)
        kc[1]++;
    for (j = 0; j < a[1][2]; j++)
        kc[2]++;
    printf("%ld %ld %ld", kc[0], kc[1], kc[2]);
    return 0;
}
"""


@pytest.mark.compiler
@needs_gcc
@pytest.mark.parametrize("text", [_MOVED, _HANDED], ids=["moved", "handed"])
def test_no_exact_count_is_wrong(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.c").write_text(text)
    subprocess.run(["gcc", "-w", "-o", "t", "t.c"], check=True)
    run = subprocess.run(["./t"], capture_output=True, text=True, check=True)
    real = [int(word) for word in run.stdout.split()]
    done = sad("annotate", "t.c", "--format", "json")
    assert done.code in (0, 3), done.err
    lines = json.loads(done.out)["files"]["t.c"]
    seen = 0
    for number, line in enumerate(text.splitlines(), 1):
        counter = re.search(r"kc\[(\d)\]\+\+", line)
        if counter:
            seen += 1
            told = lines[str(number)]
            assert not told["exact"] or told["count"]["value"] == real[int(counter[1])], line
    assert seen == len(real)
