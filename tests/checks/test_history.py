"""A history of typical commits: ``sad diff`` and ``sad check`` say of each what was stated by hand."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from sad.checks.compare.changes import compare
from sad.checks.costs.states import load_state
from sad.checks.outcome import Verdict
from sad.checks.snapshot.read import read_snapshot
from sad.checks.snapshot.write import snapshot_text
from sad.reading.options import Reading
from tests.checks.history import c, fortran
from tests.checks.repository import git
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

    from sad.checks.costs.record import State
    from tests.checks.history.commits import Commit

FAILS = {
    "any": {Verdict.ORDER, Verdict.LEADING, Verdict.INCOMPARABLE, Verdict.LOWER},
    "leading": {Verdict.ORDER, Verdict.LEADING, Verdict.INCOMPARABLE},
    "order": {Verdict.ORDER},
}
HISTORIES = {"fortran": (fortran.START, fortran.COMMITS), "c": (c.START, c.COMMITS)}
CASES = [
    pytest.param(language, number, id=f"{language}: {commit.title}")
    for language, (_, commits) in HISTORIES.items()
    for number, commit in enumerate(commits, 1)
]


@dataclass(frozen=True)
class History:
    """A repository with a first commit and those of a history, by their hashes."""

    folder: Path
    revisions: tuple[str, ...]


@pytest.fixture(scope="module")
def histories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, History]:
    return {
        language: _made(tmp_path_factory.mktemp(language), *parts)
        for language, parts in HISTORIES.items()
    }


def _made(folder: Path, files: dict[str, str], commits: list[Commit]) -> History:
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "sad.toml").write_text('sources = "src"\n')
    revisions = [_commit(folder, files, "First")]
    for commit in commits:
        files = commit.applied(files)
        revisions.append(_commit(folder, files, commit.title))
    return History(folder, tuple(revisions))


def _commit(folder: Path, files: dict[str, str], title: str) -> str:
    source = folder / "src"
    source.mkdir(exist_ok=True)
    for path in source.iterdir():
        path.unlink()
    for name, text in files.items():
        (source / name).write_text(text)
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", title)
    return git(folder, "rev-parse", "HEAD")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("language", "number"), CASES)
def test_commits_are_judged(language: str, number: int, histories: dict[str, History]):
    commit = HISTORIES[language][1][number - 1]
    history = histories[language]
    before, now = history.revisions[number - 1 : number + 1]
    with contextlib.chdir(history.folder):
        result = sad("diff", f"{before}..{now}", "--format", "json")
        assert (result.code, result.err) == (0, "")
        _hold(commit, json.loads(result.out))
        git(history.folder, "checkout", "--quiet", "--detach", now)
        for forbid, verdicts in FAILS.items():
            wanted = int(not verdicts.isdisjoint(commit.verdicts.values()))
            checked = sad("check", "--baseline", "HEAD~1", "--forbid", forbid)
            assert checked.code == wanted, f"{forbid}: {checked.out}"
            if not wanted:
                break  # those left forbid less


def _hold(commit: Commit, outcome: dict[str, list[dict[str, str]]]) -> None:
    found = {item["unit"]: item["verdict"] for item in outcome["changes"]}
    wanted = {name: str(commit.verdicts.get(name, Verdict.IDENTICAL)) for name in found}
    assert found == wanted, commit.why
    assert commit.verdicts.keys() <= found.keys()
    was = {item["unit"]: item["was"] for item in outcome["changes"] if item["was"]}
    assert was == commit.renamed


@pytest.mark.parametrize("language", HISTORIES)
def test_snapshots_say_the_same(language: str, tmp_path: Path):
    files, commits = HISTORIES[language]
    before = _snapshot(files, tmp_path / "0")[1]
    for number, commit in enumerate(commits, 1):
        files = commit.applied(files)
        now, kept = _snapshot(files, tmp_path / str(number))
        found = {item.unit.name: item.verdict for item in compare(before, now)}
        wanted = {name: commit.verdicts.get(name, Verdict.IDENTICAL) for name in found}
        assert found == wanted, commit.title
        before = kept


def _snapshot(files: dict[str, str], folder: Path) -> tuple[State, State]:
    """The costs of files, and what is read of a snapshot of them."""
    source = folder / "src"
    source.mkdir(parents=True)
    for name, text in files.items():
        (source / name).write_text(text)
    state = load_state(Reading((str(source),)), "", folder)[0]
    (folder / "sad.snapshot").write_text(snapshot_text(state))
    return state, read_snapshot(str(folder / "sad.snapshot"))
