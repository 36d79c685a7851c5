"""Which heuristics speak for which way of each branch, and the probabilities that follow.

The papers look at machine code (``sad.analysis.branches.evidence``); here the heuristics look at the
control-flow graph of the source. An arm *leads to* a block if control goes there without a condition
and the arm dominates it. A loop's own test is a loop branch wherever it stands; any other branch that
may leave the loop is a loop exit. An array element, a component or a COMMON variable is stored in
memory, other scalars are taken to stay in registers. Input and output are calls.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from sad.analysis.branches.evidence import (
    HALF,
    Evidence,
    Heuristic,
    combined,
    evidence,
    rounded,
)
from sad.analysis.branches.opcode_heuristics import Comparisons
from sad.analysis.branches.successors import Successors
from sad.analysis.cfg.dominators import Dominance, immediate_postdominators
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.loops.natural import Region, RegionKind
from sad.ir import stmt as st
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest


_END = -1  # of the unit


@record
class Guess:
    """The probability of each arm of a branch, adding up to 1, and the heuristics behind it.

    ``evidence`` is what each says of a branch with two ways.
    """

    arms: tuple[Fraction, ...]
    heuristics: tuple[Heuristic, ...]
    evidence: tuple[Evidence, ...] = ()


def guess_branches(cfg: Cfg, forest: LoopForest, errors: Mapping[int, int]) -> dict[int, Guess]:
    """Return a guess for every branch reachable from the forest's entry, by block.

    ``errors`` are the arms that lead to an error (``sad.analysis.branches.error_paths``).
    """
    guesser = _Guesser(cfg, forest, errors)
    found: dict[int, Guess] = {}
    for number in forest.order:
        match cfg.blocks[number].terminator:
            case Split() as split:
                found[number] = guesser.split(number, split)
            case LoopHead() if forest.innermost[number].header != number:
                found[number] = _two_way((evidence(Heuristic.LOOP_HEADER, first=True),))
            case _:
                pass
    return found


@lru_cache(maxsize=10_000)  # few of the heuristics speak together, in few ways
def _two_way(found: tuple[Evidence, ...]) -> Guess:
    if not found:
        return Guess((HALF, HALF), (Heuristic.EQUAL,))
    first = rounded(combined(found))
    names = tuple(dict.fromkeys(item.heuristic for item in found))
    return Guess((first, 1 - first), names, found)


@record
class _Never:
    """Arms of a branch that are never taken, and why."""

    heuristic: Heuristic
    arms: frozenset[int]


class _Guesser:
    def __init__(self, cfg: Cfg, forest: LoopForest, errors: Mapping[int, int]) -> None:
        self._cfg = cfg
        self._forest = forest
        self._errors = errors
        self._comparisons = Comparisons(cfg.unit)
        self._successors = Successors(cfg, forest)
        after = {block: cfg.blocks[block].successors() for block in forest.order}
        self._follows = Dominance(_END, immediate_postdominators(after, _END))

    def split(self, block: int, split: Split) -> Guess:
        """Return the guess for one branch."""
        never = self._never_taken(block, split)
        if never is not None:
            return _without(split, never)
        if len(split.targets) > 2:
            return self._multiway(block, split)
        ways = [self._successors.lands(target) for target in split.targets]
        found = [*self._loop(block, split, ways), *self._condition(block, split)]
        if len(set(ways)) > 1:
            found.extend(self._ways(block, split, ways))
        return _two_way(tuple(found))

    # --- ways that are never taken ---------------------------------------------------------------

    def _never_taken(self, block: int, split: Split) -> _Never | None:
        """The arms that only a failure takes, unless they are the only way out of a loop."""
        arms: set[int] = set()
        heuristic = Heuristic.EXCEPTION
        if split.kind == "call" or isinstance(self._statement(block), st.InputOutput):
            arms = set(range(len(split.targets) - 1))
        elif block in self._errors:
            arms, heuristic = {self._errors[block]}, Heuristic.ERROR
            if any(self._always_follows(split.targets[arm], block) for arm in arms):
                return None
        if not arms or any(self._ends_loop(block, split, arm) for arm in arms):
            return None
        return _Never(heuristic, frozenset(arms))

    def _ends_loop(self, block: int, split: Split, arm: int) -> bool:
        """Whether an arm is the only way out of a loop around the branch."""
        target = split.targets[arm]
        region: Region | None = self._forest.innermost[block]
        while region is not None and region.kind is not RegionKind.UNIT:
            if target not in region.blocks:
                others = {
                    (number, to)
                    for number in region.blocks
                    for to in self._cfg.blocks[number].successors()
                    if to not in region.blocks
                } - {(block, target)}
                if not others:
                    return True
            region = region.parent
        return False

    def _statement(self, block: int) -> st.Stmt | None:
        actions = self._cfg.blocks[block].actions
        return actions[-1].statement if actions else None

    # --- more than two ways ------------------------------------------------------------------------

    def _multiway(self, block: int, split: Split) -> Guess:
        statement = self._statement(block)
        if isinstance(statement, st.ArithmeticIf):
            signs = self._signs(statement, split)
            arms = [rounded(share) for share in signs[:-1]]
            return Guess((*arms, 1 - sum(arms, Fraction(0))), (Heuristic.OPCODE,))
        number = len(split.targets)
        share = Fraction(10_000 // number, 10_000)
        return Guess((share,) * (number - 1) + (1 - share * (number - 1),), (Heuristic.EQUAL,))

    def _signs(self, statement: st.ArithmeticIf, split: Split) -> list[Fraction]:
        """The shares of an arithmetic IF's arms, whose labels join the signs they are for."""
        signs = self._comparisons.signs(statement.selector)
        by_name: dict[str, Fraction] = dict(
            zip(("negative", "zero", "positive"), signs, strict=True)
        )
        return [
            sum((by_name[name] for name in label.split("_")), Fraction(0)) for label in split.labels
        ]

    # --- two ways ----------------------------------------------------------------------------------

    def _loop(self, block: int, split: Split, ways: Sequence[int]) -> Iterator[Evidence]:
        """Loop branch and loop exit: the way that stays in the innermost loop is likely."""
        region = self._forest.innermost[block]
        if region.kind is RegionKind.UNIT:
            return
        stays = [way in region.blocks for way in ways]
        if len(stays) != 2 or stays[0] == stays[1]:
            return
        goes_back = ways[0 if stays[0] else 1] == region.header
        at_head = region.header == block or region.header in split.chain[:1]
        counted = isinstance(self._cfg.blocks[region.header].terminator, LoopHead)
        own = (goes_back or at_head) and not counted  # a counted loop has a test of its own
        heuristic = Heuristic.LOOP_BRANCH if own else Heuristic.LOOP_EXIT
        yield evidence(heuristic, first=stays[0])

    def _condition(self, block: int, split: Split) -> Iterator[Evidence]:
        """Opcode and pointer: what the condition compares."""
        statement = self._statement(block)
        if isinstance(statement, st.ArithmeticIf):
            yield Evidence(Heuristic.OPCODE, self._signs(statement, split)[0])
        elif split.condition is not None and split.kind in ("if", "while"):
            likely = self._comparisons.likely(split.condition)
            if likely is not None:
                yield Evidence(likely.heuristics[0], likely.holds)
                yield from (Evidence(name, HALF) for name in likely.heuristics[1:])

    def _ways(self, block: int, split: Split, ways: Sequence[int]) -> Iterator[Evidence]:
        """Guard, loop header, call, store and return: what one of the two ways does at once."""
        look = self._successors
        has: list[set[Heuristic]] = []
        for target in ways:
            found: set[Heuristic] = set()
            if not self._always_follows(target, block):
                found |= look.properties(target)
                region = self._forest.innermost[target]
                if region.header == target and block in region.blocks:
                    found.discard(Heuristic.LOOP_HEADER)  # goes back: a loop branch
                if split.condition is not None and look.uses(target, split.condition):
                    found.add(Heuristic.GUARD)
            if look.returns(target):
                found.add(Heuristic.RETURN)
            has.append(found)
        for heuristic, likely in _LIKELY.items():
            if (heuristic in has[0]) != (heuristic in has[1]):
                yield evidence(heuristic, first=(heuristic in has[0]) == likely)

    def _always_follows(self, target: int, block: int) -> bool:
        """Whether ``target`` postdominates ``block``."""
        dominates = self._follows
        known = dominates.knows(target) and dominates.knows(block)
        return known and target != block and dominates(target, block)


_LIKELY = {
    Heuristic.GUARD: True,
    Heuristic.LOOP_HEADER: True,
    Heuristic.CALL: False,
    Heuristic.STORE: False,
    Heuristic.RETURN: False,
}
"""Whether the way that has the property is the likely one."""


def _without(split: Split, never: _Never) -> Guess:
    """Nothing for the arms that are never taken, equal shares for the others."""
    others = len(split.targets) - len(never.arms)
    arms = [
        Fraction(0) if arm in never.arms else Fraction(1, others)
        for arm in range(len(split.targets))
    ]
    says = (Evidence(never.heuristic, arms[0]),) if len(arms) == 2 else ()
    return Guess(tuple(arms), (never.heuristic,), says)
