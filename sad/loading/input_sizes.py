"""Sizes that a program's own input tells for certain: numbers that its first READs get."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.files import source_lines
from sad.model.parameters import Kind
from sad.profiles.running.vary import values_read
from sad.profiles.settings import Origin, Setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.ir.program import Program
    from sad.model.nodes import UnitDescription
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice


def input_sizes(program: Program, units: Iterable[UnitDescription], text: str) -> dict[str, str]:
    """Return sizes by their labels, as the input ``text`` has them."""
    lines: dict[str, list[str]] = {}

    def line_of(path: str, line: int) -> str:
        if path not in lines:
            lines[path] = source_lines(path)
        return lines[path][line - 1] if 0 < line <= len(lines[path]) else ""

    values = values_read(program, text, line_of)
    found: dict[str, str] = {}
    for parameter in (item for unit in units for item in unit.parameters) if values else ():
        name = parameter.label.rpartition(".")[2].upper()
        value = values.get((parameter.span.file, parameter.span.line, name))
        if value is not None and parameter.kind is Kind.SIZE:
            found[parameter.label] = value
    return found


def with_input_sizes(choice: Choice, loaded: Loaded) -> Choice:
    """Return a choice with the sizes that its input tells; values that users give stay."""
    if choice.stdin is None or loaded.analysis is None:
        return choice
    settings = choice.settings.copy()
    given = {name.lower() for name in settings.items}
    found = input_sizes(loaded.analysis.program, loaded.description.units, choice.stdin)
    for name, text in found.items():
        if given.isdisjoint((name.lower(), name.rpartition(".")[2].lower())):
            place = Span.at("<stdin>")
            settings.add(Setting(name, text, Origin.USER, place, is_optional=True))
    return replace(choice, settings=settings)
