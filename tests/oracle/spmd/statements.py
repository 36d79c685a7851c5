"""Random statements around calls of MPI: loops, choices, tables, jumps, calls of units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.spmd.messages import Messages
from tests.oracle.spmd.values import Scope, Values

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.oracle.programs.pieces import Piece
    from tests.oracle.spmd.syntax import Body, Syntax

_DEEPEST = 3
INDICES = ("i", "j", "l")


class Statements:
    """A unit's statements; at most ``budget`` of those that hold others or pass messages."""

    def __init__(
        self,
        syntax: Syntax,
        scope: Scope,
        budget: int,
        calls: list[Callable[[Values], list[Piece]]],
        *,
        leaves: bool,
    ) -> None:
        self.syntax, self.scope, self.rng = syntax, scope, syntax.rng
        self.values = Values(syntax.rng, syntax, scope)
        self._messages = Messages(self.values)
        self._budget, self._calls, self._leaves = budget, calls, leaves

    def body(self, depth: int, most: int = 3) -> Body:
        """Return a body with at least one statement."""
        found = list["Piece"]()
        for _ in range(self.rng.randint(1, most)):
            found += self._statement(depth)
        return tuple(found)

    def _statement(self, depth: int) -> list[Piece]:
        self._budget -= 1
        rng = self.rng
        if self._budget <= 0 or depth >= _DEEPEST:
            return self._messages.any() if rng.random() < 0.6 else self._assignment()
        kinds: list[Callable[[int], list[Piece]]] = [
            lambda _: self._messages.any(), lambda _: self._messages.any(),
            lambda _: self._messages.any(), lambda _: self._assignment(),
            self._choice, self._choice, self._loop, self._loop, self._whilst, self._skip,
            self._cases,
        ]  # fmt: skip
        if self._calls:
            kinds += [self._call] * 2
        if self._leaves and rng.random() < 0.5:
            kinds.append(lambda _: [self.syntax.leave(self.values.condition())])
        return rng.choice(kinds)(depth)

    def _call(self, _: int) -> list[Piece]:
        return self.rng.choice(self._calls)(self.values)

    def _assignment(self) -> list[Piece]:
        return [self.syntax.assign(self.rng.choice(self.scope.settable), self.values.integer())]

    def _choice(self, depth: int) -> list[Piece]:
        condition = self.values.condition()
        then = self.body(depth + 1)
        other = self.body(depth + 1) if self.rng.random() < 0.5 else ()
        return [self.syntax.when(condition, then, other)]

    def _skip(self, depth: int) -> list[Piece]:
        return [self.syntax.skip(self.values.condition(), self.body(depth + 1, 2))]

    def _cases(self, depth: int) -> list[Piece]:
        index = self.rng.choice(["rank", *self.scope.indices])
        value = self.rng.choice([self.syntax.mod(index, "3"), index, self.values.integer()])
        bodies = [self.body(depth + 1, 1) for _ in range(self.rng.randint(2, 3))]
        return [self.syntax.cases(value, bodies)]

    def _loop(self, depth: int) -> list[Piece]:
        rng, syntax = self.rng, self.syntax
        free = [name for name in INDICES if name not in self.scope.indices]
        if not free:
            return self._messages.any()
        outer = rng.choice([*self.scope.indices, "rank"])
        size = self.values.size()
        first, last, step = rng.choice(
            [
                ("1", size, "1"), ("1", "n", "1"), ("rank + 1", "n", "nprocs"),
                ("0", "nprocs - 1", "1"),
                ("rank", size, "nprocs"), (outer, size, "1"), ("1", outer, "1"), (size, "1", "-1"),
                ("rank + 1", "nprocs - 1", "1"), ("1", size, str(rng.randint(2, 3))),
                (size, outer, "-1"), (size, "0", "-2"), ("n", "rank", "-nprocs"), ("lo", "hi", "1"),
                ("0", "rank", "1"), (outer, "m", "2"), ("rank*nl", "rank*nl + nl - 1", "1"),
            ]
        )  # fmt: skip
        name = free[0]
        self.scope.indices.append(name)
        body = self.body(depth + 1)
        if rng.random() < 0.03:
            body = (*body, syntax.stop_loop(self.values.condition()), *self.body(depth + 1, 1))
        self.scope.indices.remove(name)
        return [syntax.loop(name, first, last, step, body)]

    def _whilst(self, depth: int) -> list[Piece]:
        """A counter that grows, falls, doubles or halves; nothing else sets it."""
        rng, syntax = self.rng, self.syntax
        free = [name for name in ("k1", "k2") if name not in self.scope.indices]
        if not free:
            return self._messages.any()
        name = free[0]
        step = rng.randint(1, 3)
        first, relation, last, after = rng.choice(
            [
                ("1", "lt", rng.choice(["nprocs", "n"]), f"2*{name}"),
                (self.values.size(), "gt", "0", f"{name} - {step}"),
                ("n", "gt", "1", f"{name}/2"),
                ("rank", "lt", self.values.size(), f"{name} + nprocs"),
                ("0", "lt", self.values.size(), f"{name} + {step}"),
                ("rank", "gt", "0", f"{name}/2"),
                ("1", "le", "rank", f"{name}*2"),
            ]
        )
        self.scope.indices.append(name)
        body = self.body(depth + 1, 2)
        self.scope.indices.remove(name)
        again = syntax.assign(name, after)
        condition = syntax.compare(name, relation, last)
        fixed = type(again)(again.parts, fixed=True)
        return [syntax.assign(name, first), syntax.whilst(condition, (*body, fixed))]
