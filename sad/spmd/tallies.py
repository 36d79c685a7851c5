"""What calls pass in numbers: how many calls, messages out and in, and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.evaluate import Number
    from sad.spmd.program import Site


@record
class Traffic:
    """Calls; messages out and in with their bytes; bytes of collectives. None: depends on a value
    that is not given. ``exact`` is whether nothing in it is a value that only a run can tell,
    ``evaluated`` whether running the ranks' slice found it.
    """

    calls: Number | None = 0
    sent: Number | None = 0
    sent_bytes: Number | None = 0
    posted: Number | None = 0
    posted_bytes: Number | None = 0
    moved_bytes: Number | None = 0
    exact: bool = True
    evaluated: bool = False

    @property
    def messages(self) -> Number | None:
        """Messages out and in."""
        return _sum(self.sent, self.posted)

    @property
    def nbytes(self) -> Number | None:
        """All bytes."""
        return _sum(_sum(self.sent_bytes, self.posted_bytes), self.moved_bytes)

    def __add__(self, other: Traffic) -> Traffic:
        sums = map(_sum, self.numbers, other.numbers)
        evaluated = self.evaluated or other.evaluated
        return Traffic(*sums, exact=self.exact and other.exact, evaluated=evaluated)

    def __sub__(self, other: Traffic) -> Traffic:
        parts = zip(self.numbers, other.numbers, strict=True)
        left = (None if a is None or b is None else a - b for a, b in parts)
        return Traffic(*left, exact=self.exact, evaluated=self.evaluated)

    @property
    def numbers(self) -> tuple[Number | None, ...]:
        """All numbers, in the order of the fields."""
        return (
            *(self.calls, self.sent, self.sent_bytes),
            *(self.posted, self.posted_bytes, self.moved_bytes),
        )

    @property
    def is_known(self) -> bool:
        """Whether every number is known."""
        return None not in self.numbers


NOTHING = Traffic()


def _sum(one: Number | None, other: Number | None) -> Number | None:
    return None if one is None or other is None else one + other


def traffic_of(
    site: Site,
    calls: Number | None,
    messages: Number | None,
    nbytes: Number | None,
    *,
    exact: bool,
    evaluated: bool = False,
) -> Traffic:
    """Return what a site passes: how many calls, messages with a partner that there is, and bytes."""
    if site.message.part:  # the second half of one call
        calls = 0
    if site.sends:
        return Traffic(calls, messages, nbytes, exact=exact, evaluated=evaluated)
    if site.receives:
        parts = {"posted": messages, "posted_bytes": nbytes}
        return Traffic(calls, **parts, exact=exact, evaluated=evaluated)
    moved = nbytes if site.is_collective else 0
    return Traffic(calls, moved_bytes=moved, exact=exact, evaluated=evaluated)


def added(items: Iterable[Traffic]) -> Traffic:
    """Return the sum."""
    return sum(items, NOTHING)
