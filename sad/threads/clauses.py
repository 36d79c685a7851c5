"""What clauses say: how many threads a team has (``num_threads``, ``if``), loops shared out as one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.model.walks.teams import between_collapsed
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sad.diagnostics import Diagnostics
    from sad.model.directives import Directive
    from sad.model.walks.teams import Share

_FORTRAN = {
    ".lt.": "<", ".le.": "<=", ".gt.": ">", ".ge.": ">=", ".eq.": "==", ".ne.": "!=",
    ".true.": "1", ".false.": "0",
}  # fmt: skip
_WORD = re.compile(r"\.[a-z]+\.")
_NAME = re.compile(r"[A-Za-z_]\w*")
CLAUSES = ("num_threads", "if")


def clause_values(item: Directive) -> list[tuple[str, str]]:
    """Return the clauses that say how many threads a team has, with their expressions."""
    found = [(name, item.clause(name)) for name in CLAUSES]
    return [(name, _plain(said)) for name, said in found if said is not None]


def names_of_clauses(item: Directive) -> set[str]:
    """Return the names in these expressions, in small letters."""
    return {name.lower() for _, said in clause_values(item) for name in _NAME.findall(said)}


def clause_symbols(
    directives: Iterable[Directive],
    units: Mapping[int, str],
    given: Sequence[str],
    used: Collection[str],
) -> dict[str, str]:
    """Return which of the names ``given`` say how many threads a team has and nothing else, by symbol.

    ``units`` are the units' names by the identity of their directives, ``used`` symbols of counts.
    """
    pairs = ((item, name) for item in directives for name in given)
    found = {
        name: input_name(units[id(item)], name)
        for item, name in pairs
        if name.lower() in names_of_clauses(item)
    }
    known = {symbol.lower() for symbol in used}  # Fortran's are in capitals
    return {name: symbol for name, symbol in found.items() if symbol.lower() not in known}


def tell_collapsed(shares: Iterable[Share], diagnostics: Diagnostics) -> None:
    """Warn of statements that stand between loops that are shared out as one."""
    for share in shares:
        span = between_collapsed(share.directive, share.loop)
        if span is not None:
            said = share.directive.clause("collapse")
            message = f"OpenMP collapse({said}): line {span.line} stands between the loops"
            hint = "compilers refuse it; its time is shared out with the iterations"
            diagnostics.warning("SAD490", message, share.directive.span, hint)


def brief(source: str) -> str:
    """Return where a number comes from in one line."""
    return " ".join(source.split()) or "no source"


def team_size(item: Directive, unit: str, threads: int, values: Mapping[str, float]) -> int:
    """Return how many threads a team has if others have so many; ``values`` are by symbol.

    With one thread all teams have one, as programs have that are compiled without OpenMP. A clause
    that has no value is not taken into account.
    """
    known = {name.lower(): value for name, value in values.items()}

    def value(name: str) -> float:
        return known[input_name(unit, name).lower()]

    for name, said in clause_values(item) if threads > 1 else ():
        try:
            number = evaluate_expression(said, value)
        except (ExpressionError, KeyError, ArithmeticError):
            continue
        if name == "if" and not number:
            return 1
        if name == "num_threads" and number >= 1:
            threads = int(number)
    return threads


def _plain(said: str) -> str:
    """An expression of Fortran or C as arithmetic of this tool; ``parallel:`` before it is left out."""
    text = said.lower() if _WORD.search(said.lower()) else said
    text = _WORD.sub(lambda found: _FORTRAN.get(found[0], found[0]), text)
    head, colon, rest = text.partition(":")
    return rest if colon and head.strip().lower() == "parallel" else text
