"""Where the times of messages come from that an application uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.applications.scope import Messages
    from sad.machine.networks.model import ProgrammingModel


def message_origins(
    model: ProgrammingModel | None, messages: Messages | None, used: Iterable[str]
) -> tuple[str, ...]:
    """Return a text for each primitive: the source of its formula, or what it is made from."""
    if model is None or messages is None:
        return ()
    found: list[str] = []
    for name in sorted(used):
        known = model.primitives.get(name)
        if known is not None:
            found.append(f"{name}: {known.source or known.text}")
        elif model.collectives is not None and name in model.collectives.rules:
            rules = model.collectives
            how = (
                f"by algorithm, selection {rules.selection}" if rules.selection else "by algorithm"
            )
            found.append(f"{name}: {how}" + (f" ({rules.source})" if rules.source else ""))
        else:
            found.append(f"{name}: as {messages.algorithm(name, 8.0, 2.0)}")
    return tuple(found)
