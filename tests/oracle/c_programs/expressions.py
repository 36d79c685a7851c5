"""Random C expressions and conditions over the names that are visible at a place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(slots=True)
class Scope:
    """What may be read and set at a place; ``indices`` are the counters of the loops around it.

    ``inputs`` are the function's own sizes, ``tests`` calls that may stand in a condition,
    ``addresses`` places whose address may be taken (``&k``), ``copies`` assignments of structures.
    """

    readable: list[str]
    settable: list[str]
    inputs: list[str]
    constants: list[str] = field(default_factory=list[str])
    tests: list[str] = field(default_factory=list[str])
    addresses: list[str] = field(default_factory=list[str])
    copies: list[str] = field(default_factory=list[str])
    indices: list[str] = field(default_factory=list[str])


class Expressions:
    """Writes expressions from ``rng``; ``scope`` is where they will stand.

    No value grows by itself: what is assigned in loops is bounded, so nothing overflows.
    """

    def __init__(self, rng: random.Random, scope: Scope) -> None:
        self.rng = rng
        self.scope = scope

    def atom(self) -> str:
        """Return a name or a small constant; counters of open loops are likely."""
        scope, rng = self.scope, self.rng
        if rng.random() < 0.25:
            return str(rng.randint(0, 4))
        return rng.choice([*scope.readable, *scope.constants, *scope.indices, *scope.indices])

    def input(self) -> str:
        """Return one of the function's sizes."""
        return self.rng.choice(self.scope.inputs)

    def value(self) -> str:
        """Return an integer expression of at most two names, without side effects."""
        rng = self.rng
        first, second = self.atom(), self.atom()
        forms = (
            first,
            first,
            f"{first} + {second}",
            f"{first} - {second}",
            f"{first} - {rng.randint(1, 3)}",
            f"{rng.randint(2, 3)} * {first} - {second}",
            f"({first} + {second}) / 2",
            f"{first} / {rng.choice(['2', '3', '(-2)'])}",
            f"{first} % {rng.choice(['2', '3', '4'])}",
            f"MIN({first}, {second})",
            f"MAX({first}, {second})",
            f"abs({first} - {second})",
            f"({first} & {rng.choice(['1', '3', '7', '6'])})",
            f"({first} >> {rng.randint(1, 2)})",
            f"(({first} & 15) << {rng.randint(1, 2)})",
            f"({first} > {second} ? {first} : {second} + 1)",
            f"(unsigned char){first}",
            f"(int)sizeof(int) - {first}",
            f"({first} ^ 1)",
        )
        return rng.choice(forms)

    def bounded(self) -> str:
        """Return an expression whose value stays small, whatever its operands."""
        if self.rng.random() < 0.2:
            return f"({self.value()}) & 7"
        return f"({self.value()}) % {self.rng.randint(4, 9)}"

    def index(self, size: int) -> str:
        """Return a subscript below ``size``, a power of two."""
        return f"{self.atom()} & {size - 1}"

    def comparison(self) -> str:
        """Return one comparison or a truth value; many are affine in a loop's counter."""
        rng, scope = self.rng, self.scope
        if scope.indices and rng.random() < 0.6:
            index = rng.choice(scope.indices)
            other = rng.choice([self.atom(), self.atom(), f"{self.atom()} - 1", "2"])
            if rng.random() < 0.25:
                return f"{index} % {rng.choice('23')} {rng.choice(['==', '!='])} 0"
            if rng.random() < 0.15:
                return rng.choice([f"!({index} & 1)", f"({index} & 2)", index, f"!{index}"])
            return f"{index} {rng.choice(COMPARISONS)} {other}"
        if rng.random() < 0.15:
            return rng.choice(["", "!"]) + rng.choice(scope.readable)
        if rng.random() < 0.15:
            return self._unsigned()
        return f"{self.value()} {rng.choice(COMPARISONS)} {self.atom()}"

    def _unsigned(self) -> str:
        """A comparison in which a negative number is a large one."""
        rng, operator = self.rng, self.rng.choice(COMPARISONS)
        forms = (
            f"{self.atom()} - 2 {operator} {rng.randint(1, 4)}u",
            f"(unsigned)({self.atom()} - {self.atom()}) {operator} {rng.randint(1, 9)}",
            f"{self.atom()} {operator} sizeof(int)",
            f"(long){self.atom()} - 1 {operator} {rng.randint(0, 2)}",
            f"{rng.randint(1, 3)}u - {self.atom()} {operator} {rng.randint(1, 9)}",
            f"0.1f {rng.choice(['==', '!='])} 0.1",
        )
        return rng.choice(forms)

    def condition(self) -> str:
        """Return a condition; where it is sequential, its right side may be a call."""
        rng = self.rng
        left = self.comparison()
        if rng.random() < 0.3:
            right = self.comparison()
            if self.scope.tests and rng.random() < 0.4:
                right = f"{rng.choice(self.scope.tests)} {rng.choice(COMPARISONS)} 1"
            left = f"{left} {rng.choice(['&&', '&&', '||'])} {right}"
            if rng.random() < 0.25:
                left = f"({left}) {rng.choice(['&&', '||'])} {self.comparison()}"
            if rng.random() < 0.1:
                left = f"!({left})"
        return left
