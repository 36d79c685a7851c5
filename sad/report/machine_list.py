"""The machines of the database as text; apart from a machine's own page, which loads NumPy."""

from __future__ import annotations

from sad.machine.database import database_names, get_machine


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
