"""Stubs that are known without being asked for: those of each language's own library.

Most programs call few of them and many call none: only the names in the files are looked at until one
of them is called, and then only its entry is read.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from machine_db import FOLDER
from sad.ir import stmt as st
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import function_calls, statements
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sad.ir.program import Program, Unit
    from sad.stubs.schema import Stub

NONE = "none"
"""The name of no stub file: with it nothing is known without being asked for."""
_FILES = {"fortran": "fortran", "c": "libc"}
DEFAULT_FILES = frozenset(_FILES.values())
_TOP = re.compile(r"^stubs:\s*$", re.MULTILINE)
_ENTRY = re.compile(r"^  (?! )([^#:\n]+):", re.MULTILINE)
_ITEM = re.compile(r"      - \{(.*)\}")
_VALUE = re.compile(r"(\w+): ?'?([\w.]*)")
_PLACEHOLDER = re.compile(r"[<>]")
_BUILTIN = "__builtin_"


@record
class _Entry:
    """Lines ``first`` to ``last`` (exclusive, from 0) of a file."""

    first: int
    last: int


@record
class _File:
    """A stub file: ``top`` is the line before its entries."""

    lines: tuple[str, ...]
    top: int
    by_name: Mapping[str, _Entry]


def default_stub(name: str, language: str) -> Stub | None:
    """Return the stub of a procedure of a language's library; None if there is none of that name.

    ``name`` is as in the IR: capitals in Fortran; in C the exact name, which is the stub's then.
    """
    entry = _entry(name, language)
    if entry is None:
        return None
    return _read(_FILES[language], entry, name)


def _entry(name: str, language: str) -> _Entry | None:
    """The entry for a name."""
    key = _key(name)
    if language not in _FILES or name != (name.lower() if language == "c" else key):
        return None
    found = _file(_FILES[language]).by_name.get(key)
    if found is None:
        return None
    from sad.analysis.messages.catalogue import routine_of  # noqa: PLC0415 - few are called

    return found if routine_of(name) is None else None


def units_that_need(program: Program, names: Callable[[Unit, str], Iterable[str]]) -> set[str]:
    """Return the keys of the units that may call a procedure known by default, by its name.

    ``names`` tells what a unit mentions, given its language.
    """
    present = set(program.aliases)
    for unit in program.units:
        if unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION):
            present.add(unit.name)
    return {
        unit.key
        for file in program.files
        for unit in file.units
        if any(
            name not in present and _entry(name, file.language) is not None
            for name in names(unit, file.language)
        )
    }


def called_names(unit: Unit, language: str) -> set[str]:
    """Return the names that a unit may call procedures by, some others among them."""
    found = {name for name, item in unit.symbols.items() if item.storage is Storage.PROCEDURE}
    for statement in statements(unit.body):
        if isinstance(statement, st.CallStatement):
            found.add(statement.name)
        if language == "c":  # functions that are only called are no symbols there
            found.update(item.name for item in function_calls(statement))
    return found


def _key(name: str) -> str:
    """The name in a stub file: a compiler's built-in function is that of the library."""
    return name.removeprefix(_BUILTIN).upper()


@lru_cache(maxsize=512)
def _read(file_name: str, entry: _Entry, name: str) -> Stub | None:
    from sad.stubs.library import shown_path  # noqa: PLC0415 - slow to import
    from sad.stubs.load import read_stubs  # noqa: PLC0415

    file = _file(file_name)
    blank = [""] * entry.first
    blank[0], blank[file.top] = "schema: 1", file.lines[file.top]
    text = "\n".join([*blank, *file.lines[entry.first : entry.last], ""])
    stub = read_stubs(text, shown_path(file_name), check=False).get(_key(name))
    return None if stub is None else replace(stub, name=name)


@lru_cache(maxsize=2)
def _file(name: str) -> _File:
    text = FOLDER.joinpath("stubs", f"{name}.yaml").read_text("utf-8")
    lines = tuple(text.split("\n"))
    top = _TOP.search(text)
    assert top is not None
    entries = _ENTRY.finditer(text, top.end())
    starts = [(text.count("\n", 0, match.start()), match[1]) for match in entries]
    ends = [number for number, _ in starts[1:]] + [len(lines)]
    by_name: dict[str, _Entry] = {}
    for (first, key), last in zip(starts, ends, strict=True):
        names = _names(key, lines[first:last])
        by_name.update(dict.fromkeys(names, _Entry(first, last)))
    return _File(lines, text.count("\n", 0, top.start()), by_name)


def _names(key: str, lines: Sequence[str]) -> Iterator[str]:
    """The names that an entry is for; ``load.instances`` reads all of what is looked at here."""
    if "<" not in key:
        yield from (name.strip() for name in key.split(","))
        return
    for line in lines:
        item = _ITEM.fullmatch(line)
        if item is not None:
            values = dict(_VALUE.findall(item[1]))
            yield "".join(values.get(part, part) for part in _PLACEHOLDER.split(key))
