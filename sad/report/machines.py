"""Machines as text: the database's list, one machine with its numbers and their sources."""

from __future__ import annotations

from sad.diagnostics import argument_error
from sad.machine.database import database_names, get_machine
from sad.report.machine_throughput import throughput_lines
from sad.report.units import seconds_text


def list_text() -> str:
    """Return one line per machine of the database."""
    machines = [get_machine(name) for name in database_names()]
    width = max(len(machine.name) for machine in machines)
    lines: list[str] = []
    for machine in machines:
        toolchains = ", ".join(machine.toolchains)
        first = " ".join(machine.description.split(". ")[0].rstrip(".").split())
        models = ", ".join(machine.programming_models)
        messages = f"; messages: {models}" if models else ""
        lines.append(f"{machine.name:<{width}}  {machine.kind:<9} {toolchains}{messages}")
        lines.append(f"{'':<{width}}  {first}")
    return "\n".join(lines) + "\n"


def show_text(name: str, toolchain: str | None) -> str:
    """Return a machine's numbers; SAD401 if it, or its toolchain, does not exist."""
    from sad.report.machine_network import (  # noqa: PLC0415 - loads NumPy
        memory_lines,
        network_lines,
        provenance_line,
    )

    machine = get_machine(name)
    if toolchain is not None and toolchain not in machine.toolchains:
        names = ", ".join(machine.toolchains)
        raise argument_error("SAD401", f"no toolchain {toolchain!r}", f"there are: {names}")
    architecture = f" ({machine.architecture})" if machine.architecture else ""
    lines = [
        f"{machine.name} ({machine.kind})  {machine.file}",
        f"  {' '.join(machine.description.split())}",
        f"  processor {machine.processor}{architecture}, {machine.clock_hz / 1e6:g} MHz",
        *memory_lines(machine.memory),
    ]
    lines.extend(network_lines(machine))
    for chain in machine.toolchains.values():
        if toolchain not in (None, chain.name):
            continue
        lines.append(
            f"toolchain {chain.name}: {chain.compiler} {chain.flags} ({chain.model} model)"
        )
        if chain.calibration is not None:
            lines.append(f"  {provenance_line(chain.calibration)}")
        if chain.throughput is not None:
            lines.extend(throughput_lines(chain.throughput))
        if chain.instructions:
            lines.append(f"  instructions, of which rules {chain.rules} make the operations:")
        given = {f"[{name}]": value for name, value in chain.instructions.items()}
        width = max((len(key) for key in (*given, *chain.operations)), default=0)
        for key, value in (*given.items(), *chain.operations.items()):
            spread = "" if value.uncertainty is None else f" +-{100 * value.uncertainty:g} %"
            source = f"  {' '.join(value.source.split())}" if value.source else ""
            lines.append(f"  {key:<{width}}  {seconds_text(value.value):>9}{spread:<9}{source}")
        lines.extend(f"  {key:<{width}}  as {other}" for key, other in chain.fallback.items())
    return "\n".join(lines) + "\n"
