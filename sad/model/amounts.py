"""What blocks do: floating-point operations, and bytes of array elements."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.model.nodes import Block

_COMPLEX = frozenset(("complex", "double_complex"))
_REAL = frozenset(("real", "double", "quad"))
_FLOPS = {"add": (1, 2), "sub": (1, 2), "mul": (1, 6), "div": (1, 11)}
_FOUR_BYTES = dict.fromkeys(("integer", "real", "logical"), 4)
_BYTES = _FOUR_BYTES | {"character": 1, "double": 8, "complex": 8, "quad": 16, "double_complex": 16}


@record
class Work:
    """Floating-point operations, bytes of array elements loaded, and bytes stored."""

    flops: float = 0.0
    loaded: float = 0.0
    stored: float = 0.0

    def plus(self, other: Work, times: float = 1.0) -> Work:
        """Return this work and ``times`` the other."""
        return Work(
            self.flops + (times * other.flops if other.flops else 0.0),  # may be infinite
            self.loaded + (times * other.loaded if other.loaded else 0.0),
            self.stored + (times * other.stored if other.stored else 0.0),
        )

    @property
    def moved(self) -> float:
        """Bytes loaded and stored."""
        return self.loaded + self.stored


def work_of(block: Block) -> Work:
    """Return what one execution of a block does."""
    found = Work()
    for line in block.lines:
        for key, number in line.operations.items():
            each = amounts_of(key)
            if each is not None:
                found = found.plus(each, number)
    return found


@cache
def amounts_of(key: str) -> Work | None:
    """Return what one operation does; None where that is nothing."""
    name, _, rest = key.partition(".")
    kind, _, place = rest.partition(".")
    if name in _FLOPS:
        real, pairs = _FLOPS[name]
        flops = real if kind in _REAL else pairs if kind in _COMPLEX else 0
        return Work(flops=flops) if flops else None
    if name in ("load", "store") and place.startswith("element"):
        size = _BYTES.get(kind, 0)
        return Work(loaded=size) if name == "load" else Work(stored=size)
    return None
