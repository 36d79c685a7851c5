"""``sad analyze --comm``: what it prints, its JSON and its schema, and wrong arguments."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from sad.spmd.grid_sides import balanced
from tests.spmd.loaded import SOURCES
from tests.spmd.programs import PROGRAMS
from tests.spmd.traffic import called
from tests.support.command import CORPUS, sad
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spmd.traffic import Traffic


def comm(source: str, *arguments: str) -> Any:
    result = sad("analyze", str(CORPUS / "mpi" / source), "--comm", "--format", "json", *arguments)
    assert result.code == 0, result.err
    return json.loads(result.out)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("source", SOURCES)
def test_reports_fit_the_schema(source: str):
    validate(comm(source), "sad-comm-1")
    report = comm(source, "--set", "nprocs=4")
    validate(report, "sad-comm-1")
    assert len(report["ranks"]) == 4


def wanted_of(name: str, nprocs: int, rank: int) -> dict[str, Traffic]:
    entry = PROGRAMS[name]
    return called(entry.formula(nprocs, rank, entry.small))


def test_numbers_by_rank_follow_the_methods_formulas():
    for name in ("heat1d", "nonblk", "ring", "wavefr"):
        entry = PROGRAMS[name]
        sets = [f"--set={key}={value}" for key, value in entry.small.items()]
        for nprocs in (1, 2, 3, 4, 8):
            report = comm(f"{name}/source.f", *sets, f"--set=nprocs={nprocs}")
            assert report["matching"]["checked"] == [
                {"nprocs": nprocs, "mismatches": 0, "ends": None}
            ]
            for rank in range(nprocs):
                row = report["ranks"][rank]["routines"]
                for routine, wanted in wanted_of(name, nprocs, rank).items():
                    found = row[routine]
                    assert found["exact"]
                    assert found["calls"] == wanted.calls
                    assert found["messages"] == wanted.messages
                    assert found["bytes"] == wanted.nbytes


def test_what_only_a_run_can_tell_is_not_exact_and_named():
    report = comm("redblk/source.c", "--set", "nprocs=2", "--set", "n=8")
    rows = {row["line"]: row for row in report["sites"]}
    inexact = [row for row in rows.values() if not row["exact"]]
    assert inexact
    assert all(row["depends_on"] == ["main.trips@while1"] for row in inexact)
    assert report["missing"] == ["main.trips@while1"]
    assert report["ranks"][0]["routines"]["mpi_send"]["messages"] is None


def test_units_without_a_program_are_shown_each_by_itself(tmp_path: Path):
    file = tmp_path / "x.f"
    send = "CALL MPI_SEND (X, N, MPI_REAL, 0, 1, MPI_COMM_WORLD, IE)"
    body = f"      INCLUDE 'mpif.h'\n      REAL X(N)\n      {send}\n      END\n"
    file.write_text("".join(f"      SUBROUTINE {name} (X, N)\n{body}" for name in ("A", "B")))
    result = sad("analyze", str(file), "--comm", "--set", "nprocs=2")
    assert result.code == 0
    assert "--entry UNIT" in result.out
    one = sad("analyze", str(file), "--comm", "--entry", "A", "--set", "nprocs=2", "--set", "n=1")
    assert one.code == 0
    assert "not checked: this is no whole program" in one.out
    report = json.loads(sad("analyze", str(file), "--comm", "--format", "json").out)
    validate(report, "sad-comm-1")
    assert report["roles"] is None


def test_text_has_all_parts():
    source = str(CORPUS / "mpi" / "heat1d" / "source.f")
    result = sad("analyze", source, "--comm", "--set=nprocs=3", "--set=n=9", "--set=nsteps=10")
    assert result.code == 0
    for part in ("Messages by call site", "Roles", "Ranks, nprocs=3", "Matching"):
        assert part in result.out
    assert "rank - 1, if there is one" in result.out
    assert "all ranks: NSTEPS*(nprocs - 1)" in result.out
    assert "checked at nprocs = 3: all messages and collectives match" in result.out


LOST = """\
      PROGRAM LOST
      INCLUDE 'mpif.h'
      INTEGER IRANK, IERR
      REAL X(10)
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, IRANK, IERR)
      IF (IRANK .EQ. 0) CALL MPI_SEND (X, 10, MPI_REAL, 1, 7,
     &                                 MPI_COMM_WORLD, IERR)
      CALL MPI_FINALIZE (IERR)
      END
"""


def test_without_a_number_of_processes_the_first_mismatch_is_told(tmp_path: Path):
    source = tmp_path / "lost.f"
    source.write_text(LOST)
    text = sad("analyze", str(source), "--comm").out
    assert "at nprocs = 2: 1 does not match; --set nprocs=2 tells them" in text
    assert (
        "lost.f:7: with nprocs=2, rank 0 sends to rank 1 with tag 7, which nobody receives" in text
    )
    assert "the first: " not in sad("analyze", str(source), "--comm", "--set", "nprocs=2").out


def test_a_root_that_is_no_rank(tmp_path: Path):
    source = tmp_path / "root.f"
    calls = (
        "      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, N, IERR)\n"
        "      CALL MPI_BCAST (X, 10, MPI_REAL, N - {}, MPI_COMM_WORLD, IERR)\n"
    )
    first, _, last = LOST.partition("      IF (IRANK")
    last = last[last.index("      CALL MPI_FINALIZE") :]
    source.write_text(first + calls.format(1) + last)
    assert sad("analyze", str(source), "--comm", "--set", "nprocs=3").code == 0
    source.write_text(first + calls.format(0) + last)
    found = sad("analyze", str(source), "--comm", "--set", "nprocs=3")
    assert found.code == 3
    assert "rank 0 calls mpi_bcast with root 3; ranks are 0 to 2" in found.err
    assert found.err.count("error[SAD924]") == 1


def test_nothing_looked_at_is_no_match(tmp_path: Path):
    source = tmp_path / "open.f"
    source.write_text(
        LOST.replace("REAL X(10)", "REAL X(10)\n      INTEGER K").replace("1, 7", "K, 7")
    )
    text = sad("analyze", str(source), "--comm").out
    assert "nothing can be looked at, 0 of 1" in text
    assert "matches" not in text


def test_the_report_says_that_there_are_messages():
    result = sad("analyze", str(CORPUS / "mpi" / "ring" / "source.f"))
    assert (
        "\n\nmessages  7 call sites; their time is not in the prediction (sad scale, or --comm)\n\n"
        in (result.out)
    )
    assert "messages" not in sad("analyze", str(CORPUS / "mdloop" / "source.f")).out


def test_other_formats_are_refused():
    result = sad(
        "analyze", str(CORPUS / "mpi" / "ring" / "source.f"), "--comm", "--format", "latex"
    )
    assert result.code == 2
    assert "SAD927" in result.err
    result = sad("analyze", str(CORPUS / "mpi" / "ring" / "source.f"), "--comm", "--machine", "t3e")
    assert result.code == 2
    assert "SAD927" in result.err


def test_a_program_without_messages(tmp_path: Path):
    file = tmp_path / "x.f"
    file.write_text("      PROGRAM X\n      PRINT *, 1\n      END\n")
    result = sad("analyze", str(file), "--comm", "--set", "nprocs=2")
    assert result.code == 0
    assert result.out.startswith("no calls")


WRONG = """\
      SUBROUTINE S (A, N, X, I, IE)
      INCLUDE 'mpif.h'
      DOUBLE PRECISION A(9)
      REAL X
      CALL MPI_BCAST (A, {count}, {type}, 0, MPI_COMM_WORLD, IE)
      END
"""


@pytest.mark.parametrize(
    ("count", "datatype", "wanted"),
    [
        ("9", "MPI_DOUBLE_PRECISION", ""),
        ("9", "MPI_REAL8", ""),
        ("I", "MPI_BYTE", ""),
        ("X", "MPI_DOUBLE_PRECISION", "error[SAD923]: count of mpi_bcast is real"),
        ("9", "4711", "error[SAD923]: datatype of mpi_bcast: 4711 is no datatype"),
        ("9", "MPI_DATATYPE_NULL", "MPI_DATATYPE_NULL is no datatype"),
        ("9", "MPI_REAL", "warning[SAD923]: buffer of mpi_bcast is A, which is double"),
    ],
)
def test_arguments_that_cannot_be_right(tmp_path: Path, count: str, datatype: str, wanted: str):
    file = tmp_path / "x.f"
    file.write_text(WRONG.format(count=count, type=datatype))
    result = sad("analyze", str(file), "--comm")
    assert wanted in result.err
    assert bool(wanted) == ("SAD923" in result.err)
    assert result.code == (3 if "error" in wanted or "NULL" in wanted else 0)


def test_sides_of_grids_are_those_of_open_mpi():
    """Its MPI_Dims_create, recorded: 4.1.4 for some counts and dimensions."""
    recorded = {
        (6, 2): (3, 2),
        (12, 2): (4, 3),
        (12, 3): (3, 2, 2),
        (24, 2): (6, 4),
        (24, 3): (4, 3, 2),
        (48, 3): (4, 4, 3),
        (72, 2): (12, 6),
        (96, 3): (6, 4, 4),
        (7, 2): (7, 1),
        (1, 3): (1, 1, 1),
    }
    for (nprocs, dimensions), sides in recorded.items():
        assert balanced(nprocs, dimensions) == sides
