"""The user's compiler on the user's source files, and objdump's listing of what it made."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, argument_error, input_error
from sad.machine.architecture import canonical_architecture
from sad.objectcode.instruction import Function, Instruction, SourceLine
from sad.objectcode.x86 import JUMP, operation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.machine.schema import Machine, Toolchain


# Functions of equal code would become one, which has the lines of the first only.
_ALWAYS = ("-g", "-fno-lto", "-fno-ipa-icf", "-c")
_LISTING = ("-d", "-r", "-l", "--no-show-raw-insn")
_TIMEOUT_SECONDS = 300.0
_READABLE = {"elf64-x86-64": "x86-64"}
_INCLUDES = re.compile(rb"(?im)^\s*#?\s*include\s*[\"'<]([^\"'>\n]+)[\"'>]")
_FORMAT = re.compile(r"file format (\S+)")
_FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
_INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\t(\S.*)$")
_RELOCATION = re.compile(r"^\s+[0-9a-f]+: R_\S+\s+(\S+)")
_PLACE = re.compile(r"^(.+):(\d+)(?: \(discriminator \d+\))?$")
_PREFIXES = ("data16", "cs", "ds", "es", "lock", "bnd", "notrack", "rep", "repz", "repnz")


def object_code(
    files: Iterable[str],
    machine: Machine,
    toolchain: Toolchain,
    options: tuple[str, ...] = (),
) -> tuple[Function, ...]:
    """Return the functions the toolchain's compiler makes of source files.

    ``options`` are words beyond the toolchain's flags, ``-I`` and ``-D``.
    Raises ``SadError``: SAD460 (the compiler or objdump is not there), SAD461 (it fails; its message is
    shown), SAD462 (object code without lines), SAD463 (code for a processor that cannot be read, or
    another than the machine's).
    """
    words = tuple(shlex.split(toolchain.flags))
    found: list[Function] = []
    for file in files:
        listing = _listing(toolchain.compiler, (*words, *options), file)
        _check(listing, file, machine)
        functions = functions_of(listing)
        if functions and not any(item.place for one in functions for item in one.instructions):
            hint = "does the compiler understand -g, and is there code in the file?"
            raise input_error(
                "SAD462", "the object code does not say which lines it is from", Span.at(file), hint
            )
        found += functions
    return tuple(found)


@lru_cache(maxsize=256)
def _cached(compiler: str, words: tuple[str, ...], file: str, _key: tuple[str, str]) -> str:
    with tempfile.TemporaryDirectory() as made:
        target = str(Path(made) / "code.o")
        _run([*shlex.split(compiler), *words, *_ALWAYS, file, "-o", target], file)
        return _run(["objdump", *_LISTING, target], file)


def _listing(compiler: str, words: tuple[str, ...], file: str) -> str:
    path = Path(file)
    if not compiler:
        hint = "name it in the machine file: compiler: gfortran"
        raise argument_error("SAD460", "the toolchain does not name its compiler", hint)
    if not path.is_file():
        hint = "--model asm compiles the source: it must be where the description was made from"
        raise input_error("SAD101", "no such file", Span.at(file), hint)
    folders = [Path(word[2:]) for word in words if word.startswith("-I") and word[2:]]
    return _cached(compiler, words, file, (str(path.resolve()), _content(path, folders)))


def _content(path: Path, folders: list[Path]) -> str:
    """What a file and all that it includes hold, as a digest: names and dates say nothing of it."""
    digest = hashlib.sha256()
    waiting, seen = [path], set[Path]()
    while waiting:
        file = waiting.pop().resolve()
        if file in seen or not file.is_file():
            continue
        seen.add(file)
        text = file.read_bytes()
        digest.update(str(file).encode() + b"\0" + text)
        for name in _INCLUDES.findall(text):
            waiting += [folder / os.fsdecode(name) for folder in (file.parent, *folders)]
    return digest.hexdigest()


def _run(command: list[str], file: str) -> str:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=_TIMEOUT_SECONDS,
        )
    except OSError as error:
        reason = error.strerror or "cannot be run"
        hint = "install it, or choose a toolchain whose compiler is here; --model throughput needs none"
        raise input_error("SAD460", f"{command[0]}: {reason}", Span.at(file), hint) from None
    except subprocess.TimeoutExpired:
        message = f"{command[0]} is not done after {_TIMEOUT_SECONDS:g} s"
        raise input_error("SAD461", message, Span.at(file), shlex.join(command)) from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()
        message = f"{command[0]} failed:\n{said}"
        raise input_error(
            "SAD461", message, Span.at(file), f"the command was: {shlex.join(command)}"
        )
    return done.stdout


def _check(listing: str, file: str, machine: Machine) -> None:
    """Fail if this is code for a processor that is not the machine's, or cannot be read."""
    name = object_format(listing)
    architecture = _READABLE.get(name)
    if architecture is None:
        message = f"object code of the format {name or 'unknown'} cannot be read"
        hint = f"--model asm reads {', '.join(_READABLE)}; use --model throughput"
        raise input_error("SAD463", message, Span.at(file), hint)
    if machine.architecture and canonical_architecture(machine.architecture) != architecture:
        message = (
            f"the compiler makes code for {architecture}, machine {machine.name} is "
            f"{machine.architecture}"
        )
        hint = "choose a toolchain whose compiler makes code for the machine, or --model throughput"
        raise input_error("SAD463", message, Span.at(file), hint)


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
