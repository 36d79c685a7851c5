"""Declarations of a unit: which names are its own and may be renamed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.proofs.edits.fixed import Unit

TYPES = re.compile(
    r"(INTEGER|REAL|DOUBLE\s*PRECISION|LOGICAL|COMPLEX(?:\*16)?|CHARACTER(?:\*\d+|\*\(\s*\*\s*\))?)\s+"
    r"(?!FUNCTION)(?=[A-Z])(.*)$",
    re.IGNORECASE,
)
_HEAD = re.compile(r"(?:SUBROUTINE|FUNCTION)\s+(\w+)\s*(?:\((.*)\))?\s*$", re.IGNORECASE)
_OUTSIDE = re.compile(r"(?:EXTERNAL|INTRINSIC)\s+(.*)$", re.IGNORECASE)


def entries(text: str) -> list[str]:
    """Return the entries of a list, those in brackets kept together."""
    found: list[str] = []
    depth, start = 0, 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            found.append(text[start:place].strip())
            start = place + 1
    return [*found, text[start:].strip()]


def declaration(text: str) -> tuple[str, list[str]] | None:
    """Return the type and the entries of a type statement."""
    found = TYPES.match(text)
    return None if found is None else (found[1], entries(found[2]))


def dummies(unit: Unit) -> list[str]:
    """Return the names of a unit's dummy arguments, in order and in upper case."""
    found = _HEAD.search(unit.statements[0].text)
    if found is None or found[2] is None:
        return []
    return [item.upper() for item in entries(found[2]) if item]


def declared(unit: Unit) -> dict[str, tuple[str, bool]]:
    """Return type and whether it is an array of every name in a type statement of a unit."""
    found: dict[str, tuple[str, bool]] = {}
    for statement in unit.statements[1:]:
        read = declaration(statement.text)
        if read is None:
            continue
        for entry in read[1]:
            name, bracket, _ = entry.partition("(")
            found[name.partition("*")[0].strip().upper()] = (read[0].upper(), bool(bracket))
    return found


def own_names(unit: Unit) -> list[str]:
    """Return the declared names that are neither procedures nor the unit's own name."""
    outside = {unit.name}
    for statement in unit.statements:
        found = _OUTSIDE.match(statement.text)
        if found is not None:
            outside |= {name.upper() for name in entries(found[1])}
    text = "\n".join(statement.text for statement in unit.statements).upper()
    called = set(re.findall(r"(\w+)\s*\(", text))
    return [
        name
        for name, (_, is_array) in declared(unit).items()
        if name not in outside and (is_array or name not in called)
    ]


def is_executable(text: str) -> bool:
    """Whether a statement does something, rather than declare."""
    start = text.upper().lstrip()
    words = (
        "SUBROUTINE",
        "IMPLICIT",
        "PARAMETER",
        "EXTERNAL",
        "INTRINSIC",
        "DIMENSION",
        "COMMON",
        "SAVE",
        "DATA",
        "EQUIVALENCE",
        "FORMAT",
    )
    if start.startswith(words) or TYPES.match(text) is not None:
        return False
    is_statement_function = start.startswith(("CABS1(", "CABS1 ("))
    return "FUNCTION" not in start.split("(")[0] and not is_statement_function
