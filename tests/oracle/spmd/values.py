"""Random expressions: sizes, partners, conditions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from tests.oracle.spmd.syntax import Syntax


@dataclass
class Scope:
    """What a unit can read and set. ``sizes`` are never negative."""

    sizes: list[str]
    readable: list[str]
    settable: list[str]
    indices: list[str] = field(default_factory=list[str])
    partners: list[str] = field(default_factory=list[str])
    tables: list[str] = field(default_factory=list[str])
    counts: list[str] = field(default_factory=list[str])
    neighbours: list[str] = field(default_factory=list[str])
    comms: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    types: list[str] = field(default_factory=list[str])
    partner_tables: list[str] = field(default_factory=list[str])
    has_function: bool = False


class Values:
    """Random expressions over a scope; ``rank`` and ``nprocs`` are names in it."""

    def __init__(self, rng: random.Random, syntax: Syntax, scope: Scope) -> None:
        self.rng, self.syntax, self.scope = rng, syntax, scope

    def integer(self) -> str:
        """Return any integer expression."""
        rng, syntax = self.rng, self.syntax
        names = [*self.scope.readable, *self.scope.indices, *self.scope.indices, "rank", "nprocs"]
        one, other = rng.choice(names), rng.choice([*names, "1", "2"])
        return rng.choice(
            [
                one, one, f"{one} + {other}", f"{one} - {other}", f"2*{one}", f"{one}*{other}",
                f"({one} + nprocs - 1)/nprocs", f"{one}/{rng.randint(2, 4)}", f"({one} + {other})/2",
                syntax.mod(one, str(rng.randint(2, 4))), syntax.least(one, other),
                syntax.bits("and", "rank", rng.choice(["1", "2"])), syntax.bits("left", "1", "rank"),
                syntax.bits("xor", "rank", rng.choice(["1", "2"])),
                syntax.most(one, other), syntax.mod(f"rank + {rng.randint(0, 3)}", "nprocs"),
                "n/nprocs", f"{one} - {other}/2", f"{rng.randint(1, 3)}",
                f"{one} - n/{rng.randint(2, 3)}",
            ]
        )  # fmt: skip

    def size(self) -> str:
        """Return an expression that is not negative."""
        rng, syntax = self.rng, self.syntax
        names = [*self.scope.sizes, *self.scope.sizes, *self.scope.indices, str(rng.randint(0, 9))]
        one, other = rng.choice(names), rng.choice(names)
        kinds = [
            one, one, f"{one}*{other}", f"{one} + {other}", f"{one}/{rng.randint(2, 3)}",
            f"{one}/nprocs", f"({one} + nprocs - 1)/nprocs", syntax.most("0", self.integer()),
            f"{one} + rank", syntax.mod(one, str(rng.randint(2, 5))), f"2*{one}",
            syntax.least(one, other), syntax.most(one, other),
        ]  # fmt: skip
        if self.scope.counts:
            kinds += [syntax.element(rng.choice(self.scope.counts), self.place())] * 3
        return rng.choice(kinds)

    def place(self) -> str:
        """Return a rank as an index of a table; indices of loops are never negative."""
        indices = [self.syntax.mod(name, "nprocs") for name in self.scope.indices]
        return self.rng.choice(
            ["rank", "0", "nprocs - 1", self.syntax.mod("rank + 1", "nprocs"), "nprocs - 1 - rank",
             *indices, *indices]
        )  # fmt: skip

    def condition(self, depth: int = 0) -> str:
        """Return a condition."""
        rng, syntax = self.rng, self.syntax
        if depth < 2 and rng.random() < 0.25:
            join = rng.choice([syntax.both, syntax.either])
            return join(self.condition(depth + 1), self.condition(depth + 1))
        relation = rng.choice(["eq", "ne", "lt", "le", "gt", "ge"])
        index = rng.choice([*self.scope.indices, "rank"])
        pairs = [
            ("rank", "0"), ("rank", "nprocs - 1"), (syntax.mod("rank", "2"), "0"),
            ("rank", str(rng.randint(1, 3))), ("rank", "nprocs/2"), ("nprocs", str(rng.randint(1, 4))),
            (index, self.integer()), (index, "rank"), (syntax.mod(index, str(rng.randint(2, 4))), "0"),
            (syntax.mod(index, "nprocs"), "rank"), (syntax.bits("and", "rank", "1"), "0"),
            (syntax.mod(f"{index} + rank", "2"), "1"),
            (self.integer(), self.integer()), ("n", str(rng.randint(2, 12))), ("m", "n"),
            (syntax.mod("n", "nprocs"), "0"), (self.integer(), str(rng.randint(0, 6))),
        ]  # fmt: skip
        left, right = rng.choice(pairs)
        return syntax.compare(left, relation, right)

    def partner(self, rank: str = "rank", nprocs: str = "nprocs") -> str:
        """Return a partner that is a rank of a communicator, or nobody."""
        rng, syntax = self.rng, self.syntax
        step = rng.choice(["1", "2", "nprocs - 1", "n", "m", *self.scope.indices])
        if nprocs != "nprocs":
            step = rng.choice(["1", f"{nprocs} - 1"])
        kinds = [
            syntax.mod(f"{rank} + {step}", nprocs), syntax.mod(f"{rank} + 1", nprocs),
            syntax.mod(f"{rank} + {nprocs} - 1", nprocs), f"{nprocs} - 1 - {rank}", "0",
            f"{nprocs} - 1", f"{nprocs}/2", syntax.least(f"{rank} + 1", f"{nprocs} - 1"),
            syntax.most(f"{rank} - 1", "0"), rank,
        ]  # fmt: skip
        if nprocs == "nprocs":
            flipped = syntax.bits("xor", "rank", rng.choice(["1", "2", *self.scope.indices[:1]]))
            kinds += [syntax.mod(flipped, "nprocs"), syntax.least(flipped, "nprocs - 1")]
            kinds += self.scope.partners * 3
            kinds += [syntax.element(name, self.place()) for name in self.scope.partner_tables] * 3
            if self.scope.has_function:
                kinds += [syntax.ask("next", rank, rng.choice(["1", "-1", "m"]), nprocs)] * 2
            if self.scope.neighbours:
                place = rng.choice(["0", "1", *self.scope.indices[:1]])
                if place not in ("0", "1"):
                    place = syntax.mod(place, "2")
                kinds += [syntax.element(rng.choice(self.scope.neighbours), place)] * 3
        return rng.choice(kinds)
