"""INCLUDE files that come with sad: those of message-passing libraries, in the folder ``include``.

They win over an installation's files of the same name: their constants are numbers that mean
something to the analysis, an installation's are numbers of its own. Each of their lines declares
one name. Lines whose name a unit does not use are left out, and those kept stand at the place
of the INCLUDE line, which is the statement the user wrote.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.fortran import fixed_form
from frontends.fortran import syntax as sx
from frontends.fortran.statements import parse_statement
from frontends.fortran.units import Line
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from frontends.fortran.units import RawUnit
    from sad.diagnostics import Span

_FOLDER = Path(__file__).parent / "include"
_FILES = frozenset(path.name for path in _FOLDER.glob("*.h"))
_MODULES = {"MPI": "mpif.h", "MPI_F08": "mpif.h"}
_USE = re.compile(r"USE(?:,\w+)?(?:::)?(\w+)")
_WORD = re.compile(r"[A-Z]\w*")


def bundled(name: str) -> str | None:
    """Return the path of our own file for what an INCLUDE line names, in any folder; or None."""
    last = name.rpartition("/")[2]
    return str(_FOLDER / last) if last in _FILES else None


def is_bundled(path: str) -> bool:
    """Whether a file is one of our own."""
    return os.path.dirname(path) == str(_FOLDER)


def used_module(statement: sx.Statement) -> str | None:
    """Return the name of the module of a USE statement."""
    if not isinstance(statement, sx.Specification) or statement.kind != "use":
        return None
    match = _USE.match(statement.text)
    return match[1] if match is not None else statement.text


def file_of_module(module: str | None) -> str | None:
    """Return the name of our own file that declares what a module does."""
    return _MODULES.get(module or "")


def lines_of(path: str, span: Span) -> Iterator[Line]:
    """Yield the lines of one of our own files, all at the place of the INCLUDE line."""
    for line in _lines(path):
        yield replace(line, span=span)


def keep_used(units: Sequence[RawUnit]) -> None:
    """Leave out the lines of our own files whose name the unit does not use.

    Internal procedures get those of their host that they use, as constants of their own, and units
    those that a module of the file has from one of our own.
    """
    offered: dict[int, list[Line]] = {}
    passed_on = {
        unit.name: [line for line in unit.lines if line.offers is not None]
        for unit in units
        if unit.kind == "module"
    }
    for unit in units:  # hosts come before their procedures
        own = [line for line in unit.lines if line.offers is not None]
        known = {line.offers for line in own}
        host = offered.get(id(unit.host), []) if unit.host is not None else []
        used = {used_module(line.statement) for line in unit.lines}
        host = [*host, *(line for name in used for line in passed_on.get(name or "", ()))]
        inherited = [line for line in dict.fromkeys(host) if line.offers not in known]
        if not own and not inherited:
            continue
        offered[id(unit)] = inherited + own
        if unit.kind == "module":
            passed_on[unit.name] = offered[id(unit)]
        words: set[str] = set()
        for line in unit.lines:
            if line.offers is None:
                words.update(_WORD.findall(line.text.upper()))
        lines = [*inherited, *unit.lines]
        unit.lines = [line for line in lines if line.offers is None or line.offers in words]


@lru_cache(maxsize=4)
def _lines(path: str) -> tuple[Line, ...]:
    text = Path(path).read_text(encoding="ascii")
    return tuple(
        Line(statement, None, logical.span, logical.text, _name(statement))
        for logical in fixed_form.logical_statements(text, path)
        for statement in [parse_statement(logical.text)]
    )


def _name(statement: sx.Statement) -> str:
    """Return the name that a line of our own files declares."""
    match statement:
        case sx.TypeDeclaration(entities=[entity]):
            return entity.name
        case sx.Common(blocks=[(_, [entity])]):
            return entity.name
        case sx.NameList(names=[name]):
            return name
        case _:
            message = f"not one name: {statement}"
            raise AssertionError(message)
