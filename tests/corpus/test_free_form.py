"""Kernels in Fortran 77 and in Fortran 90: equal statements executed, equal operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.algebra.poly import ZERO
from tests.corpus.free_kernels import KERNELS, texts
from tests.corpus.kernels import Source, read
from tests.corpus.shape import Names, operations, rows, same, shown

if TYPE_CHECKING:
    from pathlib import Path

    from sad.algebra.poly import Poly

_FEWEST = 20


def both(name: str, folder: Path) -> tuple[Source, Source]:
    """Read a kernel in both languages."""
    paths = folder / "kernel.f", folder / "kernel.f90"
    for path, text in zip(paths, texts(name), strict=True):
        path.write_text(text)
    return read(paths[0]), read(paths[1])


def without_copies(mix: dict[str, Poly]) -> dict[str, Poly]:
    """Take bounds of whole arrays, which are copied when a procedure begins, for what they are of."""
    copies, dummies = "load.integer.scalar.local", "load.integer.scalar.dummy"
    both_kinds = mix.pop(copies, ZERO) + mix.pop(dummies, ZERO)
    return {**mix, dummies: both_kinds}


@pytest.mark.parametrize("name", KERNELS)
def test_operations_are_the_same(name: str, tmp_path: Path):
    mixes: list[dict[str, Poly]] = []
    for source in both(name, tmp_path):
        (unit,) = [item for item in source.description.units if item.name.lower() == "kernel"]
        mixes.append(
            without_copies(operations(source.description, unit, Names(source.description)))
        )
    fixed, free = mixes
    unequal = [
        f"{key}: Fortran 77 {shown(fixed.get(key, ZERO))}, Fortran 90 {shown(free.get(key, ZERO))}"
        for key in sorted(fixed.keys() | free.keys())
        if not same(fixed.get(key, ZERO), free.get(key, ZERO))
    ]
    assert unequal == []


@pytest.mark.parametrize("name", KERNELS)
def test_loops_and_branches_are_the_same(name: str, tmp_path: Path):
    found: list[list[tuple[int, str, Poly]]] = []
    for source in both(name, tmp_path):
        (unit,) = [item for item in source.description.units if item.name.lower() == "kernel"]
        names = Names(source.description)
        found.append([(row.depth, row.what.split()[0], row.times) for row in rows(unit, names)])
    fixed, free = found
    assert [row[:2] for row in free] == [row[:2] for row in fixed]
    assert all(same(one[2], other[2]) for one, other in zip(fixed, free, strict=True))


def test_there_are_enough_kernels():
    assert len(KERNELS) >= _FEWEST
