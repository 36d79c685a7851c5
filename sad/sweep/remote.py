"""Exact values at points, worked out on a cluster: the same as here, in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cluster.tasks import Lost, run_all
from sad.diagnostics import argument_error
from sad.sweep.blocks import Blocks, rows_of
from sad.sweep.grid import Grid
from sad.sweep.program import shown_point

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.algebra.evaluate import Number
    from sad.cluster.connection import Cluster
    from sad.sweep.curve import Curves
    from sad.sweep.program import Point

_MOST = 4096  # points of a task; a point takes from 20 us to some ms
_SHARES = 16  # tasks for each thread, so that all end at about the same time


def rows_on(
    cluster: Cluster,
    curves: Curves,
    points: Sequence[Point],
    tick: Callable[[int, int], None] | None = None,
) -> list[list[Number]]:
    """Return the values of curves at points; raises as ``Curves.at``, ``recipe_of`` and ``run_all``.

    The first point is worked out here: with it all is said that is said once.
    """
    rows = [curves.at(points[0])]
    said = curves.program.diagnostics
    threads = max(1, sum(cluster.client.nthreads().values()))
    each = max(1, min(_MOST, len(points) // (threads * _SHARES)))
    parts = [points[start : start + each] for start in range(1, len(points), each)]
    blocks = Blocks(Grid(curves.program.axes), curves)
    for part, answer in zip(parts, run_all(cluster, rows_of, parts, blocks), strict=True):
        if isinstance(answer, Lost):
            raise _lost(part)
        found, more = answer
        rows += found
        said.items += [item for item in more if item not in said.items]
        if tick is not None:
            tick(len(rows), len(points))
    return rows


def _lost(part: Sequence[Point]) -> Exception:
    message = f"every worker died that was given the points from {shown_point(part[0])} on"
    hint = "look at the workers' own output: they may have too little memory"
    return argument_error("SAD952", message, hint)
