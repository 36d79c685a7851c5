"""Programs end when they must, with all they started, and what they said is known."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from sad.profiles.running.commands import CommandError, fill, parse_command
from sad.profiles.running.process import Outcome, run_commands


def run(
    text: str, folder: Path, timeout: float | None = 20, environment: dict[str, str] | None = None
) -> Outcome:
    commands = fill(parse_command(text), {"python": sys.executable}, "gcov")
    around = dict(os.environ) if environment is None else environment
    return run_commands(commands, folder, around, timeout, lambda: None)


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_status_and_output(tmp_path: Path):
    outcome = run("sh -c 'echo one; echo two >&2; exit 7'", tmp_path)
    assert (outcome.status, outcome.text) == (7, "exit status 7")
    assert outcome.last_lines(5) == ["one", "two"]
    assert not outcome.succeeded


def test_a_signal_is_named(tmp_path: Path):
    assert run("sh -c 'kill -SEGV $$'", tmp_path).text == "ended by signal SIGSEGV"


def test_commands_stop_at_the_first_failure(tmp_path: Path):
    outcome = run("true && false && touch never", tmp_path)
    assert (outcome.program, outcome.status) == ("false", 1)
    assert list(tmp_path.iterdir()) == []


def test_redirections(tmp_path: Path):
    (tmp_path / "in put").write_text("hello\n")
    assert run("cat <'in put' >out && cat < 'in put' >> out", tmp_path).succeeded
    assert (tmp_path / "out").read_text() == "hello\nhello\n"
    assert run("sh -c 'echo a; echo b >&2' >both 2>&1", tmp_path).output == b""
    assert (tmp_path / "both").read_text() == "a\nb\n"
    assert run("sh -c 'echo a; echo b >&2' 2>&1 >one", tmp_path).output == b"b\n"
    assert run("sh -c 'echo a; echo b >&2' 2>two", tmp_path).output == b"a\n"
    assert run("sh -c 'echo a' >/dev/null", tmp_path).output == b""


def test_without_redirection_there_is_no_input(tmp_path: Path):
    assert run("cat", tmp_path).output == b""


def test_environment(tmp_path: Path):
    text = "A='x y' B= sh -c 'echo \"$A,$B,$C,$PWD\"'"
    outcome = run(text, tmp_path, environment={"C": "c", "PWD": "/", "PATH": os.environ["PATH"]})
    assert outcome.last_lines(1) == [f"x y,,c,{tmp_path}"]


@pytest.mark.parametrize("target", ["../x", "/tmp/../{}/x", "link/x", "sub/../../x"])
def test_nothing_is_written_outside(target: str, tmp_path: Path):
    folder = tmp_path / "work"
    (folder / "sub").mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path)
    for operator in (">", ">>", "2>"):
        with pytest.raises(CommandError, match="outside"):
            run(f"echo hello {operator} {target.replace('{}', str(tmp_path))}", folder)
    assert not (tmp_path / "x").exists()


def test_what_cannot_be_started(tmp_path: Path):
    (tmp_path / "text").write_text("no program")
    assert (
        run("./nothing", tmp_path).text == "cannot be started: ./nothing: No such file or directory"
    )
    assert "text: Permission denied" in run("./text", tmp_path).text
    assert "gone.in: No such file" in run("true < gone.in", tmp_path).text
    assert run("true < gone.in", tmp_path).status is None


def test_a_timeout_ends_grandchildren(tmp_path: Path):
    start = time.monotonic()
    text = 'sh -c \'trap "" TERM; sleep 300 & echo $! > pid; (trap "" TERM; sleep 300) & wait\''
    outcome = run(text, tmp_path, timeout=0.5)
    assert outcome.text == "timed out after 0.5 s"
    assert time.monotonic() - start < 100
    child = int((tmp_path / "pid").read_text())
    _gone_soon(child)


def test_what_is_left_running_ends_with_the_program(tmp_path: Path):
    outcome = run("sh -c 'sleep 300 & echo $! > pid; echo done'", tmp_path)
    assert outcome.succeeded
    assert outcome.last_lines(1) == ["done"]
    _gone_soon(int((tmp_path / "pid").read_text()))


def _gone_soon(process: int) -> None:
    for _ in range(100):
        if not is_alive(process):
            return
        time.sleep(0.05)
    pytest.fail(f"process {process} still runs")


def test_the_timeout_is_for_all_programs_together(tmp_path: Path):
    outcome = run("sleep 0.4 && sleep 300", tmp_path, timeout=0.8)
    assert outcome.text == "timed out after 0.8 s"


def test_endless_output_is_not_kept(tmp_path: Path):
    text = '{python} -c \'print("x" * 99, end="\\n") or print(("y" * 99 + "\\n") * 100000)\''
    outcome = run(text, tmp_path)
    assert outcome.succeeded
    assert len(outcome.output) <= 64 * 1024
    assert outcome.last_lines(2) == ["y" * 99] * 2
    assert run("sh -c 'yes'", tmp_path, timeout=0.5).text.startswith("timed out")


def test_output_cannot_control_the_terminal(tmp_path: Path):
    assert run("printf 'a\\033[2Jb\\r\\n\\n'", tmp_path).last_lines(3) == ["a [2Jb"]


def test_what_the_tick_raises_ends_the_program(tmp_path: Path):
    def tick() -> None:
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().endswith("\n"):
            raise KeyboardInterrupt

    commands = fill(parse_command("sh -c 'echo $$ > pid; sleep 300'"), {}, "gcov")
    with pytest.raises(KeyboardInterrupt):
        run_commands(commands, tmp_path, dict(os.environ), 60, tick)
    _gone_soon(int((tmp_path / "pid").read_text()))
