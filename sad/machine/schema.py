"""The typed model of a machine file (schema 1). Times in seconds, sizes in bytes, SI units."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Value:
    """A number with where it comes from. ``uncertainty`` is relative, one standard deviation."""

    value: float
    source: str = ""
    uncertainty: float | None = None


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A compiler with its flags, and the average time of each operation in its code [s].

    ``operations`` maps operation keys or their dotted prefixes to times; the most specific one counts.
    ``fallback`` maps an operation to another one whose time is taken for it, openly.
    """

    name: str
    compiler: str
    flags: str
    model: str
    operations: Mapping[str, Value]
    fallback: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class MemoryLevel:
    """One level of the memory hierarchy."""

    name: str
    size_bytes: Value
    line_bytes: Value
    latency_s: Value


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine. ``kind`` says how its numbers were had: estimate, measured or vendor."""

    name: str
    file: str
    description: str
    kind: str
    processor: str
    clock_hz: float
    toolchains: Mapping[str, Toolchain]
    memory: tuple[MemoryLevel, ...] = ()

    @property
    def default_toolchain(self) -> Toolchain:
        """The first toolchain of the file."""
        return next(iter(self.toolchains.values()))
