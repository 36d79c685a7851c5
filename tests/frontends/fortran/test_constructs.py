"""The table of docs/fortran.md: each construct's program has the count of gfortran's run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.frontends.fortran.constructs import CONSTRUCTS, PAGE, Construct, page
from tests.support.command import sad
from tests.support.compiler import needs_gfortran, run

if TYPE_CHECKING:
    from pathlib import Path

_N = 5


@pytest.mark.compiler
@needs_gfortran
@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda item: item.names[:30])
def test_counts_are_those_of_a_run(construct: Construct, tmp_path: Path):
    path = tmp_path / "p.f90"
    path.write_text(construct.text)
    built = run(["gfortran", "-O0", "-w", "-J", str(tmp_path), "-o", "p", "p.f90"], tmp_path)
    assert built.returncode == 0, built.stderr
    executed = int(run(["./p"], tmp_path, f"{_N}\n").stdout)
    (tmp_path / "in").write_text(f"{_N}\n")
    shown = sad("annotate", path, "--stdin", tmp_path / "in")
    assert (shown.code, "SAD210" in shown.err) == (0, False), shown.err
    counts = re.findall(r"^ *= (\d+) +\d+: +k = k \+ 1$", shown.out, re.MULTILINE)
    assert sum(map(int, counts)) == executed > 0


def test_the_page_has_the_table():
    assert page(PAGE.read_text()) == PAGE.read_text()
