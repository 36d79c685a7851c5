"""What is recognised of pipelines in source, against the programs written out by hand (U4)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from sad.algebra.evaluate import evaluate
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine
from sad.reading.options import Choice, Reading
from sad.spmd.pipelines import pipelines
from sad.spmd.scalable import SpmdProgram
from tests.support.command import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.poly import Poly
    from sad.model.walks.phases import Stage

Piece = tuple[int, int, int, int]
"""Items that a piece brings, items that it takes on, and how often the body runs before and behind."""


def lengths(m: int, size: int) -> list[tuple[int, int]]:
    """The first item and the length of each piece."""
    return [(low, min(size, m - low + 1)) for low in range(1, m + 1, size)]


def wavefr(n: int, nb: int, nsweep: int, nprocs: int) -> list[Piece]:
    columns = n // nprocs
    return [(k, k, columns * k, 0) for _ in range(nsweep) for _, k in lengths(n, nb)]


def knap(n: int, m: int, grain: int, size: int, nprocs: int) -> list[Piece]:
    rounds = n // (grain * nprocs)
    return [(k, k, grain * k, 0) for _ in range(rounds) for _, k in lengths(m, size)]


def alloc(n: int, m: int, grain: int, size: int, nprocs: int) -> list[Piece]:
    rounds = n // (grain * nprocs)
    return [
        (k, k, grain * k * (k + 1) // 2, grain * k * (m - low - k + 1))
        for _ in range(rounds)
        for low, k in lengths(m, size)
    ]


PROGRAMS = {
    "wavefr": ({"n": 24, "nb": 5, "nsweep": 3}, wavefr(24, 5, 3, 4)),
    "knap": ({"n": 24, "m": 50, "G": 3, "B": 8}, knap(24, 50, 3, 8, 4)),
    "alloc": ({"n": 24, "m": 50, "G": 2, "B": 7}, alloc(24, 50, 2, 7, 4)),
}


@pytest.mark.parametrize("rank", [1, 2])
@pytest.mark.parametrize("language", ["c", "f"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_pieces_are_those_of_the_program_by_hand(name: str, language: str, rank: int):
    settings, expected = PROGRAMS[name]
    assert recognised(name, language, {**settings, "nprocs": 4, "rank": rank}) == expected


def recognised(name: str, language: str, given: Mapping[str, int]) -> list[Piece]:
    reading = Reading((str(ROOT / "corpus" / "mpi" / name / f"source.{language}"),))
    machine = chosen_machine("paragon", None)
    assert machine is not None
    loaded = load_description(reading, with_work=True)
    program = SpmdProgram(loaded, Choice(), *machine, "picl", None)
    stages = program.stages
    small = {label.lower(): value for label, value in given.items()}
    point = {symbol: small[label.lower()] for label, symbol in program.symbols.items()}
    point |= {"nprocs": given["nprocs"], "rank": given["rank"]}
    (item,) = (one for one in pipelines(stages) if value(one.distance, point) == -1)
    home = stages[item.first]
    inside = [n for n, stage in enumerate(stages) if stage.nest[: len(home.nest)] == home.nest]
    found: list[Piece] = []
    for here in iterations(home, point):
        for sent in (item.receive, item.send):
            assert value(sent.weight * sent.message.present, here) == 1
        behind = [n for n in inside if n > item.last]
        found.append(
            (
                items(item.receive.message.nbytes, here),
                items(item.send.message.nbytes, here),
                bodies([stages[n] for n in inside if item.first < n < item.last], here),
                bodies([stages[n] for n in behind], here),
            )
        )
    return found


def value(poly: Poly, point: Mapping[str, int]) -> int:
    number = evaluate(poly, dict(point))
    assert number == int(number)
    return int(number)


def items(nbytes: Poly, point: Mapping[str, int]) -> int:
    found = value(nbytes, point)
    assert found % 8 == 0
    return found // 8


def iterations(stage: Stage, point: Mapping[str, int], depth: int = 0) -> Iterator[dict[str, int]]:
    """Yield the points of all iterations of the loops around a phase."""
    if depth == len(stage.around):
        yield dict(point)
        return
    index = stage.around[depth]
    first, trips = value(index.first, point), value(index.trips, point)
    for number in range(first, first + trips):
        yield from iterations(stage, {**point, index.name: number}, depth + 1)


def bodies(stages: list[Stage], point: Mapping[str, int]) -> int:
    """How often the statement runs that runs most: that of the innermost loop, if it has any pass."""
    found = 0
    for stage in stages:
        counts = [value(count, point) for _, count in stage.blocks]
        deep = [
            count
            for (block, _), count in zip(stage.blocks, counts, strict=True)
            if any("double" in key for line in block.lines for key in line.operations)
        ]
        found += max(deep, default=0)
    return found


def test_lengths_are_those_of_the_programs():
    assert lengths(10, 4) == [(1, 4), (5, 4), (9, 2)]
    assert all(a + k == b for (a, k), (b, _) in pairwise(lengths(50, 7)))
