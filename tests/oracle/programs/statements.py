"""Random statements of one unit. Loops of every kind end: their counters are set nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.programs.expressions import COMPARISONS, Expressions, Scope
from tests.oracle.programs.loops import Loops
from tests.oracle.programs.pieces import Piece, TooLong, line

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from tests.oracle.programs.kinds import Memory

_DEEPEST = 3
COUNTER = "KOUNT = KOUNT + 1"
"""A statement that stands first where something was decided: gcov's figure of its line is its count."""


class Statements(Loops):
    """Writes bodies. ``calls`` are makers of calls of other units; ``leave`` may end the unit early.

    ``memory`` is what is stored and read in unusual ways, if anything.
    """

    def __init__(
        self,
        rng: random.Random,
        scope: Scope,
        budget: int,
        calls: list[Callable[[], list[str]]],
        *,
        plain: bool,
    ) -> None:
        super().__init__(rng, Expressions(rng, scope, plain=plain))
        self._budget = budget
        self._calls = calls
        self.leave = "RETURN"
        self.with_correlated = False
        self.memory: Memory | None = None

    def body(self, depth: int) -> tuple[Piece, ...]:
        """Return some statements, at least one."""
        found: list[Piece] = []
        for _ in range(self.rng.randint(1, 3 if depth else 6)):
            if self._budget <= 0 and found:
                break
            self._budget -= 1
            found += self._statement(depth)
        if depth == 0 and self.with_correlated:
            at = self.rng.randint(0, len(found))
            found[at:at] = self._fitting(self.correlated, depth)
        return tuple(found)

    def _statement(self, depth: int) -> list[Piece]:
        kinds: list[Callable[[int], list[Piece]]] = [self.assignment, self.assignment]
        if depth < _DEEPEST:
            kinds += [self.loop, self.loop, self.loop, self.branch, self.branch, self.choice]
            kinds += [self.jump_forward, self.logical_if, self.call, self.call]
        else:
            kinds += [self.logical_if]
        if depth == 0:
            kinds += [self.rows, self.give_up]
        if self.memory is not None and depth < _DEEPEST:
            kinds += [self._store] * 6 + [self._decided] * 6

        def some(depth: int) -> list[Piece]:
            return self.rng.choice(kinds)(depth)

        return self._fitting(some, depth)

    def _fitting(self, make: Callable[[int], list[Piece]], depth: int) -> list[Piece]:
        """Return what is made, anew until it fits on its lines."""
        scope = self.expressions.scope
        while True:
            open_loops, label = list(scope.indices), self.label
            try:
                return make(depth)
            except TooLong:
                scope.indices[:] = open_loops
                self.label = label

    def assignment(self, depth: int) -> list[Piece]:
        """An assignment; increments are not bounded near the top, everything else in loops is."""
        make, rng = self.expressions, self.rng
        target = rng.choice(make.scope.settable)
        if depth <= 2 and rng.random() < 0.4:
            text = f"{target} = {target} + {rng.choice(['1', '2', '(-1)'])}"
        else:
            text = f"{target} = {make.bounded() if depth or rng.random() < 0.3 else make.value()}"
        return [Piece((line(text),))]

    def logical_if(self, depth: int) -> list[Piece]:
        """A logical IF around an assignment."""
        (inner,) = self.assignment(depth)
        (text,) = inner.lines()
        return [Piece((line(f"IF ({self.expressions.condition()}) {text.strip()}"),))]

    def branch(self, depth: int) -> list[Piece]:
        """A block IF with ELSE IFs and perhaps ELSE."""
        make, rng = self.expressions, self.rng
        parts: list[str | tuple[Piece, ...]] = [
            line(f"IF ({make.condition()}) THEN"),
            self.body(depth + 1),
        ]
        while rng.random() < 0.35:
            parts += [line(f"ELSE IF ({make.condition()}) THEN"), self.body(depth + 1)]
        if rng.random() < 0.5:
            parts += [line("ELSE"), self.body(depth + 1)]
        return [Piece((*parts, line("END IF")))]

    def choice(self, depth: int) -> list[Piece]:
        """An arithmetic IF or a computed GOTO whose ways meet again."""
        labels = [self.new_label() for _ in range(3)]
        end = self.new_label()
        selector = self.expressions.selector()
        if self.rng.random() < 0.5:
            if self.rng.random() < 0.3:
                labels[1] = labels[self.rng.choice([0, 2])]
            first, second, third = labels
            head = f"IF ({selector}) {first}, {second}, {third}"
        else:
            labels = labels[: self.rng.randint(2, 3)]
            head = f"GOTO ({', '.join(map(str, labels))}), {selector}"
        parts: list[str | tuple[Piece, ...]] = [line(head)]
        for label in dict.fromkeys(labels):
            parts += [line("CONTINUE", label), self.body(depth + 1)]
            if self.rng.random() < 0.7:
                parts.append(line(f"GOTO {end}"))
        return [Piece((*parts, line("CONTINUE", end)))]

    def jump_forward(self, depth: int) -> list[Piece]:
        """A jump over statements."""
        label = self.new_label()
        head = line(f"IF ({self.expressions.condition()}) GOTO {label}")
        return [Piece((head, self.body(depth + 1), line("CONTINUE", label)))]

    def _store(self, _depth: int) -> list[Piece]:
        """A store to unusual memory, perhaps under a condition or in a loop."""
        assert self.memory is not None
        make, rng = self.expressions, self.rng
        stored = line(self.memory.store(make.bounded()))
        around = rng.choice(["", "", "", "IF", "DO"])
        if not around:
            return [Piece((stored,))]
        index = f"I{len(make.scope.indices)}"
        heads = {"IF": f"IF ({make.condition()}) THEN", "DO": f"DO {index} = 1, {make.input()}"}
        return [Piece((line(heads[around]), stored, line(f"END {around}")))]

    def _decided(self, depth: int) -> list[Piece]:
        """What is read is a trip count or is tested."""
        assert self.memory is not None
        rng, name, read = self.rng, self._counter(), self.memory.read()
        if rng.random() < 0.3:
            head = line(f"IF ({read} {rng.choice(COMPARISONS)} {rng.randint(0, 4)}) THEN")
            return [Piece((head, line(COUNTER), self.body(depth + 1), line("END IF")))]
        index = f"I{len(self.expressions.scope.indices)}"
        first, bound = [line(f"{name} = {read}")], name
        if rng.random() < 0.3:
            first, bound = [], read
        head = line(f"DO {index} = 1, {bound}")
        return [Piece((*first, head, line(COUNTER), self._inside(index, depth), line("END DO")))]

    def call(self, depth: int) -> list[Piece]:
        """A call of another unit, or an assignment where there is none to call."""
        if not self._calls:
            return self.assignment(depth)
        return [Piece(tuple(self.rng.choice(self._calls)()))]

    def give_up(self, depth: int) -> list[Piece]:
        """An error branch: STOP or RETURN where an input is not what was expected."""
        rng = self.rng
        name = rng.choice(self.expressions.scope.readable)
        test = rng.choice([f"{name} .GT. 20", f"{name} .LT. -9", f"{name} .EQ. 5"])
        if rng.random() < 0.5:
            return [Piece((line(f"IF ({test}) {rng.choice(['STOP', self.leave])}"),))]
        inside = (*self.assignment(depth + 1), Piece((line(rng.choice(["STOP", self.leave])),)))
        return [Piece((line(f"IF ({test}) THEN"), inside, line("END IF")))]
