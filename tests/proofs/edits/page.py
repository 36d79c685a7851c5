"""The page of the edit proof: docs/edit-proof.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.proofs.edits.groups import GROUPS
from tests.proofs.edits.neutral import NEUTRAL
from tests.proofs.edits.real import REAL
from tests.proofs.edits.replay import UNDONE
from tests.proofs.edits.spelling import BLANKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.proofs.edits.replay import Revision

_HEAD = """# Edits of real code against what is said of them

Written by `make edit-proof` (`python -m tests.proofs.edits`); no figure was typed in.

Drivers of LAPACK and all they call are put into git repositories and edited by a program, one commit
per edit; `gfortran -fsyntax-only` takes every revision. Each is compared with the one before as
`sad diff` does. Two kinds of edits are made:

* those that cost nothing (comments, layout, spelling, labels, names, declarations, other forms of the
  same loops and branches, moved units and files). They stay: the next edit is made on top. Every unit
  must be *identical*, under its new name if it has one. Anything else is a **false alarm**.
* those that cost something, each at a random place where the verdict follows from how it is made. They
  are taken back by the next commit, which has a known verdict as well. The unit edited must have
  exactly this verdict; units that reach it by calls must be dearer, or cheaper, as it is; all others
  must be identical. A unit that costs more or less and is said to be identical is **missed**, another
  verdict is **wrong**.

Two outcomes of callers are counted apart: *calls left*, where the caller is identical because the call
stays a call in its cost (see [diff.md](diff.md); the unit it calls has the verdict), and *not told*,
where the caller is incomparable.
"""
_EXPECTED = """\
The units edited call no other unit, apart from LSAME, XERBLA and DISNAN, and the innermost loop of
one of their deepest nests is edited, all of whose loops run over arguments. So a statement added
there is a larger leading coefficient, a loop around it a higher order, `n - 1` for `n` cheaper, and
back a dearer lower-order term. A call of a procedure that is not in the program is an increased
order: there were 0 such calls before.
"""


def page(found: Sequence[Revision], seed: str) -> str:
    """Return the page."""
    neutral = [item for item in found if _is_neutral(item)]
    real = [item for item in found if not _is_neutral(item)]
    parts = [_HEAD, "## Summary\n", _summary(neutral, real, seed), "## Edits that cost nothing\n"]
    parts.append(_kinds([*NEUTRAL, BLANKS, UNDONE + BLANKS], neutral))
    parts += ["## Edits that cost something\n", _EXPECTED]
    parts.append(_kinds([name for kind in REAL for name in (kind, UNDONE + kind)], real))
    parts += ["## By program\n", _groups(found), "## What is not right\n", _problems(found)]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _is_neutral(item: Revision) -> bool:
    return item.kind.removeprefix(UNDONE) in (*NEUTRAL, BLANKS)


def _summary(neutral: Sequence[Revision], real: Sequence[Revision], seed: str) -> str:
    alarms = sum(bool(item.alarms or item.wrong or item.missed) for item in neutral)
    rows = [
        (
            f"* {len(neutral)} revisions that cost nothing, {_units(neutral)} verdicts on units: "
            f"**{alarms} revisions with a false alarm**."
        ),
        (
            f"* {len(real)} revisions that cost something or take that back, {_units(real)} verdicts "
            f"on units: **{_total(real, 'missed')} changes missed, {_total(real, 'wrong')} wrong "
            f"verdicts, {_total(real, 'alarms')} false alarms** on units that do not reach the edited "
            f"one; {_total(real, 'left')} callers with calls left, {_total(real, 'untold')} not told."
        ),
        f"* Seed `{seed}`.",
    ]
    return "\n".join(rows)


def _units(items: Sequence[Revision]) -> int:
    return sum(item.units for item in items)


def _total(items: Sequence[Revision], name: str) -> int:
    return sum(len(getattr(item, name)) for item in items)


def _kinds(names: Sequence[str], found: Sequence[Revision]) -> str:
    by_kind = {name: [item for item in found if item.kind == name] for name in names}
    return _table("edit", {name: items for name, items in by_kind.items() if items})


def _groups(found: Sequence[Revision]) -> str:
    by_group = {f"`{name}`": [item for item in found if item.group == name] for name in GROUPS}
    return _table("program", {name: items for name, items in by_group.items() if items})


def _table(title: str, rows: dict[str, list[Revision]]) -> str:
    lines = [
        (
            f"| {title} | revisions | verdicts | right | false alarms | missed | wrong "
            "| calls left | not told | seconds |"
        ),
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, items in rows.items():
        counts = [_total(items, key) for key in ("alarms", "missed", "wrong", "left", "untold")]
        right = sum(item.right for item in items)
        seconds = sum(item.seconds for item in items)
        cells = [len(items), _units(items), right, *counts, f"{seconds:.0f}"]
        lines.append(f"| {name} | {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def _problems(found: Sequence[Revision]) -> str:
    lines = [
        f"* `{item.group}`, revision {item.number} ({item.kind}): {text}: {'; '.join(said)}"
        for item in found
        for text, said in (
            ("false alarm", item.alarms),
            ("missed", item.missed),
            ("wrong", item.wrong),
            ("not told", item.untold),
        )
        if said
    ]
    return "\n".join(lines) or "Nothing."
