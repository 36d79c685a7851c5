"""What the writers of source code share: comments, functions to carry, the bodies of functions."""

from __future__ import annotations

import ast
import importlib.util
import re
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.emit import Emitter
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.targets import Target
    from sad.report.export.quantities import Exported, Quantity

_WIDE = 100
_STATEMENT = re.compile(r"\s*(?:return |\w+ \+?= )")


@record
class Body:
    """A function's statements, its result, the symbols it uses and the functions it calls."""

    lines: tuple[str, ...]
    result: str
    symbols: frozenset[str]
    called: frozenset[str]

    def rows(self, end: str = "", *, in_parentheses: bool = False) -> list[str]:
        """Return the lines with the return, none too wide (``wrapped``); ``end`` closes a statement."""
        return [
            row
            for line in (*self.lines, f"    return {self.result}{end}")
            for row in wrapped(line, in_parentheses=in_parentheses)
        ]


def body_of(quantity: Quantity, target: Target, arguments: Mapping[str, str]) -> Body:
    """Return the body that computes a quantity; ``arguments`` says how each symbol is written."""
    emitter = Emitter(target, arguments)
    count = quantity.polys[0] if quantity.is_count else None
    result = emitter.weighted(quantity.parts) if count is None else emitter.poly(count)
    used = frozenset[str]().union(*(atoms.free_symbols(poly) for poly in quantity.polys))
    return Body(tuple(emitter.lines), result, used, frozenset(emitter.called))


def plain(text: str) -> str:
    """Return text that can end no comment and no string: one line, no backslash, no ``*/``."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return shown.replace("\\", "/").replace('"', "'").replace("*/", "* /").replace("/*", "/ *")


def title_of(quantity: Quantity) -> str:
    """Return what a quantity is, with its unit, for the comment of its function."""
    return plain(quantity.about) + (" [s]" if quantity.unit == "s" else "")


def about_lines(program: Exported, names: Mapping[str, str], usage: Iterable[str]) -> list[str]:
    """Return the lines of the comment at the head of a file: usage, arguments, notes."""
    machine = f" on {program.machine}" if program.machine is not None else ""
    lines = [f"Cost of {program.entry}{machine}. Written by {program.tool}.", "", *usage, ""]
    rows = [("argument", "in the program", "kind", "place", "may be")]
    for item in program.arguments:
        place = "" if item.span is None else f"{item.span.file}:{item.span.line}"
        allowed = item.range if item.value is None else f"set to {item.value}"
        kind = item.kind.replace("_", " ")
        rows.append((names[item.symbol], item.symbol, kind, place, f"{allowed} ({item.reason})"))
    if len(rows) == 1:
        lines.append("There are no arguments: everything is known.")
    else:
        widths = [min(40, max(len(row[column]) for row in rows)) for column in range(4)]
        lines.extend(
            "  ".join(
                [*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4]]
            )
            for row in rows
        )
    if program.notes:
        lines.extend(["", *(f"It is assumed or known that: {note}." for note in program.notes)])
    return [plain(line).rstrip() for line in lines]


def comment(lines: Iterable[str], mark: str) -> list[str]:
    """Return lines as line comments."""
    return [f"{mark} {line}".rstrip() for line in lines]


def function_text(modules: Iterable[str], names: Iterable[str]) -> list[str]:
    """Return the source of functions of some of our own modules, without importing them."""
    found: dict[str, str] = {}
    for module in modules:
        spec = importlib.util.find_spec(module)
        loader = spec.loader if spec is not None else None
        text = loader.get_source(module) if hasattr(loader, "get_source") else None  # type: ignore[union-attr]
        if not isinstance(text, str):
            raise FileNotFoundError(module)
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                found[node.name] = ast.get_source_segment(text, node) or ""
    return [found[name] for name in sorted(names)]


def wrapped(line: str, *, in_parentheses: bool = False) -> list[str]:
    """Return a statement in lines that are not too wide, broken before ``+`` and ``-``.

    ``in_parentheses`` puts parentheses around what is assigned or returned, as Python needs them.
    """
    if len(line) <= _WIDE:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    if in_parentheses:
        start = _STATEMENT.match(line)
        if start is None:
            return [line]
        line = f"{start[0]}({line[start.end() :]})"
    rows: list[str] = []
    while len(line) > _WIDE:
        found = max(line.rfind(sign, len(indent) + 8, _WIDE) for sign in (" + ", " - "))
        if found < 0:
            later = [place for sign in (" + ", " - ") if (place := line.find(sign, _WIDE)) > 0]
            if not later:
                break
            found = min(later)
        rows.append(line[:found])
        line = f"{indent}    {line[found + 1 :]}"
    return [*rows, line]
