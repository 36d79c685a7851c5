"""A revision that comes from the cache has the costs of one that is read as a whole."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sad.checks.revision_units import There
from tests.checks.repository import git
from tests.incremental.made import MADE, made
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.command import Result

INCLUDED = """      SUBROUTINE WITH (N, X)
      INCLUDE 'sizes.inc'
      REAL X(M)
      DO 10 I = 1, M
   10 X(I) = 0.0
      END
"""
SIZES = "      PARAMETER (M = {size})\n"


def repository(folder: Path) -> None:
    """Have git keep what is in a folder."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")


def both(*words: object, cache: Path) -> Result:
    """Check against the last commit, with a cache from nothing and again; all say the same."""
    found = [
        sad("check", *words, "--baseline", "HEAD", "--format", "json", *way)
        for way in (("--no-cache",), *[("--cache", cache)] * 2)
    ]
    assert found[0].code in (0, 1), found[0].err
    assert found[0] == found[1] == found[2]
    return found[0]


@pytest.mark.parametrize("name", [name for name in MADE if name != "alone"])
def test_random_edits(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = made(name, tmp_path / name)
    monkeypatch.chdir(program.folder)
    repository(program.folder)
    words = [word for stub in program.reading.stubs for word in ("--stub", stub)]
    seen: set[str] = set()
    for number in range(6):
        git(program.folder, "checkout", "--quiet", ".")
        for seed in range(2 * number, 2 * number + 2):
            program.edit(random.Random(seed))
        result = sad("check", *words, "--baseline", "HEAD", "--no-cache")
        if result.code in (0, 1):
            seen.add(both(*words, cache=tmp_path / "cache").out)
    assert len(seen) > 1


@pytest.mark.parametrize("where", ["", "src", "src/sub"])
def test_from_other_folders(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is included is that of the revision, also where it has no folder to be called from."""
    folder = tmp_path / "r"
    (folder / "src").mkdir(parents=True)
    (folder / "sad.toml").write_text('sources = "src"\ninclude = "inc"\n')
    (folder / "inc").mkdir()
    (folder / "inc" / "sizes.inc").write_text(SIZES.format(size=10))
    (folder / "src" / "with.f").write_text(INCLUDED)
    repository(folder)
    (folder / "src" / "sub").mkdir()
    (folder / "inc" / "sizes.inc").write_text(SIZES.format(size=12))
    monkeypatch.chdir(folder / where)
    assert '"verdict": "dearer leading coefficient"' in both(cache=tmp_path / "cache").out


def test_sources_and_folders_named_absolutely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that the revision does not have is the one that is there now."""
    folder, other = tmp_path / "r", tmp_path / "inc"
    for item in (folder, other):
        item.mkdir()
    (other / "sizes.inc").write_text(SIZES.format(size=10))
    (folder / "with.f").write_text(INCLUDED)
    repository(folder)
    (folder / "with.f").write_text(INCLUDED.replace("0.0", "0.0 + X(1)"))
    monkeypatch.chdir(folder)
    for include in (other, "../inc"):
        result = both(folder / "with.f", "-I", include, cache=tmp_path / "cache")
        assert '"verdict": "dearer leading coefficient"' in result.out


def test_what_did_not_change_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the edited file is analysed at the revision: the other one has the key it has here."""
    program = made("fortran", tmp_path / "r")
    monkeypatch.chdir(program.folder)
    repository(program.folder)
    path = program.folder / "norms.f"
    path.write_text(path.read_text().replace("      S = 1.0D0\n", "      S = 2.0D0*S\n"))
    cache = tmp_path / "cache"
    both("--stub", "own.yaml", cache=cache)
    entries = sad("cache", "show", "--cache", cache).out
    kept = next(line.split() for line in entries.splitlines() if line.split()[:1] == ["itself"])
    units = path.parent.glob("*.f")
    in_all = sum(file.read_text().count("      END\n") for file in units)
    edited = path.read_text().count("      END\n")
    assert int(kept[1]) <= in_all + 2 * edited, kept


def test_a_process_that_fails_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = made("fortran", tmp_path / "r")
    monkeypatch.chdir(program.folder)
    repository(program.folder)
    program.edit(random.Random(3))
    plain = sad("check", "--baseline", "HEAD", "--no-cache")
    monkeypatch.setattr(There, "__reduce__", lambda _: (int, ("no number",)))
    assert sad("check", "--baseline", "HEAD", "--cache", tmp_path / "cache") == plain
