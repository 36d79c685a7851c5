"""The symbols a unit brings into formulas, with what tells them from each other."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.checks.costs.fingerprint import uses_of
from sad.checks.costs.record import Symbol
from sad.model.parameters import Kind
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from sad.checks.costs.source_text import SourceText
    from sad.model.nodes import UnitDescription
    from sad.model.parameters import Parameter


_NOISE = re.compile(r"[\s{};]+")
_NUMBER = re.compile(r"\d+")
_PART = re.compile(r"(\d+)|(\D+)")


def symbols_of(unit: UnitDescription, source: SourceText) -> tuple[Symbol, ...]:
    """Return a unit's symbols: arguments by position, other inputs, then what only runs can tell."""
    found: dict[str, Symbol] = {}
    for place, dummy in enumerate(unit.dummies, 1):
        if dummy is not None:
            label = unit.labels.get(dummy[0], dummy[0])
            found[dummy[0]] = Symbol(
                dummy[0], label, f"argument {place}", coding=_coding(unit, dummy[0])
            )
    for item in _ordered(unit):
        name = item.symbol
        if name in found:
            continue
        role, mark = str(item.kind), ""
        if is_unresolved(name):
            mark = _mark(source.line(item.span.file, item.span.line))
        elif item.kind is Kind.SIZE:
            role = "common" if name.startswith("/") else "input"
        found[name] = Symbol(
            name, unit.labels.get(name, item.label), role, mark, _coding(unit, name)
        )
    return tuple(found.values())


def _ordered(unit: UnitDescription) -> list[Parameter]:
    """The parameters by line, then by name with its numbers as such: new labels mostly keep that order.

    Values of several variables at one place are in the order of their use, which names do not change.
    """
    values = [item for item in unit.parameters if item.kind is Kind.VALUE]
    lines = Counter(item.span.line for item in values)
    uses = uses_of(unit, [item.symbol for item in values if lines[item.span.line] > 1])

    def place(item: Parameter) -> tuple[int, str, list[tuple[int, str]]]:
        parts = _PART.findall(item.symbol)
        names = [(int(number or 0), text) for number, text in parts]
        return item.span.line, uses.get(item.symbol, ""), names

    return sorted(unit.parameters, key=place)


def _coding(unit: UnitDescription, name: str) -> str:
    return str(unit.types.get(name, Coding.INTEGER))


def _mark(text: str) -> str:
    """What is left of a line's text if its layout and its labels change."""
    plain = _NUMBER.sub("#", _NOISE.sub("", text)).upper()
    return blake2b(plain.encode(), digest_size=4).hexdigest() if plain else ""
