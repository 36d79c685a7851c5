"""Where C's rules make a kernel differ from its Fortran twin, each with the reason.

Everything not listed here is the same; what is listed must differ by exactly this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sad.counting.poly import Poly

Operations = Mapping[str, Poly]


@dataclass(frozen=True)
class Difference:
    """What C has more than Fortran, by procedure.

    ``operations`` in one execution of the procedure and what it calls, ``statements`` in its text;
    the procedures in ``shapes`` have other branches.
    """

    reason: str
    operations: Mapping[str, Operations] = field(default_factory=dict[str, Operations])
    statements: Mapping[str, int] = field(default_factory=dict[str, int])
    shapes: frozenset[str] = frozenset()

    def of(self, unit: str) -> Operations:
        """Return the operations a procedure has more."""
        return self.operations.get(unit, {})


NONE = Difference("the same")

DIFFERENCES: dict[str, Difference] = {}
