"""The families, in order. A family's file says what its kernels are there to tell apart."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sad.calibration.kernels import (
    branches,
    chains,
    control,
    memory,
    nests,
    operations,
    procedures,
    random_bodies,
    types,
)

if TYPE_CHECKING:
    from sad.calibration.kernels.template import Template


def templates(seed: int, l2_bytes: int, l3_bytes: int) -> list[Template]:
    """Return all templates; the names (family, title) are unique."""
    random = Random(seed)
    found = [
        *operations.templates(),
        *chains.templates(),
        *branches.templates(),
        *nests.templates(),
        *control.templates(),
        *procedures.templates(),
        *types.templates(),
        *random_bodies.templates(random),
        *memory.templates(l2_bytes, l3_bytes),
    ]
    names = [(item.family, item.title) for item in found]
    assert len(set(names)) == len(names), "kernels share a name"
    return found
