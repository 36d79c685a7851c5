"""Long conditions have names in the text report, each said once below the formulas."""

from __future__ import annotations

import re
from itertools import permutations
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.algebra.conditions import not_negative
from sad.algebra.poly import Poly
from sad.report.shorten import ShortPrinter
from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SOURCE = """\
      SUBROUTINE WORK (TRANS, N, LDA, INCX, A)
      CHARACTER TRANS
      DOUBLE PRECISION A(*)
      IF (LDA .LT. N .OR. INCX .EQ. 0 .OR. INCX .EQ. 7) RETURN
      IF (TRANS .EQ. 'N' .OR. TRANS .EQ. 'n') THEN
         DO 10 I = 1, N
   10    A(I) = A(I) + 1.0
      ELSE
         DO 30 I = 1, N
            DO 20 J = 1, N
   20       A(J) = A(I)*2.0
   30    A(I) = 0.0
      END IF
      IF (N .EQ. 3) A(1) = 0.0
      END
"""


def report(tmp_path: Path, *options: str, source: str = SOURCE) -> str:
    path = tmp_path / "work.f"
    path.write_text(source)
    result = sad("analyze", path, *options)
    assert result.code == 0, result.err
    return result.out


def test_long_conditions_are_said_once(tmp_path: Path):
    text = report(tmp_path, "--formula")
    rows = re.findall(r"^ +(?:[\d.]+|<0.1) % +work.f:\d+ +(do \d+) .* (\S+)$", text, re.MULTILINE)
    assert dict(rows) == {"do 20": "C1*N**2", "do 30": "C1*N"}
    assert re.findall(r"^  [ +] (\S+)$", text, re.MULTILINE) == ["C1*N**2", "C2*N"]
    assert text.count("INCX not in {0, 7}") == 2
    section = text.partition("conditions: 1 where they hold, else 0\n")[2].splitlines()
    assert section[0] == "  C1  LDA >= N and INCX not in {0, 7} and TRANS not in {'N', 'n'}"
    assert section[1] == "  C2  LDA >= N and INCX not in {0, 7} and TRANS in {'N', 'n'}"


def test_names_do_not_clash_with_those_of_the_program(tmp_path: Path):
    text = report(tmp_path, source=SOURCE.replace("INCX", "C1"))
    assert "COND1*N**2" in text
    assert "  COND1  LDA >= N and C1 not in {0, 7}" in text


def test_short_conditions_stay_where_they_are(tmp_path: Path):
    source = "      SUBROUTINE S (N)\n      IF (N .LT. 9) PRINT *, N\n      END\n"
    only = report(tmp_path, source=source)
    assert "conditions:" not in only


def printer(conditions: Mapping[str, str]) -> ShortPrinter:
    found = ShortPrinter(str, lambda _: 1, 1000, lambda _: Coding.INTEGER, ())
    found.conditions.update(conditions)
    return found


def test_conditions_in_conditions_have_names_that_are_said():
    known = printer({"[N + 32*C2 == 99]": "C1", "[M >= C3]": "C2", "[K > 1]": "C3"})
    assert known.numbered("C1*N + C3", "") == (
        "C1*N + C2",
        [("C1", "N + 32*C3 == 99"), ("C2", "K > 1"), ("C3", "M >= C2")],
    )


def test_names_do_not_depend_on_how_a_sum_was_made():
    products = [
        not_negative(Poly.symbol(f"{name}_IS_A_LONG_NAME") - 7)
        * not_negative(Poly.symbol("LDA") - n)
        for n, name in enumerate("NMK")
    ]
    found: set[tuple[tuple[str, str], ...]] = set()
    for first, second, third in permutations(products):
        known = printer({})
        text = known.poly(first + second + third)
        found.add((("", text), *known.numbered(text, "")[1]))
    assert len(found) == 1
