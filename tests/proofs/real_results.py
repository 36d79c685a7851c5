"""What profiles of a real program are worth."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.proofs.compare import CLOSE, Case, Line

TOTAL_CLOSE, FAR_CLOSE = 0.001, 0.05
"""How close totals are to be at the sizes that were profiled, and at the third."""


@dataclass(slots=True)
class Proof:
    """What profiles of one program are worth.

    ``same`` are the cases at the sizes that were profiled, ``third`` the one at a size that was not,
    if the program has one. ``measured`` of ``parameters`` have a value. ``said`` are the codes of
    warnings, with the first message of each. Warnings count, notes do not.
    """

    name: str
    group: str
    language: str
    sizes: tuple[str, ...] = ()
    same: list[Case] = field(default_factory=list[Case])
    third: Case | None = None
    parameters: int = 0
    measured: int = 0
    said: dict[str, tuple[int, str]] = field(default_factory=dict[str, tuple[int, str]])
    seconds: float = 0.0
    failed: str = ""
    not_done: bool = False

    @property
    def seen(self) -> list[Line]:
        """The lines at the third size that some profiled run came to."""
        places = {line.place for case in self.same for line in case.lines if line.truth}
        third = () if self.third is None else self.third.lines
        return [line for line in third if line.place in places]

    @property
    def is_closed(self) -> bool:
        """Whether the model gives back every run: lines within 1 %, totals within 0.1 %."""
        return bool(self.same) and all(is_closed(case) for case in self.same)


def is_closed(case: Case) -> bool:
    """Whether a prediction at a size that was profiled is the run."""
    return case.worst_error <= CLOSE and case.total_error <= TOTAL_CLOSE
