"""What each rank passes: calls, messages and bytes by routine, at one number of processes.

Counted as the PMPI counter of the tests counts: a call that sends and receives is two messages,
nothing goes to or comes from nobody, and collectives have no messages but the bytes of
``sad.analysis.messages.kinds``.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import compress
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.diagnostics import argument_error
from sad.records import record
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.spmd.program import Site, Spmd


@record
class Traffic:
    """Calls; messages out and in with their bytes; bytes of collectives. None: depends on a value
    that is not given. ``exact`` is whether nothing in it is a value that only a run can tell.
    """

    calls: Number | None = 0
    sent: Number | None = 0
    sent_bytes: Number | None = 0
    posted: Number | None = 0
    posted_bytes: Number | None = 0
    moved_bytes: Number | None = 0
    exact: bool = True

    @property
    def messages(self) -> Number | None:
        """Messages out and in."""
        return _sum(self.sent, self.posted)

    @property
    def nbytes(self) -> Number | None:
        """All bytes."""
        return _sum(_sum(self.sent_bytes, self.posted_bytes), self.moved_bytes)

    def __add__(self, other: Traffic) -> Traffic:
        parts = (f.name for f in fields(Traffic) if f.name != "exact")
        sums = (_sum(getattr(self, name), getattr(other, name)) for name in parts)
        return Traffic(*sums, exact=self.exact and other.exact)


NOTHING = Traffic()


def _sum(one: Number | None, other: Number | None) -> Number | None:
    return None if one is None or other is None else one + other


def traffic_by_rank(program: Spmd, nprocs: int) -> list[list[Traffic]]:
    """Return what each site passes on each rank: one list per rank, in the order of the sites.

    Raises SAD503 where the values given leave a formula without a value.
    """
    formulas = [poly for site in program.sites for poly in (site.calls, site.number, site.nbytes)]
    exact = [program.is_exact(site.calls, site.number, site.nbytes) for site in program.sites]
    return [
        [
            _traffic(site, numbers[3 * place : 3 * place + 3], exact=exact[place])
            for place, site in enumerate(program.sites)
        ]
        for numbers in values_by_rank(program, nprocs, formulas)
    ]


def values_by_rank(
    program: Spmd, nprocs: int, formulas: Sequence[Poly]
) -> list[list[Number | None]]:
    """Return the formulas' values, one list per rank; None for those that lack a given value.

    Raises SAD503 for a division by zero.
    """
    values = program.point(nprocs)
    given = values.keys() | {RANK}
    known = [atoms.free_symbols(poly) <= given for poly in formulas]
    compiled = compile_polys(list(compress(formulas, known)))
    found: list[list[Number | None]] = []
    for rank in range(nprocs):
        values[RANK] = rank
        numbers = compiled.where_it_counts(values)
        if None in numbers:
            message = "with the values given, a number of messages or bytes divides by zero"
            raise argument_error("SAD503", message, "a divisor or a loop's step is zero")
        rest = iter(numbers)
        found.append([next(rest) if is_known else None for is_known in known])
    return found


def _traffic(site: Site, numbers: Sequence[Number | None], *, exact: bool) -> Traffic:
    calls, messages, nbytes = numbers
    if site.message.part:  # the second half of one call
        calls = 0
    if site.sends:
        return Traffic(calls, sent=messages, sent_bytes=nbytes, exact=exact)
    if site.receives:
        return Traffic(calls, posted=messages, posted_bytes=nbytes, exact=exact)
    return Traffic(calls, moved_bytes=nbytes if site.is_collective else 0, exact=exact)


def by_routine(program: Spmd, row: Sequence[Traffic]) -> dict[str, Traffic]:
    """Return what one rank passes by routine, in the order of the source; left out: never called."""
    found: dict[str, Traffic] = {}
    for site, traffic in zip(program.sites, row, strict=True):
        if traffic.calls == 0 and traffic.nbytes == 0 and traffic.messages == 0:
            continue
        name = site.message.routine
        found[name] = found.get(name, NOTHING) + traffic
    return found


def added(items: Iterable[Traffic]) -> Traffic:
    """Return the sum."""
    return sum(items, NOTHING)
