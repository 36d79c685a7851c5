"""The roofline as a picture, drawn by matplotlib: rate over intensity, both logarithmic."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from sad.experiments.picture_style import (
    COLOURS,
    IDEAL,
    caption,
    finish,
    new_figure,
    saved,
    set_across,
    set_upwards,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.evaluation.roofline import LoopRoof, Roofline

_MOST_LOOPS = 7
_WIDTH, _HEIGHT = 7.0, 4.6
_ROOM = 4.0  # factor of empty space around the points


def draw_roofline(found: Roofline, suffix: str, facts: Sequence[str]) -> bytes:
    """Return the picture as ``png``, ``svg`` or ``pdf``; ``facts`` go below it.

    A loop stands at its operations for each byte from the outermost level, of those its statements move
    where that level supplies none. Raises SAD854 without matplotlib.
    """
    figure = new_figure(_WIDTH, _HEIGHT)
    axes = figure.add_subplot()
    level = found.roofs[-1].name if found.roofs else ""
    loops = [item for item in found.loops if item.work.flops and item.work.moved][:_MOST_LOOPS]
    across = [_intensity(item, level) for item in loops] or [1.0]
    least, most = min(across) / _ROOM, max(across) * _ROOM
    for roof in found.roofs:
        most = max(most, _ROOM * found.peak / roof.bytes_per_s)
    heights = [found.peak, *(item.rate for item in loops if item.rate)]
    for number, roof in enumerate(found.roofs):
        knee = found.peak / roof.bytes_per_s
        ends = [least, min(knee, most)]
        axes.plot(ends, [roof.bytes_per_s * x for x in ends], **IDEAL)
        axes.annotate(
            roof.name, (least, roof.bytes_per_s * least), fontsize=8, color="0.35", va="bottom"
        )
        heights.append(roof.bytes_per_s * least)
        if number == 0 or knee < least:
            axes.plot([max(knee, least), most], [found.peak] * 2, **IDEAL)
    if not found.roofs:
        axes.plot([least, most], [found.peak] * 2, **IDEAL)
    for number, item in enumerate(loops):
        colour = COLOURS[number % len(COLOURS)]
        place = _intensity(item, level)
        name = f"{item.span.file.rpartition('/')[2]}:{item.span.line}"
        axes.plot([place], [item.rate], "o", color=colour, label=name)
        if not isinf(item.attainable):
            axes.plot([place] * 2, [item.rate, item.attainable], color=colour, linewidth=0.8)
            axes.plot([place], [item.attainable], "_", color=colour)
    of = f" of {level}" if level else ""
    set_across(axes, f"flop for each byte{of}", [least, most], log=True)
    set_upwards(axes, "flop/s", heights, log=True)
    finish(axes, figure)
    caption(figure, facts)
    return saved(figure, suffix)


def _intensity(item: LoopRoof, level: str) -> float:
    value = item.intensity(level)
    return item.intensity() if isinf(value) else value
