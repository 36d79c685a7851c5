"""Formulas and words in application files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.applications.schema import Expression
from sad.machine.formula import FormulaError, parse_formula
from sad.machine.values import require

if TYPE_CHECKING:
    from sad.document import Item
    from sad.machine.formula import Formula


COMMAS = "put a formula with commas in quotes, or write it on a line of its own"


def expression(item: Item) -> Expression:
    """Return a formula; SAD861 if the text is none. ``{value: FORMULA, source: TEXT}`` is one, too."""
    source = ""
    if item.is_mapping:
        entries = item.mapping(("value", "source"), COMMAS)
        require(item, entries, ("value",))
        item = entries["value"]
        source = entries["source"].text() if "source" in entries else ""
    return Expression(item, formula_of(item, item.text()), source)


def formula_of(item: Item, text: str) -> Formula:
    """Return the formula ``text``; SAD861 at ``item`` if it is none."""
    try:
        return parse_formula(text)
    except FormulaError as error:
        item.fail("SAD861", f"{text!r} is no formula: {error}", "for instance 2*psize**3/nprocs")
