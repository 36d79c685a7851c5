"""The runtime compiled with the user's compiler, and what makes the compiler call it."""

from __future__ import annotations

import subprocess
from importlib.resources import files
from typing import TYPE_CHECKING

from sad.profiles.running.compilers import kind_of, tool_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_ENTRY = "__sanitizer_cov_trace_pc"
_CALLS = {
    "gcov": ("-g", "-fsanitize-coverage=trace-pc"),
    "llvm": ("-g", "-fsanitize-coverage=bb,no-prune,trace-pc"),
}
_PROBE = "int main(int n, char **v) { if (n > 1) return v[1][0]; return 0; }\n"
_TIMEOUT = 60.0  # [s]
_LAST_LINES = 5


class MissesError(Exception):
    """Mispredictions cannot be counted with this compiler."""


def prepare(compiler: str, counters: str, folder: Path) -> tuple[str, ...]:
    """Compile the runtime into a new ``folder``; return the compiler's options for it.

    They do for compiling and for linking, given once or twice: the runtime is an archive, which the
    linker takes what it needs from, once. ``counters`` are ``gcov`` or ``llvm``. Raises
    ``MissesError``.
    """
    archive = folder / "libsad-misses.a"
    if set(str(archive)) & set(", \t'\""):
        raise MissesError("the folder for temporary files has a blank, comma or quote in its name")
    folder.mkdir()
    source, probe = folder / "runtime.c", folder / "probe.c"
    source.write_bytes(files("sad.profiles.misses").joinpath("runtime.c").read_bytes())
    probe.write_text(_PROBE)
    options = (*_CALLS[counters], f"-Wl,-u,{_ENTRY},{archive}")
    own = _c_compiler(compiler, counters)
    _run((own, "-O2", "-std=gnu11", "-fPIC", "-c", "runtime.c", "-o", "runtime.o"), folder)
    _run((tool_of(compiler, "ar"), "rcs", archive.name, "runtime.o"), folder)
    _run((own, "-O0", *options, "probe.c", "-o", "probe"), folder)
    return options


def _c_compiler(compiler: str, counters: str) -> str:
    """The C compiler of the same family and version."""
    if counters == "llvm":
        own = compiler if kind_of(compiler) == "llvm" else "clang"
        return own.replace("clang++", "clang")
    return tool_of(compiler, "gcc")


def _run(command: Sequence[str], folder: Path) -> None:
    """Run a program; raise ``MissesError`` if it cannot be started, or fails."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, check=False, timeout=_TIMEOUT
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MissesError(f"{command[0]}: {error}") from None
    if done.returncode == 0:
        return
    lines = done.stderr.decode(errors="replace").strip().splitlines()[:_LAST_LINES]
    shown = "\n    ".join(line.replace(str(folder), ".") for line in lines)
    raise MissesError(f"{command[0]}: exit status {done.returncode}\n    {shown}")
