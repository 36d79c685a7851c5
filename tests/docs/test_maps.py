"""The maps for people are true: what docs/tour.md and tests/README.md name is there."""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.command import ROOT

TOUR = (ROOT / "docs/tour.md").read_text()
TESTS = (ROOT / "tests/README.md").read_text()
_PATH = re.compile(r"`((?:sad|frontends|docs|tests|benchmarks|corpus|validation)/[\w/.-]*)`")
_ROW = re.compile(r"^\|.*\|.*\| (?P<files>`.*`) \| (?P<names>.*) ?\|$", re.MULTILINE)
_FOLLOWED = re.compile(r"`((?:sad|frontends)/[\w/]+\.py)`[ \n]*\(?,? ?[ \n]*`(\w+)`\)")


def defined_in(path: str) -> set[str]:
    """Names of classes, functions, methods and values that a file defines."""
    found = set[str]()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case _:
                pass
    return found


@pytest.mark.parametrize("text", [TOUR, TESTS], ids=["tour", "tests"])
def test_paths_exist(text: str):
    paths = _PATH.findall(text)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_names_are_defined_where_the_tour_says():
    places = [
        (re.findall(r"`([\w/.]+)`", row["files"]), re.findall(r"`(\w+)`", row["names"]))
        for row in _ROW.finditer(TOUR)
    ]
    places += [([path], [name]) for path, name in _FOLLOWED.findall(TOUR)]
    assert len(places) > 25
    missing: list[str] = []
    for files, names in places:
        defined = set[str]().union(*(defined_in(path) for path in files if path.endswith(".py")))
        missing += [f"{files}: {name}" for name in names if name not in {*defined, "While"}]
    assert missing == []


def test_every_folder_of_tests_is_on_its_map():
    folders = {path.parent for path in (ROOT / "tests").glob("*/__init__.py")}
    assert len(folders) > 30
    assert sorted(path.name for path in folders if f"`tests/{path.name}/`" not in TESTS) == []
