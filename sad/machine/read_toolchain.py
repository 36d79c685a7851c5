"""A toolchain of a machine file: its own times, those that rules make, and what stands for what.

A toolchain that says ``rules: NAME`` gives instructions; ``machine_db/rules/NAME.yaml``, or a file
beside the machine's, says what code of that kind performs for each operation.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, Span, input_error
from sad.document import Item, parse_document
from sad.expr.functions import names_of
from sad.expr.numbers import value_of
from sad.expr.parse import parse
from sad.expr.tree import Expr, ExpressionError
from sad.ir.expr import Type
from sad.machine.operation_times import OperationTimes
from sad.machine.provenance import read_provenance, read_quantiles
from sad.machine.schema import Toolchain
from sad.machine.throughput import Throughput, VectorUnit
from sad.machine.values import MachineValue, number_not_negative, one_of, read_value, require
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.machine.schema import Machine


LANGUAGES = ("fortran", "c")
MODELS = ("additive", "throughput", "asm")
_KEYS = (
    *("compiler", "flags", "model", "operations_s", "operations_cycles", "fallback"),
    *("rules", "instructions_s", "instructions_cycles", "calibration", "throughput", "language"),
    *("asm", "extends"),
)
VIEWS = ("plain", "optimised")
ASM_VIEWS = ("asm",)
_NUMBERS = ("norm", "memory_norm", "miss_s", "window_s", "most_copies")
_TABLES = ("bounds", "latencies", "extras")
_THROUGHPUT_KEYS = (
    *("view", *_NUMBERS, "vector", "residual_quantiles"),
    *(f"{table}_{unit}" for table in _TABLES for unit in ("s", "cycles")),
)
_FLAGS = ("masked", "reductions", "cheap", "strided", "mathematical")
_SIZES = ("efficiency", "entry_s", "library")
_TOP = ("schema", "name", "instructions", "defaults", "operations", "fallback")


def read_toolchain(
    name: str,
    item: Item,
    clock_hz: float,
    known: Mapping[str, Toolchain],
    find_rules: Callable[[str], str | None],
) -> Toolchain:
    """Return a toolchain. ``known`` are those before it, one of which it ``extends``, and an inherited
    one of its own name; ``find_rules`` gives the path of a file of rules by its name.
    """
    entries = item.mapping(_KEYS)
    base = known.get(name)
    if "extends" in entries:
        other = entries["extends"].text()
        if other not in known:
            hint = f"before it are {', '.join(known)}" if known else "there is none before it"
            entries["extends"].fail("SAD401", f"there is no toolchain {other} to extend", hint)
        base = replace(known[other], name=name)

    def text(key: str, inherited: str) -> str:
        return entries[key].text() if key in entries else inherited

    own = base or Toolchain(name, "", "", "additive", {})
    times = _times(entries, "operations", clock_hz)
    instructions = {**own.instructions, **_times(entries, "instructions", clock_hz)}
    fallback = dict(own.fallback)
    rules_name = text("rules", own.rules)
    operations = dict(own.operations)
    derived = own.derived
    if rules_name and ({"rules", "instructions_s", "instructions_cycles"} & set(entries)):
        path = find_rules(rules_name)
        if path is None:
            entries.get("rules", item).fail("SAD401", f"there are no rules {rules_name}")
        rules = load_rules(path)
        made = derived_operations(rules, all_instructions(item, rules, instructions))
        stated = {key: value for key, value in operations.items() if key not in derived}
        operations = {**made, **stated}
        derived = frozenset(made) - frozenset(stated)
        fallback = {**rules.fallback, **fallback}
    if "fallback" in entries:
        fallback.update({key: at.text() for key, at in entries["fallback"].mapping().items()})
    calibration = own.calibration
    if "calibration" in entries:
        calibration = read_provenance(entries["calibration"])
    throughput = own.throughput
    if "throughput" in entries:
        throughput = read_throughput(entries["throughput"], clock_hz)
    asm = own.asm
    if "asm" in entries:
        asm = read_throughput(entries["asm"], clock_hz, ASM_VIEWS)
    language = own.language
    if "language" in entries:
        language = one_of(entries["language"], LANGUAGES)
    return Toolchain(
        name,
        text("compiler", own.compiler),
        text("flags", own.flags),
        one_of(entries["model"], MODELS) if "model" in entries else own.model,
        {**operations, **times},
        fallback,
        rules_name,
        instructions,
        derived - frozenset(times),
        calibration,
        throughput,
        language,
        asm,
    )


def _times(entries: Mapping[str, Item], what: str, clock_hz: float) -> dict[str, MachineValue]:
    """The sections ``WHAT_s`` and ``WHAT_cycles`` in seconds."""
    found: dict[str, MachineValue] = {}
    for section, unit in ((f"{what}_s", 1.0), (f"{what}_cycles", 1.0 / clock_hz)):
        if section not in entries:
            continue
        for key in entries[section].mapping():
            if key in found:
                entry = entries[section].mapping()[key]
                entry.fail("SAD406", "given in seconds and in cycles", "keep one of the two")
        found |= _values(entries[section], unit)
    return found


def check_fallbacks(root: Item, machine: Machine) -> None:
    """Fail with SAD407 if a fallback leads to no time: to nothing, or in a circle."""
    for toolchain in machine.toolchains.values():
        times = OperationTimes(machine, toolchain)
        for operation in toolchain.fallback:
            try:
                times.value(f"add.{operation}" if operation in list(Type) else operation)
            except SadError as error:
                hint = "a fallback must lead to an operation that has a time"
                message = f"fallback of {operation}: {error.diagnostic.message}"
                _place(root, toolchain.name, operation).fail("SAD407", message, hint)


def _place(root: Item, toolchain: str, operation: str) -> Item:
    """The entry of the fallback, or the file if it is inherited."""
    item = root
    for key in ("processor", "toolchains", toolchain, "fallback", operation):
        entries = item.mapping() if item.is_mapping else {}
        if key not in entries:
            return root
        item = entries[key]
    return item


# The section ``throughput`` of a toolchain.


def read_throughput(item: Item, clock_hz: float, views: tuple[str, ...] = VIEWS) -> Throughput:
    """Return the parameters of the throughput model; ``views`` are those it may have.

    Raises ``SadError``: SAD403 (a key is missing or unknown), SAD404 (wrong type), SAD407 (a value that
    cannot be).
    """
    entries = item.mapping(_THROUGHPUT_KEYS)
    require(item, entries, ("view",))
    view = one_of(entries["view"], views)
    sections: dict[str, tuple[Item, float]] = {}
    for table in _TABLES:
        for unit, scale in (("s", 1.0), ("cycles", 1.0 / clock_hz)):
            if (key := f"{table}_{unit}") in entries:
                if table in sections:
                    entries[key].fail("SAD406", "given in seconds and in cycles", "keep one")
                sections[table] = entries[key], scale
    for table in ("latencies",) if view == "plain" else ("latencies", "bounds"):
        if table not in sections:
            require(item, entries, (f"{table}_s",))
    bounds: dict[str, Mapping[str, MachineValue]] = {}
    if "bounds" in sections:
        tables, scale = sections["bounds"]
        bounds = {key: _values(entry, scale) for key, entry in tables.mapping().items()}
    numbers = {key: number_not_negative(entries[key]) for key in _NUMBERS if key in entries}
    for key in ("norm", "memory_norm"):
        if numbers.get(key, 1.0) < 1.0:
            entries[key].fail(
                "SAD407", "a norm is at least 1", "1 adds up, large ones take the largest"
            )
    return Throughput(
        view,
        numbers.pop("norm", 6.0),
        bounds,
        _values(*sections["latencies"]),
        _values(*sections["extras"]) if "extras" in sections else {},
        vector=_vector(entries["vector"]) if "vector" in entries else None,
        residual_quantiles=(
            read_quantiles(entries["residual_quantiles"]) if "residual_quantiles" in entries else {}
        ),
        **numbers,
    )


def _values(item: Item, scale: float) -> dict[str, MachineValue]:
    """Values of a section in seconds; ``scale`` is how long one of its unit takes."""
    found = {key: read_value(entry) for key, entry in item.mapping().items()}
    return {key: replace(value, value=value.value * scale) for key, value in found.items()}


def _vector(item: Item) -> VectorUnit:
    entries = item.mapping(("width_bytes", *_SIZES, *_FLAGS))
    require(item, entries, ("width_bytes",))
    sizes = {key: number_not_negative(entries[key]) for key in _SIZES if key in entries}
    flags = {
        key: one_of(entries[key], ("true", "false")) == "true" for key in _FLAGS if key in entries
    }
    return VectorUnit(int(number_not_negative(entries["width_bytes"])), **sizes, **flags)


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


def all_instructions(
    item: Item, rules: Rules, given: Mapping[str, MachineValue]
) -> dict[str, MachineValue]:
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


def derived_operations(
    rules: Rules, instructions: Mapping[str, MachineValue]
) -> dict[str, MachineValue]:
    """Return the time of every operation the rules know [s], each with its formula as source."""
    found: dict[str, MachineValue] = {}
    for operation, rule in rules.operations.items():
        source = f"estimate: rules {rules.name}: {rule.text}"
        if rule.source:
            source += f" ({rule.source})"
        found[operation] = _derive(rule, instructions, source)
    return found


def _derive(rule: Rule, instructions: Mapping[str, MachineValue], source: str) -> MachineValue:
    """The rule's value; its uncertainty by propagation: each instruction moved by its own."""
    times = {name: instructions[name].value for name in names_of(rule.formula)}
    value = float(value_of(rule.formula, times.__getitem__, exact=False))
    if value == 0:
        return MachineValue(0.0, source, 0.0)
    squares = (rule.uncertainty or 0.0) ** 2
    for name, time in times.items():
        moved = {**times, name: time * (1 + (instructions[name].uncertainty or 0.0))}
        squares += (float(value_of(rule.formula, moved.__getitem__, exact=False)) / value - 1) ** 2
    return MachineValue(value, source, round(math.sqrt(squares), 3))
