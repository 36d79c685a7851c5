"""What ExtraP's authors found with their tool, as signs: on the grid of the proof."""

from __future__ import annotations

import pytest

from sad.machine.database import get_machine
from sad.simulation.service import Barrier, Service, serve
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
