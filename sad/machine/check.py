"""Linting a machine file that can be read: what it lacks, and values that look like slips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, SadError
from sad.machine.architecture import is_foreign, this_architecture
from sad.machine.check_times import (
    check_clock,
    check_order,
    check_throughput,
    check_times,
)
from sad.machine.check_units import (
    check_collectives,
    check_memory,
    check_network,
    check_primitives,
)
from sad.machine.compute import OperationTimes
from sad.machine.places import Places
from sad.machine.usual import usual_operations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.machine.schema import Machine, Toolchain

__all__ = ["check_machine", "usual_operations"]

_LARGEST_UNCERTAINTY = 2.0


def check_machine(machine: Machine) -> list[Diagnostic]:
    """Return warnings and notes about a machine, each at its place in the file.

    SAD405 missing operations, SAD408 odd times, SAD409 numbers without a source, SAD412 odd
    parameters of a network, SAD413 an odd clock, SAD414 memory that does not grow outwards, SAD415
    times in an odd order, SAD416 odd primitives, SAD417 a calibration for another architecture,
    SAD419 uncertainties that look like percent, SAD423 operations of all without a message to make
    them of. What is inherited is checked in the file that says it.
    """
    places = Places(machine.file)
    findings = [
        *_missing(machine, places),
        *_sources(machine, places),
        *_uncertainties(places),
    ]
    clock = check_clock(machine, places)
    if clock is not None:
        findings.append(clock)
    for toolchain in machine.toolchains.values():
        # with an odd clock, times in cycles are odd as well: one finding says it
        findings.extend(check_times(toolchain, machine, places, seconds_only=clock is not None))
        findings.extend(check_throughput(toolchain, places))
        if clock is None:
            findings.extend(check_order(machine, toolchain, places))
        findings.extend(_foreign(machine, toolchain, places))
    findings.extend(check_memory(machine, places))
    findings.extend(check_network(places))
    findings.extend(check_primitives(machine, places))
    findings.extend(check_collectives(machine, places))
    return sorted(findings, key=lambda finding: finding.span.line)


def _missing(machine: Machine, places: Places) -> Iterator[Diagnostic]:
    for toolchain in machine.toolchains.values():
        times = OperationTimes(machine, toolchain)
        missing: list[str] = []
        for operation in usual_operations():
            try:
                times.value(operation)
            except SadError:
                missing.append(operation)
        if missing:
            listed = ", ".join(missing[:5]) + (" ..." if len(missing) > 5 else "")
            message = f"no time for {len(missing)} operations: {listed}"
            item = places.find("processor", "toolchains", toolchain.name)
            hint = "programs that use them cannot be predicted"
            yield places.warning("SAD405", item, message, hint)


def _sources(machine: Machine, places: Places) -> Iterator[Diagnostic]:
    """One finding for each section: its first number without a source, and how many there are.

    What was calibrated has its source in ``calibration``; a memory level needs one for all it says.
    """
    calibrated = [f".{name}." for name, chain in machine.toolchains.items() if chain.calibration]
    found: dict[str, list[Diagnostic]] = {}
    sourced: set[str] = set()
    for section, entry in places.values():
        source = entry.mapping().get("source") if entry.is_mapping else None
        if source is not None and source.text().strip():
            sourced.add(section)
            continue
        hint = "say where the number is from: {value: ..., source: ...}"
        finding = places.warning("SAD409", entry, "no source", hint)
        found.setdefault(section, []).append(finding)
    for section, findings in found.items():
        if section.startswith("$.memory") and (calibrated or section in sourced):
            continue
        if any(name in section for name in calibrated):
            continue
        first, more = findings[0], len(findings) - 1
        message = first.message + (f" (nor have {more} more here)" if more else "")
        yield Diagnostic(first.code, first.severity, message, first.span, first.hint)


def _uncertainties(places: Places) -> Iterator[Diagnostic]:
    for _, entry in places.values():
        item = entry.mapping().get("uncertainty") if entry.is_mapping else None
        if item is not None and item.number() > _LARGEST_UNCERTAINTY:
            value = item.number()
            hint = f"relative, one standard deviation: {value:g} % is {value / 100:g}"
            yield places.warning("SAD419", item, f"{value:g} times the value itself", hint)


def _foreign(machine: Machine, toolchain: Toolchain, places: Places) -> Iterator[Diagnostic]:
    if toolchain.calibration is not None and is_foreign(machine):
        item = places.find("processor", "toolchains", toolchain.name, "calibration")
        message = f"calibrated on {machine.architecture}, which this computer is not"
        hint = f"predictions are for that machine; this one is {this_architecture()}"
        yield places.note("SAD417", item, message, hint)
