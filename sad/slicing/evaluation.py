"""What running a slice found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.slicing.signatures import Key, Site
    from sad.slicing.watched import Watched


@record
class Obstacle:
    """A branch or loop that could not be followed: where it is, what was not known, and from where."""

    span: Span
    why: str
    source: str


@record
class Evaluation:
    """How often blocks run: ``counts`` by place, from that action of a block to its next place.

    None is a count that is not known: ``obstacles`` say why. ``steps`` is how many blocks and calls
    were run for it. Of a run that could not be finished there are no counts. ``assumed`` are the
    assumptions that were needed, ``limit`` says which limit the run reached.
    ``watched`` are the values that decide how often the line runs that was asked for.
    """

    counts: Mapping[Site, int | None]
    obstacles: tuple[Obstacle, ...]
    steps: int
    finished: bool
    assumed: tuple[str, ...] = ()
    limit: str = ""
    watched: tuple[Watched, ...] = ()

    def count(self, entry: Key, block: int, action: int) -> int | None:
        """Return how often an action of a block started, or a repeated item was transferred
        (``item_place``); None if that is not known.
        """
        if action < 0:
            return self.counts.get((entry, block, action))
        while action >= 0:
            if (entry, block, action) in self.counts:
                return self.counts[entry, block, action]
            action -= 1
        return None
