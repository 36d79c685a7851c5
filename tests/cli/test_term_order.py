"""The order in which sums were made does not show: a cache, or a worker, makes them in another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.command import CORPUS
from tests.support.term_order import said_with

if TYPE_CHECKING:
    from pathlib import Path

_SWITCH = """\
int f(int x)
{
    switch (x) {
    case 0:
    case 1:
        return 1;
    }
    return x;
}
"""


def test_choices(tmp_path: Path) -> None:
    (tmp_path / "switch.c").write_text(_SWITCH)
    files = [tmp_path / "switch.c", CORPUS / "mpi/roles/source.c"]
    said = said_with("up", files)
    assert any("(x == 0 or x == 1)" in line for line in said)
    assert said == said_with("down", files)


@pytest.mark.proof
@pytest.mark.parametrize("part", range(4))
def test_the_corpus(part: int) -> None:
    files = sorted(path for path in CORPUS.rglob("*") if path.suffix in (".f", ".f90", ".c"))
    assert len(files) > 100
    assert said_with("up", files[part::4]) == said_with("down", files[part::4])
