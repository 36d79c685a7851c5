"""The gate: applies contracts, limits of changes and coverage to a subject; gives an outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from sad.checks.contracts.comments import contracts_in, may_have_contracts
from sad.checks.outcome import Finding, Outcome
from sad.checks.rules import MIN_COVERAGE, findings_of
from sad.diagnostics import ExitCode, SadError, Severity, Span, input_error
from sad.profiles.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.checks.contracts.clauses import Contract
    from sad.checks.contracts.seconds import Times
    from sad.checks.costs.record import UnitCost
    from sad.checks.costs.source_text import SourceText
    from sad.checks.outcome import Change
    from sad.checks.revisions import Side, Subject
    from sad.checks.settings.project import Project
    from sad.reading.options import Reading

_SHORT = "SAD819"
"""A snapshot without its exact part."""


@dataclass(slots=True)
class Gate:
    """One check of one program."""

    project: Project
    reading: Reading
    subject: Subject
    source: SourceText
    findings: list[Finding] = field(default_factory=list[Finding])
    rules: dict[str, None] = field(default_factory=dict[str, None])

    def tell_of_baseline(self, side: Side) -> None:
        """Add what could not be read of the baseline as warnings: the sources may be right by now."""
        for item in side.diagnostics:
            if item.code == _SHORT:
                self.subject.diagnostics.items.append(item)
            if item.severity is Severity.ERROR:
                self.subject.diagnostics.warning(
                    item.code, f"in {side.state.label}: {item.message}", item.span, item.hint
                )

    def outcome(self, baseline: str, changes: Sequence[Change]) -> Outcome:
        """Return the outcome; ``changes`` are those since ``baseline``.

        What is wrong with a contract is a diagnostic: the others are checked nevertheless.
        """
        if baseline:
            self.findings.extend(findings_of(changes, self.project.check))
            self._tell_rules()
        self._contracts()
        coverage = self._coverage()
        diagnostics = tuple(self.subject.diagnostics.items)
        return Outcome(
            baseline,
            self.subject.state.label,
            tuple(changes),
            tuple(self.findings),
            tuple(self.rules),
            diagnostics,
            coverage,
        )

    def _tell_rules(self) -> None:
        check = self.project.check
        limits = [check.limits, *check.units.values()]
        self.rules["forbid.order"] = None
        for level, rules in (("leading", ("leading", "incomparable")), ("any", ("lower",))):
            if any(item.forbid in (level, "any") for item in limits):
                self.rules.update((f"forbid.{rule}", None) for rule in rules)
        if any(item.max_increase is not None for item in limits):
            self.rules["max-increase"] = None

    # --- contracts -------------------------------------------------------------------------------

    def _contracts(self) -> None:
        contracts = [*self.project.contracts, *self._comments()]
        if not contracts:
            return
        from sad.checks.contracts.hold import Holding  # noqa: PLC0415 - slow to import

        holding = Holding(self.subject.state)
        times: Times | None = None
        for contract in contracts:
            try:
                cost = self._unit(contract)
                self.rules.update((item.rule, None) for item in contract.clauses)
                self.findings.extend(holding.findings(contract, cost))
                for limit in contract.seconds:
                    self.rules[limit.rule] = None
                    if times is None:
                        from sad.checks.contracts.seconds import Times  # noqa: PLC0415 - slow

                        loaded = self.subject.load()
                        times = Times(loaded, self.reading, self.project.assume, self.source)
                    finding = times.finding(limit, cost)
                    if finding is not None:
                        self.findings.append(finding)
            except SadError as error:
                self.subject.diagnostics.items.append(error.diagnostic)

    def _comments(self) -> list[Contract]:
        """The contracts in the sources."""
        found: list[Contract] = []
        for file in filter(may_have_contracts, self.subject.files):
            names = [name for name, place in self.subject.places.items() if place == file]
            units = [self.subject.state.units[name] for name in names]
            try:
                found.extend(contracts_in(file, self.source.shown(file), units) if units else ())
            except SadError as error:
                self.subject.diagnostics.items.append(error.diagnostic)
        return found

    def _unit(self, contract: Contract) -> UnitCost:
        """The unit of a contract, in any case unless it is C; raise SAD834 if there is none."""
        units = self.subject.state.units
        if contract.unit in units:
            return units[contract.unit]
        known = {name.lower(): name for name in units}
        name = known.get(contract.unit.lower())
        if name is not None and units[name].language != "c":
            return units[name]
        close = get_close_matches(contract.unit.lower(), known, 1)
        hint = "the unit must be in the sources that are checked"
        if close:
            hint = f"did you mean {known[close[0]]}?"
        message = f"a contract for {contract.unit}, which is no unit"
        raise input_error("SAD834", message, contract.span, hint)

    # --- coverage --------------------------------------------------------------------------------

    def _coverage(self) -> float | None:
        """How much rests on exact counts and given values [percent]; a finding if that is too little.

        None where no limit asks for it. ``sizes`` are the values given: those that no count of the
        program needs do no harm.
        """
        least = self.project.check.min_coverage
        if least is None:
            return None
        from sad.evaluation.model import build_model  # noqa: PLC0415 - slow to import
        from sad.evaluation.predict import predict  # noqa: PLC0415

        self.rules[MIN_COVERAGE] = None
        description = self.subject.load().description
        model = build_model(description, None, Settings(), self.project.assume)
        known = Settings(
            {
                name: item
                for name, item in self.project.sizes.items.items()
                if model.names.find(name) is not None
            }
        )
        model = build_model(description, None, known, self.project.assume)
        coverage = predict(model, None).coverage
        if not coverage.statements:
            return None
        percent = 100 * (1 - coverage.unresolved)
        if percent < least:
            message = f"coverage of {percent:.1f} % is below the {least:g} % asked for"
            place = Span.at(self.project.file or self.source.shown(self.subject.files[0]))
            self.findings.append(Finding(MIN_COVERAGE, Severity.ERROR, "", message, place))
        return percent


def exit_code(outcome: Outcome) -> ExitCode:
    """Return the exit code: bad input goes before failed rules, these before coverage."""
    if outcome.unread:
        return ExitCode.BAD_INPUT
    if any(item.rule != MIN_COVERAGE for item in outcome.errors):
        return ExitCode.CHECK_FAILED
    return ExitCode.LOW_COVERAGE if outcome.errors else ExitCode.SUCCESS
