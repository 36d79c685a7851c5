"""What a block around one kind of memory in C is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind; all parts are source text."""

    name: str
    file: tuple[str, ...]
    block: tuple[str, ...]
    stores: tuple[str, ...]
    reads: tuple[str, ...]
