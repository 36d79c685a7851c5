"""The hook, the action and the template, run on a small repository with two commits."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import pytest
import yaml

from tests.checks.ci_steps import INSTALLS, bash, run_action, run_comment_step, run_gitlab, tools
from tests.checks.repository import COMMENTED, DEARER, git, make_repository
from tests.support.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path

WORSE = "src/solve.f,line=6,endLine=6,title=sad forbid.order::SOLVE: O(N**2) -> O(N**3), "


def test_the_action_fails_on_a_dearer_change(tmp_path: Path):
    repository = make_repository(tmp_path / "r")
    inputs = {"baseline": "main", "comment": "true", "config": "sad.toml"}
    ran = run_action(repository, tmp_path, inputs, pull_request="7", old="123")
    assert f"::error file={WORSE}" in ran.out, ran.err
    assert not ran.passed
    assert ran.outputs["code"] == "1"
    with open(ran.outputs["sarif"]) as file:
        (run,) = json.load(file)["runs"]
    (result,) = run["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "src/solve.f", "uriBaseId": "SRCROOT"}
    assert (
        "| `SOLVE`<br>**forbid.order** | `src/solve.f:6` | O(N\\*\\*2) -> O(N\\*\\*3)<br>"
        in ran.summary
    )
    assert "api --method PATCH repos/owner/name/issues/comments/123" in ran.comments
    assert ran.summary in ran.comments


def test_the_action_passes_and_says_nothing_where_only_a_comment_changed(tmp_path: Path):
    repository = make_repository(tmp_path / "r", COMMENTED)
    inputs = {"arguments": "--forbid any --max-increase 0%"}
    ran = run_action(repository, tmp_path, inputs, pull_request="7")
    assert ran.passed, ran.err
    assert (ran.out, ran.summary, ran.comments) == ("", "", "")


@pytest.mark.parametrize(
    ("markdown", "old", "asked"),
    [
        ("said", "", "api --method POST repos/owner/name/issues/7/comments"),
        ("said", "123", "api --method PATCH repos/owner/name/issues/comments/123"),
        ("", "123", "api --method DELETE repos/owner/name/issues/comments/123"),
        ("", "", ""),
    ],
)
def test_the_action_keeps_one_comment_while_there_is_something_to_say(
    markdown: str, old: str, asked: str, tmp_path: Path
):
    text = run_comment_step(tmp_path, markdown, old)
    assert asked in text
    assert ("--method" in text) == bool(asked)
    assert ("said" in text) == bool(markdown)


def test_an_action_that_cannot_run_fails_with_its_code(tmp_path: Path):
    repository = make_repository(tmp_path / "r")
    (repository / "sad.toml").write_text("source = 1\n")
    ran = run_action(repository, tmp_path, {})
    assert not ran.passed
    assert ran.outputs["code"] == "3"
    assert "sad.toml:1: error[SAD831]" in ran.err


def test_the_template_of_gitlab_fails_on_a_dearer_change(tmp_path: Path):
    repository = make_repository(tmp_path / "r")
    ran = run_gitlab(repository, tmp_path, {"SAD_ARGUMENTS": "--forbid any"})
    assert not ran.passed
    assert "src/solve.f:6: error[forbid.order]: SOLVE" in ran.out, ran.err
    (issue,) = json.loads(ran.outputs["gl-code-quality-report.json"])
    assert issue["location"] == {"path": "src/solve.f", "lines": {"begin": 6}}
    assert Xml.fromstring(ran.outputs["sad-junit.xml"]).find(".//failure") is not None


def test_the_hook_runs_on_sources_settings_and_snapshots(tmp_path: Path):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    files = (
        "src/solve.f",
        "a/B.F90",
        "m.f08",
        "x.c",
        "x.h",
        "sad.toml",
        "sub/sad.snapshot",
        "pyproject.toml",
    )
    assert [name for name in files if not re.search(hook["files"], name)] == []
    assert not any(re.search(hook["files"], name) for name in ("a.py", "notes.txt", "x.f.txt"))
    repository = make_repository(tmp_path / "r")
    assert hook["pass_filenames"] is False
    command = shlex.join([*shlex.split(hook["entry"]), *hook.get("args", ())])
    path = f"{tools(tmp_path / 'bin')}{os.pathsep}{os.environ['PATH']}"
    if INSTALLS:
        path = f"{os.path.dirname(sys.executable)}{os.pathsep}{path}"
    done = bash(command, repository, {"PATH": path})
    assert done.returncode == 1
    assert "error[forbid.order]: SOLVE" in done.stdout


@pytest.mark.skipif(not INSTALLS, reason="installs sad from scratch; run: make ci-steps")
def test_pre_commit_itself_stops_a_dearer_commit(tmp_path: Path):
    repository = make_repository(tmp_path / "r", COMMENTED)
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "sad-check"]
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *arguments],
            cwd=repository,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    passed = run("--all-files")
    assert passed.returncode == 0, passed.stdout + passed.stderr
    (repository / "src" / "solve.f").write_text(DEARER)
    git(repository, "add", ".")
    failed = run()
    assert failed.returncode == 1
    assert "error[forbid.order]: SOLVE" in failed.stdout
