"""Which compiler a build uses, and with it the kind of counters and the programs that read them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from sad.profiles.running.commands import COVERAGE, placeholders, words_of
from sad.profiles.running.words import CommandError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.profiles.running.words import Step

_CLANG = r"clang(?:\+\+)?"
_COMPILER = re.compile(
    rf"(?P<prefix>(?:[\w.]+-)*)(?P<name>{_CLANG}|gcc|g\+\+|gfortran|cc|c\+\+|f95|f77)"
    r"(?P<suffix>-[\d.]+)?"
)


def compiler_of(steps: Sequence[Step]) -> str:
    """Return the compiler that gets ``{coverage}``; empty if a build file chooses it.

    A step's compiler is the first word that names one: ``gfortran-12``, ``CC=clang``. Raises
    ``CommandError`` if clang and another one are used: their counters differ.
    """
    found = [_compiler(step) for step in steps if COVERAGE in placeholders([step])]
    if len({kind_of(name) for name in found}) > 1:
        hint = "give --coverage-tool gcov or llvm; the other compiler gets options of your own"
        raise CommandError("{coverage} is used with clang and with another compiler", hint)
    return next((name for name in found if name), "")


def kind_of(compiler: str) -> str:
    """Return the kind of a compiler's counters: ``llvm`` for clang, else ``gcov``."""
    match = _COMPILER.fullmatch(PurePath(compiler).name)
    return "llvm" if match and re.fullmatch(_CLANG, match["name"]) else "gcov"


def tool_of(compiler: str, tool: str) -> str:
    """Return the program of a compiler's own version: ``gcov-12`` for ``gfortran-12``.

    ``tool`` is its plain name, which is returned if no better one is installed.
    """
    match = _COMPILER.fullmatch(PurePath(compiler).name)
    prefix, suffix = (match["prefix"], match["suffix"] or "") if match else ("", "")
    names = [f"{prefix}{tool}{suffix}", f"{tool}{suffix}", tool]
    place = shutil.which(compiler) if compiler else None
    if place is not None and kind_of(compiler) == "llvm":
        names.insert(0, str(Path(place).resolve().parent / tool))
    return next((name for name in names if shutil.which(name)), tool)


def _compiler(step: Step) -> str:
    for word in words_of(step):
        text = "".join(piece.text for piece in word)
        for first in (text.split()[:1], text.partition("=")[2].split()[:1]):
            if first and _COMPILER.fullmatch(PurePath(first[0]).name):
                return first[0]
    return ""
