"""What running a program's slice found, in text and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.report.answer_text import place_text
from sad.report.layout import paragraph
from sad.report.units import grouped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.evaluation.evaluated import Evaluated
    from sad.report.answer import Answer
    from sad.report.layout import Layout
    from sad.slicing.evaluation import Obstacle

_SHOWN = 4
_FACTORS = 6  # of a product that is named


def evaluation_value(found: Evaluated | None) -> Any:
    """Return it as a JSON value; None where the slice was not run."""
    if found is None or found.run:
        return None
    return {
        "blocks": len(found.counts),
        "loops": found.loops,
        "steps": found.steps,
        "limit": found.limit or None,
        "obstacles": [
            {
                "file": item.span.file,
                "line": item.span.line,
                "reason": item.why,
                "from": item.source or None,
            }
            for item in found.obstacles
        ],
    }


def evaluated_lines(answer: Answer, layout: Layout) -> Iterator[str]:
    """Yield what running the slice found at the values given, and what stood in its way."""
    yield from _together(answer, layout)
    found = answer.model.evaluated
    entry = answer.model.entry
    if found is None or entry is None:
        return
    if found.run:
        if found.counts:
            blocks = f"{len(found.counts)} block{'s' * (len(found.counts) != 1)}"
            text = f"counts of {blocks} that formulas do not give, from {found.run}"
            yield from paragraph("measured", text, layout.width)
        return
    if found.counts:
        loops = f"counts of {found.loops} loop{'s' * (found.loops != 1)}"
        what = loops if found.loops else f"counts of {len(found.counts)} blocks"
        text = f"{what} at these values, by {grouped(found.steps)} steps"
        executed = _executed(answer)
        if executed is not None:
            text += f" of the {grouped(executed)} statements executed"
        yield from paragraph("evaluated", text, layout.width)
    if found.limit:
        kept = "part" if found.counts else "nothing"
        text = f"{kept} of what decides control flow: {found.limit} (--evaluate-steps)"
        yield from paragraph("evaluated", text, layout.width)
    shown = found.obstacles[: layout.most(_SHOWN)]
    if shown and (found.counts or entry.kind == "program"):  # a routine's arrays are no surprise
        texts = [_obstacle(item) for item in shown]
        left = len(found.obstacles) - len(shown)
        more = [f"{left} more (--all)"] if left else []
        yield from paragraph("obstacles", "; ".join([*texts, *more]), layout.width)


def _together(answer: Answer, layout: Layout) -> Iterator[str]:
    """What parameters are together, where products of their means are not what was measured."""
    model, seconds = answer.model, answer.prediction.seconds
    found: dict[str, tuple[float, str]] = {}
    for block in model.expansion.blocks:
        together = model.together.get(block.id)
        line = next((line for line in block.block.lines if line.starts), None)
        if together is None or line is None:
            continue
        place = place_text(line.span.file, line.span.line)
        times = (
            f"{together.last:.3g} times the {'product of means' if '*' in together.of else 'mean'}"
        )
        factors = together.of.split("*")
        of = "*".join(factors[: layout.most(_FACTORS)])
        if of != together.of:
            of += f" with {len(factors) - _FACTORS} more,"
        key, text = together.of, f"{of} {times} ({place})"
        own = model.joint_symbol(block)
        if own is not None:
            key = model.names.label(own)
            what = f"the mean of {of}" if together.is_mean else f"the count by {of}"
            last = "" if together.last == 1 else f", {times} in the last run"
            text = f"{key} is {what}, measured together ({place}){last}"
        cost = seconds.get(block.id) or 0.0
        if key not in found or found[key][0] < cost:
            found[key] = cost, text
    shown = sorted(found.values(), key=lambda item: -item[0])[: layout.most(_SHOWN)]
    if shown:
        left = len(found) - len(shown)
        more = [f"{left} more (--all)"] if left else []
        texts = [*(text for _, text in shown), *more]
        yield from paragraph("together", "; ".join(texts), layout.width)


def _executed(answer: Answer) -> int | None:
    """How many statements the program executes; None while a count is open."""
    total = 0
    for block in answer.model.expansion.blocks:
        count = answer.prediction.counts[block.id]
        if count is None:
            return None
        total += int(count) * sum(line.starts for line in block.block.lines)
    return total


def _obstacle(item: Obstacle) -> str:
    at = place_text(item.span.file, item.span.line)
    file, _, line = item.source.rpartition(":")
    source = f" ({place_text(file, int(line))})" if line.isdecimal() else ""
    return f"{at}: {item.why}{source}"
