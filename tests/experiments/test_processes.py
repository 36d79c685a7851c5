"""Numbers of processes and their grids, against plain division."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.experiments import processes
from sad.experiments.processes import grids_of, parse_counts, parse_grid


def rows_of(counts, text, dimensions):
    grids = grids_of(np.array(counts), parse_grid(text, dimensions, "program"))
    sides = [tuple(int(s) for s in side) for side in zip(*grids.sides, strict=True)]
    return list(zip(grids.nprocs.tolist(), sides, grids.possible.tolist(), strict=True))


def by_division(counts, dimensions):
    found = []
    for count in counts:
        divisors = [d for d in range(count, 0, -1) if count % d == 0]
        for sides in product(divisors, repeat=dimensions):
            found += [(count, sides, True)] * int(np.prod(sides) == count)
    return found


@pytest.mark.parametrize("dimensions", [2, 3])
def test_all_grids_are_found_each_once_larger_first_sides_first(dimensions):
    counts = [*range(1, 65), 97, 128, 210, 360]
    assert rows_of(counts, None, dimensions) == by_division(counts, dimensions)
    assert rows_of(counts, str(dimensions), dimensions) == by_division(counts, dimensions)


def test_table_6_14_has_its_grids_in_this_order():
    assert [side for _, side, _ in rows_of([8], None, 2)] == [(8, 1), (4, 2), (2, 4), (1, 8)]


@pytest.mark.parametrize(
    ("text", "keep"), [("4x*", (4, None)), ("*x3", (None, 3)), ("2x6", (2, 6))]
)
def test_given_sides_choose_and_numbers_without_a_grid_stay(text, keep):
    counts = list(range(1, 40))
    rows = rows_of(counts, text, 2)
    chosen = [
        row
        for row in by_division(counts, 2)
        if all(side in (None, own) for side, own in zip(keep, row[1], strict=True))
    ]
    assert [row for row in rows if row[2]] == chosen
    without = [row for row in rows if not row[2]]
    assert [row[0] for row in without] == [c for c in counts if c not in {r[0] for r in chosen}]
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)


def test_one_dimension_has_no_sides():
    grids = grids_of(np.array([3, 5]), parse_grid(None, 1, "p"))
    assert (grids.nprocs.tolist(), grids.sides, grids.possible.all()) == ([3, 5], (), True)


def test_counts_are_sorted_each_once():
    assert parse_counts("1:16:x2").tolist() == [1, 2, 4, 8, 16]
    assert parse_counts("9,4,4,16").tolist() == [4, 9, 16]
    assert parse_counts("2:8:3").tolist() == [2, 5, 8]


@pytest.mark.parametrize("text", ["0", "0:4", "-2:4:2", "1.5", "1:2:0.5", "3,n", "9e99"])
def test_what_is_no_number_of_processes_is_told(text):
    with pytest.raises(SadError) as caught:
        parse_counts(text)
    assert caught.value.diagnostic.code == "SAD890"
    assert "--procs" in caught.value.diagnostic.message


@pytest.mark.parametrize(
    "text", ["", "x", "2y", "4x", "0x4", "4x-1", "4,2", "2x2x2", "3", "-2", "1.5"]
)
def test_what_is_no_grid_of_the_program_is_told(text):
    with pytest.raises(SadError) as caught:
        parse_grid(text, 2, "program")
    assert caught.value.diagnostic.code == "SAD890"


def test_a_program_without_a_grid_is_given_none():
    with pytest.raises(SadError, match="the processes of ring make no grid"):
        parse_grid("2x2", 1, "ring")
    assert parse_grid("1", 1, "ring").dimensions == 1


def test_too_many_grids_are_refused_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr(processes, "MOST_ROWS", 1000)
    with pytest.raises(SadError, match="too many"):
        rows_of(range(1, 1000), None, 2)
    with pytest.raises(SadError, match="too many"):
        rows_of(range(1, 120), None, 3)
