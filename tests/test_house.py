"""The shape of the code: small files, quick start, nothing of one machine inside."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import sad
from sad.version import VERSION
from tests.support.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ("sad", "frontends", "machine_db")
USUAL_LINES, MOST_LINES = 400, 700
# Raised only by a commit that says why.
BUDGET = {"sad": 183_940, "frontends": 28_145}
HEAVY = {"sympy", "networkx", "numpy", "scipy", "rich", "fparser", "pycparser"}
MODULES = sorted(
    path for folder in (*PACKAGES, "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")
)


def test_no_file_is_longer_than_the_house_allows():
    long = {path: count for path in MODULES if (count := _lines(path)) > USUAL_LINES}
    assert {str(path): count for path, count in long.items() if count > MOST_LINES} == {}
    without_reason = [
        str(path)
        for path in long
        if "Over 400 lines:" not in (ast.get_docstring(ast.parse(path.read_text())) or "")
    ]
    assert without_reason == []


@pytest.mark.parametrize(("package", "most"), BUDGET.items())
def test_all_lines_of_a_package_keep_to_its_budget(package: str, most: int):
    lines = sum(_lines(path) for path in MODULES if path.is_relative_to(ROOT / package))
    assert lines <= most


def _lines(path: Path) -> int:
    return len(path.read_text().splitlines())


@pytest.mark.parametrize("command", [["--help"], ["machine", "list"], ["--version"]])
def test_quick_commands_load_no_heavy_package(command):
    code = (
        "import sys; from sad.cli import main; main(sys.argv[1:]); "
        f"heavy = {HEAVY!r} & set(sys.modules); "
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert run.returncode == 0, run.stderr


def test_every_module_of_the_product_has_a_docstring():
    missing = [
        str(path)
        for path in MODULES
        if path.is_relative_to(ROOT / "sad") or path.is_relative_to(ROOT / "frontends")
        if not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert missing == []


def test_the_map_names_every_folder():
    text = (ROOT / "sad" / "__init__.py").read_text()
    folders = [path.name for path in (ROOT / "sad").iterdir() if (path / "__init__.py").exists()]
    assert len(folders) > 8
    assert [name for name in folders if name not in text] == []


def test_nothing_lies_about_at_the_top():
    """What a test or a person left there would be committed with the next change."""
    git = subprocess.run(
        ["git", "ls-files"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if git.returncode:
        pytest.skip("no repository")
    top = {name for name in git.stdout.splitlines() if "/" not in name}
    expected = {
        "CHANGELOG.md",
        "CITATION.cff",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "README.md",
    }
    expected |= {"action.yml", "mkdocs.yml", "pyproject.toml"}
    assert {name for name in top if not name.startswith(".")} <= expected


def test_the_changelog_begins_with_the_version():
    title = re.search(r"^## (\S+?)[, ]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert title is not None
    assert title[1] == VERSION == sad.__version__


def test_importing_the_package_is_instant():
    code = "import sys; import sad; print(len([m for m in sys.modules if m.startswith('sad')]))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout.strip() == "1"
