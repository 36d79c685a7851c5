"""The ratios that were accepted last, in ``benchmarks/ratios.json``: what regressions are told by.

Times differ from machine to machine, ratios of two measurements of one run hardly. A figure is worse
if it is more than a fifth above the accepted one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from benchmarks.measure import Figure

RATIOS = Path(__file__).with_name("ratios.json")
MOST = 1.2
"""A ratio so many times the accepted one is a regression."""


def accepted(path: Path = RATIOS) -> dict[str, float]:
    """Return the accepted ratio of each figure's name; none if there is no table yet."""
    if not path.exists():
        return {}
    return json.loads(path.read_text(encoding="utf-8"))


def is_worse(figure: Figure, before: Mapping[str, float]) -> bool:
    """Whether a figure is a ratio, was accepted before, and has become worse."""
    known = before.get(figure.what)
    return figure.ratio and known is not None and figure.measured > known * MOST


def accept(figures: Iterable[Figure], path: Path = RATIOS, *, all_measured: bool = True) -> None:
    """Write the ratios of figures; those that were not measured stay unless all were."""
    ratios = {} if all_measured else accepted(path)
    for figure in figures:
        if figure.ratio:
            ratios[figure.what] = float(f"{figure.measured:.4g}")
    text = json.dumps(dict(sorted(ratios.items())), indent=2, ensure_ascii=False)
    path.write_text(f"{text}\n", encoding="utf-8")
