"""Where a construct stands, and the names ``sad`` gives it: ``do10.if1``, ``loop1.while2``."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(slots=True)
class Known:
    """What the notation says of a unit's branches and loops, by the long names of ``sad``."""

    settings: dict[str, Fraction] = field(default_factory=dict[str, Fraction])
    misses: dict[str, float] = field(default_factory=dict[str, float])


@dataclass(slots=True)
class Scope:
    """The inside of a construct of one unit; constructs count apart from each other, by kind."""

    unit: str
    known: Known
    path: str = ""
    counts: Counter[str] = field(default_factory=Counter[str])

    def numbered(self, kind: str) -> str:
        """Return the path of the next construct of a kind, such as ``loop1.if2``."""
        self.counts[kind] += 1
        return self.join(f"{kind}{self.counts[kind]}")

    def join(self, name: str) -> str:
        """Return the path of a construct with a name of its own, such as ``do10``."""
        return f"{self.path}.{name}" if self.path else name

    def inside(self, path: str, *, shared: bool = False) -> Scope:
        """Return the scope of a construct's body; ``shared`` if it goes on counting from here, as
        the body of a loop made of jumps does.
        """
        counts = self.counts if shared else Counter[str]()
        return Scope(self.unit, self.known, path, counts)

    def probability(self, path: str, share: Fraction, misses: float) -> None:
        """Say how often the branch at ``path`` is taken, and mispredicted."""
        self._tell(f"{self.unit}.prob@{path}", share, misses)

    def trips(self, path: str, average: Fraction, misses: float) -> None:
        """Say how often the loop at ``path`` runs per entry, and its mispredictions per entry."""
        self._tell(f"{self.unit}.trips@{path}", average, misses)

    def _tell(self, name: str, value: Fraction, misses: float) -> None:
        self.known.settings[name] = value
        if misses:
            self.known.misses[name] = misses
