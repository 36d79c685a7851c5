"""Lints of a processor's times: the clock, slips of the unit, operations in an odd order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, SadError, Severity, Span
from sad.document import Item, parse_document
from sad.machine.operation_times import OperationTimes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.machine.schema import Machine, Toolchain


_LONGEST_S = 1e-3
_SHORTEST_S = 1e-12
_FEWEST_CYCLES = 0.02  # fifty a cycle: no processor that has been built starts that many
_SLOWEST_HZ = 1e5
_FASTEST_HZ = 2e10
_NOT_FASTER = (
    ("add.double", "add.real"),
    ("mul.double", "mul.real"),
    ("div.double", "div.real"),
    ("div.integer", "mul.integer"),
    ("div.double", "mul.double"),
    ("div.real", "mul.real"),
    ("mul.integer", "add.integer"),
    ("mul.complex", "mul.real"),
    ("mul.double_complex", "mul.double"),
    ("intrinsic.sqrt.double", "mul.double"),
    ("intrinsic.exp.double", "mul.double"),
    ("power_real.double", "power_int.double"),
    ("load.double.element2.local", "load.double.scalar.local"),
    ("store.double.element2.local", "store.double.scalar.local"),
)
"""Pairs of which the first takes at least as long as the second on every machine known."""


def check_clock(machine: Machine, places: FilePlaces) -> Diagnostic | None:
    """Return SAD413 for a clock in MHz or GHz, or one that no processor has."""
    item = places.find("processor", "clock_hz")
    clock = machine.clock_hz
    if item is None or _SLOWEST_HZ <= clock <= _FASTEST_HZ:
        return None
    if clock > _FASTEST_HZ:
        return places.warning("SAD413", item, f"{clock:g} Hz is faster than any processor", "in Hz")
    factor, unit = (1e9, "GHz") if clock < 10 else (1e6, "MHz")
    hint = f"in Hz: {clock:g} {unit} is {_plain(clock * factor)}"
    return places.warning("SAD413", item, f"{clock:g} Hz is slower than any processor", hint)


def _plain(value: float) -> str:
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent):+d}"


def check_times(
    toolchain: Toolchain, machine: Machine, places: FilePlaces, *, seconds_only: bool
) -> Iterator[Diagnostic]:
    """Yield SAD408 for times too long or too short to be in the unit of their section."""
    for table, name in (
        (toolchain.operations, "operations"),
        (toolchain.instructions, "instructions"),
    ):
        for section in (f"{name}_s",) if seconds_only else (f"{name}_s", f"{name}_cycles"):
            keys = ("processor", "toolchains", toolchain.name, section)
            for key, item in places.entries(*keys).items():
                seconds = table[key].value
                given = f"takes {seconds:g} s"
                if section.endswith("_cycles"):
                    given = f"{seconds * machine.clock_hz:g} cycles, which is {seconds:g} s"
                if seconds > _LONGEST_S and not key.startswith("io."):
                    hint = f"a value in another unit? {_unit(section, seconds)}"
                    yield places.warning("SAD408", item, given, hint)
                elif (
                    0
                    < seconds
                    < (_SHORTEST_S if section.endswith("_s") else _FEWEST_CYCLES / machine.clock_hz)
                ):
                    hint = "less than a picosecond, or than a fiftieth of a cycle, cannot be"
                    yield places.warning("SAD408", item, given, hint)


def check_throughput(
    toolchain: Toolchain, clock_hz: float, places: FilePlaces
) -> Iterator[Diagnostic]:
    """Yield SAD408 for bounds, latencies and extras of the throughput model in another unit."""
    keys = ("processor", "toolchains", toolchain.name, "throughput")
    for unit, scale in (("_s", 1.0), ("_cycles", 1.0 / clock_hz)):
        sections = [*places.entries(*keys, f"bounds{unit}").values()]
        tables = (places.find(*keys, f"{name}{unit}") for name in ("latencies", "extras"))
        sections += [item for item in tables if item is not None]
        for item in (value for section in sections for value in section.mapping().values()):
            number = (item.mapping()["value"] if item.is_mapping else item).number()
            if number * scale > _LONGEST_S:
                hint = f"a value in another unit? {_unit(unit, number)}"
                yield places.warning("SAD408", item, f"takes {number * scale:g} s", hint)


def _unit(section: str, seconds: float) -> str:
    if section.endswith("_s"):
        return f"{seconds:g} ns is {_plain(seconds * 1e-9)}"
    return "this section is in cycles of clock_hz"


def check_order(machine: Machine, toolchain: Toolchain, places: FilePlaces) -> Iterator[Diagnostic]:
    """Yield SAD415, a note, for an operation that is faster than one it cannot be faster than."""
    times = OperationTimes(machine, toolchain)
    for slower, faster in _NOT_FASTER:
        try:
            first, second = times.value(slower).value, times.value(faster).value
        except SadError:
            continue  # SAD405 says so
        item = _own(places, toolchain.name, slower) or _own(places, toolchain.name, faster)
        if not all(_SHORTEST_S <= value <= _LONGEST_S for value in (first, second)):
            continue  # SAD408 says so
        if first < second and item is not None:
            message = f"{slower} takes {first:.3g} s, less than {faster} with {second:.3g} s"
            hint = "two values exchanged? if it is so, the source should say why"
            yield places.note("SAD415", item, message, hint)


def _own(places: FilePlaces, toolchain: str, operation: str) -> Item | None:
    """The entry of the file itself that gives an operation its time."""
    key = operation
    while key:
        for section in ("operations_s", "operations_cycles"):
            item = places.find("processor", "toolchains", toolchain, section, key)
            if item is not None:
                return item
        key = key.rpartition(".")[0]
    return None


class FilePlaces:
    """The entries of one machine file. What it inherits stands in another file and is not here."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._root = parse_document(Path(file).read_text(encoding="utf-8"), file)

    def find(self, *keys: str) -> Item | None:
        """Return the entry under ``keys``, None if the file has none."""
        item: Item | None = self._root
        for key in keys:
            item = item.mapping().get(key) if item is not None and item.is_mapping else None
        return item

    def entries(self, *keys: str) -> dict[str, Item]:
        """Return the entries of the mapping under ``keys``; none if there is no such mapping."""
        item = self.find(*keys)
        return item.mapping() if item is not None and item.is_mapping else {}

    def values(self) -> Iterator[tuple[str, Item]]:
        """Yield every section of numbers with sources: its path, and the number's entry."""
        for name in self.entries("processor", "toolchains"):
            for section in ("operations", "instructions"):
                for unit in ("s", "cycles"):
                    keys = ("processor", "toolchains", name, f"{section}_{unit}")
                    yield from self._section(*keys)
        for level in self.levels():
            for key, entry in level.mapping().items():
                if key != "name":
                    yield level.path, entry
        yield from self._section("network", "parameters")
        for name in self.entries("programming_models"):
            yield from self._section("programming_models", name, "parameters")
            yield from self._section("programming_models", name, "primitives")
            for _, entry in self.messages(name):
                yield f"$.programming_models.{name}.point_to_point", entry

    def messages(self, model: str) -> Iterator[tuple[str, Item]]:
        """Yield each number of a standard model of messages: its parameter, and its entry."""
        item = self.find("programming_models", model, "point_to_point")
        if item is None or not item.is_mapping:
            return
        for key, entry in item.mapping().items():
            if key != "model":
                rows = entry.sequence() if entry.is_sequence else [entry]
                yield from ((key, row) for row in rows)

    def levels(self) -> list[Item]:
        """Return the memory levels the file lists."""
        memory = self.find("memory")
        if memory is not None and memory.is_mapping:
            memory = memory.mapping().get("levels")
        return memory.sequence() if memory is not None else []

    def _section(self, *keys: str) -> Iterator[tuple[str, Item]]:
        for entry in self.entries(*keys).values():
            yield ".".join(("$", *keys)), entry

    def warning(self, code: str, item: Item | None, message: str, hint: str) -> Diagnostic:
        """Return a warning about ``item``, or about the file."""
        return self._finding(Severity.WARNING, code, item, message, hint)

    def note(self, code: str, item: Item | None, message: str, hint: str) -> Diagnostic:
        """Return a note about ``item``, or about the file."""
        return self._finding(Severity.NOTE, code, item, message, hint)

    def _finding(
        self, severity: Severity, code: str, item: Item | None, message: str, hint: str
    ) -> Diagnostic:
        path = item.path if item is not None else "$"
        place = item.span if item is not None else Span.at(self.file)
        return Diagnostic(code, severity, f"{path}: {message}", place, hint)
