"""What a comparison found: verdicts per unit, and what breaks a rule."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sad.diagnostics import Severity, Span
from sad.messages import gathered
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.checks.costs.record import UnitCost, UnitPlace
    from sad.diagnostics import Diagnostic
    from sad.messages import Message


class Verdict(StrEnum):
    """How the cost of a unit changed, from best to worst."""

    IDENTICAL = "identical"
    CHEAPER = "cheaper"
    REMOVED = "removed"
    ADDED = "new"
    CALLEES = "only callees changed"
    LOWER = "dearer lower-order term"
    LEADING = "dearer leading coefficient"
    INCOMPARABLE = "incomparable"
    ORDER = "order increased"


@record
class LineChange:
    """A source line with its part in a difference; ``difference`` is a formula.

    ``share`` is what part of the difference of the unit's own statements that is at the configured
    sizes, None where that is not known.
    """

    span: Span
    text: str
    difference: str
    share: float | None = None


@record
class Change:
    """One unit on both sides. ``old`` is None for a new unit, ``new`` for a removed one.

    ``difference`` is new - old as an exact formula, of what ``measure`` names. ``proof`` is a sentence
    that holds under the assumptions it states, empty where no sign is proved; ``crossover`` tells where
    the sign changes. ``relative`` is new/old - 1 at the configured sizes, where there are some.
    ``seconds`` are old and new times [s] by machine. ``headline`` is the change in short, ``reason``
    why in words, ``where`` the line that changed most, where that is known. ``place`` stands for both
    sides of a unit whose costs were not even read, because they are kept as the same text.
    """

    old: UnitCost | None
    new: UnitCost | None
    verdict: Verdict
    measure: str = ""
    difference: str = ""
    proof: str = ""
    crossover: str = ""
    relative: float | None = None
    lines: tuple[LineChange, ...] = ()
    seconds: Mapping[str, tuple[float | None, float | None]] = field(
        default_factory=dict[str, "tuple[float | None, float | None]"]
    )
    notes: tuple[str, ...] = ()
    headline: str = ""
    reason: str = ""
    where: Span | None = None
    place: UnitPlace | None = None

    @property
    def unit(self) -> UnitCost | UnitPlace:
        """The unit as it is now, or as it was if it is gone."""
        found = self.new or self.old or self.place
        assert found is not None
        return found

    @property
    def site(self) -> Span:
        """The line that changed most, else the first one of the unit."""
        if self.where is not None:
            return self.where
        span = self.unit.span
        return Span(span.file, span.line, span.line)

    @property
    def renamed_from(self) -> str:
        """The old name of a unit that was matched by its structure; empty if it kept its name."""
        if self.old is None or self.new is None or self.old.name == self.new.name:
            return ""
        return self.old.name


@record
class Finding:
    """One rule that does not hold for a unit, or could not be decided.

    ``rule`` is a stable name such as ``forbid.order``, ``max-increase`` or ``contract.flops``.
    """

    rule: str
    severity: Severity
    unit: str
    message: str
    span: Span
    change: Change | None = None


@record
class Outcome:
    """Everything a check has to say: ``baseline`` and ``subject`` are labels of the two sides.

    ``rules`` are those that were checked. ``diagnostics`` tell what could not be read, and
    ``coverage`` how much [percent] rests on exact counts and given values, where that is known.
    """

    baseline: str
    subject: str
    changes: tuple[Change, ...]
    findings: tuple[Finding, ...]
    rules: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    coverage: float | None = None

    @property
    def errors(self) -> list[Finding]:
        """The findings that make a check fail."""
        return [item for item in self.findings if item.severity is Severity.ERROR]

    @property
    def unread(self) -> list[Message]:
        """What could not be read, so that it was not checked."""
        return gathered(item for item in self.diagnostics if item.severity is Severity.ERROR)

    @property
    def changed(self) -> list[Change]:
        """The units whose cost or name is another one, the worst first."""
        order = list(Verdict)
        found = [
            item
            for item in self.changes
            if item.verdict is not Verdict.IDENTICAL or item.renamed_from
        ]
        return sorted(found, key=lambda item: (-order.index(item.verdict), item.unit.name))
