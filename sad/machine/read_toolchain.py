"""A toolchain of a machine file: its own times, those that rules make, and what stands for what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import SadError
from sad.ir.expr import Type
from sad.machine.compute import OperationTimes
from sad.machine.provenance import read_provenance
from sad.machine.read_throughput import ASM_VIEWS, read_throughput
from sad.machine.rules import all_instructions, derived_operations, load_rules
from sad.machine.schema import Toolchain
from sad.machine.values import one_of, read_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.document import Item
    from sad.machine.schema import Machine, Value

LANGUAGES = ("fortran", "c")
MODELS = ("additive", "throughput", "asm")
_KEYS = (
    *("compiler", "flags", "model", "operations_s", "operations_cycles", "fallback"),
    *("rules", "instructions_s", "instructions_cycles", "calibration", "throughput", "language"),
    "asm",
)


def read_toolchain(
    name: str,
    item: Item,
    clock_hz: float,
    base: Toolchain | None,
    find_rules: Callable[[str], str | None],
) -> Toolchain:
    """Return a toolchain; ``find_rules`` gives the path of a file of rules by its name."""
    entries = item.mapping(_KEYS)

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
        throughput = read_throughput(entries["throughput"])
    asm = own.asm
    if "asm" in entries:
        asm = read_throughput(entries["asm"], ASM_VIEWS)
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


def _times(entries: Mapping[str, Item], what: str, clock_hz: float) -> dict[str, Value]:
    """The sections ``WHAT_s`` and ``WHAT_cycles`` in seconds."""
    found: dict[str, Value] = {}
    for section, unit in ((f"{what}_s", 1.0), (f"{what}_cycles", 1.0 / clock_hz)):
        if section not in entries:
            continue
        for key, entry in entries[section].mapping().items():
            if key in found:
                entry.fail("SAD406", "given in seconds and in cycles", "keep one of the two")
            value = read_value(entry)
            found[key] = replace(value, value=value.value * unit)
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
