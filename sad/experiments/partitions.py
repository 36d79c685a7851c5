"""Times of a sequential program under many distributions of its arrays, on all process grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import SadError
from sad.distribution.distributed import Distributed
from sad.distribution.search import Tried, best_grid
from sad.experiments.processes import grids_of, parse_grid
from sad.experiments.sizes import Sizes, Subject
from sad.late import numpy as np
from sad.parallel import GRID

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sad.distribution.distributable import Distributable
    from sad.distribution.search import Candidates
    from sad.profiles.settings import Settings

    Integers = NDArray[np.int64]

_REFUSED = ("SAD904", "SAD905", "SAD906")


def try_all(
    program: Distributable, candidates: Candidates, counts: Integers, settings: Settings
) -> tuple[list[Tried], Mapping[str, str], tuple[str, ...]]:
    """Return the times of every combination at its best grids, the values given, and why others
    cannot be.

    Raises as ``Distributed``, ``Sizes`` (parameters without values) and the machine's messages.
    """
    rows: list[Tried] = []
    given: Mapping[str, str] = {}
    refused: dict[str, SadError] = {}
    for distributions in candidates.found:
        try:
            found = Distributed(program, distributions)
        except SadError as error:
            if error.diagnostic.code not in _REFUSED:
                raise
            refused.setdefault(error.diagnostic.message, error)
            continue
        sizes = Sizes(Subject(found, longer=found.longer), settings)
        given = sizes.given
        grids = grids_of(counts, parse_grid(None, found.dimensions, found.name))
        case = np.zeros(grids.nprocs.size, dtype=np.int64)
        points = {
            **sizes.at(case, grids.nprocs, grids.sides),
            "nprocs": grids.nprocs.astype(np.float64),
            **{
                name: side.astype(np.float64)
                for name, side in zip(GRID, grids.sides, strict=False)
                if found.dimensions > 1
            },
        }
        times = found.times(points)
        sides = grids.sides if found.dimensions > 1 else ()
        both = times.computation, times.communication
        rows.append(best_grid(found.text, counts, grids.nprocs, sides, both))
    if not rows:
        raise next(iter(refused.values()))
    return rows, given, tuple(refused)
