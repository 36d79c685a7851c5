"""Profiles of parallelism as text and JSON: degrees, steps, and what they are on processors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.report.units import grouped, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.parallelism.profile import Profile

_MOST_DEGREES = 10


def profile_lines(
    profile: Profile, procs: Sequence[int], latency: int, *, in_full: bool = False
) -> Iterator[str]:
    """Yield the profile and its execution on each number of processors."""
    yield (
        f"{grouped(profile.work)} operations in {grouped(profile.length)} steps, "
        f"mean degree {_short(profile.mean)}"
    )
    if profile.serial_share:
        share = profile.serial_share
        yield (
            f"{share_text(share)} of the work is one operation at a time: "
            f"at most {1 / share:.4g} times as fast (Amdahl)"
        )
    yield ""
    shares = profile.shares()
    shown = list(shares) if in_full else list(shares)[:_MOST_DEGREES]
    rows = [("degree P", "steps D(P)", "share V(P)")]
    rows += [
        (grouped(degree), grouped(profile.steps[degree]), share_text(shares[degree]))
        for degree in shown
    ]
    yield from _right(rows)
    if len(shown) < len(shares):
        yield f"... and {len(shares) - len(shown):,} more degrees (--all)"
    yield ""
    head = ("processors", "steps", "speed-up", "efficiency")
    more = ("worst", "best", "above", "at most") if latency else ()
    table: list[tuple[str, ...]] = [(*head, *more)]
    for number in procs:
        found = profile.on(number, latency)
        row = (
            grouped(number),
            grouped(found.steps),
            f"{found.speedup:.3f}",
            f"{found.efficiency:.3f}",
        )
        if latency:
            row += (
                f"{found.work / found.worst:.3f}",
                f"{found.work / found.best:.3f}",
                f"{found.lower:.3f}",
                f"{found.upper:.3f}",
            )
        table.append(row)
    yield from _right(table)
    if latency:
        yield f"latency of {latency} after each step: speed-up if nothing is done meanwhile (worst),"
        yield "if it is used (best), and bounds that need the mean degree only"
    knee = profile.knee(latency)
    yield f"knee at {_short(knee)} processors: from there the lower bound is below half of them"


def _right(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{text:>{size}}" for text, size in zip(row, wide, strict=True))


def _short(value: float) -> str:
    return f"{value:,.1f}" if value >= 100 else f"{value:.4g}"


def profile_json(profile: Profile, procs: Sequence[int], latency: int) -> dict[str, Any]:
    """Return the profile as JSON has it."""
    shares = profile.shares()
    return {
        "operations": profile.work,
        "steps": profile.length,
        "mean_degree": profile.mean,
        "serial_share": profile.serial_share,
        "degrees": [
            {"degree": degree, "steps": profile.steps[degree], "share": shares[degree]}
            for degree in shares
        ],
        "latency": latency,
        "knee": profile.knee(latency),
        "executed": [
            {
                "processors": number,
                "steps": found.steps,
                "capacity": found.capacity,
                "speedup": found.speedup,
                "efficiency": found.efficiency,
                "worst_steps": found.worst,
                "best_steps": found.best,
                "lower_bound": found.lower,
                "upper_bound": found.upper,
            }
            for number in procs
            for found in (profile.on(number, latency),)
        ],
    }
