"""Procedure pointers: which procedures they may have, from all pointer assignments of the program.

They are not followed through the statements of a unit. A pointer with one target calls it; one with
several calls each with a probability. What is passed as an argument, or set by a constructor, may have
targets that are not seen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran.text import split_commas
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from frontends.fortran.symbols import Table

OTHER = ""
"""Stands among the targets of a pointer for those that are not seen."""
_DECLARED = re.compile(
    rb"^[ \t]*procedure[ \t]*\([ \t]*\w*[ \t]*\)([^\n:!]*)::([^\n!]*)", re.IGNORECASE | re.MULTILINE
)
_POINTER = re.compile(rb"\bpointer\b", re.IGNORECASE)
_DECLARATION = re.compile(
    rb"^[^\n!'\"]*::.*$|^[ \t]*(?:use|public|private|import)\b.*$|!.*$"
    rb"|\b(?:associated|nullify|present)[ \t]*\([^()\n]*\)",
    re.IGNORECASE | re.MULTILINE,
)
_TYPE = re.compile(
    rb"^[ \t]*type\b(?![ \t]*\()[^\n:!]*?(?:::)?[ \t]*([a-z]\w*)[ \t]*(?:!.*)?\r?\n"
    rb"(.*?)^[ \t]*end[ \t]*type",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_SQUEEZED = re.compile(r"PROCEDURE\((\w*)\)((?:,\w+(?:\(\w+\))?)*)::(.+)$")


@record
class ProcedurePointer:
    """A procedure pointer: the name of its interface, where it means something; whether it ``passes``
    the object that it is a component of."""

    name: str
    interface: str
    home: Table
    passes: bool = False


def declared(text: str, home: Table, *, component: bool = False) -> Iterator[ProcedurePointer]:
    """Yield the procedure pointers that a squeezed declaration makes."""
    match = _SQUEEZED.match(text)
    if match is None or "POINTER" not in match[2].split(","):
        return
    for item in split_commas(match[3]):
        name = item.partition("=>")[0]
        yield ProcedurePointer(name, match[1], home, component and ",NOPASS" not in match[2])


def targets_in(
    texts: Mapping[str, bytes], procedures: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """Return the names that the procedure pointers of a program are assigned, in capitals."""
    names = {name for text in texts.values() for name in _pointers(text)}
    found: dict[str, set[str]] = {name: set() for name in names}
    mentions = re.compile("|".join(names).encode(), re.IGNORECASE) if names else _POINTER
    for text in texts.values() if names else ():
        if mentions.search(text) is None:
            continue
        plain = _DECLARATION.sub(b"", text)
        built = any(
            re.search(rb"\b" + match[1] + rb"[ \t]*\(", plain, re.IGNORECASE)
            for match in _TYPE.finditer(text)
            if any(True for _ in _pointers(match[2]))
        )
        for name in names:
            word = name.encode()
            given = re.compile(rb"\b" + word + rb"[ \t]*=>[ \t]*([^\n!;]*)", re.IGNORECASE)
            found[name].update(
                _target(match[1], procedures | names) for match in given.finditer(text)
            )
            passed = rb"[(,][ \t]*(?:\w+[ \t]*%[ \t]*)*" + word + rb"[ \t]*[,)&]"
            if built or re.search(passed, plain, re.IGNORECASE):
                found[name].add(OTHER)
    return {name: _reached(name, found) for name in sorted(names)}


def _pointers(text: bytes) -> Iterator[str]:
    for match in _DECLARED.finditer(text) if b"pointer" in text.lower() else ():
        if _POINTER.search(match[1]):
            for item in match[2].split(b","):
                yield item.partition(b"=>")[0].strip().decode().upper()


def _target(given: bytes, known: frozenset[str] | set[str]) -> str:
    """What stands behind ``=>``: the name of a procedure or of another pointer."""
    text = b"".join(given.upper().split()).decode(errors="replace")
    if text in ("NULL()", "NULL"):
        return "NULL"
    name = text.rpartition("%")[2]
    return name if name in known else OTHER


def _reached(name: str, found: Mapping[str, set[str]]) -> tuple[str, ...]:
    """The targets of a pointer, those of pointers that it is assigned included."""
    seen, left, targets = {name}, [name], set[str]()
    while left:
        for item in found[left.pop()] - {"NULL"}:
            if item not in found:
                targets.add(item)
            elif item not in seen:
                seen.add(item)
                left.append(item)
    return tuple(sorted(targets))
