"""Tables of roles and of ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.spmd.alike import ranks_alike
from sad.spmd.role_names import shown_ranks
from sad.spmd.roles_of import roles_of, sums_of
from sad.spmd.traffic import values_by_rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.report.comm_view import CommView

_PARTS = ("sent", "bytes", "received", "bytes", "collectives", "bytes")
_MOST_RANKS = 32
_LONGEST = 100


def role_lines(view: CommView) -> list[str]:
    """Return the roles: in numbers where all are given, else with formulas."""
    program = view.program
    if program.nprocs is not None and not program.missing:
        groups = ranks_alike(program, program.nprocs)
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
    formulas = sums_of(program).formulas()
    numbers = values_by_rank(program, nprocs, formulas)
    sums = [_sum([row[place] for row in numbers]) for place in range(len(formulas))]
    rows = [(str(rank), *map(shown_number, row)) for rank, row in enumerate(numbers)]
    if len(rows) > _MOST_RANKS:
        dots = ("...", *[""] * len(formulas))
        rows = [*rows[: _MOST_RANKS - 1], dots, rows[-1]]
    head = ("rank", *_PARTS)
    lines = _left_aligned([head, *rows, ("all", *map(shown_number, sums))], 0)
    open_ = program.unresolved(*formulas)
    if open_:
        names = ", ".join(map(view.name, open_))
        lines.append(f"not exact: only a run can tell {names}")
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
