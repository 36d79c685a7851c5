"""Calls of C that mean stubs of Fortran procedures and of the C library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.model import build_model
from sad.lowering.build import describe
from sad.profiles.settings import Settings
from sad.stubs.link import with_stubs
from sad.stubs.load import read_stubs
from tests.support.made import call, program, unit

if TYPE_CHECKING:
    from sad.model.expand import BlockCount

STUBS = """\
schema: 1
stubs:
  WORK:
    arguments: [N integer]
    operations: {add.double: N}
"""


@pytest.mark.parametrize(
    ("name", "arguments", "linked"),
    [
        ("work_", 1, True),
        ("work", 1, True),
        ("WORK", 1, True),
        ("work", 2, False),
        ("wo", 1, False),
    ],
)
def test_a_stub_is_found_by_its_linker_name_and_in_any_case(
    name: str, arguments: int, linked: bool
):
    diagnostics = Diagnostics()
    caller = program(unit("main", "n", call(name, *["n"] * arguments)))
    found = with_stubs(caller, read_stubs(STUBS, "stubs.yaml"), diagnostics)
    model = build_model(describe(analyse(found.program), found.outside), "main", Settings())
    costs = [key for block in model.expansion.blocks for key in _keys(block)]
    assert ("add.double" in costs) is linked
    assert not diagnostics.has_errors


def _keys(block: BlockCount) -> list[str]:
    return [key for line in block.block.lines for key in line.operations]
