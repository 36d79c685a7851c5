"""Real runs of programs with files, windows and other calls without a model; limits of recording."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.traces.format import read_trace
from sad.traces.record import Recording, build_recorder, preloading
from tests.support.command import ROOT
from tests.support.compiler import GCC, needs_gcc, run
from tests.support.mpi import ENVIRONMENT, MPICC, MPIRUN_WORDS, needs_mpi
from tests.traces.test_record import recorded, sad_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.compiler

FILES = """\
#include <mpi.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, size, two[2] = {1, 2}, sum[2], *window;
    MPI_File file;
    MPI_Win win;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        usleep(200000);
    MPI_File_open(MPI_COMM_WORLD, "out.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, rank * sizeof two, two, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 0, two, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(two, sum, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Ireduce(two, sum, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const int counts[] = {1, 1}, places[] = {0, 4};
    const MPI_Datatype types[] = {MPI_INT, MPI_INT};
    MPI_Alltoallw(two, counts, places, types, sum, counts, places, types, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum[0] + sum[1] != 2 * two[rank];
}
"""
FORTRAN_FILES = """\
program files
{use}
  integer :: rank, err, two(2)
  integer(kind=MPI_OFFSET_KIND) :: place
{handles}
  call MPI_Init(err)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, err)
  two = rank + 1
  call MPI_File_open(MPI_COMM_WORLD, 'out.bin', MPI_MODE_CREATE + MPI_MODE_RDWR, &
      MPI_INFO_NULL, file, err)
  if (err /= MPI_SUCCESS) stop 1
  place = 8 * rank
  call MPI_File_write_at(file, place, two, 2, MPI_INTEGER, status, err)
  call MPI_File_sync(file, err)
  call MPI_Barrier(MPI_COMM_WORLD, err)
  call MPI_File_seek(file, 0_MPI_OFFSET_KIND, MPI_SEEK_SET, err)
  call MPI_File_read_all(file, two, 2, MPI_INTEGER, status, err)
  call MPI_File_close(file, err)
  if (two(1) /= 1) stop 2
  call MPI_Ibarrier(MPI_COMM_WORLD, request, err)
  call MPI_Wait(request, MPI_STATUS_IGNORE, err)
  call MPI_Finalize(err)
end program
"""
LANGUAGES = {
    "mpi": ("  use mpi\n  implicit none", "  integer :: file, request, status(MPI_STATUS_SIZE)"),
    "mpi_f08": (
        "  use mpi_f08\n  implicit none",
        "  type(MPI_File) :: file\n  type(MPI_Request) :: request\n  type(MPI_Status) :: status",
    ),
}


@needs_mpi
def test_files_windows_and_operations_that_do_not_block_are_named(tmp_path: Path):
    (tmp_path / "files.c").write_text(FILES)
    assert MPICC is not None
    assert run([MPICC, "-g", "files.c", "-o", "files"], tmp_path).returncode == 0
    found = recorded("./files", 2, tmp_path)
    bytes_of = {item["routine"]: item["bytes"] for item in found["sites"]}
    assert bytes_of["mpi_file_write_at_all"] == bytes_of["mpi_file_read_at"] == 16
    assert {item["line"] for item in found["sites"] if "file" in item["routine"]} == {
        14,
        15,
        16,
        17,
    }
    said = {item["code"]: item["message"] for item in found["diagnostics"]}
    for name in ("open", "write_at_all", "read_at", "close"):
        assert f"mpi_file_{name}" in said["SAD648"]
    for name in (
        "win_allocate",
        "win_lock_all",
        "fetch_and_op",
        "win_free",
        "ireduce",
        "alltoallw",
    ):
        assert f"mpi_{name}" in said["SAD668"]
    words = ("--machine", "cm5", "--ratio", "1000", "--format", "json")
    row = json.loads(sad_of("extrapolate", "t.sadtrace", *words, folder=tmp_path).stdout)["rows"][0]
    trace = read_trace(str(tmp_path / "t.sadtrace"))
    code = trace.routines.index("mpi_file_open")
    opens = [rows[rows["routine"] == code][0] for rows in trace.rows]
    times = [int(own["wall_out"] - own["wall_in"]) * 1e-9 for own in opens]
    # what the first rank waits for the second in opening the file is not the file's
    (opened,) = (item for item in row["sites"] if item["routine"] == "mpi_file_open")
    assert opened["overhead_s"] == pytest.approx(2 * min(times))
    assert times[0] > times[1]
    assert (tmp_path / "out.bin").stat().st_size == 16


@needs_mpi
@pytest.mark.skipif(shutil.which("mpif90") is None, reason="no mpif90")
@pytest.mark.parametrize("module", LANGUAGES)
def test_files_of_fortran_are_named(module: str, tmp_path: Path):
    use, handles = LANGUAGES[module]
    (tmp_path / "files.f90").write_text(FORTRAN_FILES.format(use=use, handles=handles))
    built = run(["mpif90", "-g", "files.f90", "-o", "files"], tmp_path)
    assert built.returncode == 0, built.stderr
    found = recorded("./files", 2, tmp_path)
    bytes_of = {item["routine"]: item["bytes"] for item in found["sites"]}
    assert bytes_of["mpi_file_write_at"] == bytes_of["mpi_file_read_all"] == 16
    assert {"mpi_file_open", "mpi_file_sync", "mpi_file_close", "mpi_ibarrier"} <= set(bytes_of)
    assert [item["complete"] for item in found["per_rank"]] == [True, True]


@needs_gcc
def test_the_number_of_threads_may_be_given(tmp_path: Path):
    source = ROOT / "corpus" / "omp" / "stencil" / "source.c"
    assert GCC is not None
    built = run([GCC, "-O1", "-g", "-fopenmp", str(source), "-o", "stencil", "-lm"], tmp_path)
    assert built.returncode == 0, built.stderr
    words = ("trace", "record", "--openmp", "--threads", "3", "-o", "o.sadtrace", "--", "./stencil")
    assert "heat 0.0" in sad_of(*words, "60", "7", folder=tmp_path).stdout
    shown = json.loads(
        sad_of("trace", "show", "o.sadtrace", "--format", "json", folder=tmp_path).stdout
    )
    assert shown["ranks"] == 3
    words = ("extrapolate", "o.sadtrace", "--machine", "cm5", "--ratio", "1", "--processors", "2")
    assert "3 threads" in sad_of(*words, folder=tmp_path).stdout
    wrong = sad_of(
        "trace", "record", "--threads", "3", "-o", "x", "--", "true", folder=tmp_path, code=2
    )
    assert "SAD673" in wrong.stderr


LARGE = """\
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Datatype row;
    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(1 << 20, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    MPI_Send(&row, 600, row, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 40000; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@needs_mpi
def test_long_messages_one_rank_and_a_full_disk(tmp_path: Path):
    (tmp_path / "large.c").write_text(LARGE)
    assert MPICC is not None
    assert run([MPICC, "large.c", "-o", "large"], tmp_path).returncode == 0
    found = recorded("./large", 1, tmp_path)
    (sent,) = (item for item in found["sites"] if item["routine"] == "mpi_send")
    assert sent["bytes"] == 600 << 23
    assert found["ranks"] == 1
    assert sad_of(
        "extrapolate", "t.sadtrace", "--machine", "cm5", "--ratio", "1", folder=tmp_path
    ).stdout.startswith("t.sadtrace on cm5, extrap; computation * 1 (--ratio)\n1 rank: ")
    # with the wall's clock the other is not read, and less is subtracted
    by_wall = recorded("./large", 1, tmp_path, "--clock", "wall")
    by_cpu = recorded("./large", 1, tmp_path, "--clock", "cpu")
    assert (by_wall["clock"], by_cpu["clock"]) == ("wall", "cpu")
    assert 0.0 < by_wall["clock_cost_s"] < 0.5 * by_cpu["clock_cost_s"]
    short = recorded("./large", 1, tmp_path, "--most", "1.5")
    assert short["per_rank"][0]["complete"] is False
    assert "recording stopped at the limit of its size" in short["notes"]
    assert short["per_rank"][0]["calls"] == (1 << 14)
    # the same where the disk is full: what is written does not reach it
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "r0.bin").symlink_to("/dev/full")
    environment = (
        os.environ | ENVIRONMENT | preloading(build_recorder(Recording()), folder, 1 << 30)
    )
    result = subprocess.run(
        ["mpirun", *MPIRUN_WORDS, "-n", "1", "./large"],
        cwd=tmp_path,
        env=environment,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0
    assert "full" in (folder / "r0.txt").read_text().splitlines()


THREADED = """\
program threaded
  use {module}
  implicit none
  integer :: given, err, rank
  double precision :: a(4), b(16)
  call MPI_Init_thread(MPI_THREAD_FUNNELED, given, err)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, err)
  a = rank
  b = 0
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, b, 4, MPI_DOUBLE_PRECISION, &
      MPI_COMM_WORLD, err)
  if (rank == 0) then
    call MPI_Gather(MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, b, 4, MPI_DOUBLE_PRECISION, 0, &
        MPI_COMM_WORLD, err)
  else
    call MPI_Gather(a, 4, MPI_DOUBLE_PRECISION, b, 4, MPI_DOUBLE_PRECISION, 0, &
        MPI_COMM_WORLD, err)
  end if
  call MPI_Finalize(err)
end program
"""
OPEN_MPI = ("mpicc", "mpif90", ("mpirun", *MPIRUN_WORDS))
MPICH = ("mpicc.mpich", "mpif90.mpich", ("mpirun.mpich",))
"""Compilers of C and Fortran, and what runs programs."""


@needs_mpi
@pytest.mark.parametrize("library", [OPEN_MPI, MPICH], ids=["open-mpi", "mpich"])
@pytest.mark.parametrize("module", LANGUAGES)
def test_threads_and_operations_in_place_of_fortran(
    module: str, library: tuple[str, str, tuple[str, ...]], tmp_path: Path
):
    compiler, fortran, starts = library
    for name in (compiler, fortran, starts[0]):
        if shutil.which(name) is None:
            pytest.skip(f"no {name}")
    (tmp_path / "threaded.f90").write_text(THREADED.format(module=module))
    words = [fortran, "-g", "-std=legacy", "threaded.f90", "-o", "threaded"]
    built = run(words, tmp_path)
    assert built.returncode == 0, built.stderr
    record = ("trace", "record", "--compiler", compiler, "-o", "t.sadtrace")
    sad_of(*record, "--", *starts, "-n", "4", "./threaded", folder=tmp_path)
    shown = sad_of("trace", "show", "t.sadtrace", "--format", "json", folder=tmp_path).stdout
    found = json.loads(shown)
    assert [item["complete"] for item in found["per_rank"]] == [True] * 4
    sums: dict[str, int] = {}
    for item in found["sites"]:
        sums[item["routine"]] = sums.get(item["routine"], 0) + item["bytes"]
    assert sums["mpi_allgather"] == sums["mpi_gather"] == 4 * 32


BESIDE = """\
#include <mpi.h>
#include <stdlib.h>
static double x[5000], y[5000];
int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]), steps = atoi(argv[2]);
    MPI_Request two[2];
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int before = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int behind = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int step = 0; step < steps; step++) {
        MPI_Irecv(x, n, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &two[0]);
        MPI_Isend(y, n, MPI_DOUBLE, behind, 1, MPI_COMM_WORLD, &two[1]);
        for (int i = 0; i < n; i++)
            y[i] = 0.5 * y[i] + 1.0;
        MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
    }
    MPI_File_open(MPI_COMM_WORLD, "x.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    for (int i = 0; i < n; i++)
        x[i] += y[i];
    MPI_File_write_at_all(file, rank * sizeof x, x, n, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
"""


@needs_mpi
def test_a_source_with_files_and_nobody_is_followed_beside_its_run(tmp_path: Path):
    (tmp_path / "beside.c").write_text(BESIDE)
    assert MPICC is not None
    assert run([MPICC, "-O0", "-g", "beside.c", "-o", "beside"], tmp_path).returncode == 0
    recorded("./beside", 3, tmp_path, after=("4000", "9"))
    source = ("--source", "beside.c")
    params = sad_of(
        "trace", "params", "t.sadtrace", *source, "-o", "v.params.yaml", folder=tmp_path
    )
    assert "SAD644" not in params.stderr
    assert "value: 4000" in (tmp_path / "v.params.yaml").read_text()
    words = ("--machine", "cm5", "--ratio", "1", *source, "--format", "json")
    result = sad_of("extrapolate", "t.sadtrace", *words, folder=tmp_path)
    for code in ("SAD675", "SAD676"):
        assert code not in result.stderr
    rows = {item["line"]: item for item in json.loads(result.stdout)["by_source"]}
    # computation between two calls of files is theirs on both sides
    assert rows[24]["static_s"] > 0.0
    assert rows[24]["recorded_s"] > 0.0
    scaled = sad_of("scale", "beside.c", *words[:2], "--procs", "1,4", "--set", "n=9", "--set",
                    "steps=2", folder=tmp_path)  # fmt: skip
    assert "MPI_File_open is not modelled" in scaled.stderr
