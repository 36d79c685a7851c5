"""Machine files to machines: strict, nothing guessed, every error at its line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, Span, input_error
from sad.document import Item, parse_document
from sad.ir.expr import Type
from sad.machine.compute import OperationTimes
from sad.machine.schema import SCHEMA_VERSION, Machine, MemoryLevel, Toolchain, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_TOP = ("schema", "name", "description", "kind", "extends", "processor", "memory")
_KINDS = ("estimate", "measured", "vendor")
_TOOLCHAIN = ("compiler", "flags", "model", "operations_s", "operations_cycles", "fallback")
_MAX_EXTENDS = 10


def load_machine(path: str, find: Callable[[str, str], str | None], depth: int = 0) -> Machine:
    """Read a machine file.

    ``find(name, from_file)`` locates the machine another one ``extends``. Raises ``SadError``:
    SAD401 (not found), SAD402 (no YAML), SAD403 (unknown key), SAD404 (wrong type), SAD406 (twice),
    SAD407 (a value that cannot be).
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        hint = "a machine file is UTF-8 text in YAML; see docs/machines.md"
        raise input_error("SAD401", f"cannot be read: {reason}", Span.at(path), hint) from None
    root = parse_document(text, path)
    entries = root.mapping(_TOP)
    _check_schema(root, entries)
    base = _base(entries, path, find, depth)
    machine = _machine(root, entries, path, base)
    _check_fallbacks(root, machine)
    return machine


def _check_schema(root: Item, entries: Mapping[str, Item]) -> None:
    if "schema" not in entries:
        root.fail("SAD403", "the key schema is missing", f"add the line: schema: {SCHEMA_VERSION}")
    version = entries["schema"].number()
    if version != SCHEMA_VERSION:
        hint = f"this version reads schema {SCHEMA_VERSION}"
        entries["schema"].fail("SAD407", f"schema {version:g} is not known", hint)


def _base(
    entries: Mapping[str, Item],
    path: str,
    find: Callable[[str, str], str | None],
    depth: int,
) -> Machine | None:
    if "extends" not in entries:
        return None
    name = entries["extends"].text()
    found = find(name, path)
    if found is None or depth >= _MAX_EXTENDS:
        hint = "name a machine of the database, or a file beside this one that extends no circle"
        entries["extends"].fail("SAD401", f"there is no machine {name} to extend", hint)
    return load_machine(found, find, depth + 1)


def _machine(root: Item, entries: Mapping[str, Item], path: str, base: Machine | None) -> Machine:
    def required(key: str) -> Item:
        if key not in entries:
            root.fail("SAD403", f"the key {key} is missing", "see docs/machines.md")
        return entries[key]

    name = required("name").text()
    if not name:
        entries["name"].fail("SAD404", "text is expected here", "give the machine a name")
    description = entries["description"].text() if "description" in entries else ""
    kind = entries["kind"].text() if "kind" in entries else (base.kind if base else "estimate")
    if kind not in _KINDS:
        entries["kind"].fail("SAD407", f"kind {kind!r} is not known", f"one of {', '.join(_KINDS)}")
    memory = _memory(entries["memory"]) if "memory" in entries else (base.memory if base else ())
    if base is None:
        processor, clock, toolchains = _processor(required("processor"), None)
    elif "processor" in entries:
        processor, clock, toolchains = _processor(entries["processor"], base)
    else:
        processor, clock, toolchains = base.processor, base.clock_hz, base.toolchains
    return Machine(name, path, description, kind, processor, clock, toolchains, memory)


def _processor(item: Item, base: Machine | None) -> tuple[str, float, Mapping[str, Toolchain]]:
    entries = item.mapping(("name", "clock_hz", "toolchains"))
    name = entries["name"].text() if "name" in entries else (base.processor if base else "")
    if "clock_hz" in entries:
        clock = _positive(entries["clock_hz"])
    elif base is not None:
        clock = base.clock_hz
    else:
        item.fail("SAD403", "the key clock_hz is missing", "in hertz: clock_hz: 1.0e+9")
    toolchains: dict[str, Toolchain] = dict(base.toolchains) if base else {}
    if "toolchains" in entries:
        for key, entry in entries["toolchains"].mapping().items():
            toolchains[key] = _toolchain(key, entry, clock, toolchains.get(key))
    if not toolchains:
        item.fail("SAD403", "no toolchain is described", "see docs/machines.md")
    return name, clock, toolchains


def _toolchain(name: str, item: Item, clock: float, base: Toolchain | None) -> Toolchain:
    entries = item.mapping(_TOOLCHAIN)
    operations: dict[str, Value] = {}
    for section, unit in (("operations_s", 1.0), ("operations_cycles", 1.0 / clock)):
        if section not in entries:
            continue
        for key, entry in entries[section].mapping().items():
            if key in operations:
                entry.fail("SAD406", "given in seconds and in cycles", "keep one of the two")
            value = _value(entry)
            operations[key] = replace(value, value=value.value * unit)
    fallback: dict[str, str] = {}
    if "fallback" in entries:
        fallback = {key: entry.text() for key, entry in entries["fallback"].mapping().items()}

    def text(key: str, inherited: str, default: str = "") -> str:
        return entries[key].text() if key in entries else (inherited or default)

    return Toolchain(
        name,
        text("compiler", base.compiler if base else ""),
        text("flags", base.flags if base else ""),
        text("model", base.model if base else "", "additive"),
        {**(base.operations if base else {}), **operations},
        {**(base.fallback if base else {}), **fallback},
    )


def _memory(item: Item) -> tuple[MemoryLevel, ...]:
    levels: list[MemoryLevel] = []
    entries = item.mapping(("levels",))
    if "levels" not in entries:
        item.fail("SAD403", "the key levels is missing", "see docs/machines.md")
    for entry in entries["levels"].sequence():
        keys = ("name", "size_bytes", "line_bytes", "latency_s")
        values = entry.mapping(keys)
        for key in keys:
            if key not in values:
                entry.fail("SAD403", f"the key {key} is missing", f"it needs {', '.join(keys)}")
        levels.append(
            MemoryLevel(values["name"].text(), *(_value(values[key]) for key in keys[1:]))
        )
    return tuple(levels)


def _value(item: Item) -> Value:
    """A plain number, or ``{value, source, uncertainty}``; never negative."""
    if not item.is_mapping:
        return Value(_not_negative(item))
    entries = item.mapping(("value", "source", "uncertainty"))
    if "value" not in entries:
        item.fail("SAD403", "the key value is missing", "value: is the number itself")
    source = entries["source"].text() if "source" in entries else ""
    uncertainty = None
    if "uncertainty" in entries:
        uncertainty = _not_negative(entries["uncertainty"])
    return Value(_not_negative(entries["value"]), source, uncertainty)


def _not_negative(item: Item) -> float:
    value = item.number()
    if not 0 <= value < float("inf"):
        item.fail("SAD407", f"{value:g} cannot be", "a finite number, zero or more, is expected")
    return value


def _positive(item: Item) -> float:
    value = _not_negative(item)
    if value == 0:
        item.fail("SAD407", "zero cannot be", "more than zero is expected")
    return value


def _check_fallbacks(root: Item, machine: Machine) -> None:
    """A fallback must lead to a time in the end."""
    for toolchain in machine.toolchains.values():
        times = OperationTimes(machine, toolchain)
        for operation in toolchain.fallback:
            try:
                times.value(f"add.{operation}" if operation in list(Type) else operation)
            except SadError as error:
                hint = "a fallback must lead to an operation that has a time"
                message = f"fallback of {operation}: {error.diagnostic.message}"
                root.fail("SAD407", message, hint)
