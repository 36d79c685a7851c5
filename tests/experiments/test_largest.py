"""``sad sweep --largest N --within TIME`` against all sizes."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.experiments.largest import largest, seconds_of
from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import ROOT, sad

if TYPE_CHECKING:
    from pathlib import Path

PRODUCT = """\
void product(int n, double a[n][n], double b[n][n], double c[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}
"""


@pytest.mark.parametrize("seed", range(20))
def test_the_size_is_the_last_one_within_the_limit(seed: int):
    chance = random.Random(seed)
    costs = np.cumsum([chance.choice([0.0, chance.random()]) for _ in range(1, 3000)])
    limit = chance.choice([costs[0] / 2, chance.uniform(costs[0], costs[-1]), costs[77]])
    found = largest(lambda sizes: costs[np.minimum(sizes.astype(int) - 1, costs.size - 1)], limit)
    assert found.size == np.searchsorted(costs, limit, "right")
    assert found.rises
    assert found.next_cost == costs[found.size] > limit
    assert found.cost == (costs[found.size - 1] if found.size else None)


def test_costs_that_fall_are_told_and_no_end_is_no_number():
    assert not largest(lambda sizes: np.where(sizes == 4, 0.5, sizes), 100).rises
    endless = largest(lambda sizes: 1 - 1 / sizes, 2)
    assert (endless.size, endless.next_cost) == (2**50, None)
    with pytest.raises(SadError, match="does not depend"):
        largest(lambda sizes: np.ones(sizes.shape), 2)


@pytest.mark.parametrize(
    ("text", "seconds"), [("60s", 60), ("5 min", 300), ("2", 2), ("1.5ms", 0.0015), ("1e3ns", 1e-6)]
)
def test_times(text: str, seconds: float):
    assert seconds_of(text) == pytest.approx(seconds, rel=1e-15)


def test_the_command_agrees_with_a_sweep(tmp_path: Path):
    path = tmp_path / "product.c"
    path.write_text(PRODUCT)
    words = ("sweep", str(path), "--machine", "sparc2")
    done = sad(*words, "--largest", "n", "--within", "2 s")
    assert done.code == 0, done.err
    match = re.fullmatch(
        r"within 2 s on sparc2: n = ([0-9,]+): (\S+) s; ([0-9,]+) takes (\S+) s\n", done.out
    )
    assert match is not None, done.out
    size = int(match[1].replace(",", ""))
    swept = sad(*words, "--vary", f"n={size}:{size + 1}", "--format", "csv").out.splitlines()[-2:]
    below, above = (float(line.split(",")[-1]) for line in swept)
    assert below <= 2 < above


@pytest.mark.parametrize(
    "words",
    [
        ("--largest", "n"),
        ("--vary", "n=1:3", "--within", "60s"),
        ("--largest", "n", "--within", "0s"),
        ("--largest", "n", "--within", "soon"),
        ("--largest", "n", "--within", "1s", "--format", "csv"),
    ],
)
def test_what_does_not_go_together(words: tuple[str, ...], tmp_path: Path):
    path = tmp_path / "product.c"
    path.write_text(PRODUCT)
    check_one_error(sad("sweep", str(path), "--machine", "sparc2", *words), "SAD638", USAGE)
    done = sad("sweep", str(path), "--largest", "n", "--within", "1s")
    check_one_error(done, "SAD638", USAGE)


def test_who_has_a_size_that_the_program_has_not():
    source = str(ROOT / "corpus" / "ludec" / "ludec.f")
    done = sad("sweep", source, "--machine", "zen3", "--largest", "N", "--within", "60s")
    check_one_error(done, "SAD638", USAGE, "LUDEC does not depend on N")
    assert "--entry MATGEN" in done.err
