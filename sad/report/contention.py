"""Bounds of parallel models as text and JSON (``sad contention``)."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from sad.report.units import finite_theta, seconds_text, theta_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.algebra.poly import Poly
    from sad.contention.bound import Contention, Shared, Stretch
    from sad.contention.simulated import Simulated
    from sad.report.view import View

SCHEMA = "sad-contention/1"
Json = Any
_LABEL, _SIGN, _TIME = 15, 7, 9  # columns


def contention_text(
    found: Contention, view: View, width: int, runs: Simulated | None = None
) -> str:
    """Return the bounds as a terminal shows them."""
    return "\n".join(_lines(found, view, width, runs)) + "\n"


def _lines(found: Contention, view: View, width: int, runs: Simulated | None) -> Iterator[str]:
    model = view.model
    assert model.entry is not None
    given = ", ".join(
        f"{view.name(symbol)} = {_value(view, symbol)}"
        for symbol in sorted(model.used, key=view.name)
        if symbol in model.values
    )
    yield f"{' '.join(model.description.files)}, {model.entry.name}" + (
        f" at {given}" if given else ""
    )
    decides = found.decides
    rows = [
        ("critical path", "phi", found.critical, found.formulas.critical),
        ("contention", "omega", found.contention, found.formulas.contention),
        ("lower bound", "", found.lower, found.formulas.lower),
    ]
    for label, sign, seconds, formula in rows:
        yield _row(label, sign, seconds, _formula(view, formula, width))
    if found.upper is not None:
        yield _row("upper bound", "", found.upper, "")
    elif found.lower is not None:
        reason = "no useful one" if found.is_constant else "none: times or ways are random"
        yield f"{'upper bound':<{_LABEL + _SIGN + _TIME + 2}}  {reason}"
    if found.estimate is not None:
        clients = found.estimate.clients
        number = "1 client" if clients == 1 else f"{clients:,} clients"
        how = f"closed network, {number} (exponential service)" if clients else ""
        if states := found.estimate.states:
            how = f"Markov chain of {states:,} states"
            how += f", {number}" if clients else " (exponential times)"
        how = "mean of simulated runs" if found.estimate.simulated else how
        yield _row("estimate", "", found.estimate.seconds, how)
    if runs is not None:
        yield _row("simulated", "", runs.result.mean_s, _runs_text(runs))
    if found.theta is not None:
        index = theta_text(found.theta)
        words = [found.word]
        if decides is not None and decides.busiest:
            words.append(decides_text(decides.resource.name, found.theta))
        if found.saturates is not None:
            name, least = found.saturates
            words.append(f"saturated from {view.name(name)} = {least:,}")
        yield f"{'theta':<{_LABEL + _SIGN}}  {index:>{_TIME}}  {'; '.join(words)}"
    if view.assumed:
        names = ", ".join(map(view.name, view.assumed))
        yield f"formulas are shown for {names} >= 1"
    if found.resources:
        yield ""
        yield from _table(found.resources, found.lower)
    if found.parts:
        yield ""
        yield from _parts(found.parts)


def decides_text(resource: str, index: float) -> str:
    """Return what the busiest resource is at a theta: below 0 the critical path is longer."""
    return f"{resource} {'decides' if index > 0 else 'is busiest'}"


def _runs_text(runs: Simulated) -> str:
    half, count = runs.result.half_width_s, len(runs.result.ends_s)
    if not runs.result.is_random or half is None:
        return f"{runs.discipline}, {runs.result.events:,} events"
    return f"{runs.discipline}, {count} runs, 95 % interval +- {seconds_text(half)}"


def _row(label: str, sign: str, seconds: float | None, rest: str) -> str:
    time = _seconds(seconds)
    return f"{label:<{_LABEL}}{sign:<{_SIGN}}  {time:>{_TIME}}  {rest}".rstrip()


def _formula(view: View, formula: Poly, width: int) -> str:
    text = view.printer.poly(view.simple(formula))
    room = max(12, width - (_LABEL + _SIGN + _TIME + 4))
    return text if len(text) <= room else text[: room - 3] + "..."


def _value(view: View, symbol: str) -> str:
    value = view.value(symbol)
    if symbol.endswith("[s]") and value is not None:
        return seconds_text(float(value))
    return str(value)


def _table(resources: Sequence[Shared], lower: float | None) -> Iterator[str]:
    names = [_name(item) for item in resources]
    wide = max(len("resource"), *map(len, names))
    yield f"{'resource':<{wide}}  servers  {'busiest':>{_TIME}}  {'share':>6}  used by"
    for item, name in zip(resources, names, strict=True):
        time = _seconds(item.busiest)
        share = "?" if item.busiest is None or not lower else f"{100 * item.busiest / lower:.1f} %"
        places = Counter(f"{span.file.rpartition('/')[2]}:{span.line}" for span, _ in item.lines)
        shown = list(places)
        more = f" and {len(shown) - 3} more" if len(shown) > 3 else ""
        used = ", ".join(shown[:3]) + more
        servers = "?" if item.servers is None else str(item.servers)
        yield f"{name:<{wide}}  {servers:>7}  {time:>{_TIME}}  {share:>6}  {used}"


def _parts(parts: Sequence[Stretch]) -> Iterator[str]:
    wide = max(len("parallel part"), *(len(item.name) for item in parts))
    times = "  ".join(f"{head:>{_TIME}}" for head in ("phi", "omega", "lower"))
    yield f"{'parallel part':<{wide}}  {times}  theta  decides"
    for item in parts:
        shown = "  ".join(
            f"{_seconds(value):>{_TIME}}" for value in (item.critical, item.contention, item.lower)
        )
        yield f"{item.name:<{wide}}  {shown}  {theta_text(item.theta):>5}  {item.decides}".rstrip()


def _seconds(seconds: float | None) -> str:
    return "?" if seconds is None else seconds_text(seconds, 4)


def _name(item: Shared) -> str:
    return item.resource.name + ("[]" if item.resource.first is not None else "")


def contention_json(found: Contention, view: View, runs: Simulated | None = None) -> str:
    """Return the bounds as JSON of the schema ``sad-contention-1``."""
    model = view.model
    assert model.entry is not None

    def bound(seconds: float | None, formula: Poly) -> Json:
        return {"seconds": seconds, "formula": view.printer.poly(view.simple(formula))}

    formulas, estimate, theta = found.formulas, found.estimate, found.theta
    value: Json = {
        "schema": SCHEMA,
        "files": list(model.description.files),
        "root": model.entry.name,
        "values": {view.name(symbol): str(view.value(symbol)) for symbol in sorted(model.values)},
        "critical_path": bound(found.critical, formulas.critical),
        "contention": bound(found.contention, formulas.contention),
        "lower": bound(found.lower, formulas.lower),
        "upper": bound(found.upper, formulas.upper),
        "estimate": None
        if estimate is None
        else {
            "seconds": estimate.seconds,
            "method": estimate.method,
            "clients": estimate.clients,
        },
        "simulated": None if runs is None else _runs_json(runs),
        "theta": finite_theta(theta),
        "word": found.word,
        "decides": None if found.decides is None else found.decides.resource.name,
        "saturates": None
        if found.saturates is None
        else {"parameter": view.name(found.saturates[0]), "from": found.saturates[1]},
        "resources": [
            {
                "name": item.resource.name,
                "family": item.resource.first is not None,
                "servers": item.servers,
                "busy_seconds": item.busy,
                "busiest_seconds": item.busiest,
                "used_by": [
                    {"file": span.file, "line": span.line, "seconds": seconds}
                    for span, seconds in item.lines
                ],
            }
            for item in found.resources
        ],
        "parts": [
            {
                "name": item.name,
                "file": item.span.file,
                "line": item.span.line,
                "critical_path_seconds": item.critical,
                "contention_seconds": item.contention,
                "lower_seconds": item.lower,
                "theta": finite_theta(item.theta),
                "decides": item.decides,
            }
            for item in found.parts
        ],
    }
    return json.dumps(value, indent=1) + "\n"


def _runs_json(runs: Simulated) -> Json:
    result = runs.result
    interval = result.interval_s
    return {
        "seconds": result.mean_s,
        "interval": None if interval is None else list(interval),
        "discipline": str(runs.discipline),
        "runs": len(result.ends_s),
        "events": result.events,
        "resources": [
            {
                "name": item.name,
                "utilisation": item.utilisation,
                "mean_waiting": item.mean_waiting,
                "busy_seconds": item.busy_s,
                "waiting_seconds": item.waiting_s,
            }
            for item in result.resources
        ],
        "lines": [
            {
                "file": runs.spans[place].file,
                "line": runs.spans[place].line,
                "busy_seconds": item.busy_s,
                "waiting_seconds": item.waiting_s,
            }
            for place, item in result.places.items()
        ],
    }
