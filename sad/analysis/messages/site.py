"""What tracing finds at a call of a message-passing library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import ONE, Poly
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping


@record
class MessageSite:
    """A message as one rank sees it; see ``sad.model.nodes.Message`` for the fields."""

    routine: str
    model: str
    primitive: str
    nbytes: Poly
    partner: Poly | None
    tag: Poly | None
    comm: Poly
    group: Poly
    present: Poly = ONE
    part: int = 0


@record
class Traced:
    """Messages of one call, and values of what it sets: by position of the argument and element.

    The element is None for a scalar, else counted from 0 at the place that is passed. ``result`` is
    what a function gives, ``names`` are values of variables of the unit by name.
    """

    messages: tuple[MessageSite, ...] = ()
    outputs: Mapping[tuple[int, int | None], Poly] = field(
        default_factory=dict[tuple[int, int | None], Poly]
    )
    result: Poly | None = None
    names: Mapping[str, Poly] = field(default_factory=dict[str, Poly])


NO_MESSAGES = Traced()
"""Of calls that communicate nothing and set nothing that is known."""
