"""The figures of docs/accuracy.md, between its marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validation.pictures import draw
from validation.programs import FOLDER
from validation.score import score
from validation.steps import CLASSICAL, MODELS, THROUGHPUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from validation.results import Results, Row

DOCS = FOLDER.parent / "docs"
PAGE = DOCS / "accuracy.md"
_START, _END = "<!-- figures: start -->", "<!-- figures: end -->"
_HALVES = {
    "blind": "Blind half: frozen before the models were made",
    "open": "Open half: looked at while the models were made",
}


def write_page(results: Results) -> None:
    """Put tables and pictures into the page.

    Raises ``ValueError`` if the page does not have its two marks.
    """
    text = PAGE.read_text(encoding="utf-8")
    before, start, rest = text.partition(_START)
    _, end, after = rest.partition(_END)
    if not start or not end:
        message = f"{PAGE} has no {_START} ... {_END}"
        raise ValueError(message)
    body = "\n".join(_body(results))
    PAGE.write_text(f"{before}{start}\n{body}\n{end}{after}", encoding="utf-8")


def _body(results: Results) -> Iterator[str]:
    compilers = ", ".join(results.compilers.values())
    yield f"Measured on {results.date} on {results.cpu} with {compilers}."
    flag_sets = list(dict.fromkeys(row.flags for row in results.rows))
    for half, title in _HALVES.items():
        if not results.select(half=half):
            continue
        yield from ("", f"### {title}", "")
        yield (
            "| flags | programs | model | n | mean error | median | typical factor | within 20 % "
            "| within 2x | rank | worst factor |"
        )
        yield "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
        for flags in flag_sets:
            for memory, name in (("cache", "in cache"), ("memory", "memory-bound")):
                rows = results.select(half=half, flags=flags, memory=memory)
                for model in MODELS:
                    yield from _score_row(rows, model, f"`{flags}` | {name}")
        inside = _bands(results, half)
        yield from ("", f"Measured times within the interval, programs in cache: {inside}.")
        for flags in flag_sets:
            picture = f"pictures/accuracy-{half}{flags}.svg"
            draw(results, half, flags, _shown(results), DOCS / picture)
            yield from ("", f"![predicted over measured, {half}, {flags}]({picture})")
        yield from (
            "",
            "predicted/measured by the throughput model; `~` marks unsteady measurements.",
            "",
        )
        yield from _programs(results, half, flag_sets)


def _bands(results: Results, half: str) -> str:
    """How many measured times lie in the interval the throughput model prints: 9 of 10 should."""
    parts: list[str] = []
    for flags in dict.fromkeys(row.flags for row in results.rows):
        rows = [row for row in results.select(half=half, flags=flags, memory="cache") if row.band]
        inside = sum(row.band[0] <= row.measured <= row.band[1] for row in rows if row.band)
        parts.append(f"{inside} of {len(rows)} at `{flags}`")
    return ", ".join(parts)


def _shown(results: Results) -> list[str]:
    return [model for model in MODELS if any(model in row.predicted for row in results.rows)]


def _score_row(rows: Sequence[Row], model: str, start: str) -> Iterator[str]:
    known = [row for row in rows if model in row.predicted]
    if not known:
        return
    found = score([row.predicted[model] for row in known], [row.measured for row in known])
    yield (
        f"| {start} | {model} | {found.programs} | {found.mape:.1%} | {found.median:.1%} "
        f"| {found.typical:.2f} | {found.within_20:.0%} | {found.within_2:.0%} | {found.rank:.3f} "
        f"| {found.worst:.2f} |"
    )


def _programs(results: Results, half: str, flag_sets: Sequence[str]) -> Iterator[str]:
    yield (
        "| program | "
        + " | ".join(f"{flags} measured | {flags} ratio | {flags} classical" for flags in flag_sets)
        + " |"
    )
    yield "|---|" + "--:|--:|--:|" * len(flag_sets)
    for name in dict.fromkeys(row.program for row in results.select(half=half)):
        cells: list[str] = []
        for flags in flag_sets:
            row = next(r for r in results.select(half=half, flags=flags) if r.program == name)
            steady = "" if row.steady else " ~"
            cells.append(f"{row.measured * 1e6:.0f} us{steady}")
            cells.extend(_ratio(row, model) for model in (THROUGHPUT, CLASSICAL))
        yield f"| {name} | " + " | ".join(cells) + " |"


def _ratio(row: Row, model: str) -> str:
    value = row.predicted.get(model)
    return "-" if value is None else f"{value / row.measured:.2f}"
