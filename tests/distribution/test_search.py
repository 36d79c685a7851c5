"""The search for the best distribution, against trying every combination by hand."""

from __future__ import annotations

import csv
import io
import json
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.distribution.distributed import Distributed
from sad.distribution.search import candidates
from sad.distribution.syntax import parse_distributions
from tests.distribution.compared import distributable
from tests.distribution.test_known_nests import JACOBI, LU, PRODUCT
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path


def by_hand(text: str, nprocs: int, n: int) -> dict[str, float]:
    """Return the time of every distribution of A at its best grid [s]."""
    found: dict[str, float] = {}
    for row in product(("*", "block", "cyclic"), repeat=2):
        name = f"A({','.join(row)})"
        sides = sum(kind != "*" for kind in row)
        if not sides:
            continue
        program = Distributed(distributable(text), parse_distributions([name]))
        times: list[float] = []
        for px in range(1, nprocs + 1):
            if nprocs % px == 0:
                point = {"nprocs": nprocs, "px": px, "py": nprocs // px, "N": n}
                result = program.times({k: np.array([float(v)]) for k, v in point.items()})
                times.append(float(result.computation[0] + result.communication[0]))
        found[name] = min(times)
    return found


def test_the_search_finds_what_trying_all_finds(tmp_path: Path):
    source = tmp_path / "lu.f90"
    source.write_text(LU.fortran())
    result = sad(
        *("scale", str(source), "--machine", "paragon", "--procs", "6,12", "--set", "n=40"),
        *("--partition-search", "--format", "json"),
    )
    assert result.code == 0, result.err
    rows = json.loads(result.out)["rows"]
    for nprocs in (6, 12):
        hand = by_hand(LU.fortran(), nprocs, 40)
        best = min(hand.values())
        mine = {row["distribution"]: row for row in rows if row["nprocs"] == nprocs}
        assert mine.keys() == hand.keys()
        for name, seconds in hand.items():
            assert mine[name]["total"] == pytest.approx(seconds)
            assert mine[name]["loss_percent"] == pytest.approx(100 * (seconds - best) / best)
    out = sad(
        *("scale", str(source), "--machine", "paragon", "--procs", "6", "--set", "n=40"),
        *("--partition-search", "--format", "csv"),
    ).out
    losses = [float(row["loss"]) for row in csv.DictReader(io.StringIO(out))]
    assert len(losses) == 8
    assert min(losses) == 0


def test_arrays_used_alike_go_together():
    program = distributable(JACOBI.fortran())
    found = candidates(program.whole, program.leaves)
    assert [sorted(group) for group in found.groups] == [["A", "B"]]
    assert len(found.found) == 8
    assert found.left_out == 0


def test_a_search_is_bounded_and_says_so():
    program = distributable(PRODUCT.fortran())
    found = candidates(program.whole, program.leaves)
    assert len(found.groups) == 3
    assert len(found.found) == 400
    assert found.left_out == 9**3 - 1 - 400
    assert len(candidates(program.whole, program.leaves, ["A", "C"]).found) == 80


def test_arrays_that_are_not_there():
    program = distributable(JACOBI.fortran())
    with pytest.raises(SadError) as raised:
        candidates(program.whole, program.leaves, ["Q"])
    assert raised.value.diagnostic.code == "SAD901"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--arrays", "A", "--distribute", "A(block,*)"),
        ("--partition-search", "--distribute", "A(block,*)"),
        ("--owner-computes",),
    ],
)
def test_options_that_do_not_go_together(tmp_path: Path, arguments: tuple[str, ...]):
    source = tmp_path / "lu.f90"
    source.write_text(LU.fortran())
    command = ("scale", str(source), "--machine", "paragon", "--procs", "4", "--set", "n=40")
    result = sad(*command, *arguments)
    assert result.code == 2
    assert "SAD909" in result.err
