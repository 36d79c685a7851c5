"""A command given again says what one without a cache says, whatever changed in between."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.loading.describe import load_description
from sad.reading.options import Reading
from tests.incremental.made import made
from tests.incremental.test_by_units import PROGRAMS
from tests.support.command import CORPUS, ROOT, sad, without_next

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program with a snapshot and a machine of its own, in the current folder, checked once."""
    found = made("fortran", tmp_path / "program").folder
    os.utime(found / "size.inc", (1e9, 1e9))
    (found / "base.yaml").write_text((ROOT / "machine_db" / "sparc2.yaml").read_text())
    (found / "own.yml").write_text("schema: 1\nname: own\nextends: base\n")
    monkeypatch.chdir(found)
    monkeypatch.setenv("SAD_CACHE_DIR", str(tmp_path / "cache"))
    assert sad("snapshot").code == 0
    assert "identical; 0 errors" in sad("check").out
    return found


def _append(name: str, text: str) -> None:
    path = Path(name)
    path.write_text(path.read_text() + text)


def _replace(name: str, old: str, new: str) -> None:
    path = Path(name)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


CHANGES: dict[str, Callable[[], object]] = {
    "nothing": lambda: None,
    "a comment": lambda: _append("norms.f", "!     note\n"),
    "a comment in an include file": lambda: _append("size.inc", "!     note\n"),
    "a size": lambda: _replace("size.inc", "12", "13"),
    "a new file": lambda: Path("more.f").write_text("      SUBROUTINE MORE\n      END\n"),
    "a file gone": lambda: Path("norms.f").unlink(),
    "a module that is not there": lambda: _append(
        "steps.f", "      SUBROUTINE WARN (A)\n      USE AWAY\n      REAL A(9)\n      END\n"
    ),
    "settings": lambda: Path("sad.toml").write_text('assume = ["no-error-exits"]\n'),
    "a limit": lambda: Path("sad.toml").write_text('[check]\nforbid = "any"\n'),
    "the snapshot": lambda: _append("sad.snapshot", "\n"),
    "what a machine extends": lambda: _replace("base.yaml", "\nname: ", "\nname: other "),
    "input beside it": lambda: Path("main.in").write_text("3\n"),
}


def _files() -> list[str]:
    return sorted(path.name for path in Path().glob("*.[fF]"))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("check", "--strict", "--format", "json"),
        ("analyze",),
        ("analyze", "--machine", "own.yml"),
    ],
    ids=" ".join,
)
def test_again(folder: Path, change: Callable[[], object], command: tuple[str, ...]) -> None:
    def said(*options: str) -> tuple[int, str, str]:
        words = [*command, *(_files() if command[0] == "analyze" else ())]
        found = sad(*words, *options)
        return found.code, without_next(found.out), found.err

    assert said() == said("--no-cache")
    change()
    assert said() == said("--no-cache")
    assert said() == said("--no-cache")
    del folder


def test_a_file_found_first_in_another_folder(folder: Path, tmp_path: Path) -> None:
    text = Path("size.inc").read_text()
    Path("size.inc").unlink()
    for name, size in (("near", 12), ("far", 20)):
        (tmp_path / name).mkdir()
        header = tmp_path / name / "size.inc"
        header.write_text(text.replace("12", str(size)))
        os.utime(header, (1e9, 1e9))
    options = ("check", "-I", str(tmp_path / "near"), "-I", str(tmp_path / "far"))
    before = sad(*options)
    assert sad(*options).out == before.out
    (tmp_path / "near" / "size.inc").unlink()
    found, scratch = sad(*options), sad(*options, "--no-cache")
    assert found.out == scratch.out != before.out
    del folder


@pytest.mark.parametrize("machine", ["sparc2", "zen3"])
@pytest.mark.parametrize("program", ["c/escapes.c", "md1/md1.f"])
def test_a_program_that_is_run_for_its_counts(program: str, machine: str, tmp_path: Path) -> None:
    """What the run took and found, and what waiting for memory adds, is the same from the cache."""
    words = "analyze", str(CORPUS / program), "--machine", machine
    expected = sad(*words, "--no-cache", "--jobs", "1")
    assert expected.code == 0
    for _ in range(2):
        found = sad(*words, "--cache", tmp_path / "cache")
        assert (without_next(found.out), found.err) == (without_next(expected.out), expected.err)


_OF_ALL = (
    "sweep --machine zen3 --vary {}=10:30:10",
    "sweep --vary {}=4,5 --quantity operations --format csv",
    "compare --machine sparc2 --machine zen3 --vary {}=8,9 --format json",
    "compare --machine sparc2 --machine zen3",
    "roofline --machine xeon-emerald-rapids",
    "graph --format json",
    "analyze --format html --machine sparc2 --also-machine zen3 -o -",
    "dump --description",
)
_OF_MESSAGES = (
    "analyze --comm",
    "analyze --comm --set nprocs=4 --format json",
    "scale --machine paragon --procs 2,4",
    "scale --machine paragon --procs 2,4 --simulate --format json",
    "scale --machine paragon --procs 4 --contention",
)
_OF_THREADS = (
    "scale --machine xeon-emerald-rapids --threads 1,2,4",
    "analyze --machine zen3 --set nthreads=4",
)


def _cases() -> Iterator[tuple[Path, str]]:
    for path in PROGRAMS:
        own = {"mpi": _OF_MESSAGES, "omp": _OF_THREADS}.get(path.relative_to(CORPUS).parts[0], ())
        for command in (*_OF_ALL, *own):
            yield path, command


@pytest.mark.sampled(60)
@pytest.mark.parametrize(
    ("path", "command"),
    [pytest.param(*case, id=f"{case[0].relative_to(CORPUS)} {case[1]}") for case in _cases()],
)
def test_every_command_says_the_same(
    path: Path, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From nothing, from a cache without an entry, and from what that run has kept."""
    monkeypatch.setenv("SAD_CACHE_DIR", str(tmp_path / "cache"))
    if "{}" in command:
        units = load_description(Reading((str(path),))).description.units
        sizes = (item.label for unit in units for item in unit.parameters)
        command = command.format(next(sizes, "N"))
    name, *options = command.split()

    def said(*more: str) -> tuple[int, str, str]:
        found = sad(name, str(path), *options, *more)
        return found.code, without_next(found.out).replace(" --no-cache", ""), found.err

    expected = said("--no-cache")
    assert said() == expected
    assert (tmp_path / "cache").exists()
    assert said() == expected


_TEAMS = {
    "inside": "!$OMP PARALLEL\n      CALL WORK (X, K)\n!$OMP END PARALLEL\n",
    "outside": "      CALL WORK (X, K)\n!$OMP PARALLEL DO\n      DO 5 I = 1, 9\n    5 X(I) = K\n",
}
_WORKS = (
    "      K = 1\n",
    "      SAVE L\n      L = L + 1\n      K = L\n",
    "!$OMP DO\n      DO 7 I = 1, 9\n    7 X(I) = 1.0\n",
    "      INTEGER OMP_GET_THREAD_NUM\n      K = OMP_GET_THREAD_NUM()\n",
    "      COMMON /B/ N\n      N = 2\n",
    "      COMMON /B/ N\n!$OMP THREADPRIVATE(/B/)\n      N = 2\n",
    "      CALL DEEP (K)\n",
    "      IF (K .GT. 5) STOP\n",
)
_DEEP = "      SUBROUTINE DEEP (K)\n      K = K + 1\n      END\n"


@pytest.mark.parametrize("where", _TEAMS)
def test_what_threads_do_in_other_units(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether several threads change counts depends on what others do, which no caller sees."""
    monkeypatch.chdir(tmp_path)
    Path("main.f").write_text(
        "      PROGRAM MAIN\n      COMMON /B/ N\n      REAL X(9)\n      READ *, K\n"
        f"{_TEAMS[where]}      DO 9 I = 1, K + N\n    9 PRINT *, X(1)\n      END\n"
    )
    words = "analyze", "main.f", "work.f", "--machine", "zen3", "--set", "nthreads=4"
    doubts = set[str]()
    for body in _WORKS:
        Path("work.f").write_text(
            f"      SUBROUTINE WORK (X, K)\n      REAL X(9)\n{body}      END\n{_DEEP}"
        )
        expected = sad(*words, "--format", "json", "--no-cache")
        assert sad(*words, "--format", "json", "--cache", "cache") == expected
        with pytest.MonkeyPatch.context() as patch:
            patch.delattr(
                "sad.loading.by_units.analysed"
            )  # the whole program is not looked at again
            assert sad(*words, "--format", "json", "--cache", "cache") == expected
        doubts.update(line for line in expected.out.splitlines() if "do not change what" in line)
    assert len(doubts) > (1 if where == "inside" else 0)
