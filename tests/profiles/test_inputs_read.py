"""What a program reads first, found in its input file: only what is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Diagnostics
from sad.profiles.running.vary import values_read
from sad.reading.options import Reading
from sad.reading.sources import read_sources

if TYPE_CHECKING:
    from pathlib import Path


def values(folder: Path, body: str, text: str, more: str = "") -> dict[str, str]:
    """The values by name that a program with these statements reads."""
    path = folder / "p.f"
    lines = ["PROGRAM P", "REAL A(10)", *body.strip().splitlines(), "END", *more.splitlines()]
    path.write_text(
        "".join(f"{line}\n" if line[:1] == " " else f"      {line}\n" for line in lines)
    )
    source = path.read_text().splitlines()
    program = read_sources(Reading((str(path),)), Diagnostics())
    found = values_read(program, text, lambda _, line: source[line - 1])
    return {name: value for (_, _, name), value in found.items()}


def test_each_statement_begins_a_record_and_leaves_the_rest_of_it(tmp_path: Path):
    body = "READ *, N, X\nREAD (5,*) M\nREAD (*,*) L, K"
    text = "3, 2.5D0   N and X\n7 M\n1\n 2*4\n"
    assert values(tmp_path, body, text) == {"N": "3", "X": "2.5D0", "M": "7", "L": "1", "K": "4"}


def test_subroutines_are_followed_and_what_reads_nothing_is_passed(tmp_path: Path):
    body = "CALL OTHER\nDO 10 I = 1, 3\n10 X = X + 1\nIF (X .GT. 9) X = 0\nCALL RD(N)\nREAD *, M"
    body = body.replace("\n10 X", "\n   10 X")
    more = "SUBROUTINE RD(N)\nREAD *, K\nRETURN\nEND\nSUBROUTINE OTHER\nY = 1\nEND"
    assert values(tmp_path, body, "5\n6\n", more) == {"K": "5", "M": "6"}


@pytest.mark.parametrize(
    "body",
    [
        "READ (5,100) M\n  100 FORMAT (I3)",
        "READ (7,*) M",
        "DO 10 I = 1, 2\n   10 READ *, M",
        "IF (N .GT. 1) READ *, M",
        "IF (N .GT. 1) GOTO 20\nREAD *, M\n   20 CONTINUE",
        "   20 READ *, M\nIF (M .GT. 1) GOTO 20",
        "READ *, A",
        "READ (*, *, IOSTAT=I) M",
        "READ (*, *, END=20) M\n   20 CONTINUE",
    ],
)
def test_what_may_be_otherwise_ends_the_search(tmp_path: Path, body: str):
    assert values(tmp_path, f"READ *, N\n{body}\nREAD *, L", "1\n2\n3\n") == {"N": "1"}


@pytest.mark.parametrize("text", ["", "1", "1 /\n2", "1,,2", "1 'x"])
def test_a_record_that_cannot_be_told_gives_nothing(tmp_path: Path, text: str):
    assert values(tmp_path, "READ *, N, M", text) == {}


def test_text_and_elements_are_passed_over(tmp_path: Path):
    text = "'a b' 1.5 T 4\n"
    body = "CHARACTER*8 C\nLOGICAL L\nREAD *, C, A(1), L, N"
    assert values(tmp_path, body, text) == {"N": "4"}
