"""How pictures of sweeps and of scaling experiments look: colours, scales, ticks, captions."""

from __future__ import annotations

import io
from math import floor, isnan, log, log2, log10
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.extras import need

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that colour-blind people tell apart (Okabe and Ito 2008), without the yellow."""
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1)), (0, (1, 4)))
"""One for each round through the colours."""
MOST_LINES = 40
IDEAL = {"color": "0.55", "linewidth": 0.9, "linestyle": (0, (4, 2)), "zorder": 2.5}
_MOST_MARKERS = 30
_MOST_IN_AXES = 8  # lines of a legend; more stand beside the axes
_DOTS_PER_INCH = 150
_LETTERS_PER_INCH = 14.5  # of a caption
_LEAST_RATIO = 4.0  # of a logarithmic range
_DECADES = 100.0  # values over more than these two get a logarithmic axis
_PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
_OF_SECONDS = ((1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"), (1e-12, "p"))
_IN_FULL = 1e4  # counts below have no prefix on a linear axis


def new_figure(width: float, height: float) -> Any:
    """Return an empty figure of so many inches; raises SAD854 without matplotlib."""
    figure = need("matplotlib.figure", "pictures", "plot").Figure
    return figure(figsize=(width, height), layout="constrained")


def line_style(place: int, points: int) -> dict[str, Any]:
    """Return what tells a line from the others, and marks its points if there are few."""
    return {
        "color": COLOURS[place % len(COLOURS)],
        "linestyle": DASHES[place // len(COLOURS) % len(DASHES)],
        "linewidth": 1.5,
        "marker": "o" if points <= _MOST_MARKERS else "",
        "markersize": 3.2,
    }


def is_logarithmic(values: Collection[float]) -> bool:
    """Whether a range is nearer to equal ratios than to equal differences, and wide enough for it."""
    places = sorted(set(map(float, values)))
    if len(places) < 3 or places[0] <= 0 or places[-1] < _LEAST_RATIO * places[0]:
        return False
    width = len(places) - 1
    uneven = [
        max(abs((at - scale[0]) / (scale[-1] - scale[0]) - n / width) for n, at in enumerate(scale))
        for scale in (places, [log(value) for value in places])
    ]
    return uneven[1] < uneven[0]


def is_wide(values: Collection[float]) -> bool:
    """Whether values are all positive and go over more than two decades."""
    return bool(values) and min(values) > 0 and max(values) > _DECADES * min(values)


def check_logarithms(name: str, least: float) -> None:
    """Raise SAD854 if an axis that is asked to be logarithmic has values of 0 or less."""
    if least <= 0:
        message = f"--log {name}: values of 0 or less have no logarithm"
        raise argument_error("SAD854", message, "start above 0, or leave it out")


def set_across(axes: Any, title: str, values: Sequence[float], *, log: bool) -> None:
    """Give the axis from left to right its title, scale and ticks."""
    if log:
        axes.set_xscale("log")
    _set_ticks(axes.xaxis, title, values, log=log)


def set_upwards(
    axes: Any, title: str, values: Sequence[float], *, log: bool, unit: str = ""
) -> None:
    """Give the axis upwards its title, scale and ticks: ``unit`` is ``s``, or empty for counts."""
    if log:
        axes.set_yscale("log", nonpositive="mask")
    _set_ticks(axes.yaxis, title, values, log=log, unit=unit)
    if not log and min(values, default=0) >= 0:
        axes.set_ylim(bottom=0)


def _set_ticks(
    axis: Any, title: str, values: Sequence[float], *, log: bool, unit: str = ""
) -> None:
    ticker = need("matplotlib.ticker", "pictures", "plot")
    known = [abs(value) for value in values if not isnan(value)]
    most = max(known, default=0.0)
    if log:
        ratio = most / min(value for value in known if value > 0)
        subs = (1.0,) if ratio > 10**3.5 else (1.0, 2.0, 5.0) if ratio > 10 else range(1, 10)
        axis.set_major_locator(ticker.LogLocator(base=10, subs=subs, numticks=20))
        axis.set_minor_formatter(ticker.NullFormatter())
        axis.set_major_formatter(_formatter(lambda value: si_text(value, unit)))
        axis.set_label_text(title)
        return
    size, prefix = _prefix(most, unit)
    after = "" if unit else prefix
    axis.set_major_formatter(_formatter(lambda value: _scaled(value, size, after)))
    axis.set_label_text(f"{title} [{prefix}{unit}]" if unit else title)


def set_speedups(axes: Any, speedups: Collection[float], *, log: bool) -> None:
    """Give speed-ups upwards their scale, with the ticks of processes."""
    if log:
        axes.set_yscale("log", base=2, nonpositive="mask")
        _set_powers(axes.yaxis, speedups, log=log)
    else:
        axes.set_ylim(bottom=0)
    axes.set_ylabel("speed-up")


def set_processes(
    axes: Any, counts: Collection[int], *, log: bool, label: str = "processes"
) -> None:
    """Give numbers of processes from left to right powers of two, or multiples of one, as ticks."""
    if log:
        axes.set_xscale("log", base=2)
    _set_powers(axes.xaxis, counts, log=log)
    axes.set_xlabel(label)


def _set_powers(axis: Any, counts: Collection[float], *, log: bool) -> None:
    ticker = need("matplotlib.ticker", "pictures", "plot")
    least, most = min(counts), max(counts)
    if log:
        first, last = floor(log2(least)), floor(log2(most))
        every = 1 + (last - first) // 10
        places = [2.0**power for power in range(first, last + 1, every)]
        axis.set_minor_locator(ticker.NullLocator())
    else:
        step = 1
        least, most = int(least), int(most)
        while (most - least) / step > 8:
            step *= 2
        places = [float(at) for at in range(step * -(-least // step), most + 1, step)]
    axis.set_major_locator(ticker.FixedLocator(places))
    axis.set_major_formatter(_formatter(lambda value: _scaled(value, *_prefix(value))))


def _formatter(shown: Callable[[float], str]) -> Any:
    def text(value: float, _: int | None) -> str:
        return shown(value)

    return need("matplotlib.ticker", "pictures", "plot").FuncFormatter(text)


def si_text(value: float, unit: str) -> str:
    """Return a value with the SI prefix that fits it: ``20 µs``, ``5 k``."""
    size, prefix = _prefix(value, unit, full=1e3)
    return _scaled(value, size, f"{prefix}{unit}")


def _prefix(value: float, unit: str = "", full: float = _IN_FULL) -> tuple[float, str]:
    """The size of a prefix and its letter: of seconds only those below one have a letter."""
    value = abs(value) * (1 + 1e-9)
    if unit == "s":
        return next((item for item in _OF_SECONDS if value >= item[0]), (1.0, ""))
    if value < full:
        return 1.0, ""
    return next(item for item in _PREFIXES if value >= item[0])


def _scaled(value: float, size: float, after: str) -> str:
    number = value / size
    digits = 0 if not number else max(0, 4 - floor(log10(abs(number))))
    shown = f"{number:,.{digits}f}"
    shown = shown.rstrip("0").rstrip(".") if "." in shown else shown
    return f"{shown} {after if number or after == 's' else ''}".rstrip()


def finish(axes: Any, figure: Any = None) -> None:
    """Add grid and legend; with a figure of one's own a long legend stands beside the axes."""
    axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    if figure is not None and len(labels) > _MOST_IN_AXES:
        figure.legend(handles, labels, loc="outside right upper", fontsize="x-small")
    elif len(labels) > 1:
        axes.legend(fontsize="small", framealpha=0.8)


def caption(figure: Any, facts: Sequence[str]) -> None:
    """Write what a picture shows below it, a line or more for each fact."""
    width = int(figure.get_figwidth() * _LETTERS_PER_INCH)
    lines = [line for fact in facts for line in wrap(fact, width)]
    text = "\n".join(lines).replace("$", r"\$")
    figure.supxlabel(text, x=0.01, ha="left", fontsize=8, color="0.3")


def saved(figure: Any, suffix: str) -> bytes:
    """Return a figure as a file: the same figure, the same bytes."""
    matplotlib = need("matplotlib", "pictures", "plot")
    out = io.BytesIO()
    metadata = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with matplotlib.rc_context({"svg.hashsalt": "sad"}):
        figure.savefig(
            out,
            format=suffix,
            dpi=_DOTS_PER_INCH,
            bbox_inches="tight",
            metadata=metadata[suffix],
        )
    return out.getvalue()
