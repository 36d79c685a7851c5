"""Sweeps that go to files: every value, in order, whatever the blocks; whole or not at all."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sad.experiments.arrays import ArrayCurve
from sad.experiments.axes import parse_axes
from sad.experiments.curve import target_of
from sad.experiments.grid import Grid
from sad.experiments.program import Program
from sad.experiments.quantity import parse_quantity
from sad.experiments.remote import Blocks
from sad.experiments.store import store
from sad.experiments.sweep_table import empty_table, load_for, sides_of
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from tests.support.command import ROOT, sad

_ = pytest.importorskip("dask.array", reason="Dask is not installed: f2sad[dask]")
pandas = pytest.importorskip("pandas")
xarray = pytest.importorskip("xarray")
pytest.importorskip("zarr", reason="zarr is not installed: f2sad[dask]")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: f2sad[dask]")

CASES = [
    ("solve.f", ["N=0:9", "P1=0,0.25,1"], ["X1=3"]),
    ("solve.f", ["P1=0:1:0.1", "N=1:20:3", "X1=1,2.5"], []),
    ("blocks.f", ["N=6:30"], []),
    ("early.f", ["X1=0:1", "P1=0,0.5"], ["N=100"]),
]
OPTION = """\
      SUBROUTINE OPTION (HOW, N, X)
      CHARACTER HOW
      REAL X(N)
      IF (HOW .EQ. 'N') THEN
         DO 10 I = 1, N
   10    X(I) = X(I)*2.0
      ELSE
         X(1) = 1.0
      END IF
      END
"""


def sides(source, vary, given, machines=("sparc2", "t3d"), quantities=("total",), most=10**9):
    targets = [target_of(name, None, None) for name in machines]
    reading, axes = Reading((source,)), parse_axes(vary, most)
    choice = Choice(settings=settings_from_arguments(given))
    program = Program(load_for(reading, targets), reading, choice, axes, source)
    return sides_of([program], [parse_quantity(text) for text in quantities], targets), axes


def stored(path, source, vary, given, block=1 << 20, tick=None, **how):
    found, axes = sides(source, vary, given, **how)
    blocks = Blocks(Grid(axes, block), found[0].curves)
    return store(blocks, empty_table(found, axes), path, tick=tick)


def read(path):
    """The values of a stored sweep, a row for each column."""
    if path.endswith(".zarr"):
        data = xarray.open_zarr(path)
        return np.array([data[name].values.reshape(-1) for name in data.data_vars])
    frame = pandas.read_parquet(path)
    return np.array([frame[name].values for name in frame.attrs["columns"]])


@pytest.mark.parametrize("suffix", ["zarr", "parquet"])
@pytest.mark.parametrize(("source", "vary", "given"), CASES)
def test_blocks_do_not_show(source, vary, given, suffix):
    whole, axes = sides(source, vary, given)
    grid = Grid(axes)
    mesh = np.meshgrid(*(grid.coordinates(place) for place in range(len(axes))), indexing="ij")
    curves = [ArrayCurve(side.curves, side.place) for side in whole]
    expected = np.array([curve(*mesh).reshape(-1) for curve in curves])
    for block in (1, 7, 1000):
        stored(f"{block}.{suffix}", source, vary, given, block)
        assert read(f"{block}.{suffix}").tobytes() == expected.tobytes()


def test_rows_of_a_table_have_the_values_that_the_command_prints(tmp_path):
    given = ["--vary", "N=3,5", "--vary", "X1=1:4", "--set", "P1=0.5", "--machine", "sparc2"]
    printed = json.loads(sad("sweep", "solve.f", *given, "--format", "json").out)
    assert sad("sweep", "solve.f", *given, "--to", "all.parquet").code == 0
    frame = pandas.read_parquet("all.parquet")
    assert frame["N"].tolist() == [3] * 4 + [5] * 4
    assert frame["X1"].tolist() == [1, 2, 3, 4] * 2
    values = printed["columns"][0]["values"]
    assert frame["sparc2"].tolist() == pytest.approx(values, rel=1e-14)


@pytest.mark.parametrize("suffix", ["zarr", "parquet"])
@pytest.mark.parametrize(
    ("source", "vary", "options"),
    [
        ("solve.f", "N=4:9", ["X1=3", "--set", "P1=0.5", "--machine", "xeon-emerald-rapids"]),
        ("solve.f", "k=1:4", ["N=2*k", "--set", "X1=3", "--set", "P1=0.5", "--machine", "t3d"]),
        ("early.f", "X1=1,2", ["N=5", "--defaults", "heuristics", "--machine", "t3d"]),
        ("option.f", "HOW=N,T", ["N=9"]),
    ],
    ids=["throughput", "calculated", "defaults", "texts"],
)
def test_what_is_done_point_by_point_is_what_the_command_prints(source, vary, options, suffix):
    Path("option.f").write_text(OPTION)
    options = [source, "--vary", vary, "--set", *options]
    printed = json.loads(sad("sweep", *options, "--format", "json").out)
    result = sad("sweep", *options, "--to", f"all.{suffix}")
    assert result.code == 0, result.err
    expected = [pytest.approx(column["values"], rel=1e-14) for column in printed["columns"]]
    assert read(f"all.{suffix}").tolist() == expected


WITHOUT_SAD = """
import sys, warnings
warnings.simplefilter("error")
sys.modules["sad"] = None
import pandas, xarray
data = xarray.open_zarr("all.zarr")
frame = pandas.read_parquet("all.parquet")
assert data.sizes == {"N": 4, "P1": 3}, data.sizes
assert data.N.values.tolist() == [0, 1, 2, 3] and data.P1.values.tolist() == [0.0, 0.5, 1.0]
names = ["total sparc2", "total t3d", "entries:solve", "operations"]
assert list(frame.columns) == ["N", "P1", *names] and set(data.data_vars) == set(names)
for name in data.data_vars:
    assert data[name].values.reshape(-1).tolist() == frame[name].tolist()
for attributes in (data.attrs, frame.attrs):
    assert attributes["program"] == "SOLVE" and attributes["source"] == "solve.f"
    assert attributes["version"] and attributes["given"] == {"X1": "3"}
assert frame.attrs["columns"]["total t3d"] == data["total t3d"].attrs
assert data["total t3d"].attrs["machine"] == "t3d" and data["total t3d"].units == "s"
assert data["entries:solve"].units == "1" and data.N.units == "1"
"""


def test_xarray_and_pandas_read_the_files_without_sad():
    vary, quantities = ["N=0:3", "P1=0:1:0.5"], ("total", "entries:solve", "operations")
    for suffix in ("zarr", "parquet"):
        found = stored(f"all.{suffix}", "solve.f", vary, ["X1=3"], quantities=quantities)
        assert (found.points, len(found.least)) == (12, 4)
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_SAD], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_the_least_and_the_largest_are_told():
    found = stored("all.zarr", "solve.f", ["N=1:50"], ["X1=3", "P1=0.5"], block=8)
    values = read("all.zarr")
    assert found.least == tuple(values.min(axis=1))
    assert found.largest == tuple(values.max(axis=1))


KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from tests.experiments.test_stored import stored
def tick(done, blocks):
    if done == 5:
        os.kill(os.getpid(), signal.SIGKILL)
stored(sys.argv[2], "solve.f", ["N=1:100"], ["X1=3", "P1=0.5"], block=10, tick=tick)
"""


@pytest.mark.parametrize("suffix", ["zarr", "parquet"])
def test_a_killed_run_leaves_nothing_under_the_name(suffix):
    path = f"all.{suffix}"
    run = subprocess.run([sys.executable, "-c", KILLED, ROOT, path], check=False)
    assert run.returncode == -signal.SIGKILL
    assert not Path(path).exists()
    assert [found.name[: len(path) + 2] for found in Path().glob(".all*")] == [f".{path}."]
    stored(path, "solve.f", ["N=1:100"], ["X1=3", "P1=0.5"])
    assert read(path).shape == (2, 100)


def test_an_impossible_point_leaves_nothing():
    given = ["--vary", "N=1:4", "--set", "X1=3", "--set", "P1=0.5", "--machine", "sparc2"]
    result = sad("sweep", "early.f", *given, "--to", "all.zarr")
    assert (result.code, "SAD503" in result.err) == (2, True)
    assert [path.name for path in Path().iterdir() if "all" in path.name] == []


@pytest.mark.parametrize("path", ["all.zarr", "all.parquet"])
def test_what_is_there_is_not_touched(path):
    Path(path).mkdir()
    result = sad("sweep", "blocks.f", "--vary", "N=1:4", "--to", path)
    assert (result.code, "error[SAD953]" in result.err) == (2, True)
    assert os.listdir(path) == []


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--to", "all.csv"], "SAD950"),
        (["--to", "all.zarr", "--format", "csv"], "SAD954"),
        (["--to", "all.zarr", "--plot", "all.svg"], "SAD954"),
        (["--to", "nowhere/all.zarr"], "SAD111"),
        (["--to", "all.zarr", "--vary", "M=1:100000000000"], "SAD851"),
    ],
)
def test_what_cannot_be_stored_is_told_at_once(options, code):
    result = sad("sweep", "blocks.f", "--vary", "N=1:4", *options)
    assert (result.code, result.out) == (2 if code != "SAD111" else 3, "")
    assert f"error[{code}]" in result.err


@pytest.mark.parametrize("module", ["dask.array", "zarr"])
def test_without_the_packages_a_hint_says_what_to_install(module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    result = sad("sweep", "blocks.f", "--vary", "N=1:4", "--to", "all.zarr")
    assert (result.code, "error[SAD854]" in result.err) == (2, True)
    assert "pip install 'f2sad[dask]'" in result.err


def test_counts_that_float64_does_not_have_are_told():
    count = ["--quantity", "count:direct.f:5", "--to", "all.zarr"]
    small = sad("sweep", "direct.f", "--vary", "N=94906260:94906265", *count)
    assert (small.code, small.err) == (0, "")
    Path("all.zarr").rename("small.zarr")
    large = sad("sweep", "direct.f", "--vary", "N=94906260:94906267", *count)
    assert (large.code, "warning[SAD955]" in large.err) == (0, True)


def test_a_long_axis_takes_no_memory():
    (axis,) = parse_axes(["N=-5:99999999994:0.5"], 10**12)
    grid = Grid((axis,))
    assert grid.size == 199999999999
    assert [value.text for value in axis.values[10:13]] == ["0", "0.5", "1"]
    assert grid.coordinates(0, 10, 13).tolist() == [0.0, 0.5, 1.0]
    assert grid.coordinates(0, grid.size - 1).tolist() == [99999999994.0]


@pytest.mark.parametrize(
    "text", ["N=0:2000000:1/3", "N=-1000:1000000:1", "N=10**17:10**17+3000000:3"]
)
def test_coordinates_of_steps_are_those_of_the_values(text):
    (axis,) = parse_axes([text], 10**12)
    grid = Grid((axis,))
    some = range(0, grid.size, grid.size // 50)
    values = [axis.values[place].number for place in some]
    kind = float if grid.kinds[0] == np.float64 else int
    assert [grid.coordinates(0, at, at + 1)[0] for at in some] == [kind(v) for v in values]
