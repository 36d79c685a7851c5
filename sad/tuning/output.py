"""What a search found as text, CSV and JSON (schema ``sad-tune/1``); the best values for a build."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from sad.experiments.tabular import Field, aligned_text, csv_text, joined, json_text, text_field
from sad.records import record
from sad.report.units import listed, number_text, seconds_text, share_text
from sad.tuning.findings import LITTLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sad.diagnostics import Diagnostic
    from sad.spmd.fills import Piece
    from sad.tuning.candidates import Candidates, Integers
    from sad.tuning.findings import Findings, Side

SCHEMA = "sad-tune/1"
_MOST_GIVEN = 12


@record
class Stage:
    """A second look at some points: ``simulated``, ``measured`` or ``traced``.

    ``seconds`` are times by place, ``medians`` those in the middle of several runs; ``problems`` say of
    other places why they have none, ``note`` what is to be known of the runs.
    """

    title: str
    seconds: Mapping[int, float]
    medians: Mapping[int, float]
    problems: Mapping[int, str]
    note: str = ""

    @property
    def best(self) -> int | None:
        """The place with the least time; None if none has one."""
        return min(self.seconds, key=lambda place: self.seconds[place], default=None)


@record
class Result:
    """Findings, what second looks changed, and what pieces of pipelines take at the best point.

    ``origins`` say where constants come from, ``sides`` what makes other values dearer.
    """

    findings: Findings
    stages: tuple[Stage, ...] = ()
    pipelines: tuple[Piece, ...] = ()
    origins: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()

    @property
    def chosen(self) -> int:
        """The best place, by the last look that has times."""
        for stage in reversed(self.stages):
            if stage.best is not None:
                return stage.best
        return self.findings.best

    @property
    def shown(self) -> list[int]:
        """The places looked at more than once, by their last time; then the others by cost."""
        looked: list[int] = []
        for stage in reversed(self.stages):
            by_time = sorted(stage.seconds, key=lambda place, s=stage: s.seconds[place])
            looked += [place for place in (*by_time, *stage.problems) if place not in looked]
        known = set(looked)
        return looked + [int(p) for p in self.findings.order.tolist() if int(p) not in known]


def tune_text(result: Result, top: int) -> str:
    """Return what was found, and the ``top`` points in a table."""
    findings = result.findings
    candidates = findings.candidates
    where = f" on {candidates.machine}" if candidates.machine else ""
    head = [f"{candidates.label}{where}"]
    if candidates.given:
        given = [f"{name} = {value}" for name, value in candidates.given.items()]
        head.append(f"at {listed(given, _MOST_GIVEN)}")
    head += [*result.origins, _tried(findings)]
    first = int((candidates.cost != candidates.cost).argmax())  # NaN
    if candidates.reason_at(first):
        head.append(f"  {candidates.shown(first)}: {candidates.reason_at(first)}")
    rows = result.shown[: max(top, len(result.stages and result.stages[-1].seconds))]
    return joined([head, list(_sentences(result)), aligned_text(_fields(result, rows))])


def _tried(findings: Findings) -> str:
    candidates = findings.candidates
    without = len(candidates) - findings.order.size
    note = f"; at {without:,} of them it cannot run" if without else ""
    shown = [f"{name} = {low} to {high}" for name, low, high in _ranges(candidates)]
    return f"{len(candidates):,} points: {', '.join(shown)}{note}"


def _sentences(result: Result) -> list[str]:
    findings = result.findings
    candidates = findings.candidates
    chosen = result.chosen
    lines = [f"best: {candidates.shown(chosen)}: {_time(result, chosen)}"]
    if result.stages and chosen != findings.best:
        last = next(stage for stage in reversed(result.stages) if stage.best is not None)
        own = last.seconds.get(findings.best)
        cost = "not looked at" if own is None else f"+{share_text(own / last.seconds[chosen] - 1)}"
        lines.append(f"the formula's choice: {candidates.shown(findings.best)}: {cost}")
    lines += [*_compared(result), *(stage.note for stage in result.stages if stage.note)]
    lines.append(_ties(findings))
    if findings.current is not None:
        loss = findings.loss(findings.current)
        said = (
            "as good as the best" if loss == 0 else f"costs {share_text(loss)} more than the best"
        )
        lines.append(f"in use: {candidates.shown(findings.current)}: {said}, as predicted")
    by_loss = sorted(findings.influences, key=lambda item: -item.loss)
    if all(item.loss < LITTLE for item in by_loss):
        return [*lines, "nothing that was tried matters: no value costs 1 % more than the best"]
    for item in by_loss:
        note = "" if item.possible else "; some of its values cannot run"
        lines.append(f"{item.name}: its worst value costs {share_text(item.loss)} more{note}")
        lines += [
            f"  to {side.name} = {candidates.text(side.name, side.place)}: +{share_text(side.loss)}, "
            f"most of it {side.term} (+{seconds_text(side.more)})"
            for side in result.sides
            if side.name == item.name
        ]
    return [*lines, *_parts(findings), *_pipelines(result)]


def _compared(result: Result) -> list[str]:
    """The prediction for the chosen point beside what was measured there."""
    chosen, candidates = result.chosen, result.findings.candidates
    stage = next((item for item in reversed(result.stages) if item.best is not None), None)
    if stage is None or stage.title == "simulated" or candidates.unit != "s":
        return []
    predicted, own = float(candidates.cost[chosen]), stage.seconds[chosen]
    less = "less" if predicted < own else "more"
    share = share_text(abs(predicted / own - 1)) if own else "-"
    return [f"predicted for it: {seconds_text(predicted)}, {share} {less} than {stage.title}"]


def _pipelines(result: Result) -> list[str]:
    """What the wait for the first piece is made of, and where its numbers come from."""
    lines: list[str] = []
    machine = result.findings.candidates.machine
    for item in result.pipelines:
        message = f"{seconds_text(item.message)} to the next process"
        place = f"{item.receive.file}, lines {item.receive.line} to {item.send.line}"
        lines += [
            f"pipeline: {place}",
            f"  a piece: {seconds_text(item.work)} of work (source, {machine}), {message}",
            f"  ranks wait {seconds_text(item.wait)}: the last one for {item.waits} such",
        ]
    return lines


def _ties(findings: Findings) -> str:
    candidates = findings.candidates
    within = share_text(findings.within)
    if findings.ties.size == 1:
        return f"no other point is within {within} of it"
    ranges = _ranges(candidates, findings.ties)
    ends = [f"{name} = {low} to {high}" for name, low, high in ranges if low != high]
    count = findings.ties.size
    return (
        f"within {within}: {count:,} points, {', '.join(ends)}; any of them costs at most "
        f"{share_text(findings.spread)} more"
    )


def _ranges(
    candidates: Candidates, places: Integers | None = None
) -> Iterator[tuple[str, str, str]]:
    """Yield each parameter with the texts of its least and greatest value, at all places or some."""
    for name, values in candidates.values.items():
        column = values if places is None else values[places]
        ends = (int(column.argmin()), int(column.argmax()))
        low, high = ends if places is None else (int(places[end]) for end in ends)
        yield name, candidates.text(name, low), candidates.text(name, high)


def _parts(findings: Findings) -> list[str]:
    """Which part of the time is greatest at the best point."""
    candidates = findings.candidates
    total = float(candidates.cost[findings.best])
    if not candidates.parts or not total:
        return []
    shares = {name: float(part[findings.best]) / total for name, part in candidates.parts.items()}
    texts = [f"{name} {share_text(share)}" for name, share in shares.items()]
    return [f"of the best time: {', '.join(texts)}"]


def _time(result: Result, place: int) -> str:
    candidates = result.findings.candidates
    for stage in reversed(result.stages):
        if place in stage.seconds:
            return f"{seconds_text(stage.seconds[place])} {stage.title}"
    return _cost_text(float(candidates.cost[place]), candidates.unit)


def _cost_text(cost: float, unit: str) -> str:
    return seconds_text(cost) if unit == "s" else number_text(cost)


def _fields(result: Result, rows: Sequence[int]) -> list[Field]:
    """The columns of the points ``rows``."""
    findings = result.findings
    candidates = findings.candidates
    found = [
        text_field(name, [candidates.text(name, place) for place in rows])
        for name in candidates.values
    ]

    def column(name: str, title: str, value: Callable[[int], float | None]) -> Field:
        numbers = [value(place) for place in rows]
        return Field(
            name, title, numbers, ["-" if x is None else number_text(x, 6) for x in numbers]
        )

    title = "predicted [s]" if candidates.unit == "s" else "predicted"
    found.append(column("predicted", title, lambda p: _finite(float(candidates.cost[p]))))
    for stage in result.stages:
        found.append(column(stage.title, f"{stage.title} [s]", stage.seconds.get))
        if stage.medians:
            found.append(column("median", "median [s]", stage.medians.get))
    found.append(column("over_best", "", lambda place: _over_best(result, place)))
    over = [_over_best(result, place) for place in rows]
    shown = ["-" if x is None else f"+{share_text(x)}" if x else "best" for x in over]
    found[-1] = Field("over_best", "over best", over, shown)
    problems = {p: text for stage in result.stages for p, text in stage.problems.items()}
    told = [problems.get(p) or candidates.reason_at(p) for p in rows]
    return [*found, Field("problem", "", told, told)]


def _over_best(result: Result, place: int) -> float | None:
    """What a point costs more than the chosen one, in the last look that has both."""
    chosen = result.chosen
    for stage in reversed(result.stages):
        if chosen in stage.seconds:
            own = stage.seconds.get(place)
            return None if own is None else own / stage.seconds[chosen] - 1.0
    return _finite(result.findings.loss(place))


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def tune_csv(result: Result) -> str:
    """Return all points as CSV: costs in seconds or counts; what is not known is empty."""
    places = result.shown
    known = set(places)
    rest = [place for place in range(len(result.findings.candidates)) if place not in known]
    return csv_text(_fields(result, [*places, *rest]))


def tune_json(result: Result, top: int, diagnostics: Sequence[Diagnostic]) -> str:
    """Return what was found as JSON, with the ``top`` points."""
    findings = result.findings
    candidates = findings.candidates

    def point(place: int) -> dict[str, Any]:
        return {name: candidates.text(name, place) for name in candidates.values}

    def row(place: int) -> dict[str, Any]:
        found: dict[str, Any] = {
            "values": point(place),
            "predicted": _finite(float(candidates.cost[place])),
            "over_best": _over_best(result, place),
        }
        for stage in result.stages:
            if place in stage.seconds or place in stage.problems:
                found[stage.title] = {
                    "seconds": stage.seconds.get(place),
                    "median": stage.medians.get(place),
                    "problem": stage.problems.get(place, ""),
                }
        return found

    body = {
        "program": candidates.label,
        "machine": candidates.machine,
        "given": dict(candidates.given),
        "origins": list(result.origins),
        "unit": candidates.unit,
        "points": len(candidates),
        "possible": int(findings.order.size),
        "best": row(result.chosen),
        "predicted_best": row(findings.best),
        "ties": {
            "within": findings.within,
            "points": int(findings.ties.size),
            "spread": _finite(findings.spread),
        },
        "current": None if findings.current is None else row(findings.current),
        "parameters": [
            {"name": item.name, "loss": _finite(item.loss), "all_possible": item.possible}
            for item in findings.influences
        ],
        "sides": [
            {
                "name": side.name,
                "values": point(side.place),
                "over_best": _finite(side.loss),
                "term": side.term,
                "more_seconds": side.more,
            }
            for side in result.sides
        ],
        "rows": [row(place) for place in result.shown[:top]],
        "pipelines": [
            {
                "file": item.receive.file,
                "receive_line": item.receive.line,
                "send_line": item.send.line,
                "work_seconds": item.work,
                "message_seconds": item.message,
                "pieces_waited_for": item.waits,
                "wait_seconds": item.wait,
            }
            for item in result.pipelines
        ],
    }
    return json_text(SCHEMA, body, diagnostics)


def export_text(values: Mapping[str, str], kind: str) -> str:
    """Return the best values as a file for a build: make, cmake, c, env, flags, yaml."""
    form = {
        "make": "{0} = {1}",
        "cmake": "set({0} {1})",
        "c": "#define {0} {1}",
        "env": "{0}={1}",
        "yaml": "{0}: {1}",
        "flags": "-D{0}={1}",
    }[kind]
    lines = [form.format(name, value) for name, value in values.items()]
    return (" " if kind == "flags" else "\n").join(lines) + "\n"
