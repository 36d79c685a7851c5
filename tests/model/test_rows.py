"""The loop tree has each block where the derived sum has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.model.expand import expand
from sad.model.walks.rows import Row, unit_rows
from tests.support.command import CORPUS
from tests.support.model import description_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAMS = sorted(CORPUS.glob("*/*.f")) + sorted(CORPUS.glob("c/*/*.c"))


def places(
    row: Row, around: tuple[tuple[str, str], ...] = ()
) -> Iterator[tuple[int, tuple[tuple[str, str], ...]]]:
    """Block numbers with the loops and ways around them, outermost first."""
    for number in row.blocks:
        yield number, around
    for inner in row.rows:
        yield from places(
            inner, (*around, (inner.id, inner.label if inner.kind == "branch" else ""))
        )


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_blocks_stand_where_the_sum_says(path):
    description = description_of(path)
    expansion = expand(description, None)
    compared = 0
    for unit in description.units:
        found = dict(places(unit_rows(unit)))
        for block in expansion.blocks:
            if block.unit.name != unit.name:
                continue
            around = {(loop.id, "") for loop in block.loops}
            around |= {(way.id, way.label) for way in block.branches}
            assert set(found[block.number]) == around
            compared += 1
    assert compared or not any(unit.statements for unit in description.units)


def test_counts_of_a_small_program():
    text = "      SUBROUTINE S(N, X)\n      DO 10 I = 1, N\n      IF (X .GT. 1.0) X = X/2\n"
    text += "   10 CONTINUE\n      END\n"
    row = unit_rows(description_of(text).units[0])
    (loop,) = row.rows
    (way,) = loop.rows
    assert (loop.kind, loop.label, str(loop.span.line if loop.span else "")) == ("loop", "I", "2")
    assert (way.kind, way.label) == ("branch", "then")
    assert loop.entered in loop.blocks
    assert way.entered in way.blocks
