"""What is known of a procedure without its body: a tree that somebody gave instead of one analysed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.description.parameters import Parameter
    from sad.description.tree import Node, UnitDescription


@record
class Outside:
    """The cost of a procedure in terms of its inputs, and the parameters that brings along.

    ``kind`` is what the procedure is called in reports instead of a subroutine or function.
    """

    kind: str
    tree: Node
    parameters: tuple[Parameter, ...]


def as_given(unit: UnitDescription, given: Outside | None) -> UnitDescription:
    """Return the description of a unit with what was given in place of what its body said."""
    if given is None:
        return unit
    own = {item.symbol for item in given.parameters}
    inputs = tuple(item for item in unit.parameters if item.symbol not in own)
    return replace(
        unit,
        kind=given.kind,
        parameters=(*inputs, *given.parameters),
        definitions=(),
        calls=(),
        statements=0,
        opaque=0,
        dead_lines=(),
    )
