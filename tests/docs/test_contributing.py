"""CONTRIBUTING.md is true: its reader reads, and what it points at is there."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from sad.diagnostics import SadError
from sad.profiles.readers.source import Source
from tests.docs.test_commands_in_docs import (
    test_make_targets_named_in_the_page_exist as targets_exist,
)
from tests.support.command import ROOT

PAGE = ROOT / "CONTRIBUTING.md"
TEXT = PAGE.read_text()


def reader():
    block = re.search(r"^```python hits\.py\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert block is not None
    module = ModuleType("hits")
    exec(block[1], module.__dict__)
    return module.read_hits


def test_the_reader_reads(tmp_path):
    path = tmp_path / "run.hits"
    path.write_text("a.f:3 10\nb.f:1 2\na.f:3 5\n")
    with Source(str(path)) as source:
        profile = reader()(source, {"N": "10"})
    assert profile.at == {"N": "10"}
    assert {
        name: {n: c.count for n, c in file.lines.items()} for name, file in profile.files.items()
    } == {
        "a.f": {3: 15},
        "b.f": {1: 2},
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [("a.f:3 10\na.f:4", "SAD703"), ("a.f three\n", "SAD704"), ("a.f:3 -1\n", "SAD705")],
)
def test_the_reader_refuses(tmp_path, text, code):
    path = tmp_path / "run.hits"
    path.write_text(text)
    with Source(str(path)) as source, pytest.raises(SadError, match=code):
        reader()(source, {})


def test_the_lines_beside_which_others_go_are_there():
    detect = (ROOT / "sad/profiles/readers/detect.py").read_text()
    assert "return _counted([read_lcov(source, at)], path)" in TEXT
    for line in ("return _counted([read_lcov(source, at)], path)", "def _kind", "FORMATS = ("):
        assert line in detect


def test_files_named_are_there():
    named = set(re.findall(r"\]\(([^)#]+)\)", TEXT)) | set(
        re.findall(r"`((?:sad|tests|docs|corpus|\.ci)/[\w/.-]+)`", TEXT)
    )
    missing = {name for name in named if not (ROOT / name).exists()}
    assert missing == {"sad/profiles/readers/hits.py", "tests/profiles/readers/test_hits.py"}


def test_make_targets_exist():
    targets_exist(PAGE)
