"""Starting programs without a shell, with a time limit, in a group that ends with them."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from sad.profiles.running.commands import CommandError
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

    from sad.profiles.running.commands import Command


_TAIL_BYTES = 64 * 1024
_SHORTEST_WAIT, _LONGEST_WAIT = 0.001, 0.05  # [s]
_MODES = {"<": "rb", ">": "wb", ">>": "ab", "2>": "wb"}
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


@record
class Outcome:
    """How commands ended: ``status`` as ``subprocess`` has it (None: not started, or timed out).

    ``seconds`` is the time they took; ``output`` the last 64 KB they wrote, of both streams;
    ``problem`` says why they were not started, or that they took too long.
    """

    program: str
    status: int | None
    seconds: float
    output: bytes
    problem: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether every program ended with status 0."""
        return self.status == 0

    @property
    def text(self) -> str:
        """The end in words, for instance ``exit status 2`` or ``ended by signal SIGSEGV``."""
        if self.status is None:
            return self.problem
        if self.status >= 0:
            return f"exit status {self.status}"
        try:
            return f"ended by signal {signal.Signals(-self.status).name}"
        except ValueError:
            return f"ended by signal {-self.status}"

    def last_lines(self, count: int) -> list[str]:
        """Return the last lines of the output that are not blank, without control characters."""
        lines = self.output.decode(errors="replace").splitlines()
        kept = [line.rstrip() for line in lines if line.strip()][-count:]
        return ["".join(c if c.isprintable() else " " for c in line)[:200] for line in kept]


def run_commands(
    commands: Sequence[Command],
    folder: Path,
    environment: Mapping[str, str],
    timeout: float | None,
    tick: Callable[[], None],
) -> Outcome:
    """Run the commands in ``folder`` one after the other until one fails.

    ``timeout`` [s] is for all together; when it has passed, and when a program has ended, all
    processes of its group are killed. ``tick`` is called many times a second; what it raises passes
    through when the group is dead. Raises ``CommandError`` for a redirection to outside ``folder``.
    """
    start = time.monotonic()
    deadline = None if timeout is None else start + timeout
    output = bytearray()
    outcome = Outcome("", 0, 0.0, b"")
    for command in commands:
        status, problem = _run(command, folder, environment, deadline, tick, output)
        if status is None and not problem:
            problem = f"timed out after {timeout:g} s"
        seconds = time.monotonic() - start
        outcome = Outcome(command.arguments[0], status, seconds, bytes(output), problem)
        if not outcome.succeeded:
            break
    return outcome


def _run(
    command: Command,
    folder: Path,
    environment: Mapping[str, str],
    deadline: float | None,
    tick: Callable[[], None],
    output: bytearray,
) -> tuple[int | None, str]:
    read_end, write_end = os.pipe()
    with ExitStack() as stack:
        stack.callback(os.close, read_end)
        try:
            streams = _streams(command, folder, write_end, stack)
            process = subprocess.Popen(
                command.arguments,
                cwd=folder,
                env={**environment, "PWD": str(folder), **dict(command.environment)},
                stdin=streams["<"],
                stdout=streams[">"],
                stderr=streams["2>"],
                start_new_session=True,
            )
        except OSError as error:
            what = error.filename if isinstance(error.filename, str) else command.arguments[0]
            return None, f"cannot be started: {what}: {error.strerror}"
        except ValueError as error:
            return None, f"cannot be started: {error}"
        finally:
            os.close(write_end)
        try:
            return _wait(process, read_end, deadline, tick, output), ""
        finally:
            _kill_group(process)


def _streams(
    command: Command, folder: Path, write_end: int, stack: ExitStack
) -> dict[str, int | IO[Any]]:
    streams: dict[str, int | IO[Any]] = {
        "<": subprocess.DEVNULL,
        ">": write_end,
        "2>": write_end,
    }
    for operator, name in command.redirections:
        if operator == "2>&1":
            streams["2>"] = streams[">"]
            continue
        path = folder / name
        if operator != "<" and name != os.devnull:
            _check_inside(path, folder, operator, name)
        try:
            file = stack.enter_context(path.open(_MODES[operator]))
        except OSError as error:
            raise OSError(error.errno, error.strerror, name) from None
        streams[">" if operator == ">>" else operator] = file
    return streams


def _check_inside(path: Path, folder: Path, operator: str, name: str) -> None:
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        message = f"{operator} {name} would write outside the copy of the working folder"
        raise CommandError(message, "write to a file inside it; --keep DIR keeps the copy")


def _wait(
    process: subprocess.Popen[bytes],
    read_end: int,
    deadline: float | None,
    tick: Callable[[], None],
    output: bytearray,
) -> int | None:
    """Return the exit status, or None at the deadline; add the end of the output to ``output``."""
    os.set_blocking(read_end, False)
    wait = _SHORTEST_WAIT
    with selectors.DefaultSelector() as selector:
        selector.register(read_end, selectors.EVENT_READ)
        while True:
            tick()
            status = process.poll()
            is_open = bool(selector.get_map())
            if is_open and (status is not None or selector.select(wait)):
                if not _read(read_end, output):
                    selector.unregister(read_end)
            elif not is_open and status is None:
                time.sleep(wait)
            if status is not None:
                return status
            if deadline is not None and time.monotonic() > deadline:
                return None
            wait = min(2 * wait, _LONGEST_WAIT)


def _read(read_end: int, output: bytearray) -> bool:
    """Take what is there, at most what a pipe holds; False if nothing can come any more."""
    for _ in range(16):
        try:
            data = os.read(read_end, _TAIL_BYTES)
        except BlockingIOError:
            return True
        if not data:
            return False
        output += data
        del output[:-_TAIL_BYTES]
    return True


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    # what a program has left running would write into the next run's files
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Interrupted(BaseException):
    """A signal asked to stop. ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


class Interrupts:
    """While it is entered, signals only leave a mark; ``check`` raises ``Interrupted`` for it.

    An exception raised by a handler could strike between starting a process and noting its number,
    or in the middle of cleaning up. Outside the main thread, where Python takes no handlers, signals
    keep their meaning.
    """

    def __init__(self) -> None:
        self._received = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for name in _SIGNALS:
                number = getattr(signal, name, None)
                # a signal that is ignored, as under nohup, stays so
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
        if self._received and kind is None:
            raise Interrupted(self._received)

    def _note(self, number: int, _frame: object) -> None:
        self._received = self._received or number

    def check(self) -> None:
        """Raise ``Interrupted`` if a signal has come."""
        if self._received:
            raise Interrupted(self._received)
