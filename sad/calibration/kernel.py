"""A micro-kernel: one procedure in Fortran 77 or C whose counts are all known, and its data.

A kernel has no repetition inside: whoever times it calls it again and again. Every number of its
cost formula is an integer argument (``sizes``) or was decided by whoever wrote the data
(``settings``), so that ``sad`` analyses it without a parameter left.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

Language: TypeAlias = Literal["fortran", "c"]
MemoryClass: TypeAlias = Literal["l1", "l2", "l3", "memory"]


class Kind(StrEnum):
    """The type of an argument."""

    INTEGER = "integer"
    REAL = "real"
    DOUBLE = "double"
    COMPLEX = "complex"
    DOUBLE_COMPLEX = "double_complex"


class Pattern(StrEnum):
    """How the driver fills an argument before each sample, between ``low`` and ``high``."""

    CONSTANT = "constant"  # every element is ``low``
    UNIFORM = "uniform"  # independent, low <= x < high
    SPREAD = "spread"  # low + (high - low)*(i + 1/2)/n in random order: shares are exact
    CYCLE = "cycle"  # integers low..high, each as often as the others, in random order
    POSITIONS = "positions"  # positions low..high of an array, counted from 0, as CYCLE
    PERMUTATION = "permutation"  # a random order of the first n positions of an array
    RAMP = "ramp"  # low + (high - low)*(i + 1/2)/n in ascending order
    RING = "ring"  # next positions along one random cycle through every ``low``-th position


@record
class Fill:
    """What an argument holds when a sample starts."""

    pattern: Pattern = Pattern.UNIFORM
    low: float = 0.5
    high: float = 2.0


@record
class KernelArgument:
    """One argument of the procedure, in order. ``count`` is the number of elements, None of a scalar.

    A scalar goes by value in C; what a procedure hands back is an array of one element there and a
    variable in Fortran (``count`` 1).
    """

    name: str
    kind: Kind
    count: int | None = None
    fill: Fill = field(default_factory=Fill)


@record
class Kernel:
    """One procedure to time.

    ``name`` is unique among a language's kernels and tells what it does. ``entry`` is the unit as
    ``sad`` names it. ``sizes`` are the integer arguments by name. ``settings`` gives every other
    parameter of the unit by its long name, ``K017.prob@do10.if1``. ``misses`` gives branches that a
    predictor cannot know: mispredictions per execution under the probability's name, per entry of a
    loop under the name of its trip count; what is not listed is predicted.
    ``fresh`` asks for new data before each call, where data that comes back would be learnt.
    ``memory`` is the smallest cache level that holds ``footprint_bytes``, all arguments together.
    ``left_out`` kernels are for checking a fit, not for making it.
    """

    name: str
    family: str
    language: Language
    source: str
    entry: str
    arguments: tuple[KernelArgument, ...]
    sizes: Mapping[str, int]
    settings: Mapping[str, Fraction]
    misses: Mapping[str, float]
    memory: MemoryClass
    footprint_bytes: int
    fresh: bool = False
    left_out: bool = False

    @property
    def values(self) -> dict[str, Fraction]:
        """All that ``sad`` must be told, by long names."""
        sizes = {f"{self.entry}.{name}": Fraction(size) for name, size in self.sizes.items()}
        return {**sizes, **self.settings}
