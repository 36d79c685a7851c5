"""An outcome as SARIF 2.1.0, the form code scanning services read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sad.checks.outputs.repository_paths import fingerprints, message_of
from sad.checks.rules import RULES
from sad.messages import gathered
from sad.version import tool_version

if TYPE_CHECKING:
    from sad.checks.outcome import Finding, Outcome
    from sad.checks.outputs.repository_paths import RepositoryPaths
    from sad.diagnostics import Span
    from sad.messages import Message

Json = Any
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "SRCROOT"


def sarif_outcome(outcome: Outcome, places: RepositoryPaths) -> str:
    """Return the outcome as SARIF text."""
    return json.dumps(_log(outcome, places), indent=1) + "\n"


def _log(outcome: Outcome, places: RepositoryPaths) -> Json:
    used = {item.rule for item in outcome.findings}
    rules = [name for name in RULES if name in outcome.rules or name in used]
    marks = fingerprints(outcome)
    driver = {"name": "sad", "version": tool_version(), "rules": [_rule(name) for name in rules]}
    invocation: Json = {
        "executionSuccessful": not outcome.unread,
        "toolExecutionNotifications": [
            _notification(item, places) for item in gathered(outcome.diagnostics)
        ],
    }
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {
            _ROOT: {"description": {"text": "The root of the repository that was checked."}}
        },
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(item, mark, rules.index(item.rule), places)
            for item, mark in zip(outcome.findings, marks, strict=True)
        ],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> Json:
    rule = RULES[name]
    is_note = name.startswith("unit.")
    return {
        "id": name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": f"{rule.title}."},
        "help": {"text": rule.help},
        "defaultConfiguration": {"level": "note" if is_note else "error"},
    }


def _result(finding: Finding, mark: str, index: int, places: RepositoryPaths) -> Json:
    result: Json = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": str(finding.severity),
        "message": {"text": message_of(finding)},
        "locations": [_location(finding.span, places, finding.unit)],
        "partialFingerprints": {"ruleAndUnit/v1": mark},
    }
    if finding.change is not None and finding.change.lines:
        result["relatedLocations"] = [
            {
                "id": number,
                **_location(line.span, places),
                "message": {"text": line.difference or line.text},
            }
            for number, line in enumerate(finding.change.lines, 1)
        ]
    return result


def _location(span: Span, places: RepositoryPaths, unit: str = "") -> Json:
    artifact: Json = {"uri": places.uri(span.file)}
    if places.is_inside(span.file):
        artifact["uriBaseId"] = _ROOT
    region = {"startLine": span.line, "endLine": span.end_line}
    if span.column is not None:
        region["startColumn"] = span.column
    location: Json = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
    if unit:
        location["logicalLocations"] = [{"name": unit, "kind": "function"}]
    return location


def _notification(message: Message, places: RepositoryPaths) -> Json:
    item = message.diagnostic
    return {
        "descriptor": {"id": item.code},
        "level": str(item.severity),
        "message": {"text": message.headline},
        "locations": [_location(place, places) for place in message.places],
    }
