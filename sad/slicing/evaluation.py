"""What running a slice found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.slicing.signatures import Key, Place, Site
    from sad.slicing.watched import Watched


@record
class Obstacle:
    """A branch or loop that could not be followed: where it is, what was not known, and from where."""

    span: Span
    why: str
    source: str


@record
class SumOfCounts:
    """A count that others tell: ``certain``, and each count of a block in ``terms`` times a number."""

    certain: int
    terms: tuple[tuple[Site, int], ...]


@record
class Evaluation:
    """How often blocks run: ``counts`` by place, from that action of a block to its next place.

    None is a count that is not known: ``obstacles`` say why. ``steps`` is how many blocks and calls
    were run for it. Of a run that could not be finished only those counts are known that no more of it
    can change. ``assumed`` are the assumptions that were needed, ``limit`` says which limit the run
    reached.
    ``watched`` are the values that decide how often the line runs that was asked for.
    ``by_others`` has counts that are not known but follow from others: those of loops of which it
    is not known when they are left. ``noted`` are the whole numbers that variables always got at places
    where that was to be kept.
    """

    counts: Mapping[Site, int | None]
    obstacles: tuple[Obstacle, ...]
    steps: int
    finished: bool
    assumed: tuple[str, ...] = ()
    limit: str = ""
    watched: tuple[Watched, ...] = ()
    by_others: Mapping[Site, SumOfCounts] = field(default_factory=dict["Site", SumOfCounts])
    noted: Mapping[Place, int] = field(default_factory=dict["Place", int])

    def with_more(self, other: Evaluation) -> Evaluation:
        """Return this with what another run tells of counts that are open here."""
        left = [site for site, count in self.counts.items() if count is None]
        counts = {site: other.counts.get(site) for site in left}
        sums = {site: other.by_others[site] for site in left if site in other.by_others}
        return replace(
            self,
            counts={**self.counts, **counts},
            by_others={**sums, **self.by_others},
            noted={**other.noted, **self.noted},
        )

    def count(self, entry: Key, block: int, action: int) -> int | None:
        """Return how often an action of a block started, or a repeated item was transferred
        (``item_place``); None if that is not known.
        """
        site = self._site(entry, block, action)
        return None if site is None else self.counts[site]

    def sum_of(self, entry: Key, block: int, action: int) -> SumOfCounts | None:
        """Return what tells the count of an action of a block, if others do."""
        site = self._site(entry, block, action)
        return None if site is None else self.by_others.get(site)

    def _site(self, entry: Key, block: int, action: int) -> Site | None:
        """The place from which an action of a block is counted."""
        first = action if action < 0 else 0
        for number in range(action, first - 1, -1):
            if (entry, block, number) in self.counts:
                return entry, block, number
        return None
