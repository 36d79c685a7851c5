"""Progress on a real terminal: shown after a second, by phases, gone before anything is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad import progress
from tests.support.command import ROOT, sad

if TYPE_CHECKING:
    from collections.abc import Mapping

pty = pytest.importorskip("pty")

_SCRIPT = """\
import sys, time
from sad import progress
with progress.shown(has_colour={colour}):
    progress.step("reading", 3, 8)
    time.sleep({seconds})
    print("done")
    print("rich" in sys.modules)
"""
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ERASED = "\x1b[2K"


def on_terminal(words: list[str], env: Mapping[str, str] | None = None) -> str:
    """Run a command with a pseudo-terminal of its own; return all that it wrote to it."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update({"TERM": "xterm", "COLUMNS": "100", **(env or {})})
        os.execv(words[0], words)
    written = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not more:
            break
        written += more
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, written
    return written.decode()


def script(seconds: float, *, colour: bool = True) -> list[str]:
    return [sys.executable, "-c", _SCRIPT.format(seconds=seconds, colour=colour)]


def test_what_takes_long_is_shown_and_taken_away():
    written = on_terminal(script(1.8))
    shown, _, after = written.rpartition(_ERASED)
    assert "reading" in shown
    assert "3/8" in shown
    assert after == "done\r\nTrue\r\n"
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")  # the cursor is back


def test_nothing_is_shown_of_what_is_soon_done():
    assert on_terminal(script(0.2)) == "done\r\nFalse\r\n"


def test_nothing_is_shown_where_there_is_no_terminal():
    ran = subprocess.run(script(1.5), capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("done\nFalse\n", "")


def test_colours_can_be_declined():
    assert "\x1b[3" in on_terminal(script(1.6))
    for words, env in ((script(1.6), {"NO_COLOR": "1"}), (script(1.6, colour=False), {})):
        written = on_terminal(words, env)
        assert "reading" in written
        assert not re.search(r"\x1b\[(?:\d+;)*3\dm", written)
    assert on_terminal(script(1.6), {"TERM": "dumb"}) == "done\r\nFalse\r\n"


def test_it_comes_back_after_something_is_printed():
    text = "import sys, time\nfrom sad import progress\nwith progress.shown():\n"
    text += (
        "    progress.phase('reading')\n    time.sleep(1.5)\n    print('first', file=sys.stderr)\n"
    )
    text += "    progress.phase('counting')\n    time.sleep(1.5)\n    print('second')\n"
    written = on_terminal([sys.executable, "-c", text])
    before, _, rest = written.partition("first\r\n")
    assert before.endswith(_ERASED)
    assert "reading" in before
    assert "counting" in rest
    assert rest.endswith(f"{_ERASED}second\r\n")


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources that take some seconds."""
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    for number in range(400):
        name = f"S{number}"
        loops = "".join(
            f"      DO {n} I = 1, N\n      DO {n} J = I, M\n   {n} X(I) = X(I) + A*J\n"
            for n in range(10, 40)
        )
        text = f"      SUBROUTINE {name}(N, M, A, X)\n      REAL X(N), A\n{loops}      END\n"
        Path("src", f"{name}.f").write_text(text)
    return tmp_path


@pytest.mark.usefixtures("many")
def test_a_command_on_a_terminal():
    words = [str(Path(sys.executable).with_name("sad")), "snapshot", "src", "--no-cache"]
    if not Path(words[0]).exists():
        pytest.skip("sad is not installed beside this Python")
    written = on_terminal(words, {"PYTHONPATH": str(ROOT)})
    shown, _, after = written.rpartition(_ERASED)
    plain = _COLOUR.sub("", shown)
    assert "reading" in plain or "analysing" in plain
    assert "counting" in plain or "writing" in plain
    assert after == "wrote sad.snapshot: 400 units\r\n"


# --- the phases of every long command ------------------------------------------------------------


class Heard:
    """Hears what is told of the progress."""

    def __init__(self) -> None:
        self.titles: dict[str, None] = {}

    def tell(self, title: str, done: float, of: float) -> None:
        assert 0 <= done <= max(of, done)
        self.titles[title] = None

    def hide(self) -> None:
        """There is nothing to hide."""


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Heard:
    monkeypatch.chdir(tmp_path)
    found = Heard()
    monkeypatch.setattr(progress, "_current", found)
    return found


LOOP = """\
      SUBROUTINE LOOP(N, X)
      REAL X(N)
      DO 10 I = 1, N
   10 X(I) = X(I)*2.0
      END
"""
OLDER = LOOP.replace("DO 10", "X = 1.0\n      DO 10", 1)
C = "int f(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }\n"
MPI = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER IERR, RANK, N, STATUS(MPI_STATUS_SIZE)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_BARRIER(MPI_COMM_WORLD, IERR)
      CALL MPI_FINALIZE(IERR)
      END
"""


@pytest.mark.parametrize(
    ("command", "phases"),
    [
        ("analyze s.f --no-cache", ["reading", "analysing", "evaluating"]),
        ("analyze s.f", ["reading", "analysing"]),
        ("analyze c.c", ["reading", "analysing"]),
        ("analyze p.f --comm", ["reading", "analysing", "matching messages"]),
        ("snapshot s.f --no-cache", ["reading", "analysing", "counting", "writing"]),
        ("snapshot s.f", ["reading", "analysing", "counting", "writing"]),
        ("check s.f --baseline o.f", ["reading", "analysing", "counting", "comparing"]),
        ("diff o.f s.f", ["reading", "analysing", "counting", "comparing"]),
        ("sweep s.f --vary n=1:9 --machine sparc2", ["reading", "evaluating points"]),
    ],
)
def test_phases(command: str, phases: list[str], heard: Heard):
    for name, text in (("s.f", LOOP), ("o.f", OLDER), ("c.c", C), ("p.f", MPI)):
        Path(name).write_text(text)
    result = sad(*command.split())
    assert result.code == 0, result.err
    told = list(heard.titles)
    assert [title for title in told if title in phases] == phases


def test_phases_of_a_profile(heard: Heard):
    sad(
        "profile", "--build", "true", "--run", "sh -c 'exit {n}'", "--vary", "n=1,2", "-o", "p.yaml"
    )
    assert list(heard.titles) == ["building", "running n=1", "running n=2"]


def test_pieces_of_work_add_up(monkeypatch: pytest.MonkeyPatch):
    heard: list[tuple[str, float]] = []
    monkeypatch.setattr(progress, "step", lambda title, done, _: heard.append((title, done)))
    sets = progress.Shares("measuring", 2)
    sets.begin("gcc -O0")
    sets.tell("timing", 0.5)
    sets.begin("gcc -O2")
    sets.tell("timing", 1.0)
    assert heard == [
        ("measuring gcc -O0", 0.0),
        ("measuring gcc -O0: timing", 0.25),
        ("measuring gcc -O2", 0.5),
        ("measuring gcc -O2: timing", 1.0),
    ]
