"""Counts without a formula in the library, checks, comparisons and sweeps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import sad
import sad.slicing.evaluate
import sad.slicing.program
from tests.support.command import sad as command

if TYPE_CHECKING:
    import pytest

SEARCH = """\
      SUBROUTINE SEARCH(N, S)
      INTEGER KEY(100), S
      DO 10 I = 1, N
   10 KEY(I) = MOD(7*I, N)
      S = 0
      DO 30 I = 1, N
         DO 20 J = 1, N
            IF (KEY(J) .EQ. I) GOTO 30
            S = S + 1
   20    CONTINUE
   30 CONTINUE
      END
"""
PROJECT = """\
sources = ["search.f"]
[[contract.SEARCH.seconds]]
machine = "sparc2"
at = {N = 50}
max = %s
"""


def _runs_of_line_9(n: int) -> int:
    key = [7 * i % n for i in range(1, n + 1)]
    return sum(key.index(i) if i in key else n for i in range(1, n + 1))


def test_the_library_finds_them():
    Path("search.f").write_text(SEARCH, encoding="utf-8")
    model = sad.analyze("search.f")
    assert model.with_values(N=50).count("SEARCH", line=9).evaluate() == _runs_of_line_9(50)
    run = model.on("sparc2").at(N=50)
    assert run.missing == ()
    assert run.seconds > 0
    assert run.coverage.evaluated > 0.5
    without = sad.analyze("search.f", evaluate_steps=0).on("sparc2").at(N=50)
    assert without.missing == ("X1", "P1")


def test_a_sweep_writes_the_slice_once(monkeypatch: pytest.MonkeyPatch):
    Path("search.f").write_text(SEARCH, encoding="utf-8")
    written: list[object] = []
    signatures = sad.slicing.program.Signatures

    def counting(*arguments: Any) -> object:
        written.append(arguments)
        return signatures(*arguments)

    monkeypatch.setattr(sad.slicing.program, "Signatures", counting)
    table = sad.analyze("search.f").sweep({"N": [10, 30, 50]}, quantities="count:search.f:9")
    (values,) = (table[title] for title in table.titles)
    assert values == tuple(map(_runs_of_line_9, (10, 30, 50)))
    assert len(written) == 1


def test_compare_finds_them():
    Path("search.f").write_text(SEARCH, encoding="utf-8")
    result = command(
        "compare", "search.f", "--vary", "N=10:50:20", "--machine", "sparc2", "--machine", "t3d"
    )
    assert result.code == 0, result.err
    assert "needs" not in result.out


def test_a_contract_on_seconds_holds_or_not():
    Path("search.f").write_text(SEARCH, encoding="utf-8")
    for most, code, said in (("1", 0, "0 errors"), ("1e-9", 1, "is exceeded: 0.0005473 s")):
        Path("sad.toml").write_text(PROJECT % most, encoding="utf-8")
        assert command("snapshot").code == 0
        result = command("check")
        assert result.code == code, result.err
        assert said in result.out + result.err


def test_a_run_that_reaches_its_limit_says_so():
    Path("search.f").write_text(SEARCH, encoding="utf-8")
    result = command("analyze", "search.f", "--set", "N=50", "--evaluate-steps", "800")
    assert "800 steps were not enough (--evaluate-steps)" in result.out
    assert "evaluated at these values (of" not in result.out


LONG = """\
      PROGRAM LONG
      READ (*,*) N
      L = N
      DO 10 I = 1, 30000
   10 L = MOD(7*L + I, 1013)
      DO 20 J = 1, L
   20 K = K + J
      END
"""


def test_an_unchanged_program_is_not_run_again(monkeypatch: pytest.MonkeyPatch):
    Path("long.f").write_text(LONG, encoding="utf-8")
    runs: list[object] = []
    start = sad.slicing.evaluate.Running.start

    def counting(self: sad.slicing.evaluate.Running) -> None:
        runs.append(self)
        start(self)

    monkeypatch.setattr(sad.slicing.evaluate.Running, "start", counting)
    base = ("annotate", "long.f", "--format", "json", "--cache", "c")
    texts = [command(*base, "--set", "N=50").out for _ in range(2)]
    assert texts[0] == texts[1]
    assert '"evaluated": true' in texts[0]
    assert len(runs) == 1
    command(*base, "--set", "N=51")
    assert len(runs) == 2
    for _ in range(2):  # one of more steps than are allowed is known, too
        command(*base, "--set", "N=52", "--evaluate-steps", "25000")
    assert len(runs) == 3
    assert '"evaluated": true' in command(*base, "--set", "N=52").out


def test_explain_says_what_decided():
    Path("search.f").write_text(SEARCH, encoding="utf-8")
    result = command("explain", "search.f:8", "--set", "N=50")
    values = [line for line in result.out.splitlines() if line.startswith("  value ")]
    assert values[:4] == [
        "  value     line 6: iterations = 50",
        "  value     line 6: N = 50",
        "  value     line 7: iterations = 50",
        "  value     line 7: N = 50",
    ]
    assert "  value     line 8: KEY(J) from 0 to 49: 7, 14, 21, ..." in values


def test_more_steps_are_proposed_where_they_were_not_enough():
    Path("search.f").write_text(SEARCH, encoding="utf-8")
    result = command(
        *("analyze", "search.f", "--set", "N=50", "--machine", "sparc2"),
        *("--evaluate-steps", "800"),
    )
    assert "--evaluate-steps 8000" in result.out
