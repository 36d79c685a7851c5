"""What contracts say: clauses of one unit, not yet held against its cost."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span


class Measure(StrEnum):
    """What a clause limits."""

    ORDER = "order"
    FLOPS = "flops"
    OPERATIONS = "operations"
    MESSAGES = "messages"


class Relation(StrEnum):
    """How the cost is held against a formula."""

    EXACT = "exact"
    MAX = "max"
    LEADING = "leading"


@record
class Clause:
    """A formula that limits a unit's cost.

    EXACT: the count is the formula. MAX: it is never more. LEADING: it is at most the formula and
    terms that grow more slowly. ``operation`` is a pattern of keys (docs/operations.md).
    """

    measure: Measure
    relation: Relation
    formula: str
    span: Span
    operation: str = ""

    @property
    def rule(self) -> str:
        """The name of the rule in findings."""
        return f"contract.{self.measure}"

    def __str__(self) -> str:
        """Return the clause as comments write it."""
        parts = [str(self.measure)]
        if self.operation:
            parts.append(f'"{self.operation}"')
        if self.measure is not Measure.ORDER and self.relation is not Relation.EXACT:
            parts.append(str(self.relation))
        return f"{'.'.join(parts)} = {self.formula}"


@record
class Seconds:
    """The most time [s] a run of the unit may take on a machine, at values by name."""

    machine: str
    toolchain: str | None
    at: Mapping[str, str]
    most: float
    span: Span

    rule = "contract.seconds"


@record
class Contract:
    """All clauses about one unit from one place."""

    unit: str
    clauses: tuple[Clause, ...]
    seconds: tuple[Seconds, ...]
    span: Span
