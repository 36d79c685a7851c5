"""An outcome as JUnit XML: one test case for each unit, and one for the input."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from sad.checks.outputs.repository_paths import message_of
from sad.diagnostics import Severity

if TYPE_CHECKING:
    from sad.checks.outcome import Finding, Outcome
    from sad.checks.outputs.repository_paths import RepositoryPaths

_NAME = "sad check"
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_outcome(outcome: Outcome, places: RepositoryPaths) -> str:
    """Return the outcome as JUnit XML text.

    A test case has the unit's file as its class, and fails by the errors about the unit; warnings and
    notes are its output. Each thing that could not be read is a
    case ``input`` of its own.
    """
    by_unit: dict[str, list[Finding]] = {change.unit.name: [] for change in outcome.changes}
    files = {change.unit.name: change.unit.span.file for change in outcome.changes}
    for finding in outcome.findings:
        by_unit.setdefault(finding.unit, []).append(finding)
        files.setdefault(finding.unit, finding.span.file)
    suite = Xml.Element("testsuite", name=_NAME)
    failures = 0
    for unit, findings in by_unit.items():
        case = Xml.SubElement(
            suite,
            "testcase",
            name=_clean(unit or _NAME),
            classname=_clean(places.path(files[unit])),
        )
        failures += _fill(case, findings)
    errors = _input(suite, outcome)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    suites = Xml.Element("testsuites")
    suites.append(suite)
    Xml.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(suites, encoding="unicode")}\n'


def _fill(case: Xml.Element, findings: list[Finding]) -> int:
    """Put findings into a test case; return 1 if it fails."""
    failed = [item for item in findings if item.severity is Severity.ERROR]
    if failed:
        first = _clean(message_of(failed[0]))
        failure = Xml.SubElement(case, "failure", type=failed[0].rule, message=first)
        failure.text = "\n".join(_clean(f"{item.span}: {_line(item)}") for item in failed)
    others = [item for item in findings if item.severity is not Severity.ERROR]
    if others:
        Xml.SubElement(case, "system-out").text = "\n".join(_clean(_line(item)) for item in others)
    return int(bool(failed))


def _input(suite: Xml.Element, outcome: Outcome) -> int:
    """Add the test case of the input, one for each error in it; return how many errors there are."""
    bad = outcome.unread
    if not bad:
        Xml.SubElement(suite, "testcase", name="input", classname="sad")
    for message in bad:
        item = message.diagnostic
        name = _clean(f"input: {item.code} {item.span}")
        case = Xml.SubElement(suite, "testcase", name=name, classname="sad")
        headline = _clean(message.headline)
        error = Xml.SubElement(case, "error", type=item.code, message=headline)
        error.text = _clean(message.text())
    return len(bad)


def _line(finding: Finding) -> str:
    return f"{finding.severity}[{finding.rule}]: {message_of(finding)}"


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _NOT_IN_XML.sub("?", text)
