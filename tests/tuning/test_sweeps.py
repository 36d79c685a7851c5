"""Sweeps over grids of processes: the application ``sweep``, loops, and source with messages."""

from __future__ import annotations

import csv
import io
import json
import random
from math import ceil
from pathlib import Path

import numpy as np
import pytest

from sad.applications.database import load
from sad.applications.on_machine import on_no_machine
from tests.cli.one_error import BAD_INPUT, check_one_error
from tests.support.command import sad

SWEEP = on_no_machine(load("sweep"))
assert SWEEP is not None


def event_run(px, py, nx, ny, nz, h, t, beta, tau):
    """Each process of the grid, piece by piece: work, a message to the east, one to the south."""
    columns, rows, end = ceil(nx / px), ceil(ny / py), 0.0
    east: dict[tuple[int, int, int], float] = {}
    south: dict[tuple[int, int, int], float] = {}
    for row in range(py):
        for column in range(px):
            now = 0.0
            for piece in range(ceil(nz / h)):
                layers = min(h, nz - piece * h)
                before = east.get((row, column - 1, piece), 0.0)
                now = max(now, before, south.get((row - 1, column, piece), 0.0))
                now += t * columns * rows * layers
                if column < px - 1:
                    now += beta + tau * rows * layers
                    east[row, column, piece] = now
                if row < py - 1:
                    now += beta + tau * columns * layers
                    south[row, column, piece] = now
            end = max(end, now)
    return end


def seconds(px, py, nx, ny, nz, h, t, beta, tau):
    names = ("px", "py", "NX", "NY", "NZ", "H", "t", "beta", "tau")
    values = (px, py, nx, ny, nz, h, t, beta, tau)
    points = {name: np.array([float(value)]) for name, value in zip(names, values, strict=True)}
    found = SWEEP.times({"nprocs": np.array([float(px * py)]), **points})
    return float(found.computation[0])


def test_the_formula_is_an_event_run_where_pieces_are_whole():
    chance, ragged = random.Random(5), []
    for _ in range(300):
        sizes = [chance.choice([16, 24, 50]) for _ in range(3)]
        at = (chance.choice([1, 2, 3, 4, 8]), chance.choice([1, 2, 3, 4]), *sizes)
        h = chance.randint(1, sizes[2])
        scales = (10 ** chance.uniform(*ends) for ends in ((-8.5, -6), (-6, -4), (-9, -7)))
        at = (*at, h, *scales)
        off = seconds(*at) / event_run(*at) - 1
        if sizes[2] % h == 0:
            assert abs(off) < 1e-12
        else:
            ragged.append(off)
    assert max(ragged) < 1e-12  # a path through the run: never more
    assert np.median(ragged) == pytest.approx(0.0, abs=1e-3)
    assert min(ragged) > -0.12


CUBE = """\
      SUBROUTINE CUBE (U, V, NX, NY, NZ)
      INTEGER NX, NY, NZ, I, J, K
      DOUBLE PRECISION U(0:NX,0:NY,0:NZ), V(0:NX,0:NY,0:NZ)
      DO 30 K = 1, NZ
         DO 20 J = 1, NY
            DO 10 I = 1, NX - 1
               U(I,J,K) = 0.3D0*({})
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END
"""
SIZES = ("--set", "nx=33", "--set", "ny=24", "--set", "nz=16")
COMMON = ("--pipeline", "--machine", "paragon", "--procs", "4", *SIZES, "--over", "H=1:16:x2")
NESTS = {
    "from three sides": ("U(I-1,J,K) + U(I,J-1,K) + U(I,J,K-1)", True),
    "from two sides of a layer": ("U(I-1,J,K) + U(I,J-1,K)", True),
    "from a corner": ("U(I-1,J-1,K-1) + U(I,J-1,K)", True),
    "from the north-east": ("U(I+1,J-1,K) + U(I,J,K-1)", False),
    "from the south-east above": ("U(I+1,J,K-1) + U(I,J-1,K)", False),
    "from the south above": ("U(I-1,J,K) + U(I,J-1,K) + U(I,J+1,K-1)", False),
    "no row waits": ("U(I-1,J,K) + V(I,J-1,K)", False),
}


@pytest.mark.parametrize("name", NESTS)
def test_loops_that_a_grid_can_sweep(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    body, expected = NESTS[name]
    Path("cube.f").write_text(CUBE.format(body))
    done = sad("tune", "cube.f", *COMMON)
    if not expected:
        check_one_error(done, "SAD679", BAD_INPUT, "no three loops")
        return
    assert done.code == 0, done.err
    value = json.loads(sad("tune", "cube.f", *COMMON, "--format", "json").out)
    texts = value["given"]
    given = {name: float(text.split()[0]) for name, text in texts.items()}
    assert (given["NX"], given["NY"], given["NZ"]) == (32, 24, 16)
    report = sad("analyze", "cube.f", "--machine", "paragon", *SIZES, "--format", "json")
    own = given["t"] * 32 * 24 * 16
    assert own == pytest.approx(json.loads(report.out)["seconds"]["value"], rel=0.001)
    assert {"H", "px", "py"} == {item["name"] for item in value["parameters"]}


SOURCE = Path(__file__).with_name("sweep.c")


@pytest.mark.parametrize("px", [1, 2, 4, 8])
def test_source_with_messages_in_two_directions_against_its_simulation(px: int):
    words = ("--machine", "paragon", "--procs", "8", "--set", "n=32", "--set", "nz=32")
    words = (*words, "--vary", "h=2:32:x2", "--set", f"px={px}", "--format", "csv")
    found, followed = (
        list(csv.DictReader(io.StringIO(sad("scale", str(SOURCE), *words, *more).out)))
        for more in ((), ("--simulate",))
    )
    assert len(found) == len(followed) == 5
    # with two in a row, a phase charges the receive of one rank and the send of the other
    within = 0.06 if px in (2, 4) else 0.03
    for one, other in zip(found, followed, strict=True):
        assert float(one["total"]) == pytest.approx(float(other["total"]), rel=within)
