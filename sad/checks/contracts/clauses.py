"""Clauses of contracts, and their form in a file of settings: tables ``[contract.NAME]``."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.checks.settings.toml_text import Entry
    from sad.diagnostics import Span


class Measure(StrEnum):
    """What a clause limits."""

    ORDER = "order"
    FLOPS = "flops"
    OPERATIONS = "operations"
    MESSAGES = "messages"


class Relation(StrEnum):
    """How the cost is compared with a formula."""

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


_KEYS = ("order", "flops", "operations", "messages", "seconds")
_BOUNDS = (Relation.MAX, Relation.LEADING)


def read_contract(entry: Entry) -> Contract:
    """Return the contract of one unit; raises SAD831 and SAD832."""
    clauses: list[Clause] = []
    seconds: list[Seconds] = []
    for name, item in entry.table(_KEYS).items():
        match name:
            case "order":
                clauses.append(Clause(Measure.ORDER, Relation.MAX, item.text(), item.span))
            case "flops":
                clauses.extend(_bounds(item, Measure.FLOPS))
            case "operations":
                for operation, limit in item.table().items():
                    clauses.extend(_bounds(limit, Measure.OPERATIONS, operation))
            case "messages":
                clauses.extend(_bounds(item, Measure.MESSAGES))
            case _:
                seconds.extend(_seconds(limit) for limit in item.items())
    if not clauses and not seconds:
        entry.fail("SAD832", "the contract says nothing", f"known: {', '.join(_KEYS)}")
    return Contract(entry.name, tuple(clauses), tuple(seconds), entry.span)


def _bounds(entry: Entry, measure: Measure, operation: str = "") -> Iterator[Clause]:
    if not entry.is_table:
        yield Clause(measure, Relation.EXACT, _formula(entry), entry.span, operation)
        return
    limits = entry.table(_BOUNDS)
    if not limits:
        entry.fail("SAD832", "the table is empty", 'for instance {max = "2*n"}')
    for name, limit in limits.items():
        yield Clause(measure, Relation(name), _formula(limit), limit.span, operation)


def _formula(entry: Entry) -> str:
    """A formula; a whole number may stand without quotes."""
    if isinstance(entry.value, int) and not isinstance(entry.value, bool):
        return str(entry.value)
    return entry.text()


def _seconds(entry: Entry) -> Seconds:
    items = entry.table(("machine", "toolchain", "at", "max"))
    for name in ("machine", "max"):
        if name not in items:
            hint = '{machine = "sparc2", at = {n = 1000}, max = 2.5}'
            entry.fail("SAD832", f"{name} is missing", hint)
    at = items["at"].table() if "at" in items else {}
    toolchain = items["toolchain"].text() if "toolchain" in items else None
    values = {name: value_text(value) for name, value in at.items()}
    most = items["max"].number(0, float("inf"))
    return Seconds(items["machine"].text(), toolchain, values, most, entry.span)


def value_text(entry: Entry) -> str:
    """Return the value of a size as text: a number or an expression."""
    if isinstance(entry.value, bool) or not isinstance(entry.value, int | float | str):
        entry.fail("SAD832", "a number or an expression is expected", 'n = 1000 or m = "2*n"')
    return repr(entry.value) if isinstance(entry.value, int | float) else entry.text()
