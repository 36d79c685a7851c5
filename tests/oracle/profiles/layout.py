"""Other layouts of a program: several statements on one line, conditions over several lines."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from tests.oracle.programs.pieces import WIDTH, Piece

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.programs.program import RandomProgram

    Program = TypeVar("Program", bound=RandomProgram)

_MOST = 4  # lines that are joined
_C_BREAKS = re.compile(r" (?=&&|\|\||\? )|(?<=;) (?=.*\) ?\{?$)")
_FORTRAN_BREAKS = re.compile(r" (?=\.AND\.|\.OR\.|- )")
_ALONE = re.compile(
    r"(SUBROUTINE|PROGRAM|INTEGER|ENTRY|COMMON|SAVE|PARAMETER|LOGICAL|CHARACTER|DATA|EQUIVALENCE"
    r"|BLOCK|RETURN|END$)"
)


def relaid(program: Program) -> Program:
    """Return a program with the same statements, on other lines; every third seed stays as it is."""
    if program.seed % 3 == 0:
        return program
    rng = random.Random(f"layout {program.seed}")
    lines = program.text.splitlines()
    made = _in_c(lines, rng) if program.language == "c" else _in_fortran(lines, rng)
    return replace(program, pieces=(Piece(tuple(made)),))


def _in_c(lines: list[str], rng: random.Random) -> Iterator[str]:
    held: list[str] = []
    for text in map(str.strip, lines):
        alone = text.startswith("#") or text.endswith("(void)")
        if held and (alone or len(held) == _MOST or rng.random() < 0.7):
            yield from _broken(" ".join(held), _C_BREAKS, rng, "")
            held = []
        if alone:
            yield text
        else:
            held.append(text)
    yield " ".join(held)


def _broken(text: str, at: re.Pattern[str], rng: random.Random, mark: str) -> Iterator[str]:
    """The parts of a line, which goes on after ``mark``."""
    places = [match.start() for match in at.finditer(text) if rng.random() < 0.4]
    for first, last in zip([0, *places], [*places, len(text)], strict=True):
        yield f"{mark if first else ''}{text[first:last]}"


def _in_fortran(lines: list[str], rng: random.Random) -> Iterator[str]:
    held = ""
    for text in lines:
        is_free = text[:6].strip() == "" and not _ALONE.match(text[6:].strip())
        fits = len(held) + len(text.strip()) + 2 <= WIDTH
        if held and is_free and fits and rng.random() < 0.25:
            held += f"; {text.strip()}"
            continue
        if held:
            yield from _broken(held, _FORTRAN_BREAKS, rng, "     &")
        held = "" if _ALONE.match(text[6:].strip()) or text[5:6] not in (" ", "") else text
        if not held:
            yield text
    if held:
        yield held
