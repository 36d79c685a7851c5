"""Counts of programs in C whose members have addresses, at given inputs, against real runs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.slicing.member_programs import IN_A_UNION, LINES, LOST, MEMBERS, WHOLE_LINES
from tests.slicing.runs import annotated, compare
from tests.support.compiler import GCC

_COUNTER = r"kc\[(\d)\]\+\+"


def _build(text: str) -> None:
    Path("t.c").write_text(text.lstrip("\n"))
    subprocess.run(["gcc", "-w", "t.c", "-o", "t"], check=True)


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize("name", MEMBERS)
def test_counts_are_those_of_the_run(name: str):
    text, values = MEMBERS[name]
    _build(text)
    compare("t.c", text, values, _COUNTER)


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize(
    ("text", "given"),
    [(LINES, "1\n# 7\n3\n4\n"), (WHOLE_LINES, "1, 2\nskip 7\n\n3 words 4")],
)
def test_lines_of_a_file(text: str, given: str):
    _build(text)
    Path("t.in").write_text(given)
    compare("t.c", text, {}, _COUNTER, given=given)


def test_cleared_memory_is_lost_with_all_other():
    Path("t.c").write_text(LOST.lstrip("\n"))
    lines = annotated("t.c", {"n": 4})
    assert lines["7"]["exact"]
    assert not lines["13"]["exact"]


def test_parts_of_a_union_are_never_told_apart_by_their_addresses():
    Path("t.c").write_text(IN_A_UNION.lstrip("\n"))
    lines = annotated("t.c", {"n": 5})
    for line in (lines["18"], lines["20"]):
        assert not line["exact"] or line["count"]["value"] == 5
