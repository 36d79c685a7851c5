"""Contracts in comments of sources: ``C$SAD CONTRACT order = n**2``, ``/* sad: contract ... */``."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from sad.checks.contracts.clauses import Clause, Contract, Measure, Relation
from sad.diagnostics import Span, input_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.checks.costs.record import UnitCost

_FORTRAN = re.compile(r"^(?:[Cc*]|\s*!)\$SAD\b[ \t]*(.*)$", re.IGNORECASE)
_C = re.compile(r"/\*\s*sad:(.*?)\*/|//\s*sad:([^\n]*)", re.DOTALL)
_MARK = re.compile(rb"\$sad\b|\bsad:", re.IGNORECASE)
_MARKS = (b"$sad", b"sad:")  # looked for first: many times as fast
_NO_CODE = re.compile(r"^\s*(?:!.*|[Cc*].*)?$")
_CLAUSE = re.compile(
    r"(order|flops|operations|messages)"
    r"(?:\s*\.\s*\"([^\"]+)\")?"
    r"(?:\s*\.\s*(\w+))?\s*=\s*([^=].*)"
)
_WORD = "contract"
_HINT = 'for instance: contract order = n**2; flops.max = 3*n; operations."div.*" = n'


def may_have_contracts(file: str) -> bool:
    """Whether a source file has a comment that could be a contract; False if it cannot be read."""
    try:
        text = Path(file).read_bytes().lower()
    except OSError:  # of a saved description: its sources may be elsewhere
        return False
    return any(mark in text for mark in _MARKS) and _MARK.search(text) is not None


def contracts_in(file: str, shown: str, units: Sequence[UnitCost]) -> Iterator[Contract]:
    """Yield the contracts in the comments of a source file whose units are given.

    Raises ``SadError``: SAD833 (no clause), SAD836 (no unit it belongs to), SAD837 (another word).
    """
    text = Path(file).read_bytes().decode("latin-1").replace("\r\n", "\n")
    is_c = units[0].language == "c"
    found = _in_c(text) if is_c else _in_fortran(text)
    lines = text.split("\n")
    for line, last, said in found:
        span = Span.at(shown, line)
        word, _, rest = said.strip().partition(" ")
        if word.lower() != _WORD:
            if is_c and not get_close_matches(word.lower(), (_WORD,)):
                continue  # a comment that happens to speak of sad
            message = f"{word or 'nothing'}: no such directive"
            raise input_error("SAD837", message, span, f"did you mean {_WORD.upper()}?")
        unit = _unit_at(line, last, lines, units, is_c=is_c)
        if unit is None:
            hint = "put it inside the unit, or right before its first line"
            raise input_error("SAD836", "a contract without a unit", span, hint)
        clauses = tuple(_clause(part.strip(), span) for part in rest.split(";") if part.strip())
        if not clauses:
            raise input_error("SAD833", "the contract says nothing", span, _HINT)
        yield Contract(unit.name, clauses, (), span)


def _in_fortran(text: str) -> Iterator[tuple[int, int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        match = _FORTRAN.match(line)
        if match is not None:
            yield number, number, match[1]


def _in_c(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _C.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        said = match[2] if match[1] is None else match[1]
        yield first, first + match[0].count("\n"), " ".join(said.split())


def _unit_at(
    line: int, last: int, lines: list[str], units: Sequence[UnitCost], *, is_c: bool
) -> UnitCost | None:
    """The unit a comment stands in, or the one that starts right after it."""
    around = [unit for unit in units if unit.span.line <= line <= unit.span.end_line]
    after = [unit for unit in units if unit.span.line > last]
    start = min((unit.span.line for unit in (around or after)), default=0)
    found = [unit for unit in (around or after) if unit.span.line == start]
    if not found:
        return None
    between = lines[last : start - 1]
    if not around and not (_is_open(between) if is_c else all(map(_NO_CODE.match, between))):
        return None
    named = [unit for unit in found if unit.name.upper() in lines[start - 1].upper()]
    return (named or found)[0]


def _is_open(between: list[str]) -> bool:
    """Whether lines of C hold no end of a declaration or a function, comments apart."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", "\n".join(between), flags=re.DOTALL)
    return not any(mark in text for mark in ";{}")


def _clause(text: str, span: Span) -> Clause:
    match = _CLAUSE.fullmatch(text)
    if match is None:
        name = re.split(r"[\s.=]", text)[0]
        if name == "seconds":
            hint = "write it into sad.toml: [contract.UNIT]"
            raise input_error("SAD833", f"{name} does not stand in a comment", span, hint)
        raise input_error("SAD833", f"{text!r} is no clause", span, _HINT)
    measure, operation, bound = Measure(match[1]), match[2] or "", match[3]
    relation = Relation.MAX if measure is Measure.ORDER else Relation.EXACT
    if bound is not None:
        known = [Relation.MAX, Relation.LEADING]
        if bound not in known or measure is Measure.ORDER:
            raise input_error("SAD833", f"{text!r} is no clause", span, _HINT)
        relation = Relation(bound)
    if bool(operation) != (measure is Measure.OPERATIONS):
        raise input_error("SAD833", f"{text!r} is no clause", span, _HINT)
    return Clause(measure, relation, match[4].strip(), span, operation)
