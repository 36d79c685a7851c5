"""Every reproducer is read without losing a statement, and only the expected ones draw a message."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from frontends.fortran.reader import ReadOptions, read_file
from sad.diagnostics import Diagnostics, SadError
from sad.ir.check import check_program
from sad.ir.program import Program
from tests.frontends.fortran.reproducer import FOLDER
from tests.support.account import statement_count

NAMES = sorted(path.name for path in FOLDER.iterdir())
EXPECTED: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("expected_diagnostics.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", NAMES)
def test_reading_gives_the_expected_diagnostics_and_no_others(name: str) -> None:
    diagnostics = Diagnostics()
    try:
        read_file(str(FOLDER / name), ReadOptions(), diagnostics)
    except SadError as error:
        diagnostics.items.append(error.diagnostic)
    found = [
        f"{item.code} {Path(item.span.file).name}:{item.span.line}" for item in diagnostics.items
    ]
    assert found == EXPECTED.get(name, [])


@pytest.mark.parametrize("name", [name for name in NAMES if name != "empty_file.f"])
def test_every_statement_stands_in_valid_ir(name: str) -> None:
    file = read_file(str(FOLDER / name), ReadOptions(), Diagnostics())
    assert statement_count(file) == file.statements
    assert check_program(Program((file,))) == []


def test_all_reproducers_are_here() -> None:
    suffixes = [Path(name).suffix for name in NAMES]
    assert (suffixes.count(".f"), suffixes.count(".h"), len(NAMES)) == (268, 2, 271)
    assert set(EXPECTED) <= set(NAMES)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("crlf.f", b"SUBROUTINE S\r\n"),
        ("ctrl_z_eof.f", b"END\n\x1a"),
        ("formfeed.f", b"\x0c      SUBROUTINE"),
        ("latin1_comment.f", b"pr\xe9cision"),
        ("tab_in_string.f", b"'a\tb'"),
        ("cont_in_string.f", b"is split here  \n"),
    ],
)
def test_no_editor_has_tidied_a_reproducer(name: str, content: bytes) -> None:
    assert content in (FOLDER / name).read_bytes()


def test_the_statement_count_notices_a_lost_statement() -> None:
    file = read_file(str(FOLDER / "arith_if.f"), ReadOptions(), Diagnostics())
    unit = file.units[0]
    shorter = replace(file, units=(replace(unit, body=unit.body[1:]),))
    assert statement_count(shorter) == file.statements - 1
