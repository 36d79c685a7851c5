"""What a calibration measured: the times of kernels, the canary beside them, and where it was.

This is what a fit is given. Times are in seconds, rates in Hz.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.calibration.kernel import Kernel, Language


class Measured(NamedTuple):
    """A kernel, the time of one call [s], and by how much the fastest third of its samples differ."""

    kernel: Kernel
    seconds: float
    spread: float


@record
class Canary:
    """A fixed piece of work timed around each sample, and how much it moved in those that count.

    ``chain_s`` is the time of one step of dependent integer multiplications; its noise is from the 5 %
    to the 95 % quantile. ``stream_bytes_per_s`` is the rate at which 16 MB are read; its noise is
    (slowest - fastest)/fastest. ``quiet_ratio`` compares the chain with a loop that has much to do at
    once, while nobody shares the core; ``samples`` were taken near it.
    """

    chain_s: float
    chain_noise: float
    stream_bytes_per_s: float
    stream_noise: float
    quiet_ratio: float
    samples: int


@record
class Provenance:
    """Where the times come from. ``clock_hz`` is estimated from the canary;
    ``date`` is ISO 8601."""

    compiler: str  # the command
    compiler_version: str  # the first line of its --version
    flags: str
    language: Language
    cpu_model: str  # /proc/cpuinfo
    architecture: str  # uname -m
    clock_hz: float | None  # None where the canary's cycles are not known
    cpu: int | None  # the one it was pinned to
    date: str
    rounds: int
    noise: float  # median spread of the kernels in cache
    caches_bytes: Mapping[str, int]  # by level: l1, l2, l3


@record
class FlagSet:
    """All that was measured for one compiler and its flags.

    ``unmeasured`` are kernels, by name, that were never undisturbed for long enough.
    """

    measured: tuple[Measured, ...]
    canary: Canary
    provenance: Provenance
    unmeasured: tuple[str, ...] = ()

    @property
    def for_fitting(self) -> tuple[Measured, ...]:
        """What a fit may look at."""
        return tuple(item for item in self.measured if not item.kernel.left_out)

    @property
    def left_out(self) -> tuple[Measured, ...]:
        """What a fit is checked with."""
        return tuple(item for item in self.measured if item.kernel.left_out)
