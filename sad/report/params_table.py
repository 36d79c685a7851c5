"""A parameter file as a table for people: values, where they come from, and what is missing."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from sad.profiles.params_document import PARAMETERS, SIZES, VANISHED
from sad.profiles.params_file import BRANCHES, MISSES
from sad.report.units import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.evaluation.measuring.measured import Check, Measurer
    from sad.profiles.params_document import ParamsDocument
    from sad.profiles.yaml_edit import Plain


_TITLES = {SIZES: "sizes", PARAMETERS: "parameters", VANISHED: "not in the program any more"}
_COLUMNS = ("", "name", "kind", "value", "origin", "samples", "fit", MISSES, "governs", "place")
_WIDEST = 60
_MOST = 6
_ALL = 0.9995
"""A share that is shown as 100.0 %."""


def params_table(document: ParamsDocument) -> str:
    """Return the table, ending in a newline."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: ParamsDocument) -> Iterator[str]:
    header = document.header
    entry, tool = header.get("entry"), header.get("tool")
    about = [f"for {entry}"] if isinstance(entry, str) else []
    about += [f"by {tool}"] if isinstance(tool, str) else []
    yield f"{document.file}{': ' if about else ''}{', '.join(about)}"
    missing: list[str] = []
    for section, title in _TITLES.items():
        names = document.names(section)
        if not names:
            continue
        entries = {name: document.entry(name) for name in names}
        yield ""
        yield f"{title} ({len(names)})"
        yield from _table([_row(name, fields) for name, fields in entries.items()])
        if section != VANISHED:
            missing += [name for name, fields in entries.items() if not fields.get("value")]
    branches = {name: document.entry(name) for name in document.names(BRANCHES)}
    if branches:
        yield ""
        yield f"branches and loops that are no parameters ({len(branches)})"
        yield from _table([_row(name, fields, "") for name, fields in branches.items()])
    yield ""
    if missing:
        yield f"without a value: {len(missing)}"
        yield from (f"  {name}" for name in missing)
    else:
        yield "nothing is missing"


def _row(name: str, fields: Mapping[str, Plain], none: str = "-") -> tuple[str, ...]:
    samples = fields.get("samples")
    value = fields.get("value")
    origin = fields.get("origin") or ("user" if value else "")
    return (
        _text(fields.get("alias")),
        name,
        _text(fields.get("kind")).replace("_", " "),
        _text(value) or none,
        _text(origin),
        str(len(samples)) if isinstance(samples, list) else "",
        _fit(fields.get("fit")),
        _text(fields.get(MISSES)),
        _text(fields.get("governs")),
        _text(fields.get("place")),
    )


def _fit(value: Plain) -> str:
    """The function that was fitted and its error, without what else is known of it."""
    function, *rest = _text(value).split("; ")
    telling = ("residual", "never", "always")
    return "; ".join([function, *(part for part in rest if part.startswith(telling))])


def _text(value: Plain) -> str:
    text = "" if value is None else " ".join(str(value).split())
    return text if len(text) <= _WIDEST else text[: _WIDEST - 4] + " ..."


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Columns that say nothing are left out."""
    used = [number for number in range(len(_COLUMNS)) if any(row[number] for row in rows)]
    table = [tuple(row[number] for number in used) for row in [_COLUMNS, *rows]]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  " + "  ".join(cells).rstrip()


def measured_report(
    measurer: Measurer,
    written: Sequence[str],
    kept: Sequence[str],
    output: str,
    width: int | None = None,
) -> str:
    """Return how many parameters were measured, which were not, and how well values fit the runs.

    ``written`` have a measured value in the file ``output`` now, ``kept`` one that a person gave.
    Lines are wrapped to ``width`` columns; without it each finding is one line.
    """
    result = measurer.result
    done = {*written, *kept}
    silent = {*measurer.uncounted()} - result.unreached - done
    left = [symbol for symbol in measurer.unmeasured() if symbol not in done | silent]
    unreached = [symbol for symbol in left if symbol in result.unreached]
    unknown = [symbol for symbol in left if symbol not in result.unreached]
    lines = [f"{output}: {len(done)} of {len(done) + len(left)} parameters measured"]
    if kept:
        empty = "empty 'value' to take what was measured"
        lines.append(f"value kept as given ({len(kept)}): {listed(kept, _MOST)}; {empty}")
    joint = [symbol for symbol in done if symbol in result.joint]
    if joint:
        how = "taken as equal as counts allow"
        names = listed([symbol for symbol in measurer.parameters if symbol in {*joint}], _MOST)
        lines.append(f"only told together by these counts ({len(joint)}): {names}; {how}")
    if unreached:
        hint = "without a value; --defaults heuristics gives one"
        lines.append(
            f"never reached in a run ({len(unreached)}): {listed(unreached, _MOST)}; {hint}"
        )
    if unknown:
        why = "these counts do not tell"
        lines.append(f"not measured ({len(unknown)}): {listed(unknown, _MOST)}; {why}")
    if silent:
        names = listed([symbol for symbol in measurer.parameters if symbol in silent], _MOST)
        lines.append(f"no line's count depends on ({len(silent)}): {names}")
    lines += _checks(result.checks)
    if width is not None:
        lines = [part for line in lines for part in _wrapped(line, width)]
    return "\n".join(lines) + "\n"


def _wrapped(line: str, width: int) -> list[str]:
    """A line in as many as it takes, the further ones indented; names are not broken."""
    return wrap(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _checks(checks: Sequence[Check]) -> Iterator[str]:
    """How many of its own executions each run's values give; runs of which they give all as one."""
    whole = [item for item in checks if item.executions and item.agree >= _ALL * item.executions]
    if len(whole) > 1:
        every = "each of the" if len(whole) == len(checks) else "each of"
        yield f"{every} {len(whole)} runs: its values give 100.0 % of its executions within 1 %"
    names: tuple[str, ...] = ()
    for item in checks:
        if item not in whole or len(whole) == 1:
            yield _check(item)
            names = names or item.missing
    if names:
        sizes = listed(names, _MOST)
        yield f"the unknown counts depend on {sizes}: say what they are with --set NAME=VALUE"
    lost = list(dict.fromkeys(place for item in checks for place in item.lost))
    if lost:
        shown = listed([f"{file}:{line}" for file, line in lost], _MOST)
        yield f"lines whose count is not reproduced ({len(lost)}): {shown}; these counts do not tell"


def _check(check: Check) -> str:
    """One run: how many of its own executions its values give."""
    if not check.executions:
        return f"{check.run}: nothing was counted"
    share = 100 * check.agree / check.executions
    whole = f"{check.executions:,} executions"
    text = f"{check.run}: its values give {share:.1f} % of its {whole} within 1 %"
    if check.open:
        share = 100 * check.open / check.executions
        text += f"; the counts of {share:.1f} % are still unknown"
    if check.kept > check.agree:
        share = 100 * check.kept / check.executions
        text += f"; its own counts, which are kept for its sizes, give {share:.1f} %"
    return text
