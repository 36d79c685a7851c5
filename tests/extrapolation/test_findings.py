"""What ExtraP's authors found with their tool, as signs: on the grid of the proof."""

from __future__ import annotations

from itertools import product
from math import isqrt

import pytest

from sad.machine.database import get_machine
from sad.simulation.service import Barrier, Service, serve
from tests.extrapolation.matmul import COUNTS as THREADS
from tests.extrapolation.matmul import (
    PRODUCT_S,
    SIZE,
    SUM_S,
    WORDS,
    distributions,
    matmul,
    owners,
)
from tests.extrapolation.proof import diagnosis, grid

US = 1e-6
COUNTS = (1, 2, 4, 8, 16, 32)


def linear() -> Barrier:
    found = get_machine("cm5").programming_models["extrap"].barrier
    assert found is not None
    return found


def table(lines: list[str]) -> dict[str, list[str]]:
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
    return {row[0]: row[1:] for row in rows[2:]}


def test_the_diagnosis_of_a_grid():
    found = {
        title[0]: [float(cell) for cell in row] for title, row in table([*diagnosis()]).items()
    }
    assert found["1"][3:] == sorted(found["1"][3:])  # no more to be had than with few threads
    for cheaper, dearer in (("2", "1"), ("5", "1"), ("6", "5"), ("3", "2"), ("3", "6")):
        assert all(a >= b for a, b in zip(found[cheaper], found[dearer], strict=True))
    assert found["3"] == pytest.approx(COUNTS, rel=1e-2)
    assert found["5"][5] == pytest.approx(found["2"][5], rel=0.7)


def test_the_best_number_of_threads_moves_down_with_the_ratio():
    """X4."""
    for startup in (5.0, 100.0, 200.0):
        best: list[int] = []
        for ratio in (1.0, 0.25):
            service = Service("interrupt", startup * US, 0.05 * US)
            times: dict[float, int] = {}
            for count in COUNTS:
                acts = [
                    [
                        (kind, seconds * ratio / 20, owner, size)
                        for kind, seconds, owner, size in own
                    ]
                    for own in grid(count, 128, 10)
                ]
                times[serve(acts, service, linear()).seconds] = count
            best.append(times[min(times)])
        assert best[1] <= best[0]
        if startup > 5.0:
            assert best[1] < best[0]


def test_distributions_of_a_product_share_out_one_work():
    """X8: the largest square of threads has work where both dimensions are distributed."""
    total = SIZE**3 * PRODUCT_S + SIZE**2 * (SIZE - 1) * SUM_S
    for rows, columns in product(WORDS, WORDS):
        for count in THREADS:
            found = serve(matmul(count, rows, columns), Service(), Barrier("hardware"))
            assert sum(found.computing) == pytest.approx(total)
            active = sum(time > 0 for time in found.computing)
            if "whole" not in (rows, columns):
                assert active == isqrt(count) ** 2
            else:
                words = {word for word in (rows, columns) if word != "whole"}
                parts = [len(set(owners(SIZE, count, word))) for word in words]
                assert active == (parts[0] if parts else 1)


def test_two_blocked_dimensions_gain_nothing_from_four_to_eight_threads():
    times = {
        name: [float(cell.strip("*")) for cell in row]
        for name, row in table([*distributions()]).items()
    }
    blocks, lines = times["(block, block)"], times["(block, whole)"]
    assert blocks[1] >= blocks[0]
    assert blocks[3] == pytest.approx(blocks[2], rel=0.01)
    assert lines[3] < 0.6 * lines[2]
    assert lines[1] < blocks[1]
    assert blocks[4] < lines[4]  # on 16 the square is full
    assert times["(whole, whole)"] == sorted(times["(whole, whole)"])
