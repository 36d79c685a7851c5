"""MPICH's choice of algorithms, at its limits and on both sides of them."""

from __future__ import annotations

import numpy as np
import pytest

from sad.communication.times import chosen
from sad.machine.networks.model import SELECTIONS

# Thakur, Rabenseifner, Gropp 2005, section 4: operation, bytes, processes, algorithm.
MPICH = [
    ("broadcast", 12287, 64, "binomial"),
    ("broadcast", 12288, 64, "scatter_recursive_doubling"),
    ("broadcast", 12288, 63, "scatter_ring"),
    ("broadcast", 524288, 64, "scatter_ring"),
    ("broadcast", 10**7, 7, "binomial"),
    ("reduce", 2048, 16, "binomial"),
    ("reduce", 2049, 16, "rabenseifner"),
    ("allreduce", 2048, 16, "recursive_doubling"),
    ("allreduce", 2049, 16, "rabenseifner"),
    ("allgather", 8192, 32, "recursive_doubling"),
    ("allgather", 16384, 32, "ring"),
    ("allgather", 1000, 33, "bruck"),
    ("allgather", 81920 // 33 + 1, 33, "ring"),
    ("alltoall", 256, 8, "bruck"),
    ("alltoall", 256, 7, "linear"),
    ("alltoall", 257, 8, "linear"),
    ("alltoall", 32768, 8, "linear"),
    ("alltoall", 32769, 8, "pairwise"),
    ("reduce_scatter", 524287, 9, "recursive_halving"),
    ("reduce_scatter", 524288, 9, "pairwise"),
    ("scan", 10**6, 9, "recursive_doubling"),
    ("barrier", 0, 9, "dissemination"),
]


@pytest.mark.parametrize(("operation", "size", "nprocs", "algorithm"), MPICH)
def test_mpich(operation: str, size: int, nprocs: int, algorithm: str):
    rules = SELECTIONS["mpich"][operation]
    taken = [
        rule
        for rule, mask in chosen(rules, np.full(1, float(size)), np.full(1, float(nprocs)))
        if mask
    ]
    assert [rule.algorithm for rule in taken] == [algorithm]


@pytest.mark.parametrize("selection", SELECTIONS)
def test_every_point_has_one_algorithm(selection: str):
    dice = np.random.default_rng(3)
    sizes, numbers = dice.integers(0, 2**21, 2000).astype(float), dice.integers(1, 70, 2000)
    for rules in SELECTIONS[selection].values():
        masks = [mask for _, mask in chosen(rules, sizes, numbers.astype(float))]
        assert (np.sum(masks, axis=0) == 1).all()
