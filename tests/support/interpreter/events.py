"""What is counted in a run: how often each statement starts, and what gcov's figures need besides."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.ir.expr import Expr
    from sad.ir.program import Unit
    from sad.ir.stmt import Arm, Case, Stmt

    Node = Stmt | Arm | Case | Expr | Unit


class Event(Enum):
    """An event at a node."""

    START = "a statement starts (DO WHILE: its test; a unit or ENTRY: is called)"
    TEST = "the condition of an arm of an IF is evaluated"
    OPERAND = "a further operand of a sequential condition is evaluated"
    TAKEN = "an arm of an IF or a case of a SELECT is chosen"
    OTHERWISE = "no arm of an IF is chosen"
    ITERATE = "a loop's body starts"
    NEXT = "a loop's body has ended: the variable is stepped, or the test comes again"
    EMPTY = "a counted loop is entered that runs zero times"
    DONE = "a counted loop ends because its iterations are done, or it had none"
    NEGATIVE = "an arithmetic IF finds a negative value"
    ZERO = "an arithmetic IF finds zero"
    POSITIVE = "an arithmetic IF finds a positive value"
    LEAVE = "control reaches the end of a unit"


@dataclass(slots=True)
class Events:
    """Numbers the events of a program; the counts of a run are a list in this order."""

    keys: list[tuple[Event, Node]] = field(default_factory=list["tuple[Event, Node]"])
    _numbers: dict[tuple[Event, int], int] = field(default_factory=dict[tuple[Event, int], int])

    def number(self, event: Event, node: Node) -> int:
        """Return the number of an event, new at its first mention."""
        key = (event, id(node))
        if key not in self._numbers:
            self._numbers[key] = len(self.keys)
            self.keys.append((event, node))
        return self._numbers[key]

    def find(self, event: Event, node: Node) -> int | None:
        """Return the number of an event, None if it was never mentioned."""
        return self._numbers.get((event, id(node)))
