"""What parts of a program do: whether they pass messages, and whether they are straight statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.model.nodes import Block, Call, Loop, Message, parts_of

if TYPE_CHECKING:
    from sad.model.nodes import Description, Node, UnitDescription

CLOCKS = frozenset({"mpi_wtime"})
"""Routines that tell the time: they stay on the rank, and end phases."""


class Kinds:
    """Answers about nodes of one description."""

    def __init__(self, description: Description) -> None:
        self._units = {unit.name: unit for unit in description.units}
        self._talking: dict[str, bool] = {}
        self._straight: dict[str, bool] = {}
        self._passed_talk = any(
            unit.handed is not None and self._unit_talks(unit.name) for unit in description.units
        )

    def talks(self, node: Node) -> bool:
        """Whether a node passes a message or asks the clock, in what it calls included."""
        match node:
            case Message():
                return node.primitive != "local" or node.routine in CLOCKS
            case Call():
                if node.target is None:
                    return node.through is not None and self._passed_talk
                return self._unit_talks(node.target)
            case _:
                return any(self.talks(part) for part in parts_of(node))

    def is_straight(self, node: Node) -> bool:
        """Whether a node has no loop but around messages, and calls nothing unknown."""
        match node:
            case Loop():
                return self.talks(node) and all(self.is_straight(part) for part in parts_of(node))
            case Call():
                if node.target is None:
                    return False
                known = self._straight.get(node.target)
                if known is None:
                    self._straight[node.target] = False  # one that calls itself
                    known = self.is_straight(self._units[node.target].tree)
                    self._straight[node.target] = known
                return known
            case Block() | Message():
                return True
            case _:
                return all(self.is_straight(part) for part in parts_of(node))

    def inside(self, call: Call) -> UnitDescription:
        """Return the unit of a call that passes messages.

        Raises SAD935 where its phases cannot be told from the source.
        """
        name = call.name
        unit = None if call.target is None else self._units[call.target]
        if unit is not None and not call.recursive and unit.recursion is None:
            if not any(
                passed.target is not None and self._unit_talks(passed.target)
                for passed in call.procedures.values()
            ):
                return unit
            name = next(iter(call.procedures))
        what = "calls itself" if unit is not None and unit.recursion else "is passed as an argument"
        message = f"{name} passes messages and {what}: its phases are not known"
        hint = "call a procedure with messages by its name, and let it not call itself"
        raise input_error("SAD935", message, call.span, hint)

    def _unit_talks(self, name: str) -> bool:
        known = self._talking.get(name)
        if known is None:
            self._talking[name] = False  # one that calls itself
            known = self.talks(self._units[name].tree)
            self._talking[name] = known
        return known
