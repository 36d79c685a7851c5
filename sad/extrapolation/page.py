"""A run on one page that needs no network: who does what when, how busy, messages, critical path."""

from __future__ import annotations

import base64
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.extrapolation.output import head_lines
from sad.extrapolation.slices import queues_of, slices_of
from sad.report.html.page import opening
from sad.report.html.sections import micro, text
from sad.report.units import seconds_text, share_text
from sad.simulation.path import critical_path
from sad.traces.format import CODE
from sad.traces.show import lengths, matrix
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sad.extrapolation.runs import Extrapolated
    from sad.extrapolation.slices import Slices

MOST_SLICES = 20_000
"""Above so many slices of all ranks the picture shows shares of bins of time."""
_TICKS = 10_000_000
"""Parts of the whole run in which the page has its times."""
_BINS, _LEAST_BINS, _MOST_TILES = 2048, 64, 1 << 20
_CURVE = 240
_MOST_WAITS, _MOST_PATH, _MOST_CALLS = 2000, 4000, 20
_SIDE = 24
_KINDS = ("computation", "messages", "waiting")
_KEYS = "Zoom: + and -, the wheel. Move: arrow keys, or drag. 0: the whole run."


def page_html(found: Extrapolated) -> str:
    """Return the page; raises SAD673 for threads."""
    slices = slices_of(found, "--html")
    assert found.flow is not None
    assert found.program is not None
    queues = queues_of(found.flow, found.program)
    data = _data(found, slices)
    middles = (np.arange(_CURVE) + 0.5) / _CURVE * found.seconds
    nobody = np.zeros(_CURVE, np.int64)
    data["queue"] = sum((own.lengths(middles) for own in queues), nobody).tolist()
    about, times = head_lines(found)
    title = found.trace.file
    parts = [
        *opening(title, "a recorded run on another machine"),
        f'<header class="top"><div><h1>{text(title)}</h1>',
        f'<p class="soft">{text(about)}</p><p>{text(micro(times))}</p></div></header>',
        '<main class="layout">',
        *_timeline(data),
        *_utilisation(found, [own.longest for own in queues]),
        *_matrix(matrix(found.trace)),
        *_lengths(lengths(found.trace)),
        *_path(found),
        f"</main><footer><p>Written by sad {text(tool_version())}.</p></footer>",
        f'<script type="application/json" id="run">{_json(data)}</script>',
        f'<script>"use strict";{_script()}</script>',
    ]
    return "\n".join([*parts, "</body></html>"]) + "\n"


def _script() -> str:
    return files("sad.extrapolation").joinpath("page.js").read_text(encoding="utf-8")


def _json(value: dict[str, Any]) -> str:
    made = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return made.replace("<", "\\u003c")  # whatever files are called


# --- what the script draws ---


def _data(found: Extrapolated, slices: Sequence[Slices]) -> dict[str, Any]:
    """Times in parts of the whole run; slices or bins, waits, path, and how many do what when."""
    total = found.seconds or 1.0
    flow = found.flow
    assert flow is not None
    value: dict[str, Any] = {"seconds": found.seconds, "ticks": _TICKS, "ranks": len(slices)}
    if sum(len(row.ends) for row in slices) <= MOST_SLICES:
        value |= _exact(found, slices, total)
    else:
        count = max(min(_BINS, _MOST_TILES // len(slices)), _LEAST_BINS)
        edges = np.linspace(0.0, total, count + 1)
        value["bin_count"] = count
        value["bins"] = [_tiles(row.binned(edges), total / count) for row in slices]
    edges = np.linspace(0.0, total, _CURVE + 1)
    sums = sum((row.binned(edges) for row in slices), np.zeros((3, _CURVE)))
    value["curve"] = [[round(x, 3) for x in row] for row in (sums * _CURVE / total).tolist()]
    waited, ranks = np.concatenate(flow.waited), np.concatenate(flow.cause_ranks)
    steps, ends = np.concatenate(flow.cause_steps), np.concatenate(flow.step_ends)
    first = np.cumsum([0, *map(len, flow.step_ends)])
    waits = np.flatnonzero((waited > 0.0) & (ranks >= 0) & (steps >= 0))
    longest = waits[np.argsort(-waited[waits], kind="stable")][:_MOST_WAITS]
    table = (
        *(ranks[longest], _ticks(ends[first[ranks[longest]] + steps[longest]], total)),
        *(np.searchsorted(first, longest, "right") - 1, _ticks(ends[longest], total)),
    )
    value["waits"] = np.stack(table, axis=1).tolist() if len(longest) else []
    value["waits_left_out"] = len(waits) - len(longest)
    path = critical_path(flow)
    own = ~path.is_message
    until = ends[first[path.ranks[own]] + path.steps[own]]
    value["path"] = _joined(
        path.ranks[own], _ticks(until - path.seconds[own], total), _ticks(until, total)
    )
    return value


def _ticks(seconds: NDArray[np.float64], total: float) -> NDArray[np.int64]:
    return np.rint(seconds / total * _TICKS).astype(np.int64)


def _exact(found: Extrapolated, slices: Sequence[Slices], total: float) -> dict[str, Any]:
    """Slices of each rank one behind the other: end, kind, and the place in ``names``."""
    trace, program = found.trace, found.program
    assert program is not None
    names: dict[str, int] = {}
    ranks: list[list[int]] = []
    for rank, row in enumerate(slices):
        flat: list[int] = []
        ends, places = _ticks(row.ends, total).tolist(), program.steps[rank].place[row.steps]
        for end, kind, place in zip(ends, row.kinds.tolist(), places.tolist(), strict=True):
            entry = trace.rows[rank][place]
            site = trace.sites[int(entry["site"])]
            call = trace.routines[int(entry["routine"]) & CODE].removeprefix("mpi_")
            name = f"{call} ({site})" if site.line else call
            flat += [end, kind, names.setdefault(name, len(names))]
        ranks.append(flat)
    return {"slices": ranks, "names": list(names)}


def _tiles(seconds: NDArray[np.float64], width: float) -> list[str]:
    """Shares of computation and of messages in each bin, and when nothing is done: bytes 0 to 255."""
    shares = np.clip(np.rint(seconds / width * 255.0), 0, 255).astype(np.uint8)
    return [base64.b64encode(row.tobytes()).decode("ascii") for row in shares]


def _joined(
    ranks: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> list[list[int]]:
    """Parts of the path in order of time, neighbours on one rank as one, the shortest left out."""
    order = np.lexsort((ends, starts))
    ranks, starts, ends = ranks[order], starts[order], np.maximum.accumulate(ends[order])
    begins = np.ones(len(ranks), np.bool_)
    begins[1:] = (ranks[1:] != ranks[:-1]) | (starts[1:] > ends[:-1] + 1)
    at = np.flatnonzero(begins)
    if not len(at):
        return []
    parts = np.stack((ranks[at], starts[at], np.maximum.reduceat(ends, at)), axis=1)
    lengths = parts[:, 2] - parts[:, 1]
    if len(parts) > _MOST_PATH:
        parts = parts[lengths > np.sort(lengths)[-_MOST_PATH - 1]]
    return parts.tolist()


# --- what stands without a script ---


def _timeline(data: dict[str, Any]) -> Iterator[str]:
    yield '<section><h2>Ranks over time</h2><p class="choices">'
    for kind, color in zip(_KINDS, ("--user", "--default", "--unresolved"), strict=True):
        yield f'<span><span style="color: var({color})">&#9632;</span> {kind}</span>'
    yield '<label><input type="checkbox" id="show-path" checked> critical path</label>'
    yield '<label><input type="checkbox" id="show-waits"> what ended the longest waits</label>'
    yield f'</p><canvas id="timeline" tabindex="0" role="img" aria-label="{_KEYS}" '
    yield 'style="width: 100%; display: block; touch-action: none"></canvas>'
    notes = [_KEYS]
    if "bins" in data:
        width = data["seconds"] / data["bin_count"]
        notes.append(
            f"Each column is {seconds_text(width)}: the shares of what its rank does then."
        )
    if data["waits_left_out"]:
        notes.append(f"{data['waits_left_out']:,} shorter waits have no line.")
    yield f'<p class="soft">{text(micro(" ".join(notes)))}</p><p id="here" role="status">&nbsp;</p>'
    yield "<h3>How many ranks do what</h3>"
    yield '<canvas id="curve" role="img" aria-label="ranks that compute, pass messages and wait" '
    yield 'style="width: 100%; height: 120px; display: block"></canvas>'
    yield "<h3>Messages sent and not received yet</h3>"
    yield '<canvas id="queue" role="img" aria-label="messages sent and not received yet" '
    yield 'style="width: 100%; height: 120px; display: block"></canvas></section>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table of ready markup; all columns but the first are numbers."""
    yield '<div class="scroll"><table class="plain"><thead><tr>'
    first, *others = head
    yield f'<th scope="col">{first}</th>'
    yield "".join(f'<th scope="col" class="number">{item}</th>' for item in others)
    yield "</tr></thead><tbody>"
    for first, *cells in rows:
        shown = "".join(f'<td class="number">{cell}</td>' for cell in cells)
        yield f'<tr><th scope="row">{first}</th>{shown}</tr>'
    yield "</tbody></table></div>"


def _utilisation(found: Extrapolated, longest: Sequence[int]) -> Iterator[str]:
    total = found.seconds or 1.0
    rows: list[list[str]] = []
    for rank, row in enumerate(found.ranks):
        cells = [
            f"{text(micro(seconds_text(x)))} ({text(share_text(x / total))})"
            for x in (row.computation, row.overhead, row.waiting)
        ]
        bar = f'<meter value="{row.computation / total:.4f}"></meter>'
        rows.append(
            [f"{rank}", bar, *cells, text(micro(seconds_text(row.end))), f"{longest[rank]:,}"]
        )
    yield '<section id="utilisation"><h2>How busy each rank is</h2>'
    yield from _table(("rank", "computes", *_KINDS, "end", "longest queue"), rows)
    factors = ", ".join(f"{name} {share_text(x)}" for name, x in found.efficiencies.items())
    yield f"<p>Efficiency: {text(factors)}.</p></section>" if factors else "</section>"


def _matrix(sent: NDArray[np.int64]) -> Iterator[str]:
    """Bytes from rank to rank; of many ranks blocks of them."""
    count = len(sent)
    width = -(-count // _SIDE)
    starts = list(range(0, count, width))
    blocks = np.add.reduceat(np.add.reduceat(sent, starts, axis=0), starts, axis=1)
    names = [f"{a}-{min(a + width, count) - 1}" if width > 1 else f"{a}" for a in starts]
    most = max(int(blocks.max()), 1)
    rows = [
        [
            name,
            *(
                f'<span style="background: rgba(var(--heat-rgb), {x / most * 0.6:.2f}); '
                f'padding: 0 0.4em">{x:,}</span>'
                if x
                else ""
                for x in row
            ),
        ]
        for name, row in zip(names, blocks.tolist(), strict=True)
    ]
    yield '<section id="matrix"><h2>Bytes sent, from each rank (line) to each (column)</h2>'
    yield from _table(("", *names), rows)
    yield "</section>"


def _lengths(classes: Sequence[tuple[int, int, int]]) -> Iterator[str]:
    """Messages by length, with a bar for how many there are."""
    if not classes:
        return
    most = max(count for _, count, _ in classes)
    rows = [
        [
            f"{start:,} to {2 * start - 1:,}" if start > 1 else f"{start}",
            f'<meter value="{count / most:.4f}"></meter>',
            *(f"{count:,}", f"{total:,}"),
        ]
        for start, count, total in classes
    ]
    yield '<section id="lengths"><h2>Messages by length</h2>'
    yield from _table(("bytes", "", "messages", "bytes in all"), rows)
    yield "</section>"


def _path(found: Extrapolated) -> Iterator[str]:
    total = found.seconds or 1.0
    calls = sorted(found.sites, key=lambda item: -item.path)
    rows = [
        [
            f"{text(item.routine.removeprefix('mpi_'))} ({text(str(item.site))})",
            text(share_text(item.path / total)),
            *(
                text(micro(seconds_text(x)))
                for x in (item.path, item.computed, item.overhead, item.waiting)
            ),
            text(item.waits_for),
        ]
        for item in calls[:_MOST_CALLS]
    ]
    yield '<section id="path"><h2>Critical path, by what it goes through before and in calls</h2>'
    yield from _table(("call", "share", "path", *_KINDS, "waits for"), rows)
    if len(calls) > _MOST_CALLS:
        yield f"<p>{len(calls) - _MOST_CALLS} more call sites are left out.</p>"
    ranks = ", ".join(
        f"rank {rank} {share_text(x / total)}"
        for rank, x in sorted(enumerate(found.path_ranks), key=lambda item: -item[1])[:8]
    )
    yield f"<p>By rank: {text(ranks)}; messages under way "
    yield f"{text(share_text(found.path_messages / total))}.</p></section>"
