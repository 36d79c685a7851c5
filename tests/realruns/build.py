"""Compile with gcov's counters, link, run, and read the counts by file and line.

An object file is made once per source file and shared by all programs; it lies in ``build/real/runs``.
"""

from __future__ import annotations

import hashlib
import json
import linecache
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.oracle.gcov.mentions import lost_lines
from tests.realruns import places
from tests.support.compiler import GCOV, GFORTRAN
from tests.support.realcode import FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNS = FOLDER / "runs"
_FLAGS = ("-std=legacy", "-w", "-O0", "--coverage")
_SECONDS = 120  # a compilation or a run may take

Counts = dict[str, dict[int, int]]
"""Executions by source file and line."""


class NotBuilt(Exception):
    """A program could not be compiled, linked or run."""


@dataclass(frozen=True, slots=True)
class Built:
    """A linked program: its source files, the objects made of them, and the executable.

    ``added``: the counts of a line that is compiled several times, or in several functions, add up
    (C); otherwise the largest is taken.
    """

    sources: tuple[Path, ...]
    objects: tuple[Path, ...]
    executable: Path
    added: bool = False


def build(name: str, sources: Sequence[Path], folders: Sequence[Path]) -> Built:
    """Compile ``sources`` and, from ``folders``, the files that define what they lack.

    Raises NotBuilt with the compiler's first words.
    """
    wanted = list(sources)
    done: dict[Path, Path] = {}
    defined: set[str] = set()
    while wanted:
        path = wanted.pop(0)
        if path in done:
            continue
        done[path] = _compile(path, folders)
        defined |= _symbols(done[path], "--defined-only")
        missing = _symbols(done[path], "--undefined-only") - defined
        needed = [*places.modules_used(path, folders), *places.needed(sorted(missing), folders)]
        wanted += [file for file in needed if file not in done]
    target = RUNS / "programs" / name
    target.mkdir(parents=True, exist_ok=True)
    objects = tuple(done.values())
    names = [str(item) for item in objects]
    executable = link(str(GFORTRAN), names, target)
    return Built(tuple(done), objects, executable)


def link(compiler: str, names: list[str], folder: Path, *libraries: str) -> Path:
    """Link objects to an executable in ``folder``, if that was not done before."""
    executable = folder / f"program-{hashlib.sha256(repr(names).encode()).hexdigest()[:12]}"
    if not executable.exists():
        call([compiler, "--coverage", *names, "-o", str(executable), *libraries], folder)
    return executable


def run(built: Built, text: str, arguments: tuple[str, ...] = ()) -> Counts:
    """Run with ``text`` as standard input; return gcov's counts of every line with code.

    Lines that lose a block to the line of a call, because their function is inlined, are left out.
    """
    with tempfile.TemporaryDirectory(dir=built.executable.parent) as name:
        folder = Path(name)
        run_in(folder, built, text, arguments)
        return counts_in(folder, built)


def run_in(folder: Path, built: Built, text: str, arguments: tuple[str, ...] = ()) -> None:
    """Run in an empty folder; gcov's data and notes of the run are there afterwards."""
    where = {"GCOV_PREFIX": str(folder), "GCOV_PREFIX_STRIP": "99"}
    call([str(built.executable), *arguments], folder, text, where)
    for item in built.objects:
        notes = item.with_suffix(".gcno")
        (folder / notes.name).symlink_to(notes)
    if not any(folder.glob("*.gcda")):
        message = f"{built.executable}: the run left no counts"
        raise NotBuilt(message)


def counts_in(folder: Path, built: Built) -> Counts:
    """Return gcov's counts of every line with code, of the run that was made in a folder.

    Left out is a line with an IF of C that ran more often than its first operand was tested: gcov adds
    the jump over the ELSE there, where the block before it has variables of its own.
    """
    data = sorted(path.name for path in folder.glob("*.gcda"))
    counts: Counts = {}
    left_out: list[tuple[dict[int, int], int]] = []
    told = call([str(GCOV), "--branch-probabilities", "--json-format", "--stdout", *data], folder)
    for line in told.splitlines():
        for file in json.loads(line)["files"]:
            found = counts.setdefault(os.path.normpath(file["file"]), {})
            for item in file["lines"]:
                number = item["line_number"]
                ways = [way["count"] for way in item["branches"][:2]]
                if built.added and len(ways) == 2 and item["count"] > sum(ways):
                    text = linecache.getline(file["file"], number).lstrip()
                    if text.startswith(("if (", "if(")):
                        left_out.append((found, number))  # also what other functions have of it
                before = found.get(number, 0)
                count: int = item["count"]
                found[number] = before + count if built.added else max(before, count)
    for found, number in left_out:
        found.pop(number, None)
    for name, lines in lost_lines(folder).items():
        found = counts.get(os.path.normpath(name), {})
        for number in lines & found.keys():
            del found[number]
    return counts


def _compile(path: Path, folders: Sequence[Path]) -> Path:
    key = hashlib.sha256(path.read_bytes() + str(path).encode() + repr(_FLAGS).encode())
    target = RUNS / "objects" / f"{path.stem}-{key.hexdigest()[:12]}.o"
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    for module in places.modules_used(path, folders):
        _compile(module, folders)
    aside = RUNS / "modules"
    aside.mkdir(exist_ok=True)
    cpp = ["-cpp"] if path.suffix in (".F", ".F90") else []
    command = [str(GFORTRAN), *_FLAGS, *cpp, f"-I{path.parent}", f"-J{aside}"]
    compile_to(target, [*command, "-c", str(path)])
    return target


def compile_to(target: Path, command: list[str]) -> None:
    """Make an object file and gcov's notes beside it.

    Made aside and moved, so that two runs at a time never see half an object.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as made:
        item = Path(made) / target.name
        call([*command, "-o", str(item)], target.parent)
        item.with_suffix(".gcno").replace(target.with_suffix(".gcno"))
        item.replace(target)


def _symbols(item: Path, which: str) -> set[str]:
    return set(call(["nm", which, "--format=just-symbols", str(item)], item.parent).split())


def call(
    command: list[str], folder: Path, text: str = "", more: dict[str, str] | None = None
) -> str:
    """Run a command in a folder; return what it prints. Raises NotBuilt if it fails or is slow."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            input=text,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            env={**os.environ, **(more or {})},
        )
    except subprocess.TimeoutExpired:
        message = f"{command[0].rpartition('/')[2]}: not done in {_SECONDS} s"
        raise NotBuilt(message) from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()[:400]
        message = f"{command[0].rpartition('/')[2]}: exit code {done.returncode}: {said}"
        raise NotBuilt(message)
    return done.stdout
