"""A sequential program that is ready to have its arrays distributed, in one way or many."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sad.communication.times import MessageTimes, model_for
from sad.diagnostics import Span, argument_error
from sad.distribution.program import leaves
from sad.distribution.read import read_whole
from sad.evaluation.bind_model import bind_model
from sad.evaluation.model import build_model, find_entry, names_of
from sad.loading.machines import languages_of
from sad.mapping.bind import cost_model_for
from sad.model.expand import expand
from sad.model.nodes import Block, Message
from sad.model.walks.parts import nodes_of
from sad.profiles.settings import Origin, Setting, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.distribution.program import Leaf, Place
    from sad.distribution.times import Primitives
    from sad.evaluation.names import Names
    from sad.machine.schema import Machine, Toolchain
    from sad.model.nodes import Description, Line
    from sad.reading.loaded import Loaded

    Floats = NDArray[np.float64]


__all__ = ["Distributable", "languages_of"]


class Sequential:
    """A program from one of its entries, before a machine is known.

    ``whole`` is all of it as one tree, ``leaves`` its actions.
    """

    def __init__(self, loaded: Loaded, entry: str | None = None) -> None:
        """Raises SAD505 (no such entry), SAD903 for what has no sequential source, and as
        ``read_whole``.
        """
        self.description = loaded.description
        self._start = start = find_entry(loaded.description, entry)
        if loaded.analysis is None:
            message = "a saved description does not say which elements of arrays are used"
            raise argument_error("SAD903", message, "name the source files")
        if start is None:
            hint = "name one: --entry NAME"
            raise argument_error("SAD903", "the program has several units to start from", hint)
        for unit in loaded.description.units:
            if any(nodes_of(unit.tree, Message)):
                message = f"{unit.name} passes messages already"
                hint = "leave --distribute out: sad scale takes the program as it is"
                raise argument_error("SAD903", message, hint)
        self.entry, self.language = start.name, start.language
        self.whole = read_whole(loaded.analysis, loaded.description, start.name)
        self.leaves: Sequence[Leaf] = leaves(self.whole.tree)

    @cached_property
    def report_names(self) -> Names:
        """The names that parameters have in a report on the program."""
        return names_of(expand(self.description, self._start))

    @cached_property
    def extern_seconds(self) -> frozenset[str]:
        """The times of procedures that are not in the program, as parameters."""
        places = (leaf.do.place for leaf in self.leaves)
        return frozenset(
            f"{place[0].removeprefix('call ')}.seconds"
            for place in places
            if place is not None and place[0].startswith("call ")
        )


class Distributable(Sequential):
    """A program from one of its entries, on a machine.

    ``costs`` are the seconds of its lines and ``messages`` those of messages.
    """

    def __init__(
        self,
        loaded: Loaded,
        machine: tuple[Machine, Toolchain],
        messages: Primitives,
        *,
        entry: str | None = None,
        cost_model: str | None = None,
        options: tuple[str, ...] = (),
    ) -> None:
        """Raises as ``Sequential``."""
        super().__init__(loaded, entry)
        self.costs = Costs(loaded.description, self.entry, machine, cost_model, options)
        self.messages = messages


def message_times(
    machine: Machine, library: str | None, mapping: str | None = None
) -> MessageTimes:
    """Return the times of a machine's messages, of a library or its first programming model."""
    return MessageTimes(machine, library or model_for(machine, ""), mapping)


def lines_of(description: Description) -> dict[Place, Line]:
    """Return the lines of a description by place."""
    return {
        (unit.name, number): line
        for unit in description.units
        for number, line in enumerate(
            line for block in nodes_of(unit.tree, Block) for line in block.lines
        )
    }


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
        options: tuple[str, ...],
    ) -> None:
        self._description = description
        self._entry = entry
        self._machine = machine
        self._model = cost_model
        self._options = options
        self._fixed = not cost_model_for(machine[1], cost_model).of_run
        self._known: dict[tuple[tuple[str, float], ...], dict[Place, float]] = {}
        self.places = {id(line): place for place, line in lines_of(description).items()}

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
