"""How much work one nest may cost: in steps, so that results do not depend on the machine."""

from __future__ import annotations

from sad.records import mutable
from sad.symbols import INDEX_MARK


class OutOfReach(Exception):
    """The sum has no closed form here: unbounded, not linear, or over budget."""


@mutable
class Budget:
    """The work left for one nest. When it is gone, a numeric sum is the better answer.

    A step is about one constraint looked at in a proof; ``steps`` of them take some 50 ms.
    ``splits`` is the largest number of residues one variable is split into.
    """

    steps: int = 8_000
    splits: int = 64
    fresh: int = 0

    def spend(self, steps: int) -> None:
        """Account for work about to be done; raise ``OutOfReach`` when the budget is gone."""
        self.steps -= steps
        if self.steps < 0:
            raise OutOfReach("more work than a closed form is worth")

    def new_name(self) -> str:
        """Return a variable name that no program has."""
        self.fresh += 1
        return f"{INDEX_MARK}#{self.fresh}"
