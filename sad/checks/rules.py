"""The rules of a check: what each means, and which changes of cost break one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.outcome import Change, Finding, Verdict
from sad.diagnostics import Severity
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.checks.settings.project import Check, Limits

MIN_COVERAGE = "min-coverage"


@record
class Rule:
    """A rule by its stable name: a title, and what to do when it is broken."""

    name: str
    title: str
    help: str


_ACCEPT = "If the cost is meant, accept it: run sad snapshot and commit the file."
RULES = {
    rule.name: rule
    for rule in (
        Rule("forbid.order", "The cost grows with a higher order", _ACCEPT),
        Rule("forbid.leading", "The leading term has a larger coefficient", _ACCEPT),
        Rule("forbid.lower", "A lower-order term became dearer", _ACCEPT),
        Rule(
            "forbid.incomparable",
            "Which of two costs is larger depends on the values, or is not known",
            f"Look at the difference and where its sign changes. {_ACCEPT}",
        ),
        Rule(
            "max-increase",
            "The cost at the configured sizes increased by more than allowed",
            f"Sizes are set in [sizes] of sad.toml. {_ACCEPT}",
        ),
        Rule(
            "contract.order",
            "The cost of a unit exceeds the order in its contract",
            "Make the unit cheaper, or change the contract.",
        ),
        Rule(
            "contract.flops",
            "The floating-point operations of a unit are not those in its contract",
            "Make the unit do what the contract says, or change the contract.",
        ),
        Rule(
            "contract.operations",
            "The operations of a unit are not those in its contract",
            "Make the unit do what the contract says, or change the contract.",
        ),
        Rule(
            "contract.seconds",
            "The predicted time of a unit exceeds the one in its contract",
            "Make the unit faster, or change the contract.",
        ),
        Rule(
            MIN_COVERAGE,
            "Too much of the cost rests on values that are not known",
            "Give values to unresolved parameters in [sizes], or lower min_coverage.",
        ),
        Rule("unit.new", "A unit is new", "Nothing to do: there is nothing to compare it with."),
        Rule("unit.removed", "A unit is gone", "Nothing to do."),
        Rule("unit.renamed", "A unit has a new name", "Nothing to do: it was compared."),
    )
}
"""All rules, by name."""

_FORBIDDEN = {
    "none": (),
    "order": (Verdict.ORDER,),
    "leading": (Verdict.ORDER, Verdict.LEADING, Verdict.INCOMPARABLE),
    "any": (Verdict.ORDER, Verdict.LEADING, Verdict.INCOMPARABLE, Verdict.LOWER),
}
_CALLS = " calls of "
_NAMES = {
    Verdict.ORDER: "forbid.order",
    Verdict.LEADING: "forbid.leading",
    Verdict.LOWER: "forbid.lower",
    Verdict.INCOMPARABLE: "forbid.incomparable",
}


def findings_of(changes: Iterable[Change], check: Check) -> Iterator[Finding]:
    """Yield what breaks the limits of ``check``, and notes about units that came, went or moved."""
    for change in changes:
        if change.place is not None:
            continue
        limits = check.of_unit(change.unit.name)
        yield from _note(change)
        yield from _forbidden(change, limits)
        yield from _increase(change, limits)


def needs_difference(limits: Limits, is_open: bool) -> bool:
    """Whether limits of a unit ask how its cost changed, where that is only due to what it calls.

    ``is_open`` says whether its order may have increased for all that is known of these.
    """
    forbid = limits.forbid or "order"
    asks = forbid in ("leading", "any") or (forbid == "order" and is_open)
    return asks or limits.max_increase is not None


def is_error(verdict: Verdict, limits: Limits) -> bool:
    """Whether limits forbid a change of this kind."""
    return verdict in _FORBIDDEN[limits.forbid or "order"]


def _note(change: Change) -> Iterator[Finding]:
    unit = change.unit
    if change.old is None:
        yield Finding("unit.new", Severity.NOTE, unit.name, "is new", unit.span, change)
    elif change.new is None:
        yield Finding("unit.removed", Severity.NOTE, unit.name, "is gone", unit.span, change)
    elif change.renamed_from:
        message = f"was {change.renamed_from}"
        yield Finding("unit.renamed", Severity.NOTE, unit.name, message, unit.span, change)


def _forbidden(change: Change, limits: Limits) -> Iterator[Finding]:
    """A forbidden change; if orders are forbidden, one that could not be decided is a warning."""
    verdict = change.verdict
    severity = Severity.ERROR
    if not is_error(verdict, limits):
        if (limits.forbid or "order") != "order" or verdict is not Verdict.INCOMPARABLE:
            return
        severity = Severity.WARNING
    yield Finding(_NAMES[verdict], severity, change.unit.name, told(change), change.site, change)


def _increase(change: Change, limits: Limits) -> Iterator[Finding]:
    most = limits.max_increase
    if most is None or change.verdict not in _NAMES:
        return
    has_calls = _CALLS in change.difference  # of procedures that are not there: no value has them
    if change.relative is None or has_calls:
        reason = (
            "it calls what is not in the program" if has_calls else "the sizes give it no value"
        )
        message = (
            f"whether the cost increased by more than {_percent(most)} cannot be told: {reason}"
            f"{_difference(change, '; the difference is ')}"
        )
    elif change.relative > most:
        message = (
            f"the cost at the sizes increased by {_percent(change.relative)}, "
            f"{_percent(most)} is allowed"
        )
    else:
        return
    unit = change.unit
    yield Finding("max-increase", Severity.ERROR, unit.name, message, change.site, change)


def told(change: Change) -> str:
    """Return what a change is and why, in one line."""
    head = ", ".join(part.strip() for part in change.headline.split("   "))
    return "; ".join(filter(None, (head, change.reason)))


def _difference(change: Change, before: str) -> str:
    """The difference and what it counts, after some words; nothing where there is none."""
    if not change.difference:
        return ""
    measure = f" ({change.measure})" if change.measure else ""
    return f"{before}{change.difference}{measure}"


def _percent(share: float) -> str:
    if share == float("inf"):
        return "more than any share: it was 0"
    return f"{100 * share:.0f} %" if share >= 1 else f"{100 * share:.3g} %"
