"""Messages that tracing found, as nodes of the description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.description.tree import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.calls.bindings import CallSite


class MessageNodes:
    """Makes the messages of one unit, each under a name of its own."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}

    def nodes(self, site: CallSite, path: str) -> Iterator[Message]:
        """Yield the messages of a call at a place of the control flow.

        They are named by the place, and numbered if there were others of the name before.
        """
        for item in site.traced.messages:
            base = f"{path}.{item.routine}" if path else item.routine
            place = base if item.part == 0 else f"{base}.{item.part}"
            number = self._names[place] = self._names.get(place, 0) + 1
            yield Message(
                place if number == 1 else f"{place}_{number}",
                site.span,
                item.model,
                item.routine,
                item.primitive,
                item.nbytes,
                item.partner,
                item.tag,
                item.comm,
                item.group,
                item.present,
                item.part,
            )
