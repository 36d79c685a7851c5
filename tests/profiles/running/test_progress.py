"""What users see while runs are made."""

from __future__ import annotations

import io

from sad.profiles.running.process import Outcome
from sad.profiles.running.progress import Progress
from sad.profiles.running.runs import RunRecord
from sad.profiles.running.summary import runs_table
from sad.profiles.running.vary import points


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, *, quiet: bool = False) -> str:
    progress = Progress(stream, 4, quiet=quiet)
    for title in ("build", "run 1"):
        progress.start(title)
        progress.tick()
        progress.end("exit status 0")
    progress.close()
    return stream.getvalue()


def test_a_line_for_each_step():
    assert shown(io.StringIO()) == "build: exit status 0\nrun 1: exit status 0\n"


def test_on_a_terminal_one_line_that_vanishes():
    text = shown(Terminal())
    assert "\n" not in text
    assert "[......................" in text
    assert "[######.................." in text
    assert "1/4  run 1  0 s" in text
    assert text.endswith("\r\x1b[K")


def test_quiet():
    assert shown(Terminal(), quiet=True) == shown(io.StringIO(), quiet=True) == ""


def test_the_table_of_runs():
    first, second, third = points(["n=5,1000,7777"], {"C": "7", "N": "2*n"})
    records = [
        RunRecord(first, Outcome("./p", 0, 0.126, b""), used=True),
        RunRecord(second, Outcome("./p", 3, 12.0, b""), used=True),
        RunRecord(third, Outcome("./p", None, 100.0, b"", "timed out after 100 s"), used=False),
    ]
    assert runs_table(records) == (
        "run     n      N  seconds  ended with\n"
        "  1     5     10     0.13  exit status 0\n"
        "  2  1000   2000    12.00  exit status 3 (used)\n"
        "  3  7777  15554   100.00  timed out after 100 s (left out)\n"
    )
