"""Records that nothing changes once they are made: what nodes, places and statements are.

The type checker, which every commit passes, holds them to be frozen. At run time they are plain: a
frozen dataclass sets each of its fields by a call of ``object.__setattr__``, which makes one of four
fields take four times as long, and reading source makes millions of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Record = TypeVar("Record")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[Record]) -> type[Record]:
    """Make a class a dataclass with slots, equal and hashed by its fields, and not to be changed."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
