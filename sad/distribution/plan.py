"""Sequential source with distributed arrays: who computes, what is sent, and the phases of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.distribution.layout import Side, lay_out, reach
from sad.distribution.messages import Dependences, Message, find_messages
from sad.distribution.owners import find_owners
from sad.distribution.phases import PhasePart, Sending, find_phases
from sad.distribution.volumes import polys_of
from sad.distribution.wording import message_text
from sad.evaluation.names import Names, longer_names
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.algebra.poly import Poly
    from sad.diagnostics import Diagnostics
    from sad.distribution.distributable import Sequential
    from sad.distribution.layout import Layout
    from sad.distribution.owners import Reduction
    from sad.distribution.syntax import Distribution


class Plan:
    """A program under distributions of its arrays.

    ``parts`` are the phases in order, ``polys`` the formulas that the bytes of messages depend on,
    ``text`` the distributions as they are given, ``names`` those of its parameters.
    """

    def __init__(self, program: Sequential, distributions: Sequence[Distribution]) -> None:
        """Raises as ``lay_out``."""
        self._program = program
        self.distributions = tuple(distributions)
        self.text = " ".join(map(str, distributions)) or "replicated"
        self.whole, self.leaves = whole, leaves = program.whole, program.leaves
        self.name = f"{whole.name} with {self.text}"
        self.layout = lay_out(whole, leaves, distributions)
        self.owners = find_owners(whole, leaves, self.layout)
        found = find_messages(leaves, self.layout, self.owners, Dependences(leaves))
        self.parts: list[PhasePart] = find_phases(whole.tree, leaves, found)
        self.polys = {
            part.message: message_polys(part.message, self.layout)
            for part in self.parts
            if isinstance(part, Sending)
        }
        used = {
            symbol
            for poly in self._formulas()
            for symbol in atoms.free_symbols(poly)
            if not symbol.startswith(INDEX_MARK)
        }
        used |= program.extern_seconds
        self.names = Names(program.description, frozenset(used))
        self.longer = longer_names(self.names, program.report_names)
        self.symbols = {symbol: self.names.label(symbol) for symbol in sorted(used)}
        self._unknown = [
            part.message.unknown
            for part in self.parts
            if isinstance(part, Sending) and part.message.unknown is not None
        ]

    @property
    def extern_seconds(self) -> frozenset[str]:
        """The times of procedures that are not in the program, as parameters."""
        return self._program.extern_seconds

    @property
    def language(self) -> str:
        """The language of the unit that the program starts from."""
        return self._program.language

    @property
    def dimensions(self) -> int:
        """How many sides the process grid has."""
        return self.layout.axes

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that need values: sizes, and the bytes of messages that cannot be told."""
        return tuple(dict.fromkeys((*self.symbols.values(), *self._unknown)))

    @property
    def messages(self) -> list[Message]:
        """All messages, in the order of the text."""
        return [part.message for part in self.parts if isinstance(part, Sending)]

    @property
    def origins(self) -> tuple[str, ...]:
        """Every message in words, in the order of the text (``message_text``)."""
        names = {symbol: self.names.label(symbol) for symbol in self.symbols}
        return tuple(message_text(item, self.layout, names) for item in self.messages)

    def tell(self, diagnostics: Diagnostics) -> None:
        """Warn of messages whose bytes cannot be told (SAD910) and note waiting ranks (SAD911)."""
        serial: set[int] = set()
        for message in self.messages:
            ref = message.needs[0].ref if message.needs else None
            if message.unknown is not None and ref is not None:
                text = f"which elements of {ref.text} are read cannot be told"
                hint = f"set the bytes that a rank needs of others: --set {message.unknown}=..."
                diagnostics.warning("SAD910", text, ref.span, hint)
                continue
            loop = message.waits_in
            if loop is not None and ref is not None and id(loop) not in serial:
                serial.add(id(loop))
                text = f"ranks wait for each other: the loop over {loop.label} writes what it reads"
                hint = "they take their turns in the prediction: docs/distribution.md"
                diagnostics.note("SAD911", text, ref.span, hint)

    def _formulas(self) -> Iterator[Poly]:
        for leaf in self._program.leaves:
            yield from self.owners.polys(leaf)
        for side in self.sides():
            yield from (*side.extent.first, *side.extent.last)
        for polys in self.polys.values():
            yield from polys

    def sides(self) -> set[Side]:
        """Return all sides that dimensions are spread over."""
        return {side for row in self.layout.sides.values() for side in row if side is not None}


def message_polys(message: Message, layout: Layout) -> list[Poly]:
    """Return the formulas that a message's bytes depend on."""
    if message.unknown is not None:
        return []
    found = [poly for need in message.needs for poly in polys_of(need, layout)]
    if message.reduction is not None:
        found.extend(combined_ends(message.reduction))
    return found


def combined_ends(reduction: Reduction) -> list[Poly]:
    """Return the ends of the subscripts of an array that is combined."""
    target = reduction.leaf.do.target
    inner = [loop.index for loop in reduction.leaf.loops[reduction.level :]]
    found: list[Poly] = []
    if target is not None and not isinstance(target, str):
        for item in target.subscripts:
            ends = None if item is None else reach(item, inner)
            found.extend(ends or ())
    return found
