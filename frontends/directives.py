"""Directives of OpenMP and OpenACC: what they enclose is taken as sequential, and that is told.

Other directives (``!DIR$``, ``#pragma GCC ivdep``) do not change how often a statement runs.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.ir.program import Construct
from sad.ir.stmt import CountedLoop
from sad.ir.walk import statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.diagnostics import Diagnostics
    from sad.ir.program import Unit

_NAMES = {"omp": "OpenMP", "acc": "OpenACC"}
PRAGMAS = frozenset(_NAMES)
"""First words of pragmas that may begin a construct."""
_SENTINEL = re.compile(r"^([ \t]*)[cC*!]\$(omp|acc)(?![a-z])(.*)$", re.IGNORECASE | re.MULTILINE)
_LINE_MARKER = re.compile(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"')
_NO_CONSTRUCTS = re.compile(
    r"(?:end|threadprivate|declare|requires|section\b|routine\b)", re.IGNORECASE
)
"""Directives that end or only declare something, or divide a construct that has been counted."""
_TEAM = re.compile(
    r"(?:target[ \t]*)?(?:teams|parallel"
    r"(?![ \t]*(?:for|do|loop|sections|workshare|masked|master)\b))\b(?![ \t]*distribute\b)",
    re.IGNORECASE,
)
"""Directives whose threads all run what follows; others share out its iterations."""


_COPIED = re.compile(r"\b(?:first)?private[ \t]*\(([^()]*)\)", re.IGNORECASE)


def construct(language: str, text: str, span: Span) -> Construct | None:
    """Return the construct that a directive begins; None if it begins none.

    ``language`` is ``omp`` or ``acc``, ``text`` what follows it.
    """
    said = text.strip()
    if not said or _NO_CONSTRUCTS.match(said):
        return None
    team = _TEAM.match(said) is not None
    return Construct(_NAMES[language.lower()], span, team, _copied(said))


def _copied(text: str) -> frozenset[str]:
    lists = (found[1] for found in _COPIED.finditer(text))
    return frozenset(name.strip() for names in lists for name in names.split(","))


def with_copies(unit: Unit, constructs: tuple[Construct, ...]) -> Unit:
    """Return a unit with constructs in it. What a thread's copy held is not known afterwards.

    That is left out of variables that count loops: each loop sets its own again.
    """
    copied = frozenset[str]().union(*(item.copied for item in constructs))
    counters = {
        item.variable.name for item in statements(unit.body) if isinstance(item, CountedLoop)
    }
    names = (copied & unit.symbols.keys()) - counters
    symbols = {name: replace(unit.symbols[name], volatile=True) for name in names}
    return replace(unit, symbols={**unit.symbols, **symbols}, sequential=constructs)


def fortran_constructs(text: str, file: str, *, free_form: bool) -> list[Construct]:
    """Return the constructs that comment lines of Fortran begin; ``# n "file"`` lines set the place."""
    if _SENTINEL.search(text) is None:
        return []
    found: list[Construct] = []
    number, is_continued = 0, False
    for line in text.split("\n"):
        number += 1
        marker = _LINE_MARKER.match(line) if line.startswith("#") else None
        if marker is not None:
            number, file = int(marker[1]) - 1, marker[2]
            continue
        match = _SENTINEL.match(line)
        if match is None or not _is_directive(match, free_form=free_form):
            continue
        rest = match[3].rstrip()
        if free_form:
            is_next, is_continued = is_continued, rest.endswith("&")
        else:
            is_next = rest[:1] not in ("", " ", "0", "\t", "!")
        if is_next or (free_form and rest.startswith("&")):
            if found:
                more = found[-1].copied | _copied(rest.upper())
                found[-1] = found[-1]._replace(copied=more)
            continue
        item = construct(match[2], rest.lstrip("0 \t").upper(), Span.at(file, number))
        if item is not None:
            found.append(item)
    return found


def _is_directive(match: re.Match[str], *, free_form: bool) -> bool:
    """Whether a line that looks like a directive is one: fixed form has it in column 1."""
    return match[0].lstrip()[0] == "!" if free_form else not match[1]


def tell_constructs(constructs: Iterable[Construct], diagnostics: Diagnostics) -> None:
    """Note (SAD230) each construct that is taken as sequential."""
    for item in constructs:
        message = f"{item.language} construct is taken as sequential"
        hint = "counts and times are those of one thread"
        diagnostics.note("SAD230", message, item.span, hint)


def inside(constructs: Iterable[Construct], span: Span) -> Iterator[Construct]:
    """Yield the constructs in a place of the source."""
    for item in constructs:
        if item.span.file == span.file and span.line <= item.span.line <= span.end_line:
            yield item
