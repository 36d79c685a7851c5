"""``sad scale``: tables, files, pictures and messages of applications."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sad.cli.scale_subject import _MAPPINGS
from sad.machine.networks.model import MAPPINGS
from tests.support.command import sad
from tests.support.schemas import validate

PAIRS = """\
schema: 1
application: pairs
description: Pairs of processes
parameters:
  n: {at_least: 10, description: numbers to work on}
needs:
  - {holds: 2 <= nprocs, because: one of each pair sends}
phases:
  - {name: working, computation: n/nprocs*1e-6}
  - {name: sending, communication: (nprocs - 1)*send(8)}
"""
HEAT = """\
      PROGRAM HEAT
      INCLUDE 'mpif.h'
      INTEGER N, ME, NP, IERR, LEFT, RIGHT, NLOC, ISTEP, I, J
      INTEGER ST(MPI_STATUS_SIZE)
      DOUBLE PRECISION U(1024,0:1025), V(1024,0:1025)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      IF (ME .EQ. 0) READ *, N
      CALL MPI_BCAST(N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      LEFT = ME - 1
      IF (ME .EQ. 0) LEFT = MPI_PROC_NULL
      RIGHT = ME + 1
      IF (ME .EQ. NP - 1) RIGHT = MPI_PROC_NULL
      NLOC = (N + NP - 1)/NP
      DO 40 ISTEP = 1, 100
         CALL MPI_SENDRECV(U(1,NLOC), N, MPI_DOUBLE_PRECISION, RIGHT, 1,
     &        U(1,0), N, MPI_DOUBLE_PRECISION, LEFT, 1,
     &        MPI_COMM_WORLD, ST, IERR)
         CALL MPI_SENDRECV(U(1,1), N, MPI_DOUBLE_PRECISION, LEFT, 2,
     &        U(1,NLOC+1), N, MPI_DOUBLE_PRECISION, RIGHT, 2,
     &        MPI_COMM_WORLD, ST, IERR)
         DO 20 J = 1, NLOC
         DO 10 I = 2, N - 1
   10    V(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1))
   20    CONTINUE
         DO 35 J = 1, NLOC
         DO 30 I = 2, N - 1
   30    U(I,J) = V(I,J)
   35    CONTINUE
   40 CONTINUE
      CALL MPI_FINALIZE(IERR)
      END
"""
MATRIX = ("mm2", "--machine", "paragon", "--set", "psize=256")
GRIDS = ("pstswm", "--machine", "paragon", "--set", "algorithm=TR")


@pytest.fixture(autouse=True)
def _files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("pairs.yaml").write_text(PAIRS)
    Path("heat.f").write_text(HEAT)


def json_of(*arguments, name="sad-scale-1"):
    result = sad("scale", *arguments, "--format", "json")
    assert result.code == 0, result.err
    value = json.loads(result.out)
    validate(value, name)
    return value


def csv_of(*arguments):
    return list(csv.DictReader(io.StringIO(sad("scale", *arguments, "--format", "csv").out)))


def test_text_csv_and_json_have_the_same_rows():
    arguments = (*MATRIX, "--procs", "1:256:x2")
    value, rows = json_of(*arguments), csv_of(*arguments)
    lines = sad("scale", *arguments).out.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("nprocs"))
    assert len(value["rows"]) == len(rows) == 9
    for row, line, shown in zip(value["rows"], rows, lines[start + 1 :], strict=False):
        cells = shown.split()
        assert [row["nprocs"], float(cells[0])] == [int(line["nprocs"])] * 2
        names = ("communication", "computation", "total", "speedup", "efficiency")
        for place, name in enumerate(names):
            assert float(line[name]) == row[name]
            assert float(cells[place + 1]) == pytest.approx(row[name], abs=0.006)
        assert row["values"] == {"psize": 256, "typesize": 8}
        assert row["grid"] is None
    assert value["given"] == {"psize": "256", "typesize": "8 (default)"}
    assert any("lflop" in origin for origin in value["origins"])


def test_grids_are_marked_and_filtered():
    value = json_of(*GRIDS, "--procs", "1:16:x2")
    assert [row["grid"] for row in value["rows"][:3]] == [[1, 1], [2, 1], [1, 2]]
    for nprocs in (2, 4, 8, 16):
        rows = [row for row in value["rows"] if row["nprocs"] == nprocs]
        totals = [row["total"] for row in rows]
        assert [row["mark"] == "b" for row in rows] == [t == min(totals) for t in totals]
        assert [row["mark"] == "w" for row in rows] == [t == max(totals) for t in totals]
    for column in ("time", "communication", "computation"):
        best = json_of(*GRIDS, "--procs", "1:16:x2", "--best", column)["rows"]
        name = "total" if column == "time" else column
        for row in best:
            alike = [r[name] for r in value["rows"] if r["nprocs"] == row["nprocs"]]
            assert row[name] == min(alike)
        assert [row["nprocs"] for row in best] == [1, 2, 4, 8, 16]
    inside = json_of(*GRIDS, "--procs", "1:16:x2", "--interval", "3:8")["rows"]
    assert {row["nprocs"] for row in inside} == {4, 8}


def test_a_fixed_grid_needs_no_number_of_processes():
    (row,) = json_of(*GRIDS, "--grid", "4x2")["rows"]
    assert (row["nprocs"], row["grid"]) == (8, [4, 2])


def test_words_are_varied_and_shown_as_words():
    value = json_of("pstswm", "--machine", "paragon", "--procs", "4", "--vary", "algorithm=TH,TR")
    assert [row["values"]["algorithm"] for row in value["rows"]] == ["TH"] * 3 + ["TR"] * 3
    rows = csv_of("pstswm", "--machine", "paragon", "--procs", "4", "--vary", "algorithm=TH,TR")
    assert [row["algorithm"] for row in rows] == ["TH"] * 3 + ["TR"] * 3


def test_phases_sum_to_their_kind():
    value = json_of(*GRIDS, "--procs", "4", "--phases")
    for row in value["rows"]:
        for kind, name in ((True, "communication"), (False, "computation")):
            parts = [p["seconds"] for p in row["phases"] if p["communicates"] == kind]
            assert sum(parts) == pytest.approx(row[name])
    shown = sad("scale", *MATRIX, "--procs", "4", "--phases").out
    (line,) = [line for line in shown.splitlines() if " communication  " in line and "%" in line]
    assert "0.01811" in line
    assert "phase:" in sad("scale", *MATRIX, "--procs", "4", "--phases", "--format", "csv").out


def test_summaries_are_in_text_and_json():
    wanted = ("--fit", "--knee", "0.5", "--isoefficiency", "psize=0.8")
    arguments = (*MATRIX, "--procs", "1:256:x2", *wanted)
    (summary,) = json_of(*arguments)["summaries"]
    shown = sad("scale", *arguments).out
    assert summary["knee"]["last"] == 128  # table 6.2: 0.729 on 128 processors, 0.484 on 256
    assert "up to 128 processes, and less from 256 on" in shown
    assert f"serial share of {summary['fit']['serial']:.4g}" in shown
    growth = summary["isoefficiency"]
    for row in growth["rows"]:
        assert re.search(rf"^ +{row['nprocs']} +{row['size']} ", shown, re.M)
    assert f"nprocs^{growth['size_exponent']:.3f}" in shown
    several = json_of(
        "mm2", "--machine", "paragon", "--procs", "1:64:x2", "--vary", "psize=64:256:x2", "--fit"
    )
    assert [s["values"] for s in several["summaries"]] == [{"psize": n} for n in (64, 128, 256)]


def test_weak_scaling_has_its_column_and_law():
    arguments = ("mm2", "--machine", "ncube2", "--procs", "1:64:x4")
    value = json_of(*arguments, "--set", "psize=64", "--per-process", "psize", "--fit")
    assert value["scaling"] == "weak"
    assert [row["values"]["psize"] for row in value["rows"]] == [64, 256, 1024, 4096]
    assert value["summaries"][0]["fit"]["law"] == "Gustafson"
    alike = json_of(*arguments, "--set", "psize=64*nprocs", "--scaling", "weak")
    assert alike["rows"] == value["rows"]
    assert value["rows"][0]["weak_efficiency"] == 1


def test_points_that_are_impossible_are_shown_with_their_reason():
    arguments = ("pairs.yaml", "--machine", "paragon", "--procs", "1:3", "--set", "n=1e6")
    result = sad("scale", *arguments)
    assert result.code == 0
    assert "2 <= nprocs must hold (one of each pair sends)" in result.out
    assert result.err.count("SAD898") == 1
    value = json_of(*arguments)
    assert value["reference"]["nprocs"] == 2
    assert [row["impossible"] is None for row in value["rows"]] == [False, True, True]
    assert value["rows"][0]["total"] is None
    assert [item["code"] for item in value["diagnostics"]] == ["SAD898"]
    assert csv_of(*arguments)[0]["total"] == ""


def test_the_search_for_a_size_starts_at_the_least_that_makes_sense():
    text = PAIRS.replace("  - {holds: 2 <= nprocs, because: one of each pair sends}\n", "")
    Path("pairs.yaml").write_text(text.replace("needs:\n", ""))
    value = json_of(
        *("pairs.yaml", "--machine", "paragon", "--procs", "1:8", "--set", "n=1000"),
        *("--isoefficiency", "n=0.001"),
    )
    sizes = [row["size"] for row in value["summaries"][0]["isoefficiency"]["rows"]]
    assert sizes[0] == 10
    assert sizes == sorted(sizes)


def test_measured_times_are_compared():
    Path("m.csv").write_text("nprocs,psize,time\n1,256,14.182\n64,256,0.251\n")
    arguments = ("mm2", "--machine", "paragon", "--validate", "m.csv")
    value = json_of(*arguments, name="sad-validation-1")
    assert [row["dpercent"] for row in value["rows"]] == pytest.approx([0.254, 1.275], abs=0.001)
    rows = csv_of(*arguments)
    assert [float(row["dpercent"]) for row in rows] == [r["dpercent"] for r in value["rows"]]
    shown = sad("scale", *arguments).out
    assert f"|D%|: mean {value['mean']:.2f}, at most {value['largest']:.2f} (2 rows)" in shown


def test_grids_are_compared_as_well():
    Path("m.csv").write_text("nprocs,grid,time\n8,8x1,482.253\n8,1x8,413.238\n")
    value = json_of(*GRIDS, "--validate", "m.csv", name="sad-validation-1")
    assert [row["grid"] for row in value["rows"]] == [[8, 1], [1, 8]]


def test_pictures_are_drawn_the_same_each_time(tmp_path):
    for name in ("a.png", "a.svg", "b.svg", "a.pdf"):
        arguments = (*GRIDS, "--procs", "1:16:x2", "--plot", name, "--log", "x,y", "-o", "out.txt")
        assert sad("scale", *arguments).code == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    groups = [item.get("id", "") for item in ElementTree.parse(tmp_path / "a.svg").iter()]
    assert sum(re.fullmatch(r"axes_\d+", name) is not None for name in groups) == 3


@pytest.mark.parametrize(
    ("panels", "number"), [("speedup", 1), ("times,efficiency", 2), ("times,times", 1)]
)
def test_panels_are_chosen(tmp_path, panels, number):
    sizes = ("--vary", "psize=64:256:x2")
    arguments = ("mm2", "--machine", "paragon", "--procs", "64", *sizes, "--plot", "a.svg")
    assert sad("scale", *arguments, "--panels", panels).code == 0
    text = (tmp_path / "a.svg").read_text()
    assert len(re.findall(r'id="axes_\d+"', text)) == number


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["mm2", "--procs", "4"], "SAD895"),
        (["mm2", "pairs.yaml", "--machine", "paragon", "--procs", "4"], "SAD895"),
        ([*MATRIX], "SAD890"),
        ([*MATRIX, "--procs", "0"], "SAD890"),
        ([*MATRIX, "--procs", "2.5"], "SAD890"),
        ([*MATRIX, "--procs", "4:1"], "SAD851"),
        ([*MATRIX, "--procs", "1:8", "--interval", "9:10"], "SAD890"),
        ([*MATRIX, "--procs", "4", "--grid", "2x2"], "SAD890"),
        ([*GRIDS, "--procs", "4", "--grid", "3"], "SAD890"),
        (["pairs.yaml", "--machine", "paragon", "--procs", "4"], "SAD891"),
        ([*MATRIX, "--procs", "4", "--set", "size=3"], "SAD892"),
        ([*MATRIX, "--procs", "4", "--vary", "psize=1:3"], "SAD892"),
        ([*GRIDS, "--procs", "7", "--grid", "2x*"], "SAD893"),
        ([*MATRIX, "--procs", "4", "--scaling", "weak"], "SAD896"),
        ([*MATRIX, "--procs", "4", "--validate", "m.csv"], "SAD896"),
        ([*MATRIX, "--procs", "1:2", "--fit"], "SAD897"),
        ([*MATRIX, "--procs", "1:8", "--knee", "2"], "SAD897"),
        ([*MATRIX, "--procs", "1:8", "--isoefficiency", "size=0.5"], "SAD897"),
        ([*GRIDS, "--procs", "1:8", "--isoefficiency", "algorithm=0.5"], "SAD897"),
        ([*MATRIX, "--procs", ""], "SAD890"),
        ([*MATRIX, "--procs", "1:8", "--interval", "x"], "SAD890"),
        ([*MATRIX, "--validate", "m.csv", "--fit"], "SAD896"),
        ([*MATRIX, "--procs", "1:8", "--plot", "a.bmp"], "SAD854"),
        ([*MATRIX, "--procs", "4", "--library", "none"], "SAD868"),
    ],
)
def test_what_cannot_be_asked_is_one_error(arguments, code):
    Path("m.csv").write_text("nprocs,time\n1,14.182\n")
    result = sad("scale", *arguments)
    assert result.out == ""
    assert len(re.findall(r"error\[SAD", result.err)) == 1
    assert f"error[{code}]" in result.err
    assert "hint: " in result.err
    assert result.code in (2, 3)


def test_all_mappings_are_known():
    assert _MAPPINGS == MAPPINGS


def test_laws_need_the_time_on_one_process():
    arguments = ("pairs.yaml", "--machine", "paragon", "--procs", "1:8", "--set", "n=100", "--fit")
    assert (
        "error[SAD897]: --fit: the laws need the time on one process"
        in sad("scale", *arguments).err
    )


@pytest.mark.parametrize("option", [("--panels", "all"), ("--knee", "half"), ("--best", "grid")])
def test_options_with_other_values_are_usage_errors(option):
    assert sad("scale", *MATRIX, "--procs", "4", *option).code == 2


def test_message_passing_source_is_scaled():
    """The columns of a rank are rounded up, and each of its steps exchanges 8 n bytes twice."""
    arguments = ("heat.f", "--machine", "paragon", "--set", "n=1000", "--procs")
    value = json_of(*arguments, "1:64", "--phases")
    rows = {row["nprocs"]: row for row in value["rows"]}
    assert value["program"] == "HEAT"
    assert rows[1]["speedup"] == 1
    columns = {p: -(-1000 // p) for p in rows}
    # computation is linear in the columns: two numbers of processes give all others
    slope = (rows[1]["computation"] - rows[10]["computation"]) / (columns[1] - columns[10])
    for p, row in rows.items():
        expected = rows[1]["computation"] - slope * (columns[1] - columns[p])
        assert row["computation"] == pytest.approx(expected, rel=1e-4)
        assert row["speedup"] == pytest.approx(rows[1]["total"] / row["total"])
    assert columns[48] == columns[49]  # 21 columns on the fullest rank of both
    assert rows[48]["computation"] == pytest.approx(rows[49]["computation"], rel=1e-6)
    sent = {
        n: json_of("heat.f", "--machine", "paragon", "--set", f"n={n}", "--procs", "4")["rows"][0]
        for n in (1000, 2000, 3000)
    }
    more = [sent[n]["communication"] for n in sent]
    assert more[2] - more[1] == pytest.approx(more[1] - more[0])
    assert more[1] > more[0] > 0


def test_values_may_be_given_with_the_unit():
    arguments = ("scale", "heat.f", "--machine", "paragon", "--procs", "1,2", "--set")
    short = sad(*arguments, "n=100")
    assert short.code == 0, short.err
    assert sad(*arguments, "heat.n=100").out == short.out
    assert sad(*arguments, "HEAT.N=100").out == short.out
    assert sad(*arguments, "other.n=100").code == 2


def test_sequential_source_is_scaled_with_distributed_arrays():
    text = """\
      SUBROUTINE STEP (N, A, B)
      DOUBLE PRECISION A(N,N), B(N,N)
      DO 20 J = 2, N-1
      DO 10 I = 2, N-1
   10 B(I,J) = 0.25D0*(A(I-1,J)+A(I+1,J)+A(I,J-1)+A(I,J+1))
   20 CONTINUE
      END
"""
    Path("step.f").write_text(text)
    halves = ("--distribute", "A(block,block)", "--distribute", "B(block,block)")
    arguments = ("step.f", "--machine", "paragon", "--set", "n=512", *halves)
    value = json_of(*arguments, "--procs", "1:16:x4", "--knee", "0.5")
    grids = [row["grid"] for row in value["rows"] if row["nprocs"] == 4]
    assert grids == [[4, 1], [2, 2], [1, 4]]
    assert value["summaries"][0]["knee"]["fastest"] == 16
    assert all(row["efficiency"] <= 1 + 1e-12 for row in value["rows"])


def test_phases_of_one_name_have_a_column_each():
    arguments = ("cg", "--machine", "paragon", "--procs", "4", "--vary", "collectives=tree,library")
    value = json_of(*arguments, "--phases")
    names = [phase["name"] for phase in value["rows"][0]["phases"]]
    assert len(set(names)) < len(names)
    for row, line in zip(value["rows"], csv_of(*arguments, "--phases"), strict=True):
        columns = [float(line[name]) for name in line if name.startswith("phase:")]
        assert columns == [phase["seconds"] for phase in row["phases"]]
        assert sum(columns) == pytest.approx(row["total"])


def test_a_side_of_the_grid_is_no_size():
    Path("grid.yaml").write_text(
        "schema: 1\napplication: grid\ndescription: a grid of q by q\nparameters: {q: {}}\n"
        "phases:\n  - {name: working, computation: 1/q**2}\n"
    )
    arguments = (
        "grid.yaml",
        "--machine",
        "paragon",
        "--procs",
        "1:16:x4",
        "--set",
        "q=sqrt(nprocs)",
    )
    told = sad("scale", *arguments)
    assert "note[SAD896]: taken to be weak scaling" in told.err
    assert "--scaling strong" in told.err
    found = sad("scale", *arguments, "--scaling", "strong", "--format", "csv")
    assert (found.code, found.err) == (0, "")
    rows = list(csv.DictReader(found.out.splitlines()))
    assert [float(row["speedup"]) for row in rows] == [1.0, 4.0, 16.0]
