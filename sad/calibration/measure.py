"""What a calibration measured: the times of kernels, the canary beside them, and where it was.

This is what a fit is given, and what ``--measure-only`` writes as JSON. Times are in seconds, rates
in Hz.
"""

from __future__ import annotations

import json
from dataclasses import asdict, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from sad.calibration.kernel import Fill, Kernel, KernelArgument, Kind, Pattern
from sad.diagnostics import Span, input_error
from sad.records import record
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.calibration.kernel import Language


_FORMAT = "sad-measurements"
_VERSION = 1


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
    microcode: str = ""  # /proc/cpuinfo
    caches_ways: Mapping[str, int] = field(default_factory=dict[str, int])  # where it is known


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
    def left_out(self) -> tuple[Measured, ...]:
        """What a fit is checked with."""
        return tuple(item for item in self.measured if item.kernel.left_out)


def measurements_text(flag_sets: list[FlagSet]) -> str:
    """Return the measurements of several flag sets as JSON."""
    value = {
        "format": _FORMAT,
        "schema": _VERSION,
        "tool": f"sad {tool_version()}",
        "flag_sets": [_flag_set(item) for item in flag_sets],
    }
    return json.dumps(value, indent=1) + "\n"


def read_measurements(text: str, file: str) -> list[FlagSet]:
    """Return the measurements in a file; SAD438 if it holds something else."""
    try:
        value = json.loads(text)
        if value["format"] != _FORMAT or value["schema"] != _VERSION:
            raise ValueError(value["schema"])
        return [_read_flag_set(item) for item in value["flag_sets"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        hint = "write one with: sad machine calibrate --measure-only FILE"
        raise input_error("SAD438", "these are no measurements", Span.at(file), hint) from None


def _flag_set(item: FlagSet) -> dict[str, Any]:
    return {
        "provenance": asdict(item.provenance),
        "canary": asdict(item.canary),
        "unmeasured": list(item.unmeasured),
        "kernels": [_measured(one) for one in item.measured],
    }


def _measured(item: Measured) -> dict[str, Any]:
    kernel = item.kernel
    return {
        "name": kernel.name,
        "seconds": item.seconds,
        "spread": item.spread,
        "family": kernel.family,
        "language": kernel.language,
        "entry": kernel.entry,
        "sizes": dict(kernel.sizes),
        "settings": {name: str(value) for name, value in kernel.settings.items()},
        "misses": dict(kernel.misses),
        "memory": kernel.memory,
        "footprint_bytes": kernel.footprint_bytes,
        "fresh": kernel.fresh,
        "left_out": kernel.left_out,
        "arguments": [
            {
                "name": argument.name,
                "kind": argument.kind.value,
                "count": argument.count,
                "pattern": argument.fill.pattern.value,
                "low": argument.fill.low,
                "high": argument.fill.high,
            }
            for argument in kernel.arguments
        ],
        "source": kernel.source,
    }


def _read_flag_set(item: dict[str, Any]) -> FlagSet:
    measured = tuple(
        Measured(_read_kernel(one), float(one["seconds"]), float(one["spread"]))
        for one in item["kernels"]
    )
    canary, about = Canary(**item["canary"]), Provenance(**item["provenance"])
    return FlagSet(measured, canary, about, tuple(item.get("unmeasured", ())))


def _read_kernel(item: dict[str, Any]) -> Kernel:
    arguments = tuple(
        KernelArgument(
            one["name"],
            Kind(one["kind"]),
            one["count"],
            Fill(Pattern(one["pattern"]), one["low"], one["high"]),
        )
        for one in item["arguments"]
    )
    return Kernel(
        name=item["name"],
        family=item["family"],
        language=item["language"],
        source=item["source"],
        entry=item["entry"],
        arguments=arguments,
        sizes=item["sizes"],
        settings={name: Fraction(value) for name, value in item["settings"].items()},
        misses=item["misses"],
        memory=item["memory"],
        footprint_bytes=item["footprint_bytes"],
        fresh=item["fresh"],
        left_out=item["left_out"],
    )
