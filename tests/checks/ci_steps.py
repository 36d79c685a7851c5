"""What CI systems do with the files of this repository, done here: their steps, run by bash.

With ``SAD_CI_INSTALL=1`` (``make ci-steps``) the steps that install sad run as well; without, a
``sad`` that is this one stands on the path.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from tests.support.command import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

INSTALLS = os.environ.get("SAD_CI_INSTALL") == "1"
_INSTALL_STEP = "Install sad"
_EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")
_GH = """\
#!/bin/sh
printf '%s\\n' "$*" >> "$GH_LOG"
for last; do :; done
case "$last" in body=@*) cat "${last#body=@}" >> "$GH_LOG";; esac
case "$*" in *--paginate*) printf '%s' "$GH_OLD";; esac
"""


@dataclass
class Ran:
    """What steps printed, whether all of them passed, and what the action hands on."""

    out: str = ""
    err: str = ""
    passed: bool = True
    outputs: dict[str, str] = field(default_factory=dict[str, str])
    summary: str = ""
    comments: str = ""


def tools(folder: Path) -> Path:
    """Return a folder for the path: with ``sad`` unless steps install it, and a ``gh`` that notes."""
    folder.mkdir()
    if not INSTALLS:
        _script(folder / "sad", f'#!/bin/sh\nexec "{sys.executable}" -m sad "$@"\n')
    _script(folder / "gh", _GH)
    return folder


def _script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def bash(
    lines: str, folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run lines as the systems do: the first that fails is the last."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", lines],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def run_action(
    repository: Path,
    scratch: Path,
    inputs: Mapping[str, str],
    pull_request: str = "",
    old: str = "",
) -> Ran:
    """Run the steps of ``action.yml`` in a repository; ``old`` is the comment that is there."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    path = f"{tools(scratch / 'bin')}{os.pathsep}{os.environ['PATH']}"
    values = {f"inputs.{name}": str(item["default"]) for name, item in action["inputs"].items()}
    values.update((f"inputs.{name}", text) for name, text in inputs.items())
    values["github.action_path"] = str(ROOT)
    values["github.token"] = "secret"
    values["github.repository"] = "owner/name"
    values["github.event.pull_request.number"] = pull_request
    ran = Ran()
    files = {
        name: scratch / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")
    }
    for step in action["runs"]["steps"]:
        if not _holds(step.get("if", ""), values) or not (
            INSTALLS or step["name"] != _INSTALL_STEP
        ):
            continue
        for file in files.values():
            file.touch()
        own = {name: _put_in(str(text), values) for name, text in step.get("env", {}).items()}
        own.update((name, str(file)) for name, file in files.items())
        own.update(RUNNER_TEMP=str(scratch), GH_LOG=str(scratch / "gh.log"), GH_OLD=old, PATH=path)
        done = bash(_put_in(step["run"], values), repository, own)
        ran.out, ran.err = ran.out + done.stdout, ran.err + done.stderr
        path = os.pathsep.join([*reversed(files["GITHUB_PATH"].read_text().split()), path])
        for line in files["GITHUB_OUTPUT"].read_text().splitlines():
            name, _, text = line.partition("=")
            values[f"steps.{step.get('id', '')}.outputs.{name}"] = text
        files["GITHUB_PATH"].unlink()
        files["GITHUB_OUTPUT"].unlink()
        if done.returncode:
            ran.passed = False
            break
    ran.outputs = {n: _put_in(item["value"], values) for n, item in action["outputs"].items()}
    ran.summary = files["GITHUB_STEP_SUMMARY"].read_text()
    log = scratch / "gh.log"
    ran.comments = log.read_text() if log.exists() else ""
    return ran


def run_comment_step(scratch: Path, markdown: str, old: str) -> str:
    """Run the action's step that comments, with this to say; return what it asked of GitHub."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    (step,) = [item for item in action["runs"]["steps"] if "GH_TOKEN" in item.get("env", {})]
    (scratch / "sad.md").write_text(markdown)
    own = {
        "SAD_REPOSITORY": "owner/name",
        "SAD_PULL_REQUEST": "7",
        "SAD_MARKDOWN": str(scratch / "sad.md"),
        "GH_LOG": str(scratch / "gh.log"),
        "GH_OLD": old,
        "PATH": f"{tools(scratch / 'bin')}{os.pathsep}{os.environ['PATH']}",
    }
    done = bash(step["run"], scratch, own)
    assert done.returncode == 0, done.stderr
    return (scratch / "gh.log").read_text()


def _put_in(text: str, values: Mapping[str, str]) -> str:
    return _EXPRESSION.sub(lambda match: values[match[1]], text)


def _holds(condition: str, values: Mapping[str, str]) -> bool:
    """Whether all parts of a condition hold: ``a == 'text'``, or a value that is not empty."""
    for part in filter(None, (item.strip() for item in condition.split("&&"))):
        name, compared, text = part.partition(" == ")
        value = _put_in(values[name], values)
        if not (value == text.strip("'") if compared else value):
            return False
    return True


def run_gitlab(repository: Path, scratch: Path, variables: Mapping[str, str]) -> Ran:
    """Run the job of the GitLab template."""
    job: dict[str, Any] = yaml.safe_load((ROOT / "ci" / "gitlab-sad.yml").read_text())["sad-check"]
    path = f"{tools(scratch / 'bin')}{os.pathsep}{os.environ['PATH']}"
    lines = [*(job["before_script"] if INSTALLS else ()), *job["script"]]
    own = {**job["variables"], "SAD_SOURCE": str(ROOT), **variables}
    done = bash("\n".join(lines), repository, {**own, "PATH": path, "TMPDIR": str(scratch)})
    kept = {item: (repository / item).read_text() for item in job["artifacts"]["paths"]}
    return Ran(done.stdout, done.stderr, done.returncode == 0, kept)
