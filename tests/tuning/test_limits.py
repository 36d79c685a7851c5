"""``--at-most`` of ``sad tune``: memory against sizes by hand, other quantities against ``--where``."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from sad.evaluation.memory_left_out import bytes_needed
from sad.loading.describe import load_description
from sad.loading.prediction import predict_for
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import ROOT, sad

if TYPE_CHECKING:
    from pathlib import Path

MPI = ROOT / "corpus" / "mpi"
WAVEFRONT = (str(MPI / "wavefr" / "source.c"), "--machine", "paragon", "--set", "n=64")
WAVEFRONT = (*WAVEFRONT, "--set", "nsweep=3", "--over", "nb=1:16:x4", "--procs", "1:8:x2")
ARRAYS = """\
program p
  integer :: n, i
  double precision, allocatable :: a(:,:), b(:)
  double precision :: s(1000)
  read *, n
  allocate(a(n,n), b(2*n))
  a = 1d0
  b = 2d0
  s = 0
  do i = 1, n
    s(1) = s(1) + a(i,i)*b(i)
  end do
  print *, s(1)
end program
"""
POINTERS = """\
void f(int n, int NB, double *a)
{
    for (int i = 0; i < n; i += NB)
        a[i] = 0.0;
}
"""
_POINTERS = ("pointers.c", "--machine", "zen3", "--set", "n=9", "--over", "NB=1:3")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arrays.f90").write_text(ARRAYS)
    (tmp_path / "pointers.c").write_text(POINTERS)
    return tmp_path


def needed(source: str | Path, *settings: str) -> float:
    reading = Reading((str(source),), stubs=("allocation",))
    choice = Choice(settings=settings_from_arguments(list(settings)))
    return bytes_needed(
        predict_for(load_description(reading, with_work=True), reading, choice, None)
    )


def test_bytes_are_those_by_hand():
    assert needed("arrays.f90", "n=100") == 8 * (100 * 100 + 200 + 1000)
    sizes = ("n=64", "nb=4", "nsweep=3", "rank=1")
    assert needed(MPI / "wavefr" / "source.c", *sizes, "nprocs=4") == 8 * 65 * 17
    assert needed(MPI / "wavefr" / "source.f", *sizes, "nprocs=4") == 8 * 513 * 513
    at = ("n=24", "m=50", "G=3", "B=8", "nprocs=4", "rank=1")
    assert needed(MPI / "alloc" / "source.c", *at) - room(50, 8) == 8 * 51 * (4 + 2 * 3)
    assert needed("pointers.c", "n=9", "NB=1") != needed("pointers.c", "n=9", "NB=1")  # NaN


def room(m: int, size: int) -> int:
    """The buffer of knap and alloc; a header is 128 bytes in the model of Open MPI's mpi.h."""
    overhead = 128
    return 2 * (m * 8 + (m // size + 1) * overhead)


def points(*words: str) -> set[tuple[str, str]]:
    done = sad("tune", *words, "--format", "csv")
    assert done.code == 0, done.err
    return {(row["nb"], row["nprocs"]) for row in csv.DictReader(io.StringIO(done.out))}


def test_points_that_need_more_memory_are_left_out():
    """A process has 8 (n + 1) (n/nprocs + 1) bytes: 8,840 on 4, 17,160 on 2."""
    limit = ("--at-most", "memory=8.84kB")
    assert points(*WAVEFRONT, *limit) == points(*WAVEFRONT, "--where", "nprocs >= 4")
    limit = ("--at-most", "memory=16.7KiB")
    assert points(*WAVEFRONT, *limit) == points(*WAVEFRONT, "--where", "nprocs >= 4")
    limit = ("--at-most", "memory=17160")
    assert points(*WAVEFRONT, *limit) == points(*WAVEFRONT, "--where", "nprocs >= 2")


def test_limits_of_other_quantities():
    done = sad("tune", *WAVEFRONT, "--minimise", "communication", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    seconds = next(name for name in rows[0] if name.startswith("predicted"))
    few = {(r["nb"], r["nprocs"]) for r in rows if float(r[seconds]) <= 0.01}
    assert 0 < len(few) < len(rows)
    assert points(*WAVEFRONT, "--at-most", "communication=10ms") == few


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((*WAVEFRONT, "--at-most", "memory"), "NAME=VALUE"),
        ((*WAVEFRONT, "--at-most", "memory=much"), "no size"),
        ((*WAVEFRONT, "--at-most", "memory=1kB"), "no point is left"),
        (("llp", "--over", "G=1:4", "--procs", "2", "--at-most", "memory=1kB"), "own source"),
        (
            (
                "pointers.c",
                "--machine",
                "zen3",
                "--set",
                "n=9",
                "--over",
                "NB=1:3",
                "--at-most",
                "memory=1kB",
            ),
            "not known",
        ),
    ],
)
def test_limits_that_cannot_be(words: tuple[str, ...], part: str):
    check_one_error(sad("tune", *words), "SAD682", USAGE, part)
