"""A message-passing program whose messages share links and nodes: bounds on its times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.communication.links import Links
from sad.diagnostics import Diagnostics, SadError, argument_error
from sad.model.nodes import Seq
from sad.model.walks.parallel import bounds, held
from sad.parallel import Bounded, Busy, Times
from sad.spmd.link_uses import LinkUses

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.machine.schema import Machine
    from sad.model.nodes import Node
    from sad.model.walks.parallel import Bounds
    from sad.spmd.scalable import SpmdProgram
    from sad.spmd.single_messages import Values

MOST_POINTS = 2000
_NOWHERE = ("SAD924", "SAD936")
"""Errors at points where the program cannot run: a rank that is not there, a divisor of zero."""


class ContendedProgram:
    """Bounds on a program's times where its messages share what the machine's network has.

    The total is the lower bound; ``computation`` as without contention, ``communication`` the rest.
    Raises SAD975 for a machine whose file says nothing about links.
    """

    def __init__(self, program: SpmdProgram, machine: Machine, mapping: str | None) -> None:
        self._program = program
        self._links = Links(machine, program.library, mapping)
        self._uses = LinkUses(program.stages, program.charges, self._links)
        self.name = program.name
        self.parameters = program.parameters
        self.dimensions = program.dimensions

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the bounds at points; raises as ``LinkUses.nodes``, SAD942 for too many points.

        Points at which a message is for a rank that is not there, or a divisor is zero, are impossible.
        """
        rows, shape, impossible, reason = self._program.rows(points)
        length = impossible.size
        if length > MOST_POINTS:
            message = f"{length} points are too many for messages on links: at most {MOST_POINTS}"
            raise argument_error("SAD942", message, "look at fewer numbers of processes or sizes")
        alone = self._program.times(points)
        if alone.impossible is not None:
            impossible |= alone.impossible.reshape(-1)
        reason = reason or alone.reason
        phases = [phase.seconds.reshape(-1) for phase in alone.phases]
        lower, found = np.full(length, np.nan), np.full(length, None, np.object_)
        for place in np.flatnonzero(~impossible):
            values: Values = {name: _number(array[place]) for name, array in rows.items()}
            seconds = [
                0.0 if stage.communicates else float(times[place])
                for stage, times in zip(self._program.stages, phases, strict=False)  # no waits
            ]
            here = {name: array[place : place + 1] for name, array in rows.items()}
            try:
                passed = self._program.passed(here)
                nodes = self._uses.nodes(values, seconds, passed)
            except SadError as error:
                if error.diagnostic.code not in _NOWHERE:
                    raise
                impossible[place], reason = True, error.diagnostic.message
                continue
            found[place] = self._bounded(nodes)
            lower[place] = found[place].lower
        computation = alone.computation.reshape(-1) + np.where(impossible, np.nan, 0.0)
        return Times(
            computation.reshape(shape),
            (lower - computation).reshape(shape),
            (),
            impossible.reshape(shape),
            reason,
            self._links.origins,
            found.reshape(shape),
        )

    def _bounded(self, nodes: list[Node]) -> Bounded:
        stages = self._program.stages
        parts = tuple(
            _of(stage.name, bounds(node)) for stage, node in zip(stages, nodes, strict=True)
        )
        whole = _of(self.name, bounds(Seq(tuple(nodes))))
        return Bounded(
            *(whole.name, whole.critical, whole.contention, whole.lower, whole.resources), parts
        )

    def tell(self, diagnostics: Diagnostics) -> None:
        """Note the messages that were charged for their time only."""
        if self._links.switched:
            message = "what the switches between nodes hold up is left out: links of nodes count"
            diagnostics.note("SAD976", message, self._links.place, "the bound is lower for that")
        for span, reason in self._uses.off_links.items():
            message = f"this message holds no links: {reason}"
            hint = "its time counts, what others wait for it does not: the bound is lower for that"
            diagnostics.note("SAD976", message, span, hint)


def _of(name: str, found: Bounds) -> Bounded:
    resources = [
        Busy(
            item.resource.name,
            _seconds(item.bound),
            tuple(
                (demand.span, _seconds(demand.seconds))
                for demand in found.demands
                if demand.resource.name == item.resource.name
            ),
        )
        for item in held(found.demands)
    ]
    resources.sort(key=lambda item: -item.seconds)
    most = resources[0].seconds if resources else 0.0
    return Bounded(name, _seconds(found.critical), most, _seconds(found.lower), tuple(resources))


def _seconds(poly: Poly) -> float:
    value = poly.as_constant
    assert value is not None  # everything is known at a point
    return float(value)


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else float(value)
