"""Times of phases whose counts or messages no formula gives: from a run of the ranks at one point.

What a block or call does in all iterations of the loops around is one number there, so a phase takes as
long as the rank on which the sum over its iterations is greatest, instead of the sum of the maxima of
each iteration: the two differ where the ranks' shares change places from iteration to iteration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.nest import sum_nest
from sad.evaluation.measuring.block_totals import called
from sad.model.walks.parts import blocks_per_call
from sad.spmd.charges import Side, side_of
from sad.spmd.evaluated import STARTS, place_of
from sad.spmd.pipelines import answers
from sad.spmd.single_messages import Passing
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.model.nodes import Block
    from sad.model.walks.phases import Sent, Stage
    from sad.reading.loaded import Loaded
    from sad.slicing.evaluate_ranks import RankRun, RanksRun
    from sad.slicing.mpi_places import Passed
    from sad.spmd.charges import Charges
    from sad.spmd.evaluated import Place
    from sad.spmd.rows import Rows


class NotFoundError(Exception):
    """A count that the run does not know either."""


class EvaluatedPhases:
    """The phases of a program as runs of its ranks see them.

    ``seconds`` are those of blocks by ``id``. Where a place of the program is in several phases, those
    whose formulas have values take their share first; the first of the others has the rest.
    """

    def __init__(
        self,
        loaded: Loaded,
        stages: Sequence[Stage],
        seconds: Mapping[int, float],
        charges: Charges,
    ) -> None:
        self._loaded, self._stages = loaded, stages
        self._seconds, self._charges = seconds, charges
        self._calls: tuple[RankRun, tuple[dict[str, int | None], dict[str, int | None]]] | None = (
            None
        )
        self._shares: dict[Hashable, list[tuple[int, Poly]]] = {}
        self._stubs = {
            block: (unit.name, times)
            for unit in loaded.description.units
            if unit.kind == "stub"
            for block, times in blocks_per_call(unit.tree, 1)
        }
        for number, stage in enumerate(stages):
            for block, count in stage.blocks:
                self._add(self._place(block), number, stage, count)
            for name, count in stage.calls:
                self._add(name, number, stage, count)
            for sent in stage.messages:
                weight = sum_nest(sent.inner, sent.weight)
                self._add(place_of(sent), number, stage, weight)

    def _place(self, block: Block) -> Hashable:
        """Where a block is from: a place of the program, or itself."""
        origin = self._loaded.origins.get(id(block))
        return id(block) if origin is None else origin[1:]

    def _add(self, place: Hashable, number: int, stage: Stage, count: Poly) -> None:
        whole = sum_nest(stage.around, stage.outer * count)
        self._shares.setdefault(place, []).append((number, whole))

    def at(
        self, run: RanksRun, values: Mapping[str, Number], open_: Sequence[int], rows: Rows
    ) -> dict[int, float]:
        """Return the seconds of the phases ``open_`` at a point; ``rows`` are its values as arrays.

        Raises ``NotFoundError`` for a count that is not known.
        """
        most: dict[int, list[float]] = {number: [0.0, 0.0, 0.0] for number in open_}
        for rank, found in enumerate(run.ranks):
            point = {**values, NPROCS: len(run.ranks), RANK: rank}
            here = _Here(self._shares, frozenset(open_), point, found)
            for number in open_:
                stage = self._stages[number]
                if stage.communicates:
                    sides = self._communication(number, stage, here, rank, rows)
                else:
                    sides = [self._computation(number, stage, here), 0.0, 0.0]
                most[number] = list(map(max, most[number], sides))
        return {
            number: float(self._charges.together(np.array(sides)[:, None])[0])
            if self._stages[number].communicates
            else sides[0]
            for number, sides in most.items()
        }

    def _computation(self, number: int, stage: Stage, here: _Here) -> float:
        total = 0.0
        places: dict[Hashable, Block] = {}
        for block, _ in stage.blocks:
            places.setdefault(self._place(block), block)
        for place, block in places.items():
            seconds = self._seconds[id(block)]
            if seconds:
                total += seconds * here.share(place, number, self._count(block, here.rank))
        for name in dict.fromkeys(name for name, _ in stage.calls):
            seconds = float(here.values.get(f"{name}.seconds", 0))
            if seconds:
                total += seconds * here.share(name, number, self._called(here.rank)[1].get(name))
        return total

    def _count(self, block: Block, rank: RankRun) -> int | None:
        origin = self._loaded.origins.get(id(block))
        if origin is not None:
            return rank.counts.count((origin.unit, origin.entry), origin.block, origin.action)
        name, times = self._stubs.get(id(block), ("", None))
        calls = self._called(rank)[0].get(name, 0)
        return None if times is None or calls is None else times * calls

    def _called(self, rank: RankRun) -> tuple[Mapping[str, int | None], Mapping[str, int | None]]:
        """How often units without source are called, and procedures of which nothing is known."""
        if self._calls is None or self._calls[0] is not rank:
            counts, analysis = rank.counts, self._loaded.analysis
            assert analysis is not None
            found = called(
                analysis,
                self._loaded.description,
                lambda unit, entry, block, action: counts.count((unit, entry), block, action),
            )
            self._calls = rank, found
        return self._calls[1]

    def _communication(
        self, number: int, stage: Stage, here: _Here, rank: int, rows: Rows
    ) -> list[float]:
        waited = {id(item.send) for item in answers(stage)}
        found = [0.0, 0.0, 0.0]
        for sent, passed, share in self._passed(number, stage, here):
            is_answer = id(sent) in waited
            side = Side.ALL if is_answer else side_of(sent.message)
            assert side is not None
            found[side] += share * self._charged(sent, passed, rank, rows, whole=is_answer)
        return found

    def _passed(
        self, number: int, stage: Stage, here: _Here
    ) -> Iterator[tuple[Sent, Counter[Passed], float]]:
        """What a rank passes in a phase, and which part of what it passes there it is."""
        taken = {id(item.taken) for item in answers(stage)}
        seen: set[Place] = set()
        for sent in stage.messages:
            if side_of(sent.message) is None or id(sent) in taken or place_of(sent) in seen:
                continue
            seen.add(place_of(sent))
            if sent.message.routine in STARTS:  # it does not say which way its messages go
                raise NotFoundError
            calls = here.rank.calls.get(place_of(sent)[:2])
            if calls is None:
                raise NotFoundError
            share = here.share(place_of(sent), number, calls.number)
            passed = calls.parts.get(sent.message.part)
            if calls.number and share and passed:
                yield sent, passed, share / calls.number

    def passing(
        self, run: RanksRun, values: Mapping[str, Number], open_: Sequence[int]
    ) -> dict[int, list[list[Passing]]]:
        """Return what each rank passes in phases of communication, those of all their passes.

        Raises ``NotFoundError`` for what the run does not know.
        """
        found: dict[int, list[list[Passing]]] = {}
        for rank, its_run in enumerate(run.ranks):
            point = {**values, NPROCS: len(run.ranks), RANK: rank}
            here = _Here(self._shares, frozenset(open_), point, its_run)
            for number in open_:
                stage = self._stages[number]
                if stage.communicates:
                    rows = found.setdefault(number, [])
                    rows.append(list(_each(self._passed(number, stage, here))))
        return found

    def _charged(
        self, sent: Sent, passed: Counter[Passed], rank: int, rows: Rows, *, whole: bool
    ) -> float:
        """The seconds of a rank's messages at a place."""
        if any(None in (item.nbytes, item.group, item.partner) for item in passed):
            raise NotFoundError
        nbytes, group, partner = (
            np.array([float(getattr(item, name) or 0) for item in passed])
            for name in ("nbytes", "group", "partner")
        )
        links = None
        if self._charges.far and side_of(sent.message) is not Side.ALL:
            here = {name: np.repeat(values, nbytes.size) for name, values in rows.items()}
            links = self._charges.links(partner, {**here, RANK: np.full(nbytes.size, float(rank))})
        if whole:
            each = self._charges.whole(nbytes, links)
        else:
            each = self._charges.seconds(sent.message, nbytes, group, links)
        return float(np.dot(each, np.array(list(passed.values()), np.float64)))


def _each(passed: Iterable[tuple[Sent, Counter[Passed], float]]) -> Iterator[Passing]:
    for sent, messages, share in passed:
        for item, times in messages.items():
            if item.nbytes is None or item.group is None or item.partner is None:
                raise NotFoundError
            size = float(item.nbytes), float(item.group)
            yield Passing(sent, times * share, *size, item.partner, item.comm or 0)


class _Here:
    """One rank at a point: what the phases have of the counts of each place."""

    def __init__(
        self,
        shares: Mapping[Hashable, Sequence[tuple[int, Poly]]],
        open_: frozenset[int],
        values: Mapping[str, Number],
        rank: RankRun,
    ) -> None:
        self._shares, self._open = shares, open_
        self.values, self.rank = values, rank

    def share(self, place: Hashable, number: int, whole: int | None) -> float:
        """Return how much of a count an open phase has; None: the run does not know the whole."""
        found = [(other, self._value(count)) for other, count in self._shares.get(place, ())]
        mine = [value for other, value in found if other == number]
        if whole is None:
            known = [value for value in mine if value is not None]
            if len(known) < len(mine):
                raise NotFoundError
            return sum(known)
        left = float(whole)
        for other, value in found:
            if other != number and other in self._open:
                if other < number:
                    return 0.0
            elif other != number and value is not None:
                left -= value
        return max(left, 0.0)

    def _value(self, count: Poly) -> float | None:
        if not atoms.free_symbols(count) <= self.values.keys():
            return None
        (found,) = compile_polys([count]).where_it_counts(self.values)
        return None if found is None else float(found)
