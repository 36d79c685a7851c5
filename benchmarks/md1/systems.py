"""Particles in a box: how many, in how many link cells, as inputs of md1."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count

MOST = 15_000
"""Particles of the largest system."""


@dataclass(frozen=True)
class System:
    """A density and a cut-off radius [reduced units]; a cell is as narrow as the cut-off allows.

    ``most_cells`` is how many cells per side are asked for at most. Runs begin with a crystal: in
    ``warmup`` steps it melts, then follow ``steps`` more.
    """

    name: str
    density: float
    cutoff: float
    most_cells: int
    warmup: int
    steps: int

    def cells(self, particles: int) -> int:
        """Return the link cells per side of the box."""
        box = (particles / self.density) ** (1 / 3)
        return math.floor(box / self.cutoff - 1e-9)

    def first(self, cells: int) -> int:
        """Return the least number of particles with so many cells per side."""
        guess = math.floor(self.density * (self.cutoff * cells) ** 3)
        return next(n for n in count(guess) if self.cells(n) == cells and _is_possible(n))

    def last(self, cells: int) -> int:
        """Return the greatest number of particles with so many cells per side, up to ``MOST``."""
        guess = min(self.first(cells + 1) - 1, MOST)
        return next(n for n in count(guess, -1) if self.cells(n) == cells and _is_possible(n))

    @property
    def sides(self) -> range:
        """The numbers of cells per side that occur."""
        return range(3, self.most_cells + 1)

    @property
    def ends(self) -> list[int]:
        """Return the numbers of particles on both sides of each step."""
        return [size for cells in self.sides for size in (self.first(cells), self.last(cells))]

    @property
    def middles(self) -> list[int]:
        """Return a number of particles between the steps, for each number of cells."""
        return [(self.first(cells) + self.last(cells)) // 2 for cells in self.sides]

    def grid(self, points: int) -> list[int]:
        """Return numbers of particles to draw a curve through: the steps, and so many between."""
        found = set(self.ends)
        for cells in self.sides:
            low, high = self.first(cells), self.last(cells)
            found.update(low + (high - low) * k // (points + 1) for k in range(1, points + 1))
        return sorted(filter(_is_possible, found))

    def inputs(self, particles: int) -> dict[str, int]:
        """Return what fills the places of corpus/md1/sizes.in that depend on the size."""
        units = _units(particles)
        vacancies = 4 * units**3 - particles
        return {"units": units, "vacancies": vacancies, "cells": self.cells(particles)}


def _units(particles: int) -> int:
    """Return the crystal's units per side: each has four places."""
    return next(units for units in count(1) if 4 * units**3 >= particles)


def _is_possible(particles: int) -> bool:
    """Whether md1 takes the crystal: at most half of its places may be vacant."""
    return 2 * _units(particles) ** 3 <= particles


FLUID = System("fluid", 0.8, 2.5, 10, warmup=100, steps=200)
"""The liquid of corpus/md1: 12.5 particles in the narrowest cell. 3 to 10 cells per side."""

NARROW = System("narrow cells", 0.7072, 2 ** (1 / 6), 24, warmup=200, steps=400)
"""Repulsion only (the cut-off is where the potential is least): one particle in the narrowest cell."""
