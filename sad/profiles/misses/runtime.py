"""Mispredictions counted in a run: the runtime built in, what the run left, its place in source."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING

from sad.profiles.counts import BranchCount
from sad.profiles.running.counters import kind_of, tool_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from sad.profiles.counts import Profile
    from sad.profiles.running.scratch import Scratch


_ENTRY = "__sanitizer_cov_trace_pc"
_CALLS = {
    "gcov": ("-g", "-fsanitize-coverage=trace-pc"),
    "llvm": ("-g", "-fsanitize-coverage=bb,no-prune,trace-pc"),
}
_PROBE = "int main(int n, char **v) { if (n > 1) return v[1][0]; return 0; }\n"
_BUILD_TIMEOUT_S = 60.0  # [s]
_LAST_LINES = 5
SUFFIX = ".misses"
_FIRST = "sad-misses 1"
_BRANCH = re.compile(r"([0-9a-f]+) (\d+) (\d+)((?: [0-9a-f]+:\d+){2,})")
_WAY = re.compile(r"([0-9a-f]+):(\d+)")
_ENDS = ("whole", "full")
_SYMBOL = re.compile(r"[0-9a-f]+ <.*>:")
_INSTRUCTION = re.compile(r"\s*([0-9a-f]+):\t(\S+)\s*(.*)")
_CONDITIONAL = re.compile(r"j(?!mp)[a-z]+|b\.[a-z]+|b(?:eq|ne|lt|ge|ltu|geu)z?|cbn?z|tbn?z")
_INDIRECT = re.compile(r"(?:notrack )?jmp[ql]?\s+\*.*|br\s+x\d+|jr\s+.*")
_PREFIXES = ("notrack", "bnd", "cs", "ds")
_LINE = re.compile(r"(.+):(\d+)(?: \(discriminator \d+\))?")
_READ_TIMEOUT_S = 300.0  # [s]
LinePlace = tuple[str, int]


def add_branches(profile: Profile, scratch: Scratch, compiler: str) -> str:
    """Add to a profile what its run left of branches; return why that is not all, empty if it is.

    Branches of files that the profile does not have are of no use. Without all of the run nothing is
    added: then no branch on a line means nothing.
    """
    table = read_tables(scratch.counts)
    if table.is_full:
        return "it had more branches than there is room for, or ended while it wrote them"
    if not table.modules:
        return "it left no counts of branches: was it linked with {coverage}?"
    start = profile.folder or str(scratch.work)
    files = {os.path.realpath(os.path.join(start, name)): name for name in profile.files}
    objdump, addr2line = tool_of(compiler, "objdump"), tool_of(compiler, "addr2line")
    for module, branches in table.modules.items():
        if not os.path.isfile(module):
            return f"its program {os.path.basename(module)} is not there any more"
        try:
            places = source_places(module, branches, objdump, addr2line)
        except CodeError as error:
            return str(error)
        for place, branch in branches.items():
            path, line = places.get(place, ("", 0))
            name = files.get(os.path.realpath(os.path.join(scratch.work, path)))
            if name is not None:
                ways = tuple(branch.ways.values())
                found = BranchCount(ways, branch.simulated, branch.misses)
                profile.files[name].branches.setdefault(line, []).append(found)
    profile.has_branches = True
    return ""


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
    _compile((own, "-O2", "-std=gnu11", "-fPIC", "-c", "runtime.c", "-o", "runtime.o"), folder)
    _compile((tool_of(compiler, "ar"), "rcs", archive.name, "runtime.o"), folder)
    _compile((own, "-O0", *options, "probe.c", "-o", "probe"), folder)
    return options


def _c_compiler(compiler: str, counters: str) -> str:
    """The C compiler of the same family and version."""
    if counters == "llvm":
        own = compiler if kind_of(compiler) == "llvm" else "clang"
        return own.replace("clang++", "clang")
    return tool_of(compiler, "gcc")


def _compile(command: Sequence[str], folder: Path) -> None:
    """Run a program; raise ``MissesError`` if it cannot be started, or fails."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, check=False, timeout=_BUILD_TIMEOUT_S
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MissesError(f"{command[0]}: {error}") from None
    if done.returncode == 0:
        return
    lines = done.stderr.decode(errors="replace").strip().splitlines()[:_LAST_LINES]
    shown = "\n    ".join(line.replace(str(folder), ".") for line in lines)
    raise MissesError(f"{command[0]}: exit status {done.returncode}\n    {shown}")


@dataclass(slots=True)
class CodeBranch:
    """A basic block with several successors: how often control went to each, by place.

    ``simulated`` executions of it were predicted; ``misses`` of these were wrong.
    """

    simulated: int = 0
    misses: int = 0
    ways: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(slots=True)
class BranchTable:
    """Branches by the file their code is in and the place there; ``is_full`` if some are missing."""

    modules: dict[str, dict[int, CodeBranch]] = field(
        default_factory=dict[str, "dict[int, CodeBranch]"]
    )
    is_full: bool = False


def read_tables(folder: Path) -> BranchTable:
    """Return what the processes of a run left in a folder, added up; damaged files are left out."""
    table = BranchTable()
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        lines = path.read_text(errors="surrogateescape").split("\n")
        if len(lines) < 3 or lines[0] != _FIRST or lines[-2] not in _ENDS:
            table.is_full = True
            continue
        table.is_full |= lines[-2] == "full"
        _add(table.modules, lines[1:-2])
    return table


def _add(modules: dict[str, dict[int, CodeBranch]], lines: list[str]) -> None:
    own: dict[int, CodeBranch] = {}
    for line in lines:
        if line.startswith("module "):
            own = modules.setdefault(line.removeprefix("module "), {})
        elif match := _BRANCH.fullmatch(line):
            branch = own.setdefault(int(match[1], 16), CodeBranch())
            branch.simulated += int(match[2])
            branch.misses += int(match[3])
            _add_ways(branch.ways, match[4])


def _add_ways(ways: dict[int, int], text: str) -> None:
    for target, times in _WAY.findall(text):
        place = int(target, 16)
        ways[place] = ways.get(place, 0) + int(times)


class CodeError(Exception):
    """A program's code cannot be read."""


@dataclass(slots=True)
class _Block:
    """What was seen of a basic block so far: its last jumps."""

    conditional: int | None = None
    indirect: int | None = None


def source_places(
    module: str, blocks: Collection[int], objdump: str, addr2line: str
) -> dict[int, LinePlace]:
    """Return the file and line of the jump at the end of each of a module's basic blocks.

    A block goes from its call of the runtime to the next such call. Those that end without a jump that
    has several targets, as a function's last one does, are left out. Raises ``CodeError``.
    """
    if not blocks:
        return {}
    listing = _output((objdump, "-d", "--no-show-raw-insn", "-w", module), "")
    jumps = jumps_in(listing.split("\n"), frozenset(blocks))
    wanted = sorted(set(jumps.values()))
    asked = "".join(f"{place:x}\n" for place in wanted)
    lines = _output((addr2line, "-e", module), asked).splitlines()
    if len(lines) != len(wanted):
        raise CodeError(f"{addr2line} told {len(lines)} places of {len(wanted)}")
    found = {place: _place(line) for place, line in zip(wanted, lines, strict=True)}
    return {block: place for block, jump in jumps.items() if (place := found[jump]) is not None}


def jumps_in(listing: Iterable[str], blocks: Collection[int]) -> dict[int, int]:
    """The jump that each block ends with."""
    found: dict[int, int] = {}
    current: int | None = None
    block = _Block()
    begins = False
    for line in listing:
        match = _INSTRUCTION.fullmatch(line)
        if match is None:
            if _SYMBOL.fullmatch(line):
                _end(found, current, block)
                current, begins = None, False
            continue
        place, word, rest = int(match[1], 16), match[2], match[3]
        if begins:
            current, block, begins = (place if place in blocks else None), _Block(), False
        if word in _PREFIXES:
            word, _, rest = rest.partition(" ")
        if f"<{_ENTRY}" in rest:
            _end(found, current, block)
            current, begins = None, True
        elif _CONDITIONAL.fullmatch(word):
            block.conditional = place
        elif _INDIRECT.fullmatch(f"{word} {rest.strip()}"):
            block.indirect = place
    _end(found, current, block)
    return found


def _end(found: dict[int, int], current: int | None, block: _Block) -> None:
    jump = block.indirect if block.indirect is not None else block.conditional
    if current is not None and jump is not None:
        found[current] = jump


def _place(line: str) -> LinePlace | None:
    match = _LINE.fullmatch(line)
    return None if match is None or match[1] == "??" else (match[1], int(match[2]))


def _output(command: Sequence[str], given: str) -> str:
    try:
        done = subprocess.run(
            command,
            input=given.encode(),
            capture_output=True,
            check=False,
            timeout=_READ_TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CodeError(f"{command[0]}: {error}") from None
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip().splitlines()[:1]
        raise CodeError(f"{command[0]}: {''.join(message)}")
    return done.stdout.decode(errors="surrogateescape")
