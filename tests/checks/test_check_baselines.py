"""``sad check`` against snapshots and revisions, and what it says where these cannot be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.repository import CHEAP, COMMENTED, DEARER, git, make_repository
from tests.support.command import Result, sad

OTHER = """\
      SUBROUTINE OTHER (N, X)
      REAL X(N)
      DO 10 I = 1, N
   10 X(I) = X(I) + 1.0
      END
"""
SOLVE = Path("src/solve.f")
SNAPSHOT = Path("sad.snapshot")


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(make_repository(tmp_path / "r"))


def fails(result: Result, code: int, said: str) -> None:
    """Hold a result against a code and the one problem it tells of."""
    assert result.code == code
    assert result.err.count("error[") == 1
    assert said in result.err
    assert "hint: " in result.err


def test_a_change_is_dearer_than_snapshot_revision_and_folder(tmp_path: Path):
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "solve.f").write_text(CHEAP)
    for baseline in ("sad.snapshot", "main", "HEAD~1", str(folder)):
        result = sad("check", "--baseline", baseline)
        assert result.code == 1, baseline
        assert "src/solve.f:6: error[forbid.order]: SOLVE: O(N**2) -> O(N**3)" in result.out
        assert "\n  a third loop (K = 1, N)" in result.out
        assert f"1 unit compared with {baseline}" in result.out.replace(str(Path.cwd()) + "/", "")
    assert sad("check", "--baseline", "HEAD").code == 0


def test_lines_responsible_come_with_a_revision():
    result = sad("check", "--baseline", "main")
    assert "\n  a third loop (K = 1, N) around X(I) = X(I) + A(I,J); new >= old" in result.out


def test_a_folder_below_the_settings_finds_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir("src")
    result = sad("check")
    assert result.code == 1
    assert result.out.startswith("src/solve.f:6: error[forbid.order]: SOLVE")
    result = sad("check", "--format", "github", "--baseline", "main")
    assert result.out.startswith("::error file=src/solve.f,")


def test_flags_win_over_the_file():
    assert sad("check", "--forbid", "none").code == 0
    result = sad("check", "--forbid", "none", "--max-increase", "5%")
    assert result.code == 1
    assert "error[max-increase]: SOLVE: the cost at the sizes increased by " in result.out
    Path("sad.toml").write_text('sources = "src"\n')
    result = sad("check", "--forbid", "none", "--max-increase", "5%")
    assert "cannot be told: the sizes give it no value" in result.out
    assert (
        sad("check", "--forbid", "none", "--max-increase", "200000%", "--set", "n=1000").code == 0
    )


def test_new_renamed_and_removed_units_are_notes():
    SOLVE.write_text(COMMENTED.replace("SOLVE", "RESOLVE") + OTHER)
    result = sad("check", "--forbid", "any")
    assert result.code == 0
    assert "src/solve.f:1: note[unit.renamed]: RESOLVE: was SOLVE" in result.out
    assert "src/solve.f:10: note[unit.new]: OTHER: is new" in result.out
    SOLVE.write_text(OTHER)
    assert "note[unit.removed]: SOLVE: is gone" in sad("check", "--forbid", "any").out


def test_an_accepted_cost_is_in_the_next_snapshot():
    assert sad("check").code == 1
    assert sad("snapshot").code == 0
    result = sad("check", "--forbid", "any", "--max-increase", "0%")
    assert (result.code, result.err) == (0, "")


def test_units_that_are_not_kept_are_not_compared():
    with Path("sad.toml").open("r+") as file:
        text = file.read()
        file.seek(0)
        file.write(f'units = ["X*"]\n{text}')
    result = sad("check", "--baseline", "main")
    assert result.code == 0
    assert "0 units compared with main" in result.out


# --- what cannot be had --------------------------------------------------------------------------


def test_a_damaged_snapshot():
    SNAPSHOT.write_text(SNAPSHOT.read_text().replace("3*N**2", "2*N**2", 1))
    fails(sad("check"), 3, "sad.snapshot:")
    SNAPSHOT.write_text("costs\n")
    fails(sad("check"), 3, "error[SAD810]")
    SNAPSHOT.write_bytes(b"\xff\xfe\x00")
    fails(sad("check"), 3, "error[SAD810]")


def test_a_snapshot_of_another_schema():
    SNAPSHOT.write_text(SNAPSHOT.read_text().replace("schema 2", "schema 0", 1))
    fails(sad("check"), 3, "error[SAD811]")
    SNAPSHOT.write_text(SNAPSHOT.read_text().replace("schema 0", "schema 99", 1))
    fails(sad("check"), 3, "error[SAD811]")


def test_conflicts_of_a_merge_in_snapshot_and_source():
    conflict = "<<<<<<< main\n{0}=======\n{0}>>>>>>> change\n"
    text = SNAPSHOT.read_text()
    SNAPSHOT.write_text(conflict.format(text))
    fails(sad("check"), 3, "error[SAD813]")
    SNAPSHOT.write_text(text)
    SOLVE.write_text(conflict.format(CHEAP))
    fails(sad("check"), 3, "src/solve.f:1: error[SAD816]")


def test_no_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    fails(sad("check", "--baseline", "main"), 2, "git, which is not installed")
    assert sad("check").code == 1  # a snapshot needs none


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(tmp_path / "plain")
    Path("solve.f").write_text(DEARER)
    fails(sad("check", "--baseline", "main"), 2, "is in no git work tree")


def test_no_such_revision():
    fails(sad("check", "--baseline", "mane"), 2, "no such revision: 'mane'")


def test_a_shallow_clone_without_the_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    url = f"file://{Path.cwd()}"
    git(tmp_path, "clone", "--quiet", "--depth=1", "--branch=change", url, "shallow")
    monkeypatch.chdir(tmp_path / "shallow")
    fails(sad("check", "--baseline", "HEAD~1"), 2, "is not in this shallow clone")
    assert sad("check").code == 1


def test_a_detached_head_is_as_good_as_a_branch():
    git(Path.cwd(), "switch", "--quiet", "--detach", "change")
    assert sad("check", "--baseline", "main").code == 1
    assert sad("check", "--baseline", "HEAD").code == 0


def test_a_baseline_that_cannot_be_read_in_part_is_a_warning():
    git(Path.cwd(), "switch", "--quiet", "main")
    Path("src/bad.f").write_text("\0")
    git(Path.cwd(), "add", ".")
    git(Path.cwd(), "commit", "--quiet", "-m", "bad")
    Path("src/bad.f").unlink()
    result = sad("check", "--baseline", "main")
    assert result.code == 0
    assert "warning[SAD103]: in main: binary file" in result.err
    assert sad("check", "--baseline", "main", "--strict").code == 3


def test_a_size_that_no_unit_has_is_an_error_with_a_cache_as_well(tmp_path: Path):
    for baseline in ("sad.snapshot", "main"):
        for cache in (("--no-cache",), *[("--cache", tmp_path / "cache")] * 2):
            result = sad("check", "--baseline", baseline, "--set", "k=3", *cache)
            fails(result, 2, "error[SAD501]: no unit has a 'k'")
