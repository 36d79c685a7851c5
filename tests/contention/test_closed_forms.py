"""The closed forms of the paper (van Gemund, PAMELA): what formulas say, and numbers by brute force."""

from __future__ import annotations

import math

import pytest

from sad.contention.bound import contention
from sad.evaluation.model import build_model
from sad.loading.describe import load_description
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Reading
from sad.stochastic.queueing.clients import cycle_time
from tests.support.command import CORPUS, sad


def lower(name: str, **values: float) -> float:
    """Return T^l of a model of the corpus [s]."""
    found = bounds_of(str(CORPUS / "pamela" / f"{name}.pam"), **values).lower
    assert found is not None
    return found


def bounds_of(path: str, **values: float):
    """Return what bounds a model."""
    description = load_description(Reading((path,))).description
    given = settings_from_arguments(f"{key}={value!r}" for key, value in values.items())
    return contention(build_model(description, None, given))


def formula(path: str) -> str:
    """Return the formula that ``sad analyze`` shows."""
    lines = sad("analyze", path).out.splitlines()
    return lines[lines.index("formula, time [s]") + 1].strip()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("repair", "N*max(P*ts, tl + ts)"),
        ("branching", "N*p*t"),
        ("apsp", "floor(N/P)*max(P*ts, tc + ts)"),
        ("lock", "floor(N/T)*max(held*T, held + own)"),
        ("pipeline", "t*max(M, N)"),
        ("adi_i", "max(0, N - 2)*N*tu"),
    ],
)
def test_formulas_are_those_of_the_paper(name: str, expected: str):
    assert formula(f"corpus/pamela/{name}.pam") == expected


@pytest.mark.parametrize("clients", [1, 5, 10, 11, 12, 20])
def test_machine_repair(clients: int):
    found = bounds_of(str(CORPUS / "pamela" / "repair.pam"), P=clients)
    assert found.lower == pytest.approx(1000 * max(clients * 0.001, 0.011))
    assert found.saturates == ("L.P", 11)
    assert found.theta == pytest.approx(math.log(clients / 11))


@pytest.mark.parametrize(("items", "stages"), [(1, 1), (5, 3), (3, 5), (64, 64)])
def test_pipeline(items: int, stages: int):
    assert lower("pipeline", N=items, M=stages, t=0.5) == pytest.approx(0.5 * max(items, stages))


def test_memory_banks_for_every_stride_and_number_of_banks():
    for banks in range(1, 9):
        for stride in range(1, 13):
            for accesses in (1, 7, 24):
                used = [0] * banks
                for i in range(1, accesses + 1):
                    used[stride * i % banks] += 1
                expected = max(0.1 + 0.5, accesses * 0.1, max(used) * 0.5)
                found = lower("banks", N=accesses, M=banks, S=stride, tc=0.1, tm=0.5)
                assert found == pytest.approx(expected), (banks, stride, accesses)


@pytest.mark.parametrize(("size", "processors"), [(16, 4), (64, 8), (30, 5)])
def test_alternating_directions(size: int, processors: int):
    block = size // processors
    values = {"N": size, "P": processors, "tu": 0.25}
    assert lower("adi_j", **values) == pytest.approx((size - 2) * block * 0.25)
    assert lower("adi_i", **values) == pytest.approx((size - 2) * size * 0.25)


GAUSS = {  # N = 512: reference/CORRECTIONS-contention.md, B18
    "block": {1: 44_608_256, 4: 16_394_944, 16: 4_180_656, 64: 1_046_444},
    "cyclic": {1: 44_608_256, 4: 11_201_152, 16: 2_848_896, 64: 758_912},
}


@pytest.mark.parametrize("mapping", GAUSS)
@pytest.mark.parametrize("processors", [1, 4, 16, 64])
def test_gauss_counts_are_exact(mapping: str, processors: int):
    found = lower(f"gauss_{mapping}", N=512, P=processors, tu=1.0)
    assert found == pytest.approx(GAUSS[mapping][processors], rel=1e-12)


def test_vector_units():
    found = bounds_of(str(CORPUS / "pamela" / "vector.pam"), N=10, S=4, tv=0.5)
    plain, first, second, chained = [part.lower for part in found.parts]
    assert plain == first == second == pytest.approx(0.5 * max(4, 10))
    assert chained == pytest.approx(0.5 * max(8, 10))


def test_transfers_of_the_first_table():
    found = bounds_of(str(CORPUS / "pamela" / "t800.pam"))
    shown = [round(part.lower or 0.0, 1) for part in found.parts]
    assert shown == [0.9, 1.5, 1.8, 3.0, 1.8, 2.7, 3.0, 5.4]


def test_mean_value_analysis_of_machine_repair():
    assert cycle_time(11, 10.0, [(1.0, 1)]) == pytest.approx(95722457 / 7281587, rel=1e-12)
    worst = max(
        (cycle_time(clients, 10.0, [(1.0, 1)]) / max(11.0, clients), clients)
        for clients in range(1, 40)
    )
    assert worst == (pytest.approx(1.1950748), 11)


@pytest.mark.parametrize(("clients", "think", "demand", "servers"), [(8, 3, 1, 2), (20, 4, 1, 3)])
def test_several_servers_against_the_chain(clients: int, think: float, demand: float, servers: int):
    chances = [1.0]
    for number in range(1, clients + 1):
        rate = (clients - number + 1) / think / (min(number, servers) / demand)
        chances.append(chances[-1] * rate)
    served = sum(min(n, servers) / demand * chance for n, chance in enumerate(chances))
    expected = clients / (served / sum(chances))
    assert cycle_time(clients, think, [(demand, servers)]) == pytest.approx(expected)
