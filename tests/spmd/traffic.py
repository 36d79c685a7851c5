"""What one rank passes to one routine of MPI, as the recorder of sad/traces records it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Traffic:
    """Calls; messages out and in with their bytes; bytes of collective calls."""

    calls: int
    sent: int = 0
    sent_bytes: int = 0
    posted: int = 0
    posted_bytes: int = 0
    moved_bytes: int = 0

    @property
    def messages(self) -> int:
        """Messages out and in."""
        return self.sent + self.posted

    @property
    def nbytes(self) -> int:
        """All bytes."""
        return self.sent_bytes + self.posted_bytes + self.moved_bytes

    def __add__(self, other: Traffic) -> Traffic:
        mine, theirs = asdict(self), asdict(other)
        return Traffic(**{part: mine[part] + theirs[part] for part in mine})


PARTS = tuple(part.name for part in fields(Traffic))


def sends(calls: int, nbytes: int = 0, *, null: int = 0) -> Traffic:
    """Return sends of so many bytes each, of which ``null`` go nowhere."""
    return Traffic(calls, sent=calls - null, sent_bytes=(calls - null) * nbytes)


def receives(calls: int, nbytes: int = 0, *, null: int = 0) -> Traffic:
    """Return receives of so many bytes each, of which ``null`` come from nowhere."""
    return Traffic(calls, posted=calls - null, posted_bytes=(calls - null) * nbytes)


def moves(calls: int, nbytes: int = 0) -> Traffic:
    """Return collective calls, or such as pass nothing, of so many bytes each."""
    return Traffic(calls, moved_bytes=calls * nbytes)


def recorded(routines: Mapping[str, Mapping[str, int]]) -> dict[str, Traffic]:
    """Return one rank's table of the counter's file."""
    return {
        name: Traffic(**{part: counts[part] for part in PARTS}) for name, counts in routines.items()
    }


def called(expected: Mapping[str, Traffic]) -> dict[str, Traffic]:
    """Return what is called at all."""
    return {name: traffic for name, traffic in expected.items() if traffic.calls}
