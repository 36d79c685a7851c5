"""Rules: times of operations as formulas over the times of a few machine instructions.

A toolchain that says ``rules: NAME`` gives instructions; ``machine_db/rules/NAME.yaml``, or a file
beside the machine's, says what code of that kind performs for each operation.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.document import Item, parse_document
from sad.expr.functions import names_of
from sad.expr.numbers import value_of
from sad.expr.parse import parse
from sad.expr.tree import Expr, ExpressionError
from sad.machine.schema import Value
from sad.machine.values import number_not_negative, require
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

_TOP = ("schema", "name", "instructions", "defaults", "operations", "fallback")


@record
class Rule:
    """The formula of one operation. ``uncertainty`` is the rule's own, relative."""

    text: str
    formula: Expr
    uncertainty: float | None = None
    source: str = ""


@record
class Rules:
    """Rules by operation, defaults by instruction, and what stands for what."""

    name: str
    instructions: Mapping[str, str]
    defaults: Mapping[str, Rule]
    operations: Mapping[str, Rule]
    fallback: Mapping[str, str]


@lru_cache(maxsize=16)
def load_rules(path: str) -> Rules:
    """Read a file of rules; errors as of machine files, SAD410 for a formula."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise input_error("SAD401", "cannot be read", Span.at(path)) from None
    root = parse_document(text, path)
    entries = root.mapping(_TOP)
    require(root, entries, ("schema", "name", "instructions", "operations"))
    defaults = entries["defaults"].mapping() if "defaults" in entries else {}
    rules = Rules(
        entries["name"].text(),
        {key: entry.text() for key, entry in entries["instructions"].mapping().items()},
        {key: _rule(entry) for key, entry in defaults.items()},
        {key: _rule(entry) for key, entry in entries["operations"].mapping().items()},
        {key: entry.text() for key, entry in entries["fallback"].mapping().items()}
        if "fallback" in entries
        else {},
    )
    known = {*rules.instructions, *rules.defaults}
    for key, entry in (*defaults.items(), *entries["operations"].mapping().items()):
        rule = rules.operations.get(key) or rules.defaults[key]
        for name in names_of(rule.formula):
            if name not in known:
                entry.fail("SAD410", f"{rule.text!r} has no value: no instruction {name}")
        try:
            value_of(rule.formula, lambda _: 1.0, exact=False)
        except ExpressionError as error:
            entry.fail("SAD410", f"{rule.text!r} has no value: {error}")
    return rules


def _rule(item: Item) -> Rule:
    written, uncertainty, source = item, None, ""
    if item.is_mapping:
        entries = item.mapping(("formula", "uncertainty", "source"))
        require(item, entries, ("formula",))
        written = entries["formula"]
        if "uncertainty" in entries:
            uncertainty = number_not_negative(entries["uncertainty"])
        source = entries["source"].text() if "source" in entries else ""
    text = written.text()
    try:
        return Rule(text, parse(text), uncertainty, source)
    except ExpressionError as error:
        written.fail("SAD410", f"{text!r} is no formula: {error}")


def all_instructions(item: Item, rules: Rules, given: Mapping[str, Value]) -> dict[str, Value]:
    """Return the given instructions with the rules' defaults; one that is missing is SAD405."""
    for name in rules.instructions:
        if name not in given:
            hint = f"it is {rules.instructions[name]}; add it to instructions_cycles"
            item.fail("SAD405", f"no time for the instruction {name}", hint)
    known = dict(given)
    for name, rule in rules.defaults.items():
        if name not in known:
            known[name] = _derive(rule, known, f"rules {rules.name}, default: {rule.text}")
    return known


def derived_operations(rules: Rules, instructions: Mapping[str, Value]) -> dict[str, Value]:
    """Return the time of every operation the rules know [s], each with its formula as source."""
    found: dict[str, Value] = {}
    for operation, rule in rules.operations.items():
        source = f"estimate: rules {rules.name}: {rule.text}"
        if rule.source:
            source += f" ({rule.source})"
        found[operation] = _derive(rule, instructions, source)
    return found


def _derive(rule: Rule, instructions: Mapping[str, Value], source: str) -> Value:
    """The rule's value; its uncertainty by propagation: each instruction moved by its own."""
    times = {name: instructions[name].value for name in names_of(rule.formula)}
    value = float(value_of(rule.formula, times.__getitem__, exact=False))
    if value == 0:
        return Value(0.0, source, 0.0)
    squares = (rule.uncertainty or 0.0) ** 2
    for name, time in times.items():
        moved = {**times, name: time * (1 + (instructions[name].uncertainty or 0.0))}
        squares += (float(value_of(rule.formula, moved.__getitem__, exact=False)) / value - 1) ** 2
    return Value(value, source, round(math.sqrt(squares), 3))
