"""How many messages a unit passes and how many bytes, as keys among its operations.

``message.send`` counts the messages of a primitive, ``bytes.send`` what they carry; both for one rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.bind import bind
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ZERO, Poly
from sad.model.walks.terms import MessageTerm, all_terms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.checks.costs.canonical import NeutralNames
    from sad.checks.costs.record import Amounts
    from sad.model.nodes import Node

COUNT, BYTES = "message.", "bytes."
_SILENT = frozenset(("local", "wait"))
_TAKEN = frozenset((f"{COUNT}receive", f"{COUNT}irecv"))


def message_amounts(root: Node, start: Mapping[str, Poly], names: NeutralNames) -> dict[str, Poly]:
    """Return the messages and bytes of a unit's own calls in one run, calls of others left out.

    Inputs are bound to ``start``, under ``names``.
    """
    found: dict[str, Poly] = {}
    for term in all_terms(root):
        if not isinstance(term, MessageTerm) or term.message.primitive in _SILENT:
            continue
        message, context = names.message(term.message), names.context(term.context)
        weight = context.weight * message.present
        for key, each in ((COUNT, weight), (BYTES, weight * message.nbytes)):
            number = bind(sum_nest(context.indices, each), start)
            name = f"{key}{message.primitive}"
            found[name] = found.get(name, ZERO) + number
    return found


def is_message(key: str) -> bool:
    """Whether a key is that of messages or their bytes: no operation of a processor."""
    return key.startswith((COUNT, BYTES))


def messages_of(amounts: Amounts) -> Poly:
    """Return how many messages a rank passes: those it sends, and collective operations.

    What it receives is left out: that is what others send.
    """
    keys = [key for key in amounts if key.startswith(COUNT) and key not in _TAKEN]
    return Poly.weighted_sum((amounts[key], 1) for key in keys)
