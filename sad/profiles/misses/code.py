"""Where in the source the branches of compiled code are: objdump finds the jump, addr2line its line."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

_ENTRY = "__sanitizer_cov_trace_pc"
_SYMBOL = re.compile(r"[0-9a-f]+ <.*>:")
_INSTRUCTION = re.compile(r"\s*([0-9a-f]+):\t(\S+)\s*(.*)")
_CONDITIONAL = re.compile(r"j(?!mp)[a-z]+|b\.[a-z]+|b(?:eq|ne|lt|ge|ltu|geu)z?|cbn?z|tbn?z")
_INDIRECT = re.compile(r"(?:notrack )?jmp[ql]?\s+\*.*|br\s+x\d+|jr\s+.*")
_PREFIXES = ("notrack", "bnd", "cs", "ds")
_LINE = re.compile(r"(.+):(\d+)(?: \(discriminator \d+\))?")
_TIMEOUT = 300.0  # [s]

Place = tuple[str, int]


class CodeError(Exception):
    """A program's code cannot be read."""


@dataclass(slots=True)
class _Block:
    """What was seen of a basic block so far: its last jumps."""

    conditional: int | None = None
    indirect: int | None = None


def source_places(
    module: str, blocks: Collection[int], objdump: str, addr2line: str
) -> dict[int, Place]:
    """Return the file and line of the jump at the end of each of a module's basic blocks.

    A block goes from its call of the runtime to the next such call. Those that end without a jump that
    has several targets, as a function's last one does, are left out. Raises ``CodeError``.
    """
    if not blocks:
        return {}
    listing = _run((objdump, "-d", "--no-show-raw-insn", "-w", module), "")
    jumps = jumps_in(listing.split("\n"), frozenset(blocks))
    wanted = sorted(set(jumps.values()))
    asked = "".join(f"{place:x}\n" for place in wanted)
    lines = _run((addr2line, "-e", module), asked).splitlines()
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


def _place(line: str) -> Place | None:
    match = _LINE.fullmatch(line)
    return None if match is None or match[1] == "??" else (match[1], int(match[2]))


def _run(command: Sequence[str], given: str) -> str:
    try:
        done = subprocess.run(
            command,
            input=given.encode(),
            capture_output=True,
            check=False,
            timeout=_TIMEOUT,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CodeError(f"{command[0]}: {error}") from None
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip().splitlines()[:1]
        raise CodeError(f"{command[0]}: {''.join(message)}")
    return done.stdout.decode(errors="surrogateescape")
