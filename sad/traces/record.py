"""The recorder, built with the user's compiler, and commands that run with it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, argument_error, input_error
from sad.records import record
from sad.traces.align import aligned
from sad.traces.building import OUTSIDE, built
from sad.traces.gather import gathered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.traces.format import Trace

_FOLDER, _MOST, _WALL = "SAD_TRACE_FOLDER", "SAD_TRACE_MOST", "SAD_TRACE_WALL"
_IDLE = 0.2
"""Above this load for each core a clock of the wall says more about others than about the program."""


@record
class Recording:
    """How to record. ``most`` is how many bytes a rank may write; ``compiler`` None: the usual one.

    ``threads`` is how many OpenMP is told to use, None: as the environment says.
    """

    is_openmp: bool = False
    compiler: str | None = None
    clock: str = "auto"
    repeat: int = 1
    most: int = 4 << 30
    threads: int | None = None


def build_recorder(recording: Recording) -> Path:
    """Return the library to preload, built if this compiler has not built it before.

    Raises SAD664 if there is no compiler, or it fails.
    """
    command = recording.compiler or ("cc" if recording.is_openmp else "mpicc")
    words = OUTSIDE.words(command, "--compiler")
    folder = files("sad.traces") / "recorder"
    parts = [*folder.iterdir()]
    if recording.is_openmp:
        parts = [*(folder / "openmp").iterdir(), folder / "record.h"]
    texts = {
        item.name: item.read_text(encoding="utf-8")
        for item in sorted(parts, key=lambda item: item.name)
        if item.name.endswith((".c", ".h"))
    }
    return built(texts, words, "recorder.so", ("-ldl", "-lpthread"), command)


def link_flags(recording: Recording) -> str:
    """Return what to add to the command that links a program which cannot be preloaded."""
    library = build_recorder(recording)
    return f"{library} -Wl,-rpath,{library.parent}"


def record_run(command: Sequence[str], recording: Recording, stdin: bytes | None = None) -> Trace:
    """Run a command as often as asked and return its trace, the runs aligned.

    Each run reads ``stdin``, or without it what this process would read. Raises SAD660 if nothing
    was recorded, SAD664 if the command cannot be run or fails.
    """
    library = build_recorder(recording)
    return aligned([_once(command, library, recording, stdin) for _ in range(recording.repeat)])


def preloading(library: Path, folder: Path, most: int) -> dict[str, str]:
    """Return the environment in which a program of MPI is recorded into ``folder``.

    ``library`` is the recorder, ``most`` how many bytes a rank may write.
    """
    before = os.environ.get("LD_PRELOAD", "")
    return {
        **os.environ,
        _FOLDER: str(folder),
        _MOST: str(most),
        "LD_PRELOAD": f"{library}:{before}" if before else str(library),
    }


def _once(
    command: Sequence[str], library: Path, recording: Recording, stdin: bytes | None
) -> Trace:
    load = _load()
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    by_wall = inf if recording.clock == "wall" else 0
    if recording.clock == "auto" and load < _IDLE and not recording.is_openmp:
        by_wall = cores
    with tempfile.TemporaryDirectory(prefix="sad-trace-") as name:
        folder = Path(name)
        environment = preloading(library, folder, recording.most)
        if recording.clock == "wall":
            environment[_WALL] = "1"
        if recording.threads is not None:
            environment["OMP_NUM_THREADS"] = str(recording.threads)
        started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        sys.stdout.flush()
        try:
            code = subprocess.run(command, env=environment, input=stdin, check=False).returncode
        except OSError as error:
            message = f"{command[0]!r} cannot be run: {error.strerror}"
            raise argument_error("SAD664", message, "give the command behind --") from None
        trace = gathered(folder, command, by_wall)
        if trace is None:
            raise _nothing(command, code, recording)
        if code:
            note = f"the command ended with exit status {code}"
            trace.notes = (*trace.notes, note)
    trace.started, trace.computer = started, f"{_processor()}, {cores} cores, load {load:.1f}"
    return trace


def _nothing(command: Sequence[str], code: int, recording: Recording) -> Exception:
    if code:
        message = f"{command[0]!r} ended with exit status {code} and left no records"
        return argument_error("SAD664", message, "try it by hand, without the recorder")
    what = "OpenMP of gcc or LLVM" if recording.is_openmp else "MPI"
    message = f"{command[0]!r} left no records: it is statically linked, or does not use {what}"
    hint = "sad trace flags prints what to link with"
    if not recording.is_openmp:
        hint += "; --openmp records threads"
    return input_error("SAD660", message, Span.at(command[0]), hint)


def _load() -> float:
    """The load of each core now."""
    try:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    except OSError:
        return 0.0


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return "unknown processor"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else "unknown processor"
