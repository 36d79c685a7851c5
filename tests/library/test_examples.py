"""The examples in the docstrings of the public interface are run."""

from __future__ import annotations

import doctest
import pkgutil
import re
from importlib import import_module

import pytest

import sad.library
from tests.support.command import ROOT

SOLVE = re.search(r"```fortran solve\.f\n(.*?)```", (ROOT / "docs" / "params.md").read_text(), re.S)
MODULES = [f"sad.library.{item.name}" for item in pkgutil.iter_modules(sad.library.__path__)]
CASES = [
    case
    for name in MODULES
    for case in doctest.DocTestFinder().find(import_module(name), name)
    if case.examples
]


@pytest.fixture(autouse=True)
def solve(tmp_path, monkeypatch):
    assert SOLVE is not None
    (tmp_path / "solve.f").write_text(SOLVE[1])
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_examples_of_a_docstring_are_right(case):
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    result = runner.run(case, out=said.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(said)


def test_every_public_class_and_function_has_an_example():
    named = {case.name.split(".")[3] for case in CASES if len(case.name.split(".")) > 3}
    public = {
        "Count", "Function", "MachineModel", "Model", "Parameters", "Prediction", "Sweep",
        "analyze", "compare", "load",
    }  # fmt: skip
    assert public <= named


def test_the_code_of_the_page_runs_and_prints_what_it_shows(capsys):
    page = (ROOT / "docs" / "library.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```\n(?:\n^```text\n(.*?)^```\n)?", page, re.M | re.S)
    assert len(blocks) > 5
    scope: dict[str, object] = {}
    for code, shown in blocks:
        exec(compile(code, "docs/library.md", "exec"), scope)
        printed = capsys.readouterr().out
        assert not shown or printed == shown
