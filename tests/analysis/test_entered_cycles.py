"""Cycles with several entries of which only some are ever taken: what follows them still runs."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.command import sad
from tests.support.compiler import needs_gcc

_PROGRAM = """
#include <stdio.h>
static long kc[9];
int main(void)
{
    int c = 7, k;
    switch (c) {
        for (; c < 30; c++) {
        case 3:
            kc[0]++;
            c += 2;
        default:
            kc[1]++;
            c++;
        }
    }
    kc[2]++;
    for (k = 0; k < 6; k++) {
        c = k;
        switch (k) {
            for (; c < 30; c++) {
            case 3:
                kc[3]++;
                c += 2;
            default:
                kc[4]++;
            }
        }
        kc[5]++;
    }
    printf("%ld %ld %ld %ld %ld %ld", kc[0], kc[1], kc[2], kc[3], kc[4], kc[5]);
    return 0;
}
"""


@pytest.mark.compiler
@needs_gcc
@pytest.mark.parametrize("steps", ["0", "100000"])
def test_no_exact_count_is_wrong(
    steps: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.c").write_text(_PROGRAM)
    subprocess.run(["gcc", "-w", "-o", "t", "t.c"], check=True)
    run = subprocess.run(["./t"], capture_output=True, text=True, check=True)
    real = [int(word) for word in run.stdout.split()]
    done = sad("annotate", "t.c", "--format", "json", "--evaluate-steps", steps)
    assert done.code in (0, 3), done.err
    lines = json.loads(done.out)["files"]["t.c"]
    exact = 0
    for number, line in enumerate(_PROGRAM.splitlines(), 1):
        counter = re.search(r"kc\[(\d)\]\+\+", line)
        if counter and lines[str(number)]["exact"]:
            exact += 1
            assert lines[str(number)]["count"]["value"] == real[int(counter[1])], line
    assert exact >= 2  # those outside of the cycles
