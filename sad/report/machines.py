"""Machines as text: the database's list, one machine with its numbers and their sources."""

from __future__ import annotations

from sad.diagnostics import argument_error
from sad.machine.database import database_names, get_machine
from sad.report.units import seconds_text


def list_text() -> str:
    """Return one line per machine of the database."""
    machines = [get_machine(name) for name in database_names()]
    width = max(len(machine.name) for machine in machines)
    lines: list[str] = []
    for machine in machines:
        toolchains = ", ".join(machine.toolchains)
        first = machine.description.split(". ")[0].rstrip(".")
        lines.append(f"{machine.name:<{width}}  {machine.kind:<9} {toolchains}")
        lines.append(f"{'':<{width}}  {first}")
    return "\n".join(lines) + "\n"


def show_text(name: str, toolchain: str | None) -> str:
    """Return a machine's numbers; SAD401 if it, or its toolchain, does not exist."""
    machine = get_machine(name)
    if toolchain is not None and toolchain not in machine.toolchains:
        names = ", ".join(machine.toolchains)
        raise argument_error("SAD401", f"no toolchain {toolchain!r}", f"there are: {names}")
    lines = [
        f"{machine.name} ({machine.kind})  {machine.file}",
        f"  {' '.join(machine.description.split())}",
        f"  processor {machine.processor}, {machine.clock_hz / 1e6:g} MHz",
    ]
    for level in machine.memory:
        size = f"{level.size_bytes.value / 1024:g} KiB"
        lines.append(f"  {level.name}: {size}, latency {seconds_text(level.latency_s.value)}")
    for chain in machine.toolchains.values():
        if toolchain not in (None, chain.name):
            continue
        lines.append(
            f"toolchain {chain.name}: {chain.compiler} {chain.flags} ({chain.model} model)"
        )
        width = max(len(key) for key in chain.operations)
        for key, value in chain.operations.items():
            spread = "" if value.uncertainty is None else f" +-{100 * value.uncertainty:g} %"
            source = f"  {' '.join(value.source.split())}" if value.source else ""
            lines.append(f"  {key:<{width}}  {seconds_text(value.value):>9}{spread:<9}{source}")
        lines.extend(f"  {key:<{width}}  as {other}" for key, other in chain.fallback.items())
    return "\n".join(lines) + "\n"
