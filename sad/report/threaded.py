"""A run of threads as text: bounds, what is shared and by which lines, and each team."""

from __future__ import annotations

import json
from math import isfinite
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from sad.contention.bound import word
from sad.report.json_report import diagnostic_value
from sad.report.units import aligned, finite_theta, seconds_text, share_text, theta_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.diagnostics import Diagnostic, Span
    from sad.parallel import Lint
    from sad.threads.runs import RunTime

_MOST_LINES = 4
_BEFORE_PLACES = 44
_MOST_LINTS = 6
SCHEMA = "sad-threads/1"


def threaded_text(run: RunTime, heading: Sequence[str], lints: Sequence[Lint], width: int) -> str:
    """Return the bounds of a run as a terminal shows them, and advice."""
    lines = [*heading, *_lines(run, width)]
    if lints:
        lines.append("")
        lines += [part for text in lint_lines(lints, None) for part in wrap(text, width)]
    return "\n".join(lines) + "\n"


def threaded_json(
    run: RunTime, about: Mapping[str, Any], lints: Sequence[Lint], items: Sequence[Diagnostic]
) -> str:
    """Return the bounds of a run as JSON; ``about`` says what of, times are in seconds."""

    def known(value: float) -> float | None:
        return value if isfinite(value) else None

    value: dict[str, Any] = {
        "schema": SCHEMA,
        **about,
        "threads": run.threads,
        "critical_path": run.phi,
        "contention": run.omega,
        "lower": run.low,
        "estimate": run.estimate,
        "upper": known(run.high),
        "theta": known(run.theta),
        "decides": run.facts.decides,
        "work": run.work,
        "serial": run.serial,
        "start_and_end": run.overhead,
        "resources": [
            {
                "name": name,
                "servers": item.servers,
                "held": item.seconds / item.servers,
                "lines": [
                    {"file": span.file, "line": span.line, "seconds": seconds}
                    for span, seconds in sorted(item.lines.items(), key=lambda pair: -pair[1])
                ],
            }
            for name, item in sorted(run.held.items(), key=lambda pair: -pair[1].seconds)
        ],
        "teams": [
            {
                "name": team.name,
                "file": team.span.file,
                "line": team.span.line,
                "starts": team.starts,
                "lower": team.low,
                "estimate": team.estimate,
                "critical_path": team.phi,
                "contention": team.omega,
                "mean_thread": team.mean,
                "start_and_end": team.overhead,
                "decides": team.decides,
            }
            for team in run.teams
        ],
        "advice": [lint_value(lint) for lint in lints],
        "diagnostics": [diagnostic_value(item) for item in items],
    }
    return json.dumps(value, indent=1) + "\n"


def lint_value(lint: Lint) -> dict[str, Any]:
    """Return a piece of advice for JSON."""
    return {
        "kind": lint.kind,
        "file": lint.span.file,
        "line": lint.span.line,
        "text": lint.text,
        "factor": lint.factor,
    }


def lint_lines(lints: Sequence[Lint], most: int | None = _MOST_LINTS) -> list[str]:
    """Return advice as text, one line each, those past ``most`` as a number."""
    shown = lints if most is None else lints[:most]
    lines = [f"{x.span.file.rpartition('/')[2]}:{x.span.line}: {x.kind}: {x.text}" for x in shown]
    left = len(lints) - len(shown)
    return [*lines, f"{left} more (--format json)"] if left else lines


def _lines(run: RunTime, width: int) -> Iterator[str]:
    decides = run.facts.decides
    rows = [
        ("critical path", "phi", run.phi, "if nobody waits for what is shared"),
        ("contention", "omega", run.omega, f"{run.busiest} is held" if run.busiest else ""),
        ("lower bound", "", run.low, ""),
        ("estimate", "", run.estimate, "closed network of equal threads"),
    ]
    for label, sign, seconds, text in rows:
        yield f"{label:<15}{sign:<7}{seconds_text(seconds):>9}  {text}".rstrip()
    known = run.high == run.high
    yield f"{'upper bound':<22}{seconds_text(run.high) if known else 'no useful one':>9}"
    if finite_theta(run.theta) is not None and run.omega > 0:
        text = f"{word(run.theta)}; most time: {decides}"
    else:
        text = f"the most time goes to {decides}"
    yield f"{'theta':<22}{theta_text(run.theta) if run.omega > 0 else '-':>9}  {text}"
    if run.held:
        yield ""
        table = [["resource", "servers", "held", "share", "by"]]
        for name, item in sorted(run.held.items(), key=lambda pair: -pair[1].seconds):
            each = item.seconds / item.servers
            table.append(
                [
                    *(name, str(item.servers), seconds_text(each), share_text(each / run.low)),
                    _places(item.lines, width - _BEFORE_PLACES),
                ]
            )
        yield from _aligned(table)
    yield ""
    table = [["part", "low", "estimate", "share", "decided by"]]
    parts = [("serial code", run.serial, run.serial, "")]
    parts += [(team.name, team.low, team.estimate, team.decides) for team in run.teams]
    parts.append(("start and end of teams", run.overhead, run.overhead, ""))
    for name, low, estimate, text in parts:
        if estimate:
            share = share_text(estimate / run.estimate)
            table.append([name, seconds_text(low), seconds_text(estimate), share, text])
    yield from _aligned(table)


def _aligned(table: list[list[str]]) -> Iterator[str]:
    swapped = [[*row[1:-1], row[0], row[-1]] for row in table]
    yield from (line[2:] for line in aligned(swapped, right=len(table[0]) - 2))


def _places(lines: Mapping[Span, float], room: int) -> str:
    """The lines that hold a resource longest, with their shares where there are several.

    As many as there is room for, four at most.
    """
    total = sum(lines.values())
    order = sorted(lines, key=lambda span: -lines[span])
    texts = [
        f"{span.file.rpartition('/')[2]}:{span.line}"
        + (f" ({share_text(lines[span] / total)})" if len(order) > 1 else "")
        for span in order[:_MOST_LINES]
    ]
    while True:
        more = len(order) - len(texts)
        found = ", ".join(texts) + (f" and {more} more" if more > 0 else "")
        if len(found) <= room or len(texts) == 1:
            return found
        texts.pop()
