"""Persistent requests: which message a request stands for when it is started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import element_name

if TYPE_CHECKING:
    from sad.analysis.messages.arguments import Arguments
    from sad.analysis.messages.site import MessageSite
    from sad.ir.expr import Expr


class Requests:
    """The persistent requests that one unit makes, by variable or element of an array.

    A request that two calls make is not known, nor one that is made elsewhere.
    """

    def __init__(self) -> None:
        self._made: dict[str, dict[str, MessageSite | None]] = {}

    def add(self, given: Arguments, message: MessageSite) -> None:
        """Record what a request stands for."""
        place = _place(given.expression("request"))
        if place is not None:
            requests = self._made.setdefault(place[0], {})
            requests[place[1]] = None if place[1] in requests else message

    def started(self, given: Arguments, *, every: bool) -> tuple[MessageSite, ...] | None:
        """Return the messages a call starts; None if these are not known."""
        expression = given.expression("requests" if every else "request")
        place = _place(expression)
        if place is None:
            return None
        requests = self._made.get(place[0], {})
        found = list(requests.values()) if every else [requests.get(place[1])]
        if every and given.constant("count") != len(found):
            return None
        messages = tuple(item for item in found if item is not None)
        return messages if messages and len(messages) == len(found) else None


def _place(expression: Expr | None) -> tuple[str, str] | None:
    """The variable or array that holds a request, and the name of the element."""
    if isinstance(expression, ex.Variable):
        return expression.name, expression.name
    if isinstance(expression, ex.Element):
        name = element_name(expression)
        return None if name is None else (expression.array, name)
    return None
