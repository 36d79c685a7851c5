"""Random integer expressions and conditions over the names that are known where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

_NAME = re.compile(r"[A-Z]\w*(?:\(\d\))?")
COMPARISONS = (".LT.", ".LE.", ".GT.", ".GE.", ".EQ.", ".NE.")


@dataclass(slots=True)
class Scope:
    """The names of a unit: what can be read, what can be set, and the indices of open loops."""

    readable: list[str]
    settable: list[str]
    constants: list[str] = field(default_factory=list[str])
    logicals: list[str] = field(default_factory=list[str])
    options: list[str] = field(default_factory=list[str])
    indices: list[str] = field(default_factory=list[str])


class Expressions:
    """Makes expressions from ``rng``; ``scope`` is where they will stand.

    ``plain``: no condition that a compiler may decide, such as one between constants.
    """

    def __init__(self, rng: random.Random, scope: Scope, *, plain: bool) -> None:
        self.rng = rng
        self.scope = scope
        self.plain = plain

    def atom(self) -> str:
        """Return a name or a small constant; indices of open loops are likely."""
        scope, rng = self.scope, self.rng
        if rng.random() < 0.25:
            return str(rng.randint(0, 4))
        return rng.choice([*scope.readable, *scope.constants, *scope.indices, *scope.indices])

    def value(self) -> str:
        """Return an expression of at most two names."""
        rng = self.rng
        first, second = self.atom(), self.atom()
        forms = (
            first,
            first,
            f"{first} + {second}",
            f"{first} - {second}",
            f"{first} - {rng.randint(1, 3)}",
            f"{rng.randint(2, 3)}*{first} - {second}",
            f"({first} + {second})/2",
            f"({first})/{rng.choice(['2', '3', '(-2)'])}",
            f"MOD({first}, {rng.choice(['2', '3', '4'])})",
            f"MIN({first}, {second})",
            f"MAX({first}, {second})",
            f"IABS({first} - {second})",
        )
        return rng.choice(forms)

    def atom_of_unit(self) -> str:
        """Return an input or a constant, which no loop changes."""
        return self.rng.choice([self.input(), self.input(), "3", "9", *self.scope.constants])

    def input(self) -> str:
        """Return one of the unit's inputs."""
        return self.rng.choice([name for name in ("N", "M") if name in self.scope.readable])

    def variables(self) -> list[str]:
        """Return the names that are no constants."""
        return [*self.scope.readable, *self.scope.indices]

    def bounded(self) -> str:
        """Return an expression whose value stays small, whatever its operands."""
        return f"MOD({self.value()}, {self.rng.randint(4, 9)})"

    def condition(self) -> str:
        """Return a comparison, or two of them joined."""
        while True:
            text = self.comparison()
            if self.rng.random() < 0.25:
                joint = self.rng.choice([".AND.", ".AND.", ".OR."])
                text = f"{text} {joint} {self.comparison()}"
            if not (self.plain and self._may_be_decided(text)):
                return text

    def selector(self) -> str:
        """Return an expression whose value chooses one of several ways."""
        while True:
            text = self.value()
            if not (self.plain and self._may_be_decided(text)):
                return text

    def _may_be_decided(self, text: str) -> bool:
        """Whether a compiler might find the outcome of a condition without running it."""
        if any(name in text for name in ("MIN(", "MAX(", "IABS(")):
            return True
        variables = {*self.variables(), *self.scope.logicals, *self.scope.options}
        seen: set[str] = set()
        for comparison in re.split(r"\.AND\.|\.OR\.", text):
            names = [name for name in _NAME.findall(comparison) if name in variables]
            if not names or len(set(names)) < len(names) or seen & set(names):
                return True
            if len(names) == 1 and "*" in comparison:  # 3*K = 4 has no solution
                return True
            seen |= set(names)
        return False

    def may_be_empty(self, first: str, last: str) -> bool:
        """Whether a compiler might compare two bounds: no variable is in them, or one twice."""
        names = [name for name in _NAME.findall(f"{first} {last}") if name in self.variables()]
        return not names or (self.plain and len(set(names)) < len(names))

    def comparison(self) -> str:
        """Return one comparison; many are affine in the index of a loop."""
        rng, scope = self.rng, self.scope
        if scope.indices and rng.random() < 0.6:
            index = rng.choice(scope.indices)
            other = rng.choice([self.atom(), self.atom(), f"{self.atom()} - 1", "2"])
            if rng.random() < 0.25:
                return f"MOD({index}, {rng.choice('23')}) {rng.choice(['.EQ.', '.NE.'])} 0"
            return f"{index} {rng.choice(COMPARISONS)} {other}"
        if scope.options and rng.random() < 0.3:
            return (
                f"{rng.choice(scope.options)} {rng.choice(['.EQ.', '.NE.'])} '{rng.choice('NT')}'"
            )
        if scope.logicals and rng.random() < 0.3:
            return rng.choice(["", ".NOT. "]) + rng.choice(scope.logicals)
        return f"{self.value()} {rng.choice(COMPARISONS)} {self.atom()}"
