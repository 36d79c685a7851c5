"""Seconds of lines on one processor, by their places in the description."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import Span
from sad.evaluation.model import build_model
from sad.evaluation.onto import bind_model
from sad.mapping.bind import ADDITIVE, model_for
from sad.model.nodes import Block, parts_of
from sad.profiles.settings import Origin, Setting, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from sad.distribution.program import Place
    from sad.machine.schema import Machine, Toolchain
    from sad.model.nodes import Description, Line, Node
    from sad.objectcode.compiling import CompileOptions

    Floats = NDArray[np.float64]


class Costs:
    """Times of the lines of a program from an entry; ``names`` are those of its parameters by symbol.

    Under the plain sum of operation times they are the same everywhere. Under other cost models they
    are those of the sequential run at the same sizes: what caches do for a part of the data is not in
    them.
    """

    def __init__(
        self,
        description: Description,
        entry: str,
        machine: tuple[Machine, Toolchain],
        cost_model: str | None,
        options: CompileOptions | None,
    ) -> None:
        self._description = description
        self._entry = entry
        self._machine = machine
        self._model = cost_model
        self._options = options
        self._fixed = model_for(machine[1], cost_model) == ADDITIVE
        self._known: dict[tuple[tuple[str, float], ...], dict[Place, float]] = {}
        self.places: dict[int, Place] = {}
        self.lines: dict[str, int] = {}
        for unit in description.units:
            count = 0
            for count, line in enumerate(lines_of(unit.tree), 1):
                self.places[id(line)] = (unit.name, count - 1)
            self.lines[unit.name] = count

    def at(self, values: Mapping[str, Floats], size: int) -> Callable[[Place], Floats]:
        """Return the seconds of lines at points; ``values`` are parameters by their names."""
        if self._fixed:
            table = self._table(())
            return lambda place: np.full(size, table.get(place, 0.0))
        keys = [
            tuple((name, float(array[row])) for name, array in values.items())
            for row in range(size)
        ]
        tables = [self._table(key) for key in keys]
        return lambda place: np.array([table.get(place, 0.0) for table in tables])

    def _table(self, key: tuple[tuple[str, float], ...]) -> dict[Place, float]:
        found = self._known.get(key)
        if found is None:
            settings = Settings()
            for name, value in key:
                settings.add(Setting(name, f"{value:.17g}", Origin.USER, Span.at("<arguments>")))
            model = build_model(self._description, self._entry, settings)
            bound = bind_model(model, *self._machine, self._model, self._options)
            found = {}
            for item in bound.blocks:
                for line, seconds in zip(item.block.block.lines, item.lines, strict=True):
                    if id(line) in self.places:
                        found[self.places[id(line)]] = seconds
            self._known[key] = found
        return found


def lines_of(node: Node) -> Iterator[Line]:
    """Yield the lines of a description in the order of its tree."""
    if isinstance(node, Block):
        yield from node.lines
    for part in parts_of(node):
        yield from lines_of(part)
