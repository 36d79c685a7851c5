"""Which algorithm does an operation of all processes, point by point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from sad.communication.steps import Floats
    from sad.machine.networks.collectives import Rule

_OF_POWERS = 0.5  # the fraction that frexp gives powers of two


def chosen(
    rules: Iterable[Rule], nbytes: Floats, nprocs: Floats
) -> Iterator[tuple[Rule, NDArray[np.bool_]]]:
    """Yield each rule with the points it is the first to hold at; arrays of one shape."""
    left = np.ones(nbytes.shape, np.bool_)
    power = np.frexp(nprocs)[0] == _OF_POWERS
    for rule in rules:
        taken = left.copy()
        if rule.below_bytes is not None:
            taken &= nbytes < rule.below_bytes
        if rule.below_total_bytes is not None:
            taken &= nbytes * nprocs < rule.below_total_bytes
        if rule.below_processes is not None:
            taken &= nprocs < rule.below_processes
        if rule.power_of_two is not None:
            taken &= power == rule.power_of_two
        left &= ~taken
        yield rule, taken
