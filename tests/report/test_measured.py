"""The summary after profiles were imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import sad

SOURCE = """\
      PROGRAM P
      READ *, N, M
      DO 10 I = 1, N*M
      READ *, X
      IF (X .GT. 2.0) THEN
      PRINT *, X
      END IF
   10 CONTINUE
      END
"""


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.f").write_text(SOURCE)


def counted(passes: int, taken: int) -> str:
    path = f"run{passes}.csv"
    lines = {2: 1, 3: 1, 4: passes, 5: passes, 6: taken, 8: passes}
    rows = "".join(f"main.f,{line},{count}\n" for line, count in lines.items())
    Path(path).write_text(f"file,line,count\n{rows}")
    return path


def summary(*profiles: str, options: tuple[str, ...] = ()) -> list[str]:
    command = ("params", "import", *profiles, "--source", "main.f", "-o", "p.yaml", *options)
    found = sad(*command)
    assert found.code == 0, found.err
    return found.out.splitlines()


def test_runs_that_are_given_back_in_full_take_one_line():
    profiles = [f"{counted(size, size // 2)}@N={size}" for size in (10, 20, 40)]
    assert summary(*profiles, options=("--set", "M=1")) == [
        "p.yaml: 1 of 1 parameters measured",
        "each of the 3 runs: its values give 100.0 % of its executions within 1 %",
    ]


def test_what_unknown_counts_depend_on_is_named():
    lines = summary(counted(10, 5), counted(20, 10))
    assert lines[1].startswith("run10.csv: its values give ")
    assert " are still unknown; its own counts" in lines[1]
    assert lines[3:] == [
        "the unknown counts depend on M, N: say what they are with --set NAME=VALUE"
    ]


def test_never_is_told_without_an_error_of_nothing():
    summary(f"{counted(10, 0)}@N=10", f"{counted(20, 0)}@N=20", f"{counted(40, 0)}@N=40")
    assert "fit: c0; 3 sizes; 3 runs; never; the opposite less than" in Path("p.yaml").read_text()
    shown = sad("params", "show", "p.yaml").out
    assert "  c0; never  main.f:5\n" in shown


def test_on_a_terminal_lines_are_wrapped(monkeypatch: pytest.MonkeyPatch):
    whole = summary(counted(10, 5), counted(20, 10))
    monkeypatch.setattr("sad.cli.params_import.terminal_width", lambda: 60)
    lines = summary(counted(10, 5), counted(20, 10), options=("--fresh",))
    assert max(map(len, whole)) > 80
    assert max(map(len, lines)) <= 60
    assert " ".join(map(str.strip, lines)) == " ".join(whole)
