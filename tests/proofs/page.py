"""docs/profile-proof.md: the results as tables, with the reasons for what misses."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

from tests.proofs.compare import CLOSE
from tests.proofs.measure import EXACTLY, PLACES, PLANS
from tests.proofs.words import CHANCE, HEAD, REASONS, SAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.proofs.compare import Case
    from tests.proofs.measure import Found
    from tests.proofs.programs import Size


def page(regular: Sequence[Found], chance: Sequence[Found]) -> str:
    """Return the page."""
    parts = [HEAD, _summary(regular, chance), "## Functions of the size\n"]
    for plan in ("2 sizes", "3 sizes"):
        parts += [f"Profiled at {_sizes(plan)}:\n", _regular_table(regular, plan)]
    parts += ["## With chance\n", CHANCE.format(runs=_profiles(chance))]
    parts += [_chance_table(chance, plan) for plan in PLANS]
    parts += ["## At the measured size\n", _same_table([*regular, *chance]), _reasons()]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _sizes(plan: str) -> str:
    return "A and B" if plan == "2 sizes" else "A, B and one between"


def _summary(regular: Sequence[Found], chance: Sequence[Found]) -> str:
    cases = [case for item in (*regular, *chance) for case in item.of("2 sizes", "beyond")[:1]]
    lines, untold = sum(len(case.lines) for case in cases), sum(case.untold for case in cases)
    rows = ["## Summary\n"]
    rows.append(
        f"{lines} lines of {len(cases)} programs are compared. The counts of {untold} more do not "
        "follow from gcov's figures.\n"
    )
    with_unknowns = [item for item in regular if _unknowns(item)]
    rest = len(regular) - len(with_unknowns)
    rows.append(
        f"Of {len(with_unknowns)} programs with unknowns that are functions of the size ({rest} more "
        "have none), so many have\n"
    )
    rows += [
        (
            "| profiled at | predicted | every line within 1 % | the sum of all lines within 1 % "
            "| 99 % of executions on lines within 1 % | lines in interval |"
        ),
        "|---|---|--:|--:|--:|--:|",
    ]
    for plan in ("2 sizes", "3 sizes"):
        for place in PLACES:
            cases = [case for item in with_unknowns for case in item.of(plan, place)]
            inside, lines = sum(c.inside_lines for c in cases), sum(len(c.lines) for c in cases)
            rows.append(
                f"| {_sizes(plan)} | {_place(place)} | {sum(c.worst_error <= CLOSE for c in cases)} "
                f"| {sum(c.total_error <= CLOSE for c in cases)} "
                f"| {sum(c.close_executions >= 1 - CLOSE for c in cases)} "
                f"| {_percent(inside, lines)} |"
            )
    rows.append(
        f"\nOf {len(chance)} programs with chance, each profiled {_profiles(chance)} times with other "
        "random numbers, how often the truth is in the interval from 5 to 95 %:\n"
    )
    rows += [
        "| profiled at | predicted | number of all executions | counts of lines | parameters |",
        "|---|---|--:|--:|--:|",
    ]
    for plan in PLANS:
        for place in PLACES:
            cases = [case for item in chance for case in item.of(plan, place)]
            rows.append(f"| {plan} | {_place(place)} | {' | '.join(_coverage(cases))} |")
    return "\n".join(rows)


def _place(place: str) -> str:
    return "C, beyond B" if place == "beyond" else "between A and B"


def _coverage(cases: Sequence[Case]) -> list[str]:
    lines = sum(len(case.lines) for case in cases)
    parameters = sum(len(case.unknowns) for case in cases)
    return [
        _percent(sum(case.has_total_inside for case in cases), len(cases)),
        _percent(sum(case.inside_lines for case in cases), lines),
        _percent(sum(case.inside_parameters for case in cases), parameters),
    ]


def _regular_table(found: Sequence[Found], plan: str) -> str:
    rows = [
        (
            "| program | unknowns | A, B | C | lines | executions | worst | all | in interval "
            "| between | executions | worst | in interval |"
        ),
        "|---|--:|---|---|--:|--:|--:|--:|--:|---|--:|--:|--:|",
    ]
    for item in found:
        (beyond,), (between,) = item.of(plan, "beyond"), item.of(plan, "between")
        few = "; ".join(map(_size_text, item.sized.few))
        inside, outside = map(_size_text, item.sized.unseen)
        start = f"| `{item.sized.name}` | {_unknowns(item)} | {few} | {outside} "
        rows.append(f"{start}| {_wide(beyond)} | {inside} | {_narrow(between)} |")
    return "\n".join(rows)


def _wide(case: Case) -> str:
    if case.problem:
        return f"{case.problem} | | | | "
    return (
        f"{_percent(case.close_lines)} | {_percent(case.close_executions)} "
        f"| {_error(case.worst_error)} | {_error(case.total_error)} "
        f"| {_percent(case.inside_lines, len(case.lines))}"
    )


def _narrow(case: Case) -> str:
    if case.problem:
        return f"{case.problem} | | "
    return (
        f"{_percent(case.close_executions)} | {_error(case.worst_error)} "
        f"| {_percent(case.inside_lines, len(case.lines))}"
    )


def _unknowns(item: Found) -> int:
    return max(len(case.unknowns) for cases in item.cases.values() for case in cases)


def _profiles(chance: Sequence[Found]) -> int:
    return len(chance[0].of("2 sizes", "beyond"))


def _reasons() -> str:
    rows = ["## Why some miss\n", "| program | why |", "|---|---|"]
    for names, why in REASONS.items():
        rows.append(f"| `{'`, `'.join(names.split(', '))}` | {why} |")
    return "\n".join(rows)


def _chance_table(found: Sequence[Found], plan: str) -> str:
    rows = [
        f"Profiled at {plan}:\n",
        (
            "| program | size | error | width | executions inside | lines inside | parameters inside "
            "| impossible |"
        ),
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for item in found:
        for place, size in zip(PLACES, item.sized.unseen, strict=True):
            cases = item.of(plan, place)
            errors = [case.total_error for case in cases]
            rows.append(
                f"| `{item.sized.name}` | {_size_text(size)} | {_error(statistics.median(errors))} "
                f"| {_error(_width(cases))} | {' | '.join(_coverage(cases))} "
                f"| {sum(bool(case.problem) for case in cases)} |"
            )
    return "\n".join(rows)


def _width(cases: Iterable[Case]) -> float:
    widths = [
        (case.total[1] - case.total[0]) / case.executions
        for case in cases
        if case.total is not None and case.executions
    ]
    return statistics.median(widths) if widths else math.inf


def _same_table(found: Sequence[Found]) -> str:
    exact = [all(line.error <= EXACTLY for line in case.lines) for f in found for case in f.same]
    rows = [
        SAME,
        f"{sum(exact)} of {len(exact)} programs have all lines within {EXACTLY:.0e}. The others:\n",
        "| program | lines | within 1e-09 | executions on them | worst |",
        "|---|--:|--:|--:|--:|",
    ]
    for item in found:
        (case,) = item.same
        good = [line for line in case.lines if line.error <= EXACTLY]
        if len(good) < len(case.lines) or case.problem:
            executed = sum(line.truth for line in good)
            rows.append(
                f"| `{item.sized.name}` | {case.problem or len(case.lines)} | {len(good)} "
                f"| {_percent(executed, case.executions)} | {_error(case.worst_error)} |"
            )
    return "\n".join(rows)


def _size_text(size: Size) -> str:
    return ", ".join(map(str, size.values()))


def _percent(part: float, whole: float = 1.0) -> str:
    if not whole:
        return ""
    share = 100 * part / whole
    return f"{math.floor(share * 10) / 10:.1f} %"  # 99.96 is not 100


def _error(error: float) -> str:
    if math.isinf(error):
        return "open"
    return "0" if error < 1e-9 else f"{100 * error:.2g} %" if error < 10 else f"{error:.2g} x"
