"""Messages as text: call sites with formulas, roles, ranks with numbers, and what does not match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.units import listed
from sad.spmd.check import diagnostics_of, reasons
from sad.spmd.rank_classes import (
    equivalent_ranks,
    roles_of,
    shown_ranks,
    sums_by_rank,
    sums_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.report.comm_view import CommView, Row
    from sad.spmd.check import Checked, Verdict

_MOST_NAMES, _MOST_SITES = 12, 8


def comm_text(view: CommView, verdict: Verdict) -> str:
    """Return the report on messages as text."""
    if not view.rows:
        return "no calls of a message-passing library that communicate\n"
    lines = ["Messages by call site: of one rank, and of all ranks together", ""]
    for row in view.rows:
        lines += _site(view, row)
    lines += _conditions(view)
    if view.program.entry is None:
        hint = "units are shown each by itself; --entry UNIT shows what passes in a run from there"
        return "\n".join([*lines, "", hint]) + "\n"
    lines += ["", "Roles", "", *role_lines(view)]
    if view.program.nprocs is not None:
        lines += ["", f"Ranks, nprocs={view.program.nprocs}", ""]
        ended, aborts = view.ended
        lines += [ended] if ended else []
        lines += [] if aborts else rank_lines(view, view.program.nprocs)
    lines += ["", "Matching", "", *_matching(view, verdict)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _site(view: CommView, row: Row) -> list[str]:
    first = row.sites[0]
    message = first.message
    number = row.number if first.sends or first.receives else row.calls
    name = "messages" if first.sends or first.receives else "calls"
    shown = [(name, view.formula(number), view.total(number))]
    if message.primitive not in ("wait", "barrier"):
        shown.append(("bytes", view.formula(row.nbytes), view.total(row.nbytes)))
    place = f"{row.span.file}:{row.span.line}"
    lines = [f"{place}: {message.routine} ({message.primitive}) in {first.count.unit.name}"]
    partner = view.partner(row)
    if partner:
        lines.append(
            f"  {'from' if first.receives else 'to' if first.sends else 'with':<9}{partner}"
        )
    for what, each, total in shown:
        lines.append(f"  {what:<9}{each}")
        if total is not None and total != each:
            lines.append(f"  {'':<9}all ranks: {total}")
    open_ = view.program.unresolved(row.calls, row.number, row.nbytes)
    if open_:
        names = listed([view.name(name) for name in open_], _MOST_NAMES)
        lines.append(f"  {'not exact':<9}: {names}")
        found = view.found_in_run(row)
        if found is not None:
            parts = [f"calls {found.calls}"] if not (first.sends or first.receives) else []
            parts += [f"messages {found.messages}"] if first.sends or first.receives else []
            text = ", ".join([*parts, f"bytes {found.nbytes}"])
            nprocs = view.program.nprocs
            lines.append(f"  {'evaluated':<9}: all ranks at nprocs={nprocs}: {text}")
    return lines


def _conditions(view: CommView) -> list[str]:
    """What the formulas assume, and values that numbers need and that are not given."""
    lines = [f"assuming {text}" for text in view.assumptions()]
    missing = [view.name(symbol) for symbol in view.missing]
    if missing:
        shown = " ".join(f"--set {name}=..." for name in missing[:_MOST_NAMES])
        lines.append(f"numbers by rank need {shown}")
    return ["", *lines] if lines else []


def _matching(view: CommView, verdict: Verdict) -> list[str]:
    lines: list[str] = []
    sites = view.program.sites
    if not any(site.sends or site.receives for site in sites):
        lines.append("no messages between two ranks")
    for sends, receives in verdict.proved:
        pair = " and ".join(map(view.place, sends)), " and ".join(map(view.place, receives))
        numbers = [poly for place in sends for poly in (sites[place].number, sites[place].nbytes)]
        open_ = listed([view.name(item) for item in view.program.unresolved(*numbers)], _MOST_NAMES)
        same = f", if {open_} is the same on all ranks" if open_ else ""
        lines.append(f"matched for every nprocs: {pair[0]} with {pair[1]}{same}")
    if not verdict.checked:
        return lines or ["not checked: this is no whole program"]
    ended = [item for item in verdict.checked if item.ended]
    if view.program.nprocs is None or ended[:1] == [item for item in ended if item.aborts]:
        lines += [f"at nprocs = {item.nprocs}: {item.ended}" for item in ended]
    good = [item for item in verdict.checked if not item.mismatches and not item.aborts]
    if good:
        shown = ", ".join(str(item.nprocs) for item in good)
        lines.append(f"checked at nprocs = {shown}: {_what(view, verdict, good[-1])}")
    for item in verdict.checked:
        if item.mismatches:
            number = len(item.mismatches)
            more = "" if view.program.nprocs else f"; --set nprocs={item.nprocs} tells them"
            verb = "does" if number == 1 else "do"
            lines.append(f"at nprocs = {item.nprocs}: {number} {verb} not match{more}")
    if view.program.nprocs is None:
        lines += _first(view, verdict)
    whole = [item for item in verdict.checked if not item.aborts]
    return [*lines, *(_left_out(view, verdict, whole[-1]) if whole else ())]


def _first(view: CommView, verdict: Verdict) -> list[str]:
    """One mismatch, at the fewest processes that are more than one, if there are any."""
    wrong = [item for item in verdict.checked if item.mismatches]
    chosen = next((item for item in wrong if item.nprocs > 1), None)
    if chosen is None:
        return []
    found = diagnostics_of(view.program, chosen)[0]
    return [f"the first: {found.span.file}:{found.span.line}: {found.message}"]


def _what(view: CommView, verdict: Verdict, checked: Checked) -> str:
    """What a check without findings says: whether sites are left out."""
    if not verdict.left_out(checked):
        return "all messages and collectives match"
    every = [
        site for site in view.program.sites if site.sends or site.receives or site.is_collective
    ]
    looked = len(every) - len(checked.open)
    if not looked:
        return f"nothing can be looked at, 0 of {len(every)}"
    return f"what was looked at matches, {looked} of {len(every)}"


def _left_out(view: CommView, verdict: Verdict, checked: Checked) -> list[str]:
    found = dict.fromkeys(
        f"{site.message.span.file}:{site.message.span.line}: {site.message.routine} {reason}"
        for site, reason in reasons(view.program, verdict.left_out(checked))
    )
    lines = [f"not checked: {text}" for text in list(found)[:_MOST_SITES]]
    if len(found) > _MOST_SITES:
        lines.append(f"not checked: {len(found) - _MOST_SITES} more")
    return lines


# Tables of roles and of ranks.


_PARTS = ("sent", "bytes", "received", "bytes", "collectives", "bytes")
_MOST_RANKS = 32
_LONGEST = 100


def role_lines(view: CommView) -> list[str]:
    """Return the roles: in numbers where all are given, else with formulas."""
    program = view.program
    numbers = [item for row in view.tables for item in row]
    if program.nprocs is not None and numbers and all(item.is_known for item in numbers):
        groups = equivalent_ranks(program, program.nprocs)
        rows = [
            (
                item.name or "alike",
                shown_ranks(item.ranks),
                str(len(item.ranks)),
                *map(shown_number, item.numbers),
            )
            for item in groups
        ]
        return _left_aligned([("role", "ranks", "number", *_PARTS), *rows], 2)
    roles = roles_of(program)
    if roles is None:
        return ["too many conditions on the rank to tell them in formulas; give nprocs and sizes"]
    lines: list[str] = []
    for role in roles:
        where = view.conditions(role)
        lines.append(f"{role.name or 'ranks'}{': ' if where else ''}{where}")
        lines.append(f"  {'number':<12}{_short(view, role.number)}")
        formulas = role.sums.formulas()
        names = ("sent", "received", "collectives")
        for name, number, nbytes in zip(names, formulas[::2], formulas[1::2], strict=True):
            if number:
                text = f"{_short(view, number)}, bytes {_short(view, nbytes)}"
                lines.append(f"  {name:<12}{text}")
    return lines


def _short(view: CommView, poly: Poly) -> str:
    text = view.formula(poly)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."


def rank_lines(view: CommView, nprocs: int) -> list[str]:
    """Return a table of ranks with what each passes, and the sums."""
    program = view.program
    numbers = sums_by_rank(program, nprocs)
    sums = [_sum([row[place] for row in numbers]) for place in range(len(_PARTS))]
    rows = [(str(rank), *map(shown_number, row)) for rank, row in enumerate(numbers)]
    if len(rows) > _MOST_RANKS:
        dots = ("...", *[""] * len(_PARTS))
        rows = [*rows[: _MOST_RANKS - 1], dots, rows[-1]]
    head = ("rank", *_PARTS)
    lines = _left_aligned([head, *rows, ("all", *map(shown_number, sums))], 0)
    traffic = [item for row in view.tables for item in row]
    open_ = program.unresolved(*sums_of(program).formulas())
    if open_ and not all(item.exact and item.is_known for item in traffic):
        names = ", ".join(map(view.name, open_))
        lines.append(f"not exact: only a run can tell {names}")
    run = program.run(nprocs)
    if run is not None and any(item.evaluated for item in traffic):
        lines.append(f"evaluated at these values, by {run.steps:,} steps of all ranks")
    return lines


def _left_aligned(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """Rows in columns, the first ``left`` and what follows to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _sum(numbers: Sequence[Number | None]) -> Number | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def shown_number(number: Number | None) -> str:
    """Return a number as text; ``?`` for one that is not known."""
    if number is None:
        return "?"
    return str(number) if isinstance(number, int) else f"{float(number):g}"
