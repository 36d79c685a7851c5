"""Messages as text: call sites with formulas, roles, ranks with numbers, and what does not match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.comm_tables import rank_lines, role_lines
from sad.report.units import listed
from sad.spmd.check import diagnostics_of, reasons

if TYPE_CHECKING:
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
        lines += rank_lines(view, view.program.nprocs)
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
    return lines


def _conditions(view: CommView) -> list[str]:
    """What the formulas assume, and values that numbers need and that are not given."""
    lines = [f"assuming {text}" for text in view.assumptions()]
    missing = [view.name(symbol) for symbol in view.program.missing]
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
    good = [item for item in verdict.checked if not item.mismatches]
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
    return [*lines, *_left_out(view, verdict, verdict.checked[-1])]


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
