"""Messages of a program with distributed arrays as terms of PAMELA, and the operators these need.

A message takes the processors that send it for as long as it lasts: ``gmove(p, q, bytes)`` from one to
another, ``bcast(p, n, bytes)`` from one to all ``n`` along its sides of the grid; in ``exchange``,
``allgather``, ``alltoall``, ``allreduce``, ``gather`` and ``fetch`` each processor has its part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, Poly, product
from sad.distribution.layout import reach
from sad.distribution.plan import combined_ends
from sad.distribution.syntax import BLOCK
from sad.distribution.wording import message_formula, side_name
from sad.pamela.formulas import NOWHERE, plain
from sad.pamela.tree import Apply, Condition, Repeat

if TYPE_CHECKING:
    from sad.diagnostics import Span
    from sad.distribution.layout import Layout
    from sad.distribution.messages import Message, Need
    from sad.distribution.owners import Conditions
    from sad.distribution.words import Words
    from sad.pamela.tree import Term

GMOVE, BCAST, FETCH = "gmove", "bcast", "fetch"
ARGUMENTS = {GMOVE: ("p", "q", "bytes")}
"""The arguments of operators that have others than ``p, n, bytes``."""


class Sendings:
    """Makes terms of messages; ``used`` are the operators they have, with the primitive of each."""

    def __init__(self, layout: Layout, words: Words) -> None:
        self._layout = layout
        self._words = words
        self.used: dict[str, str] = {}

    def term(self, message: Message) -> Term:
        """Return the term of a message; raises SAD974."""
        words = self._words
        size = words.formula(self._bytes(message), message.span)
        axes = message.axes or tuple(range(words.axes))
        if message.primitive in ("broadcast", "communicate") and message.needs and message.axes:
            need = message.needs[0]
            start = self._places(tuple(item.position for item in need.remote), message)
            sender = words.member(
                [start.get(axis) or words.rank(axis) for axis in range(words.axes)]
            )
            if message.primitive == "broadcast":
                others = words.formula(self._ranks(axes), message.span)
                term = self._apply(BCAST, message.primitive, sender, others.written, size.written)
                if len(need.remote) == 1:
                    term = self._if_needed(need, term, message.span)
            else:
                end = self._places(
                    tuple(item.executes for item in need.remote if item.executes), message
                )
                goal = words.member(
                    [end.get(axis) or words.rank(axis) for axis in range(words.axes)]
                )
                term = self._apply(GMOVE, message.primitive, sender, goal, size.written)
            return self._over(term, tuple(x for x in range(words.axes) if x not in start))
        name = FETCH if message.primitive == "communicate" else message.primitive
        every = tuple(range(words.axes))
        member = words.member([words.rank(axis) for axis in every])
        along = words.formula(self._ranks(axes), message.span).written
        return self._over(self._apply(name, message.primitive, member, along, size.written), every)

    def _apply(self, name: str, primitive: str, *arguments: str) -> Term:
        self.used[name] = primitive
        return Apply(NOWHERE, name, tuple(map(plain, arguments)))

    def _places(self, conditions: Conditions, message: Message) -> dict[int, str]:
        words = self._words
        return {x.side.axis: words.place(x.side, x.place, message.span) for x in conditions}

    def _if_needed(self, need: Need, term: Term, span: Span) -> Term:
        """A broadcast under the condition that somebody else carries out what needs it."""
        words, along = self._words, need.remote[0]
        if along.executes is None:
            return term
        ends = reach(along.executes.place, [loop.index for loop in need.inner])
        if ends is None:
            return term
        side, start = along.position.side, along.position.place
        first, last = ends
        apart = (first - start).as_integer
        is_block = side.format.kind == BLOCK
        run = side.format.size or 1
        if not is_block and run == 1 and apart in (1, -1) and side == along.executes.side:
            return term  # neighbours have different owners
        sender = words.place(side, start, span)
        tests = [f"{words.place(along.executes.side, last, span)} != {sender}"]
        if not (is_block and side == along.executes.side and (apart or -1) >= 0):
            tests.insert(0, f"{words.place(along.executes.side, first, span)} != {sender}")
        if not is_block:
            tests.insert(0, f"{words.formula(last - first, span).written} >= {run}")
        return Condition(NOWHERE, plain(" or ".join(tests)), False, term, None)

    def _over(self, term: Term, axes: tuple[int, ...]) -> Term:
        """A term on all processors along some sides, at once."""
        for axis in reversed(axes):
            ends = plain("0"), plain(f"{self._words.side(axis)} - 1")
            term = Repeat(NOWHERE, True, self._words.rank(axis), *ends, None, term)
        return term

    def _ranks(self, axes: tuple[int, ...]) -> Poly:
        return product([Poly.symbol(side_name(axis, self._layout)) for axis in axes])

    def _bytes(self, message: Message) -> Poly:
        if message.unknown is not None:
            about = f"{message.span.file}:{message.span.line} {message.unknown}: bytes"
            return self._words.symbol(self._words.parameter(message.unknown, None, about))
        if message.reduction is None:
            return message_formula(message, self._layout)
        ends = combined_ends(message.reduction)
        sizes = [
            atoms.clamp(high - low + 1) for low, high in zip(ends[::2], ends[1::2], strict=True)
        ]
        return product([*sizes, ONE]) * message.reduction.leaf.do.combined_bytes
