"""Phases of a program with distributed arrays as terms of PAMELA.

Ranks are processors that do one thing at a time, ``cpu[p]``. Within a phase no rank waits for another
one, so it takes as long as the rank with the most work. A term with this bound is made so:

* actions of one owner follow each other; a loop over them whose index does not say who the owner is
  is ``seq``, one whose index does is ``par``;
* what has several owners runs at once (``||``): the processors keep what one of them does in order;
* a loop around terms of several owners is ``par`` where they depend on its index. Where they do not,
  all iterations are equal, so the greatest of the sum is the sum of the greatest: ``seq``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly
from sad.distribution.program import Loop
from sad.pamela.formulas import NOWHERE, CannotWrite, plain
from sad.pamela.tree import Apply, Condition, Group, Repeat, UseTerm
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.algebra.domains import Index
    from sad.diagnostics import Span
    from sad.distribution.owners import Conditions
    from sad.distribution.program import Leaf, When
    from sad.distribution.words import Words
    from sad.pamela.tree import Formula, Term

CPU = "cpu"
Owner = tuple[str | None, ...]
"""Where along each side of the grid the processor is, as text; None: everywhere."""


@record
class Work:
    """What one owner does, for any of the processors that it may be: ``make`` gives it for a member.

    ``uses`` are the indices that it depends on, ``decided`` those that its owner depends on.
    ``amount`` is its time as a formula, where the whole of it becomes one use.
    """

    owner: Owner
    make: Callable[[str], Term]
    uses: frozenset[str]
    decided: frozenset[str]
    amount: Poly | None = None


@record
class Spread:
    """What several processors do; ``uses`` are the indices that it depends on."""

    term: Term
    uses: frozenset[str]


Piece = Work | Spread


class Terms:
    """Makes terms of the actions of a phase. ``work_of`` says what actions in a row do."""

    def __init__(self, words: Words, work_of: Callable[[Sequence[Leaf]], Done | None]) -> None:
        self._words = words
        self._work_of = work_of

    def phase(
        self, leaves: Sequence[Leaf], depth: int, owners: Callable[[Leaf], Conditions]
    ) -> Term:
        """Return the term of a phase that ``depth`` loops and weights are around; empty: no work."""
        return self._whole(self._inside(leaves, depth, owners))

    def _inside(
        self, leaves: Sequence[Leaf], depth: int, owners: Callable[[Leaf], Conditions]
    ) -> list[Piece]:
        """The pieces of actions that have the first ``depth`` things around them in common."""
        found: list[Piece] = []
        for items in grouped(leaves, depth):
            first = items[0]
            if len(first.around) == depth:
                found += self._row(items, owners)
                continue
            item = first.around[depth]
            if not isinstance(item, Loop) and not item.weight:
                continue  # never reached
            inner = self._inside(items, depth + 1, owners)
            for piece in inner:
                if isinstance(item, Loop):
                    found.append(self._repeated(piece, item))
                else:
                    found.append(self._weighted(piece, item, first.do.span))
        return _joined(found, self)

    def _row(self, row: Sequence[Leaf], owners: Callable[[Leaf], Conditions]) -> list[Piece]:
        """Actions in a row, by owner."""
        by_owner: dict[Conditions, list[Leaf]] = {}
        for leaf in row:
            if leaf.do.place is not None:
                by_owner.setdefault(owners(leaf), []).append(leaf)
        found: list[Piece] = []
        for conditions, items in by_owner.items():
            done = self._work_of(items)
            if done is None:
                continue
            owner = self._words.owner(conditions, items[0].do.span)
            decided = frozenset[str]().union(*(_symbols(item.place) for item in conditions))
            make = _used(done.amount, self) if done.amount is not None else _applied(done.operators)
            found.append(Work(owner, make, frozenset(), decided, done.amount))
        return found

    def use(self, member: str, amount: Poly) -> Term:
        """Return one use of a processor for a time."""
        return UseTerm(NOWHERE, CPU, plain(member), self._words.formula(amount, NOWHERE))

    # --- loops and weights ---------------------------------------------------------------------------

    def _repeated(self, piece: Piece, loop: Loop) -> Piece:
        index = loop.index
        name = index.name
        outer = _symbols(index.first) | _symbols(index.last) | _symbols(index.trips)
        ranged = self._range(loop, depends=name in piece.uses or _decides(piece, name))
        if isinstance(piece, Spread):
            term = Repeat(NOWHERE, name in piece.uses, *ranged, piece.term)
            return Spread(term, (piece.uses | outer) - {name})
        if name in piece.decided:
            term = Repeat(NOWHERE, True, *ranged, self.placed(piece))
            return Spread(term, (piece.uses | piece.decided | outer) - {name})
        uses = (piece.uses | outer) - {name}
        if piece.amount is not None:
            summed = self._summed(index, piece.amount)
            if summed is not None:
                return replace(piece, make=_used(summed, self), uses=uses, amount=summed)
        inner = piece.make
        return replace(
            piece,
            make=_within(lambda term: Repeat(NOWHERE, False, *ranged, term), inner),
            uses=uses,
            amount=None,
        )

    def _summed(self, index: Index, amount: Poly) -> Poly | None:
        """A time for all iterations as one formula; None where it cannot be written."""
        try:
            found = sum_nest((index,), amount)
            self._words.text(found)
        except CannotWrite:
            return None
        return found

    def _range(self, loop: Loop, *, depends: bool) -> tuple[str, Formula, Formula, Formula | None]:
        """The index of a loop with its ends; where nothing depends on it, it counts from 1."""
        index, words = loop.index, self._words
        if not depends and index.trips != replace(index, count=None).trips:
            ends = ONE, index.trips
        else:
            ends = index.first, index.last
        first, last = (words.formula(end, loop.span) for end in ends)
        return words.index(loop), first, last, None

    def _weighted(self, piece: Piece, when: When, place: Span) -> Piece:
        weight = when.weight
        uses = piece.uses | _symbols(weight)
        if isinstance(piece, Spread):
            return Spread(self.under(weight, piece.term, place), uses)
        if piece.amount is not None:
            amount = piece.amount * weight
            try:
                self._words.text(amount)
            except CannotWrite:
                pass
            else:
                return replace(piece, make=_used(amount, self), uses=uses, amount=amount)
        inner = piece.make
        return replace(
            piece,
            make=_within(lambda term: self.under(weight, term, place), inner),
            uses=uses,
            amount=None,
        )

    def under(self, weight: Poly, term: Term, place: Span) -> Term:
        """Return a term reached so often: under a condition, with a probability, or repeated."""
        if weight == ONE or not weight:
            return term if weight else group([])
        words = self._words
        if words.is_condition(weight):
            test = plain(words.condition(weight, place))
            return Condition(NOWHERE, test, False, term, None)
        if words.is_probability(weight):
            return Condition(NOWHERE, words.formula(weight, place), True, term, None)
        times = words.formula(weight, place)
        return Repeat(NOWHERE, False, words.fresh("time"), plain("1"), times, None, term)

    def around(self, item: Loop | When, term: Term, place: Span) -> Term:
        """Return a term with a loop or weight around a message: one iteration after the other."""
        if not isinstance(item, Loop):
            return self.under(item.weight, term, place)
        return Repeat(NOWHERE, False, *self._range(item, depends=True), term)

    # --- several owners ------------------------------------------------------------------------------

    def placed(self, work: Work) -> Term:
        """Return work on the processors that do it; along a side where all do, on each of them."""
        names = [self._words.rank(axis) for axis, item in enumerate(work.owner) if item is None]
        places = [item or self._words.rank(axis) for axis, item in enumerate(work.owner)]
        term = work.make(self._words.member(places))
        for axis, item in reversed(list(enumerate(work.owner))):
            if item is None:
                last = plain(f"{self._words.side(axis)} - 1")
                term = Repeat(NOWHERE, True, names.pop(), plain("0"), last, None, term)
        return term

    def _whole(self, pieces: Sequence[Piece]) -> Term:
        """Everything: what all processors do, then at once what has one owner or several."""
        terms: list[Term] = []
        others: list[Term] = []
        for piece in pieces:
            if isinstance(piece, Spread):
                others.append(piece.term)
            elif all(item is None for item in piece.owner):
                terms.append(self.placed(piece))
            else:
                others.append(self.placed(piece))
        if others:
            terms.append(group(others, is_parallel=True))
        return group(terms)


@record
class Done:
    """What actions do: operators that are applied to the processor, or a time in all."""

    operators: tuple[str, ...] = ()
    amount: Poly | None = None


def group(terms: Sequence[Term], *, is_parallel: bool = False) -> Term:
    """Return terms as one."""
    flat = [
        part
        for term in terms
        for part in (
            term.parts
            if isinstance(term, Group) and (term.is_parallel == is_parallel or not term.parts)
            else (term,)
        )
    ]
    return flat[0] if len(flat) == 1 else Group(NOWHERE, is_parallel, tuple(flat))


def grouped(leaves: Sequence[Leaf], depth: int) -> list[list[Leaf]]:
    """Return neighbours that have the next thing around them in common."""
    found: list[list[Leaf]] = []
    last: object = None
    for leaf in leaves:
        key = id(leaf.around[depth]) if len(leaf.around) > depth else None
        if not found or key != last:
            found.append([])
        found[-1].append(leaf)
        last = key
    return found


def _joined(pieces: Sequence[Piece], terms: Terms) -> list[Piece]:
    """Pieces with those of one owner together, in order."""
    by_owner: dict[tuple[Owner, frozenset[str]], list[Work]] = {}
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Spread):
            found.append(piece)
        else:
            by_owner.setdefault((piece.owner, piece.decided), []).append(piece)
    works = [_one(items, terms) for items in by_owner.values()]
    return [*works, *found]


def _one(items: Sequence[Work], terms: Terms) -> Work:
    if len(items) == 1:
        return items[0]
    uses = frozenset[str]().union(*(item.uses for item in items))
    amounts = [item.amount for item in items]
    if None not in amounts:
        whole = sum((item for item in amounts if item is not None), ZERO)
        return replace(items[0], make=_used(whole, terms), uses=uses, amount=whole)
    makers = [item.make for item in items]

    def make(member: str) -> Term:
        return group([maker(member) for maker in makers])

    return replace(items[0], make=make, uses=uses, amount=None)


def _within(change: Callable[[Term], Term], inner: Callable[[str], Term]) -> Callable[[str], Term]:
    return lambda member: change(inner(member))


def _decides(piece: Piece, name: str) -> bool:
    return isinstance(piece, Work) and name in piece.decided


def _symbols(poly: Poly) -> frozenset[str]:
    return frozenset(atoms.free_symbols(poly))


def _used(amount: Poly, terms: Terms) -> Callable[[str], Term]:
    return lambda member: terms.use(member, amount)


def _applied(operators: Sequence[str]) -> Callable[[str], Term]:
    return lambda member: group([Apply(NOWHERE, name, (plain(member),)) for name in operators])
