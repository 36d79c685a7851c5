"""The report as JSON, schema ``sad-analysis/1`` (docs/schema/sad-analysis-1.json)."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.codes import Coding, text_of_code
from sad.algebra.latex import LatexPrinter
from sad.evaluation.predict import shares_of
from sad.mapping.bound import unknown_calls
from sad.model.nodes import operations_of
from sad.model.parameters import Class, Kind, Parameter
from sad.profiles.settings import Origin
from sad.report.answer import Answer
from sad.report.defaults import default_rows
from sad.report.evaluated import evaluation_value
from sad.report.fitted import fitted_value, over_sizes_value
from sad.report.section import Section, interval_of
from sad.report.uncertainty import band_value, distribution_value, memory_value
from sad.report.view import View
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.diagnostics import Diagnostic
    from sad.evaluation.predict import Coverage, Prediction
    from sad.model.expand import BlockCount
    from sad.model.nodes import UnitDescription
    from sad.model.walks.terms import Factor

SCHEMA = "sad-analysis/1"
Json = Any


def json_report(
    prediction: Prediction, diagnostics: Sequence[Diagnostic], sections: Sequence[Section] = ()
) -> str:
    """Return the report as JSON text."""
    return json.dumps(report_value(prediction, diagnostics, sections), indent=1) + "\n"


def report_value(
    prediction: Prediction, diagnostics: Sequence[Diagnostic], sections: Sequence[Section] = ()
) -> Json:
    """Return the report as a JSON value."""
    return _Report(prediction, sections).value(diagnostics)


def number_value(value: Number | None) -> int | float | None:
    """Return a number as JSON has them."""
    return float(value) if isinstance(value, Fraction) else value


def diagnostic_value(item: Diagnostic) -> Json:
    """Return a diagnostic as a JSON value."""
    return {
        "code": item.code,
        "severity": item.severity,
        "message": item.message,
        "file": item.span.file,
        "line": item.span.line,
        "column": item.span.column,
        "hint": item.hint or None,
    }


class _Report:
    def __init__(self, prediction: Prediction, sections: Sequence[Section]) -> None:
        self._sections = sections
        self._prediction = prediction
        self._model = prediction.model
        self._view = View(prediction, aliases=False)
        self._latex = LatexPrinter(self._view.name, self._view.weight, coding=self._view.coding)
        bound = prediction.bound
        self._each = {item.block.id: item.seconds for item in bound.blocks} if bound else {}

    def value(self, diagnostics: Sequence[Diagnostic]) -> Json:
        prediction, bound = self._prediction, self._prediction.bound
        machine = None
        if bound is not None and bound.machine.name:
            machine = {
                "name": bound.machine.name,
                "file": bound.machine.file,
                "toolchain": bound.toolchain.name,
                "model": bound.model,
                "not_calibrated": sorted(bound.uncovered),
                "estimated": sorted(bound.estimated),
            }
        memory = prediction.memory
        total = None  # units each by themselves have no total
        if bound is not None and self._model.entry is not None:
            total = self._view.total_time().simplified(self._view.simple)
        return {
            "schema": SCHEMA,
            "tool": {"name": "sad", "version": tool_version()},
            "machine": machine,
            "entry": self._model.entry.name if self._model.entry is not None else None,
            "seconds": {
                "value": prediction.total,
                "at_least": prediction.known,
                "interval": band_value(interval_of(self._sections)),
                **({} if memory is None else {"memory": memory_value(memory)}),
                "formula": total.text(self._view.printer) if total else None,
                "latex": total.text(self._latex) if total else None,
                "leading": total.leading(self._view.printer).text(self._view.printer)
                if total
                else None,
            },
            **self._answer(),
            **{k: v for item in self._sections for k, v in item.json(self._view).items()},
            "coverage": _coverage(prediction.coverage),
            "evaluation": evaluation_value(self._model.evaluated),
            "measured_sizes": fitted_value(self._view),
            "time_over_sizes": over_sizes_value(self._view),
            "assumptions": self._view.assumptions(),
            "assumed": [
                {
                    "name": item.parameter.symbol,
                    "value": item.value,
                    "assumption": item.assumption,
                    "file": item.parameter.span.file,
                    "line": item.parameter.span.line,
                }
                for item in self._model.assumed
            ],
            "defaults": [
                {
                    "name": row.parameter.symbol,
                    "value": number_value(row.value),
                    "by": row.by,
                    "file": row.parameter.span.file,
                    "line": row.parameter.span.line,
                }
                for row in default_rows(self._view)
            ],
            "units": [
                self._unit(unit)
                for unit in self._model.description.units
                if unit.name in self._model.expansion.activations
            ],
            "parameters": self._parameters(),
            "diagnostics": [diagnostic_value(item) for item in diagnostics],
        }

    def _answer(self) -> Json:
        """What is known of the time of a program, and how much each open parameter governs."""
        if self._model.entry is None:
            return {}
        answer = Answer(self._view, interval_of(self._sections))
        governed = [
            {"name": self._view.name(symbol), "symbol": symbol, "governs": share}
            for symbol, share in answer.weights.governed.items()
        ]
        return {"answer": {"kind": answer.kind, "grows_as": answer.growth, "missing": governed}}

    # --- units -----------------------------------------------------------------------------------

    def _unit(self, unit: UnitDescription) -> Json:
        blocks = self._view.blocks_by_unit.get(unit.name, [])
        bound = self._prediction.bound
        form = None
        if bound is not None:
            form = self._view.time_of(unit.name).simplified(self._view.simple)
        activations = self._model.expansion.activations[unit.name]
        return {
            "name": unit.name,
            "language": unit.language,
            "file": unit.file,
            "line": unit.line,
            "end_line": unit.end_line,
            "calls": list(unit.calls),
            "activations": self._formula(activations),
            "seconds": {
                "value": self._view.seconds_of(blocks) if bound is not None else None,
                "formula": form.text(self._view.printer) if form else None,
                "latex": form.text(self._latex) if form else None,
                "leading": form.leading(self._view.printer).text(self._view.printer)
                if form
                else None,
            },
            **{k: v for item in self._sections for k, v in item.unit_json(unit.name).items()},
            "coverage": {
                **shares_of(self._model, blocks, self._prediction.seconds),
                "opaque_statements": unit.opaque,
                "sequential_constructs": len(unit.directives),
            },
            "constructs": [
                {
                    "language": item.language,
                    "name": item.name,
                    "text": item.text,
                    "file": item.span.file,
                    "line": item.span.line,
                    "team": item.team,
                    "shared": item.shared,
                }
                for item in unit.directives
            ],
            "blocks": [self._block(block) for block in blocks],
        }

    def _block(self, block: BlockCount) -> Json:
        lines = block.block.lines
        seconds = self._prediction.seconds.get(block.id)
        return {
            "id": block.id,
            "file": lines[0].span.file,
            "line": lines[0].span.line,
            "end_line": max(line.span.end_line for line in lines),
            "count": {
                **self._formula(block.count),
                "value": number_value(self._prediction.counts[block.id]),
            },
            "loops": [self._factor(loop, "count") for loop in block.loops],
            "branches": [self._factor(branch, "probability") for branch in block.branches],
            "operations": dict(sorted(operations_of(lines).items())),
            "seconds": {"formula": self._seconds_formula(block), "value": seconds},
            "share": self._prediction.share(block),
        }

    def _factor(self, factor: Factor, what: str) -> Json:
        return {
            "id": factor.id,
            "line": factor.span.line,
            what: self._view.formula(factor.value),
        }

    def _seconds_formula(self, block: BlockCount) -> str | None:
        if self._prediction.bound is None:
            return None
        each = self._each[block.id]
        return f"{each:.6g}*({self._view.formula(block.count)})"

    def _formula(self, count: Poly) -> Json:
        return {"formula": self._view.formula(count)}

    # --- parameters ------------------------------------------------------------------------------

    def _parameters(self) -> Json:
        model = self._model
        shown = [*model.symbols, *(s for s in model.open if s not in model.used)]
        found = [
            self._parameter(parameter)
            for symbol in shown
            if (parameter := self._model.names.parameters.get(symbol)) is not None
        ]
        found.extend(self._unknown_calls())
        found.extend(self._indirect())
        return found

    def _parameter(self, item: Parameter) -> Json:
        value = self._model.values.get(item.symbol)
        given = self._model.open.get(item.symbol)
        if value is not None or given is not None:
            origin = self._model.origins[item.symbol]
        else:
            origin = Origin.SOURCE if item.cls is Class.DIRECT else Origin.NONE
        upper: int | str | None = 1 if item.kind is Kind.PROBABILITY else None
        if item.limit is not None:
            upper = self._view.formula(item.limit)
        return {
            "name": self._view.own_name(item.symbol),
            "symbol": item.symbol,
            "alias": self._model.names.aliases.get(item.symbol),
            "kind": item.kind,
            "class": item.cls,
            "unit": item.unit,
            "file": item.span.file,
            "line": item.span.line,
            "definition": None if given is None else given.text(self._view.name),
            "reason": item.reason,
            "type": item.type,
            "value": self._value(item, value),
            "origin": origin,
            "default_by": self._model.notes.get(item.symbol),
            "bounds": [item.lower, upper],
            "contributes": self._contributes(item.symbol),
        }

    def _value(self, item: Parameter, value: Number | None) -> Json:
        """A value as JSON: options as what they are, not as their codes."""
        random = self._model.random.get(item.symbol)
        if random is not None:
            return distribution_value(random, self._model.values[item.symbol])
        shown = self._view.value(item.symbol)
        match item.type:
            case Coding.TEXT if isinstance(value, int):
                return text_of_code(value)
            case Coding.TRUTH if value is not None:
                return bool(value)
            case Coding.REAL if isinstance(shown, str):
                return float(Fraction(shown))
            case _:
                return number_value(value)

    def _contributes(self, symbol: str) -> float | None:
        """The share of the predicted time that lies in blocks whose count depends on a parameter."""
        return self._contributions.get(symbol, 0) if self._prediction.total else None

    @cached_property
    def _contributions(self) -> dict[str, float]:
        """Shares by symbol: one look at every block, not one for every parameter."""
        found: dict[str, float] = {}
        for block in self._model.expansion.blocks:
            share = self._prediction.share(block) or 0.0
            for symbol in atoms.free_symbols(block.count):
                found[symbol] = found.get(symbol, 0) + share
        return found

    def _unknown_calls(self) -> list[Json]:
        return [
            {
                "name": call.symbol,
                "symbol": call.symbol,
                "alias": None,
                "kind": Kind.VALUE,
                "class": Class.INDETERMINATE,
                "unit": None,
                "file": None,
                "line": None,
                "definition": None,
                "reason": f"seconds in one call of {call.name}, whose cost is not known",
                "type": Coding.REAL,
                "value": distribution_value(
                    self._model.random[call.symbol], self._model.values[call.symbol]
                )
                if call.symbol in self._model.random
                else number_value(self._model.values.get(call.symbol)),
                "origin": self._model.origins.get(call.symbol, Origin.NONE),
                "default_by": None,
                "bounds": [0, None],
                "contributes": None,
            }
            for call in unknown_calls(self._model.expansion)
        ]

    def _indirect(self) -> list[Json]:
        """Variables traced to inputs: what they are in terms of them."""
        rows: list[Json] = []
        for unit in self._model.description.units:
            if unit.name not in self._model.expansion.activations:
                continue
            rows.extend(
                {
                    "name": f"{unit.name}.{item.variable}",
                    "symbol": None,
                    "alias": None,
                    "kind": Kind.VALUE,
                    "class": Class.INDIRECT,
                    "unit": unit.name,
                    "file": item.span.file,
                    "line": item.span.line,
                    "definition": self._view.formula(item.value),
                    "reason": "follows from the inputs",
                    "type": Coding.INTEGER,
                    "value": None,
                    "origin": Origin.SOURCE,
                    "default_by": None,
                    "bounds": [None, None],
                    "contributes": None,
                }
                for item in unit.definitions
            )
        return rows


def _coverage(coverage: Coverage) -> Json:
    return {
        "exact": coverage.exact,
        "evaluated": coverage.evaluated,
        "assumed": coverage.assumed,
        "user": coverage.user,
        "profiled": coverage.profiled,
        "default": coverage.default,
        "unresolved": coverage.unresolved,
        "of": "time" if coverage.of_time else "statements",
        "opaque_statements": coverage.opaque_statements,
        "statements": coverage.statements,
        "sequential_constructs": coverage.sequential,
    }
