"""A sequential program that is ready to have its arrays distributed, in one way or many."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.communication.times import MessageTimes, model_for
from sad.diagnostics import argument_error
from sad.distribution.costs import Costs
from sad.distribution.program import leaves
from sad.distribution.read import read_whole
from sad.evaluation.model import find_entry, names_of
from sad.loading.machines import languages_of
from sad.model.expand import expand
from sad.model.nodes import Message, parts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.distribution.program import Leaf
    from sad.distribution.times import Primitives
    from sad.evaluation.names import Names
    from sad.loading.describe import Loaded
    from sad.machine.schema import Machine, Toolchain
    from sad.model.nodes import Node
    from sad.objectcode.compiling import CompileOptions

__all__ = ["Distributable", "languages_of"]


class Distributable:
    """A program from one of its entries, on a machine.

    ``whole`` is all of it as one tree, ``leaves`` its actions, ``costs`` the seconds of its lines and
    ``messages`` those of messages.
    """

    def __init__(
        self,
        loaded: Loaded,
        machine: tuple[Machine, Toolchain],
        messages: Primitives,
        *,
        entry: str | None = None,
        cost_model: str | None = None,
        options: CompileOptions | None = None,
    ) -> None:
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
            if _sends(unit.tree):
                message = f"{unit.name} passes messages already"
                hint = "leave --distribute out: sad scale takes the program as it is"
                raise argument_error("SAD903", message, hint)
        self.whole = read_whole(loaded.analysis, loaded.description, start.name)
        self.leaves: Sequence[Leaf] = leaves(self.whole.tree)
        self.costs = Costs(loaded.description, start.name, machine, cost_model, options)
        self.messages = messages

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


def message_times(
    machine: Machine, library: str | None, mapping: str | None = None
) -> MessageTimes:
    """Return the times of a machine's messages, of a library or its first programming model."""
    return MessageTimes(machine, library or model_for(machine, ""), mapping)


def _sends(node: Node) -> bool:
    return isinstance(node, Message) or any(_sends(part) for part in parts_of(node))
