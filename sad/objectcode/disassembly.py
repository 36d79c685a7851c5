"""objdump's listing (``-d -r -l --no-show-raw-insn``) to functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.objectcode.instruction import Function, Instruction, SourceLine
from sad.objectcode.x86 import JUMP, operation

if TYPE_CHECKING:
    from collections.abc import Iterator

_FORMAT = re.compile(r"file format (\S+)")
_FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
_INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\t(\S.*)$")
_RELOCATION = re.compile(r"^\s+[0-9a-f]+: R_\S+\s+(\S+)")
_PLACE = re.compile(r"^(.+):(\d+)(?: \(discriminator \d+\))?$")
_PREFIXES = ("data16", "cs", "ds", "es", "lock", "bnd", "notrack", "rep", "repz", "repnz")


def object_format(text: str) -> str:
    """Return the format objdump names, as ``elf64-x86-64``; empty if there is none."""
    match = _FORMAT.search(text)
    return match[1] if match else ""


def functions_of(text: str) -> tuple[Function, ...]:
    """Return the functions of a listing, in order; parts that hot/cold splitting made are apart."""
    return tuple(
        Function(name, tuple(_instructions(lines))) for name, lines in _sections(text.splitlines())
    )


def _sections(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    name, found = "", list[str]()
    for line in lines:
        if match := _FUNCTION.match(line):
            if found and name:
                yield name, found
            name, found = match[2], []
        else:
            found.append(line)
    if found and name:
        yield name, found


def _instructions(lines: list[str]) -> Iterator[Instruction]:
    place: SourceLine | None = None
    for number, line in enumerate(lines):
        if match := _INSTRUCTION.match(line):
            follows = lines[number + 1] if number + 1 < len(lines) else ""
            moved = _RELOCATION.match(follows)
            yield _instruction(int(match[1], 16), match[2], place, moved[1] if moved else "")
        elif line[:1] not in ("\t", " ", "") and (at := _PLACE.match(line)):
            place = SourceLine(at[1], int(at[2]))


def _instruction(address: int, text: str, place: SourceLine | None, symbol: str) -> Instruction:
    words = text.partition("#")[0].split()
    repeated = False
    while len(words) > 1 and words[0] in _PREFIXES:
        repeated = repeated or words[0].startswith("rep")
        words = words[1:]
    mnemonic = words[0]
    rest = " ".join(words[1:])
    operands = tuple(_split(rest.partition("<")[0].strip()))
    target, callee = None, ""
    jumps = mnemonic.startswith(("j", "call"))
    if jumps:
        name = re.sub(r"[-+]0x[0-9a-f]+$", "", symbol)
        inside = re.search(r"<([^>+]+)(\+0x[0-9a-f]+)?>", rest)
        if symbol and not name.startswith("."):
            callee = name.partition("@")[0]
        elif mnemonic.startswith("call") and inside is not None:
            callee = inside[1]
        elif operands and re.fullmatch(r"[0-9a-f]+", operands[0]):
            target = int(operands[0], 16)
        if callee.endswith(".cold"):
            callee = ""
    does = operation(mnemonic, () if jumps else operands, callee)
    ends = mnemonic.startswith("ret") or (mnemonic.startswith("jmp") and target is None)
    return Instruction(
        address,
        mnemonic,
        operands,
        place,
        does,
        target,
        callee,
        conditional=JUMP.match(mnemonic) is not None,
        ends=ends or mnemonic in ("ud2", "hlt"),
    )


def _split(text: str) -> Iterator[str]:
    """Operands, at commas outside of parentheses."""
    depth, start = 0, 0
    for at, letter in enumerate(text):
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
        elif letter == "," and depth == 0:
            yield text[start:at]
            start = at + 1
    if text:
        yield text[start:]
