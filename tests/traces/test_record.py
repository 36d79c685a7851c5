"""Real runs: what the recorder keeps of programs of corpus/mpi and of small programs with oddities."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sad.traces.format import RECORD
from sad.traces.gather import gathered
from tests.support.command import ROOT
from tests.support.compiler import GCC, needs, run
from tests.support.mpi import ENVIRONMENT, MPICC, MPIRUN_WORDS, build, execute, needs_mpi

pytestmark = pytest.mark.compiler


def sad_of(
    *words: str, folder: Path, stdin: str = "", code: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own: what it starts writes to its output."""
    found = subprocess.run(
        [sys.executable, "-m", "sad", *words],
        cwd=folder,
        env=os.environ | ENVIRONMENT | {"PYTHONPATH": str(ROOT)},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert found.returncode == code, found.stderr
    return found


def recorded(
    program: str,
    nprocs: int,
    folder: Path,
    *words: str,
    stdin: str = "",
    after: tuple[str, ...] = (),
) -> dict[str, Any]:
    mpirun = ("mpirun", *MPIRUN_WORDS, "-n", str(nprocs), program, *after)
    sad_of("trace", "record", "-o", "t.sadtrace", *words, "--", *mpirun, folder=folder, stdin=stdin)
    shown = sad_of("trace", "show", "t.sadtrace", "--format", "json", folder=folder)
    return json.loads(shown.stdout)


ODD = """\
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, in = 0, which, tested = 0;
    MPI_Comm row;
    MPI_Request two[2], kept;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &row);
    MPI_Bcast(&in, 1, MPI_INT, 0, row);                            /* line 12 */
    if (rank == 0)
        for (int i = 1; i < size; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
    MPI_Irecv(&in, 0, MPI_INT, rank, 6, MPI_COMM_WORLD, &two[0]);
    MPI_Isend(&rank, 0, MPI_INT, rank, 6, MPI_COMM_WORLD, &two[1]);
    MPI_Waitany(2, two, &which, MPI_STATUS_IGNORE);
    MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
    MPI_Recv_init(&in, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &kept);
    MPI_Start(&kept);
    for (int i = 0; i < 1000; i++)
        if (!tested)
            MPI_Test(&kept, &tested, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD);
    MPI_Wait(&kept, MPI_STATUS_IGNORE);
    MPI_Request_free(&kept);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("odd")
    (folder / "odd.c").write_text(ODD)
    assert MPICC is not None
    assert run([MPICC, "-g", "odd.c", "-o", "odd"], folder).returncode == 0
    return folder


@needs_mpi
def test_a_run_of_a_program_that_nobody_changed(tmp_path: Path):
    build("heat1d", "c", tmp_path)
    found = recorded("./heat1d-c-O1", 4, tmp_path, after=("24", "25"))
    assert found["ranks"] == 4
    assert [item["complete"] for item in found["per_rank"]] == [True] * 4
    assert [item["sent"] for item in found["per_rank"]] == [25, 50, 50, 25]
    assert found["clock_cost_s"] > 0


@needs_mpi
def test_requests_parts_of_the_processes_and_anybody_are_recorded(odd: Path):
    found = recorded("./odd", 4, odd)
    sites = {(item["routine"], item["line"]): item for item in found["sites"]}
    assert sites["mpi_bcast", 12]["function"] == "main"
    assert sites["mpi_bcast", 12]["bytes"] == 16
    table = sad_of("trace", "convert", "t.sadtrace", "--to", "csv", folder=odd).stdout
    rows = [line.split(",") for line in table.splitlines()]
    columns = {name: place for place, name in enumerate(rows[0])}
    by_routine: dict[str, list[list[str]]] = {}
    for row in rows[1:]:
        by_routine.setdefault(row[columns["routine"]], []).append(row)
    senders = sorted(row[columns["sender"]] for row in by_routine["mpi_recv"])
    assert senders == ["1", "2", "3"]
    assert {row[columns["partner"]] for row in by_routine["mpi_recv"]} == {"-1"}
    assert {row[columns["communicator"]] for row in by_routine["mpi_bcast"]} == {"1", "2"}
    null = [row for row in by_routine["mpi_send"] if row[columns["partner"]] == "-2"]
    assert len(null) == 4
    # a thousand looks in a row are few records; all looks are counted
    assert len(by_routine["mpi_test"]) <= 8
    (own,) = (row for row in by_routine["mpi_wait"] if row[0] == "2")
    assert own[columns["request"]] == "3"


F08 = """\
program f08
  use mpi_f08
  implicit none
  integer :: rank, size, i
  type(MPI_Comm) :: c
  type(MPI_Status) :: st
  type(MPI_Request) :: r(2)
  double precision :: x(100), y(100), s
  call MPI_Init()
  c = MPI_COMM_WORLD
  call MPI_Comm_rank(c, rank)
  call MPI_Comm_size(c, size)
  x = rank
  do i = 1, 5
    call MPI_Sendrecv(x, 100, MPI_DOUBLE_PRECISION, mod(rank+1,size), 3, y, 100, MPI_DOUBLE_PRECISION, &
        mod(rank+size-1,size), 3, c, MPI_STATUS_IGNORE)
    call MPI_Irecv(y, 50, MPI_DOUBLE_PRECISION, mod(rank+size-1,size), 4, c, r(1))
    call MPI_Isend(x, 50, MPI_DOUBLE_PRECISION, mod(rank+1,size), 4, c, r(2))
    call MPI_Waitall(2, r, MPI_STATUSES_IGNORE)
    if (rank == 0) call MPI_Send(x, 7, MPI_DOUBLE_PRECISION, 1, 5, c)
    if (rank == 1) call MPI_Recv(x, 7, MPI_DOUBLE_PRECISION, 0, 5, c, st)
    call MPI_Allreduce(y(1), s, 1, MPI_DOUBLE_PRECISION, MPI_SUM, c)
  end do
  call MPI_Barrier(c)
  call MPI_Finalize()
end program
"""


@needs_mpi
def test_calls_of_the_module_mpi_f08_are_recorded(tmp_path: Path):
    """Its arguments without an error code, and with one's own types for handles."""
    (tmp_path / "f08.f90").write_text(F08)
    mpifort = shutil.which("mpifort")
    command = [mpifort or "mpifort", "-O1", "-g", "f08.f90", "-o", "f08"]
    if mpifort is None or subprocess.run(command, cwd=tmp_path, check=False).returncode:
        pytest.skip("no mpifort, or no module mpi_f08")
    found = recorded("./f08", 3, tmp_path)
    sums = {
        (site["routine"], site["line"]): (site["calls"], site["bytes"]) for site in found["sites"]
    }
    assert sums["mpi_sendrecv", 16] == (15, 15 * 1600)
    assert sums["mpi_irecv", 17] == sums["mpi_isend", 18] == (15, 15 * 400)
    assert sums["mpi_send", 20] == sums["mpi_recv", 21] == (5, 5 * 56)
    assert sums["mpi_allreduce", 22] == (15, 15 * 8)
    assert [rank["sent"] for rank in found["per_rank"]] == [15, 10, 10]


@needs_mpi
@pytest.mark.parametrize("signal", ["SIGABRT", "SIGSEGV", "SIGTERM"])
def test_a_rank_that_a_signal_ends_leaves_what_it_has(signal: str, tmp_path: Path):
    (tmp_path / "dies.c").write_text(
        "#include <mpi.h>\n#include <signal.h>\nint main(int c, char **v) {\n    MPI_Init(&c, &v);\n"
        f"    MPI_Barrier(MPI_COMM_WORLD);\n    raise({signal});\n}}\n"
    )
    assert MPICC is not None
    assert run([MPICC, "dies.c", "-o", "dies"], tmp_path).returncode == 0
    mpirun = ("mpirun", *MPIRUN_WORDS, "-n", "2", "./dies")
    found = sad_of("trace", "record", "-o", "t.sadtrace", "--", *mpirun, folder=tmp_path)
    assert "note: the command ended with exit status" in found.stderr
    table = sad_of("trace", "counts", "t.sadtrace", folder=tmp_path).stdout
    assert "mpi_barrier" in table


@needs_mpi
def test_a_rank_that_is_killed_leaves_what_it_has(tmp_path: Path):
    (tmp_path / "dies.c").write_text(
        "#include <mpi.h>\n#include <stdlib.h>\nint main(int c, char **v) {\n    MPI_Init(&c, &v);\n"
        "    MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Abort(MPI_COMM_WORLD, 3);\n}\n"
    )
    assert MPICC is not None
    assert run([MPICC, "dies.c", "-o", "dies"], tmp_path).returncode == 0
    mpirun = ("mpirun", *MPIRUN_WORDS, "-n", "1", "./dies")
    found = sad_of("trace", "record", "-o", "t.sadtrace", "--", *mpirun, folder=tmp_path)
    assert "note: the command ended with exit status 3" in found.stderr
    assert "warning[SAD663]: the records of rank 0 end before MPI_Finalize" in found.stderr
    table = sad_of("trace", "counts", "t.sadtrace", folder=tmp_path).stdout
    assert "mpi_barrier" in table


@needs_mpi
def test_only_calls_of_the_program_without_a_line_are_told(tmp_path: Path):
    """Begin and end of MPI have no call site of the program."""
    source = "#include <mpi.h>\nint main(int c, char **v)\n{\n    MPI_Init(&c, &v);\n"
    source += "    MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Finalize();\n}\n"
    (tmp_path / "meet.c").write_text(source)
    assert MPICC is not None
    for flag, said in (("-g", False), ("-g0", True)):
        assert run([MPICC, flag, "meet.c", "-o", "meet"], tmp_path).returncode == 0
        mpirun = ("mpirun", *MPIRUN_WORDS, "-n", "1", "./meet")
        sad_of("trace", "record", "-o", "t.sadtrace", "--", *mpirun, folder=tmp_path)
        shown = sad_of("trace", "show", "t.sadtrace", folder=tmp_path).stdout
        assert ("0 of 1 call sites have a line; compile with -g for more" in shown) == said
        assert ("meet.c:5" in shown) == (not said)


@needs_mpi
def test_clocks_of_several_computers_are_set_equal_where_mpi_init_ends(tmp_path: Path):
    """The records of one computer, as if one rank had run on another that has been on for longer."""
    execute(build("ring", "c", tmp_path), 2, (), "40 3\n")
    folder = next(tmp_path.glob("*.records"))
    here = gathered(folder, ["ring"])
    assert here is not None
    assert here.notes == ()
    words, records = folder / "r1.txt", folder / "r1.bin"
    words.write_text(re.sub(r"(?m)^host .+$", "host other", words.read_text()))
    rows = np.fromfile(records, RECORD)
    for name in ("wall_in", "wall_out"):
        rows[name] += np.uint64(10**15)
    rows.tofile(records)
    there = gathered(folder, ["ring"])
    assert there is not None
    assert there.notes == ("ranks on 2 computers: clocks are set equal where MPI_Init ends",)
    assert there.rows[0]["wall_out"][0] == there.rows[1]["wall_out"][0] == rows["wall_out"][0]
    for before, after in zip(here.rows, there.rows, strict=True):
        assert np.array_equal(np.diff(after["wall_in"]), np.diff(before["wall_in"]))
        assert np.array_equal(after["cpu_in"], before["cpu_in"])


@needs_mpi
def test_a_program_without_mpi_leaves_nothing(tmp_path: Path):
    found = sad_of("trace", "record", "-o", "t.sadtrace", "--", "true", folder=tmp_path, code=3)
    assert "error[SAD660]: 'true' left no records" in found.stderr


@needs_mpi
def test_two_threads_of_a_rank_are_refused(tmp_path: Path):
    (tmp_path / "two.c").write_text(
        "#include <mpi.h>\n#include <pthread.h>\n"
        "static void *other(void *x) { MPI_Barrier(MPI_COMM_SELF); return x; }\n"
        "int main(int c, char **v) {\n    int given;\n    pthread_t t;\n"
        "    MPI_Init_thread(&c, &v, MPI_THREAD_MULTIPLE, &given);\n"
        "    pthread_create(&t, 0, other, 0);\n    pthread_join(t, 0);\n    MPI_Finalize();\n}\n"
    )
    assert MPICC is not None
    assert run([MPICC, "two.c", "-o", "two", "-lpthread"], tmp_path).returncode == 0
    mpirun = ("mpirun", *MPIRUN_WORDS, "-n", "1", "./two")
    words = ("trace", "record", "-o", "t.sadtrace", "--", *mpirun)
    found = sad_of(*words, folder=tmp_path, code=3)
    assert (
        "error[SAD667]: two threads of a rank call MPI: the second calls mpi_barrier"
        in found.stderr
    )


@needs_mpi
def test_several_runs_and_several_numbers_of_ranks(tmp_path: Path):
    build("ring", "fortran", tmp_path)
    found = recorded("./ring-fortran-O1", 2, tmp_path, "--repeat", "2", stdin="24 2\n")
    assert found["runs"] == 2
    assert found["spread"] >= 0
    words = ("mpirun", *MPIRUN_WORDS, "-n", "{nprocs}", "./ring-fortran-O1")
    record = ("trace", "record", "--procs", "1,2", "-o", "runs", "--")
    sad_of(*record, *words, folder=tmp_path, stdin="24 2\n")
    assert sorted(os.listdir(tmp_path / "runs")) == ["p00001.sadtrace", "p00002.sadtrace"]


THREADS = """\
int main(void)
{
    static double a[4000];
    for (int k = 0; k < 5; k++) {
#pragma omp parallel for num_threads(4)
        for (int i = 0; i < 4000; i++)
            a[i] += i;
#pragma omp parallel num_threads(2)
        {
#pragma omp barrier
            a[0] += 0;
        }
    }
    return a[7] < 0;
}
"""


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_threads_of_openmp(compiler: str, tmp_path: Path):
    (tmp_path / "threads.c").write_text(THREADS)
    command = [compiler, "-O1", "-g", "-fopenmp", "threads.c", "-o", "threads"]
    if shutil.which(compiler) is None or run(command, tmp_path).returncode:
        pytest.skip(f"no {compiler} with OpenMP")
    record = ("trace", "record", "--openmp", "-o", "t.sadtrace", "--", "./threads")
    sad_of(*record, folder=tmp_path)
    dump = sad_of("trace", "dump", "t.sadtrace", folder=tmp_path).stdout
    lines = [line.split() for line in dump.splitlines()[1:]]
    # two barriers around each region, and one inside of the second
    for thread in range(4):
        words = [words[2] for words in lines if words[0] == str(thread)]
        assert words.count("enter") == words.count("exit") == 5 * 5
        # what a thread does between regions is waiting for the next one
        times = [words[1] for words in lines if words[0] == str(thread) and words[2] != "end"]
        forks = [1 + 2 * (5 * k + pair) for k in range(5) for pair in (0, 2)]
        assert thread == 0 or all(times[place] == times[place - 1] for place in forks)
    shown = sad_of("trace", "show", "t.sadtrace", "--format", "json", folder=tmp_path)
    sites = {item["line"] for item in json.loads(shown.stdout)["sites"]}
    assert 10 in sites


def test_mistakes_in_the_command_line_are_told(tmp_path: Path):
    for words, said in {
        ("--procs", "1,2"): "--procs without {nprocs} in the command",
        ("--repeat", "0"): "--repeat 0, --most 4096: they cannot be",
        ("--compiler", "nowhere"): "no program 'nowhere' is found",
    }.items():
        record = ("trace", "record", "-o", "t.sadtrace", *words, "--", "true")
        assert said in sad_of(*record, folder=tmp_path, code=2).stderr


def test_nothing_runs_if_its_trace_cannot_be_written(tmp_path: Path):
    for words in (("-o", "nowhere/t.sadtrace"), ("-o", "a.file/runs", "--procs", "1")):
        (tmp_path / "a.file").touch()
        command = ("touch", "ran{nprocs}" if "--procs" in words else "ran")
        said = sad_of("trace", "record", *words, "--", *command, folder=tmp_path, code=3)
        assert "SAD111" in said.stderr
    assert not [*tmp_path.glob("ran*")]


def test_the_flags_are_those_of_the_recorder(tmp_path: Path):
    if not needs(GCC, "gcc").args[0]:
        found = sad_of("trace", "flags", "--openmp", "--compiler", "gcc", folder=tmp_path)
        library = Path(found.stdout.split()[0])
        assert library.name == "recorder.so"
        assert library.exists()
