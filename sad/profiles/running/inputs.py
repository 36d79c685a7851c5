"""Values that a Fortran program reads before anything else, found in the file that it reads.

Only what is certain is taken: list-directed READ statements from standard input, in the order in which
a straight line of statements from the start of the program comes to them. The first thing that could
change that order (a jump, a READ under a condition or in a loop, another format) ends the search.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.expr import Element, Variable
from sad.ir.program import UnitKind
from sad.ir.walk import bodies, jump_targets, statements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.ir.expr import Expr
    from sad.ir.program import Program, Unit
    from sad.ir.stmt import Stmt

Place = tuple[str, int, str]
"""The file and line of a READ, and the name of a variable in it."""
_LIST_DIRECTED = re.compile(r"\bread\s*(?:\*\s*,|\(\s*(?:5|\*)\s*,\s*(?:fmt\s*=\s*)?\*\s*\))", re.I)
_ITEM = re.compile(r"\s*(?:(?:(\d+)\*)?('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[^\s,;/'\"]+)|(/))\s*,?")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[ed][+-]?\d+)?", re.I)


def values_read(
    program: Program, text: str, line_of: Callable[[str, int], str]
) -> dict[Place, str]:
    """Return the numbers that variables get from standard input that holds ``text``.

    ``line_of`` returns a line of a source file.
    """
    mains = [unit for unit in program.units if unit.kind is UnitKind.PROGRAM]
    if len(mains) != 1:
        return {}
    reader = _Reader(program, text, line_of)
    reader.follow(mains[0])
    return reader.values


class _Reader:
    """Follows a program's statements along the records of its input."""

    def __init__(self, program: Program, text: str, line_of: Callable[[str, int], str]) -> None:
        self._units = {unit.name.upper(): unit for unit in program.units}
        self._lines = iter(text.splitlines())
        self._line_of = line_of
        self._reads: dict[str, bool] = {}
        self._active: set[str] = set()
        self.values: dict[Place, str] = {}

    def follow(self, unit: Unit) -> bool:
        """Follow a unit to its end; return whether what comes after it is still certain."""
        if unit.key in self._active:
            return False
        self._active.add(unit.key)
        targets = {label for item in statements(unit.body) for label in jump_targets(item)}
        found = self._body(unit, unit.body, targets)
        self._active.discard(unit.key)
        return found

    def _body(self, unit: Unit, body: Sequence[Stmt], targets: set[str]) -> bool:
        for statement in body:
            if getattr(statement, "label", None) in targets or jump_targets(statement):
                return False
            match statement:
                case st.Return():
                    return True
                case st.Stop() | st.Opaque():
                    return False
                case st.InputOutput(keyword="read"):
                    if not self._read(unit, statement):
                        return False
                case st.CallStatement(name=name):
                    callee = self._units.get(name.upper())
                    if callee is not None and self._has_read(callee) and not self.follow(callee):
                        return False
                case _:
                    inner = [item for part in bodies(statement) for item in statements(part)]
                    if any(self._is_in_the_way(item) for item in inner):
                        return False
        return True

    def _is_in_the_way(self, statement: Stmt) -> bool:
        """Whether a statement that may or may not be executed leaves open what is read next."""
        if isinstance(statement, st.CallStatement):
            callee = self._units.get(statement.name.upper())
            return bool(jump_targets(statement)) or (callee is not None and self._has_read(callee))
        is_read = isinstance(statement, st.InputOutput) and statement.keyword == "read"
        return is_read or bool(jump_targets(statement)) or isinstance(statement, st.Return)

    def _has_read(self, unit: Unit) -> bool:
        """Whether a unit, or one it calls, has a READ."""
        known = self._reads.get(unit.key)
        if known is None:
            self._reads[unit.key] = False  # of a cycle the others decide
            known = any(
                (isinstance(item, st.InputOutput) and item.keyword == "read")
                or (
                    isinstance(item, st.CallStatement)
                    and (callee := self._units.get(item.name.upper())) is not None
                    and self._has_read(callee)
                )
                for item in statements(unit.body)
            )
            self._reads[unit.key] = known
        return known

    def _read(self, unit: Unit, statement: st.InputOutput) -> bool:
        """Read the values of one statement; False if they, or what follows, cannot be told."""
        span = statement.span
        if not _LIST_DIRECTED.search(self._line_of(span.file, span.line)) or statement.statuses:
            return False
        if not all(_is_scalar(unit, item) for item in statement.results):
            return False
        words: list[str] = []
        while len(words) < len(statement.results):
            line = next(self._lines, None)
            found = None if line is None else _items(line, len(statement.results) - len(words))
            if found is None:
                return False
            words += found
        for item, word in zip(statement.results, words, strict=False):
            if not isinstance(item, Variable) or not _NUMBER.fullmatch(word):
                continue
            place = (span.file, span.line, item.name.upper())
            if place in self.values:  # read again: which value counts then?
                return False
            self.values[place] = word
        return True


def _is_scalar(unit: Unit, item: Expr) -> bool:
    if isinstance(item, Element):
        return True
    symbol = unit.symbols.get(item.name) if isinstance(item, Variable) else None
    return symbol is not None and not symbol.dimensions


def _items(line: str, most: int) -> list[str] | None:
    """The first items of a record; None if it has a null value or ends the list by a slash."""
    found: list[str] = []
    start = 0
    while len(found) < most and line[start:].strip():
        match = _ITEM.match(line, start)
        if match is None or match[3]:
            return None
        found += [match[2]] * int(match[1] or 1)
        start = match.end()
    return found[:most]
