"""Raw measurements as JSON: what ``--measure-only`` writes, and what a fit can start from again."""

from __future__ import annotations

import json
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from sad.calibration.kernel import Argument, Fill, Kernel, Kind, Pattern
from sad.calibration.measure import Canary, FlagSet, Measured, Provenance
from sad.diagnostics import Span, input_error
from sad.version import tool_version

_FORMAT = "sad-measurements"
_VERSION = 1


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
        Argument(
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
