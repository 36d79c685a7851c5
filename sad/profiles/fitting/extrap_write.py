"""Samples as a file of measurements that Extra-P reads (its JSON format).

    {"parameters": ["N"],
     "measurements": {"MD1.trips@do20": {"value": [{"point": [500], "values": [13.5, 13.6]}]}}}

Each parameter is one of Extra-P's call paths with the metric ``value``. The format has no place for how
many events a value rests on; Extra-P wants at least five sizes for a model.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from sad.profiles.fitting.points import whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.profiles.counts import Sample

METRIC = "value"
START = '{\n "parameters": ['
"""How the text begins."""


def extrap_json(samples: Mapping[str, Sequence[Sample]]) -> str:
    """Return the samples of all parameters, by name, in Extra-P's JSON format.

    Its parameters are the sizes that every sample has and that differ somewhere (all, if none does).
    Samples that were never reached are left out, and so are parameters without others.
    """
    usable = {name: [item for item in each if _is_usable(item)] for name, each in samples.items()}
    runs = [item.at for each in usable.values() for item in each]
    common = [key for key in (runs[0] if runs else ()) if all(key in at for at in runs)]
    sizes = [key for key in common if len({at[key] for at in runs}) > 1] or common
    measurements: dict[str, object] = {}
    for name, each in usable.items():
        points: dict[tuple[int | float, ...], list[float]] = {}
        for item in each:
            points.setdefault(tuple(whole(item.at[key]) for key in sizes), []).append(item.value)
        if points:
            rows = [{"point": list(at), "values": points[at]} for at in sorted(points)]
            measurements[name] = {METRIC: rows}
    return json.dumps({"parameters": sizes, "measurements": measurements}, indent=1) + "\n"


def _is_usable(sample: Sample) -> bool:
    return (
        sample.reached > 0
        and math.isfinite(sample.value)
        and all(map(math.isfinite, sample.at.values()))
    )
