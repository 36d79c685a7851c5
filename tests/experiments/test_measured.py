"""Measured times: what a file says, what is wrong in one, and the differences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.experiments.measured import deviations, read_measured, validate
from tests.experiments.scaling_programs import MATRIX, PLATE, experiment_of, scaled


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "measured.csv"
        path.write_text(text)
        return str(path)

    return write


def test_columns_come_in_any_order_with_comments_and_blank_lines(written):
    text = "# Paragon\n\nTime, NProcs , n\n\n14.2,1,256\n 7.1 ,2, 256\n# more\n0.9,16,512\n"
    found = read_measured(written(text), ("n",), 1)
    assert (found.nprocs, found.seconds, found.sides) == (
        (1, 2, 16),
        (14.2, 7.1, 0.9),
        ((), (), ()),
    )
    assert (found.sizes, found.lines) == ({"n": (256.0, 256.0, 512.0)}, (5, 6, 8))


@pytest.mark.parametrize(
    "text",
    ["nprocs,grid,time\n8,4x2,3\n6,1X6,2\n", "nprocs,px,py,time\n8,4,2,3\n6,1,6,2\n"],
)
def test_grids_are_given_as_one_column_or_as_sides(written, text):
    found = read_measured(written(text), ("n",), 2)
    assert found.sides == ((4, 2), (1, 6))


@pytest.mark.parametrize(
    ("dimensions", "text", "line", "named"),
    [
        (1, "", 1, "no measured times"),
        (1, "nprocs,time\n", 1, "no measured times"),
        (1, "nprocs\n4\n", 1, "no column time"),
        (1, "time,n\n4,2\n", 1, "no column nprocs"),
        (1, "nprocs,time,speed\n", 1, "'speed'"),
        (1, "nprocs,grid,time\n", 1, "'grid'"),
        (1, "nprocs,time,TIME\n", 1, "twice"),
        (2, "nprocs,time\n4,1\n", 1, "no column px, py"),
        (1, "nprocs,time\n4,1\n4\n", 3, "1 values in 2 columns"),
        (1, "nprocs,time\n4,1\n4,1,2\n", 3, "3 values in 2 columns"),
        (1, "nprocs,time\n\n4,fast\n", 3, "time: 'fast' is no number"),
        (1, "nprocs,time\n4,0\n", 2, "time: 0 is no time"),
        (1, "nprocs,time\n4,-1\n", 2, "time: -1 is no time"),
        (1, "nprocs,time\n4,nan\n", 2, "time: nan is no time"),
        (1, "nprocs,time\n4,inf\n", 2, "time: inf is no time"),
        (1, "nprocs,time\n1.5,2\n", 2, "nprocs: 1.5 is no number of processes"),
        (1, "nprocs,time\n0,2\n", 2, "nprocs: 0 is no number of processes"),
        (1, "nprocs,time\n1e99,2\n", 2, "nprocs: 1e99 is no number of processes"),
        (1, "nprocs,n,time\n1,nan,2\n", 2, "n: nan is no number"),
        (2, "nprocs,grid,time\n4,2x3,2\n", 2, "2x3 has 6 processes, not 4"),
        (2, "nprocs,grid,time\n4,4,2\n", 2, "'4' is no grid"),
        (2, "nprocs,grid,time\n4,4x1x1,2\n", 2, "'4x1x1' is no grid"),
        (2, "nprocs,grid,time\n4,0x4,2\n", 2, "'0x4' is no grid"),
        (1, 'nprocs,time\n"4,1\n', 2, ""),
        (1, "nprocs,communication\n4,1\n", 1, "no column time"),
        (1, "nprocs,time,computation\n4,1,-1\n", 2, "computation: -1 is no time"),
        (1, "nprocs,communication,computation\n4,0,0\n", 2, "no time"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_line(written, dimensions, text, line, named):
    path = written(text)
    with pytest.raises(SadError) as caught:
        read_measured(path, ("n",), dimensions)
    diagnostic = caught.value.diagnostic
    assert (diagnostic.code, diagnostic.span.file, diagnostic.span.line) == ("SAD894", path, line)
    assert named in diagnostic.message
    assert diagnostic.hint


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "none.csv", tmp_path, tmp_path / "b.csv"):
        with pytest.raises(SadError, match="cannot be read") as caught:
            read_measured(str(path), ("n",), 1)
        assert caught.value.diagnostic.code == "SAD894"


def test_rows_have_the_times_of_the_table_whatever_their_order(written):
    text = "nprocs,grid,n,time\n8,4x2,16,3\n4,1x4,8,5\n2,2x1,16,7\n3,3x1,16,1\n"
    found = validate(experiment_of(PLATE, supplied=("n",)), read_measured(written(text), ("n",), 2))
    for row, (procs, grid, n) in enumerate([("8", "4x2", 16), ("4", "1x4", 8), ("2", "2x1", 16)]):
        total = scaled(PLATE, procs, f"n={n}", grid=grid).total[0]
        assert found.model[row] == pytest.approx(total)
        measured = found.experiment[row]
        assert found.deviations.seconds[row] == pytest.approx(total - measured)
        assert found.deviations.percent[row] == pytest.approx(100 * (total - measured) / measured)
    assert found.reasons == ("", "", "", "n is no multiple of px")
    assert found.counted == 3
    known = abs(found.deviations.percent[:3])
    assert (found.mean, found.largest) == (pytest.approx(known.mean()), pytest.approx(known.max()))


def test_a_file_with_points_that_are_all_impossible_is_an_error_at_its_first_row(written):
    path = written("nprocs,grid,n,time\n3,3x1,16,1\n")
    with pytest.raises(SadError) as caught:
        validate(experiment_of(PLATE, supplied=("n",)), read_measured(path, ("n",), 2))
    assert caught.value.diagnostic.code == "SAD893"
    assert str(caught.value.diagnostic.span) == f"{path}:2"


def test_deviations_are_signed_and_relative_to_what_was_measured():
    found = deviations(np.array([11.0, 9.0]), np.array([10.0, 12.0]))
    assert found.seconds.tolist() == [1, -3]
    assert found.percent.tolist() == [10, -25]


def test_measured_times_of_the_model_itself_deviate_by_nothing(written):
    table = scaled(MATRIX, "1:64:x2", "n=256")
    rows = [f"{p},{t!r}" for p, t in zip(table.nprocs.tolist(), table.total.tolist(), strict=True)]
    path = Path(written("\n".join(["nprocs,time", *rows])))
    found = validate(experiment_of(MATRIX, ["n=256"]), read_measured(str(path), ("n",), 1))
    assert (found.mean, found.largest, found.counted) == (0, 0, 7)


def test_parts_of_the_time_are_compared_each_and_make_up_the_whole(written):
    text = "nprocs,communication,computation\n1,0,10\n2,1,5\n"
    measured = read_measured(written(text), ("n",), 1)
    assert measured.seconds == (10.0, 6.0)
    found = validate(experiment_of(MATRIX, ["n=64"]), measured)
    assert list(found.parts) == ["communication", "computation"]
    (mod_comm, exp_comm), (mod_comp, exp_comp) = found.parts.values()
    assert np.allclose(mod_comm + mod_comp, found.model)
    assert (exp_comm.tolist(), exp_comp.tolist()) == ([0.0, 1.0], [10.0, 5.0])
