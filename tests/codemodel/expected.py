"""What the analysis says one iteration of the innermost loop does, in the words of ``hot_loops``."""

from __future__ import annotations

from sad.analysis.unit import analyse
from sad.codemodel.unit import remaining_operations
from tests.support.model import program_of

_TYPES = {"D": "DOUBLE PRECISION", "R": "REAL", "I": "INTEGER", "Z": "COMPLEX*16"}
_REALS = ("double", "real")


def source_of(declarations: str, body: str) -> str:
    """Return a Fortran subroutine with a loop over I = 1, N around the statements of ``body``."""
    first, *others = declarations.split("|")
    kind, names = first.split(" ", 1)
    arguments = [name.split("(")[0] for name in _names(names)]
    for line in others:
        if line.startswith(("INTEGER", "REAL")):
            found = [name.split("(")[0] for name in _names(line.split(" ", 1)[1])]
            arguments += [name for name in found if name not in ("C", "J")]
    locals_ = [line for line in others if line.startswith("DOUBLE PRECISION")]
    lines = [
        f"SUBROUTINE KERNEL(N, {', '.join(arguments)})",
        "INTEGER N, I",
        f"{_TYPES[kind]} {names}",
        *(line for line in others if line not in locals_),
        *locals_,
        "DO 10 I = 1, N",
        *body.split("|"),
    ]
    text = "".join(f"      {line}\n" for line in lines)
    return text + "   10 CONTINUE\n      END\n"


def _names(text: str) -> list[str]:
    """The names of a declaration, with their dimensions."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [name.strip() for name in found]


def innermost(source: str, language: str = "fortran", entry: int = -1) -> dict[str, int]:
    """Return what one iteration of the last innermost loop does, every statement executed."""
    analysis = analyse(program_of(source, language)).entries[entry]
    left = remaining_operations(analysis)
    region = analysis.forest.root
    while region.children:
        region = region.children[-1]
    counts: dict[str, int] = {}
    for block in region.own:
        for action in analysis.cfg.blocks[block].actions:
            for key, amount in left.get(id(action), {}).items():
                for word in _words(key):
                    counts[word] = counts.get(word, 0) + int(amount)
    return counts


def _words(key: str) -> list[str]:
    first, *rest = key.split(".")
    if key == "loop.iteration":
        return ["branch"]
    if first in ("load", "store", "branch"):
        return [first]
    if first == "intrinsic" and rest[0] in ("max", "sqrt") and rest[1] in _REALS:
        return [rest[0]]
    if first == "select" and rest[0] in _REALS:
        return ["max"]
    if first in ("add", "mul", "div", "compare") and rest and rest[0] in _REALS:
        return [first]
    return []
