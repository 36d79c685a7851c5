"""Distributions worth trying, and the best of them for every number of processes.

Arrays of one rank whose elements the program uses with the same subscripts, up to constants, are
distributed alike: apart they would only send each other what they compute.

The loss is ``100 (t - t_best) / t_best`` percent of the best time at the same number of processes.
"""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import argument_error
from sad.distribution.program import Ref
from sad.distribution.syntax import BLOCK, CYCLIC, MOST_SIDES, WHOLE, Distribution, Format
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.distribution.program import Leaf, Whole

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

MOST = 400
"""As many combinations as a search tries."""
_KINDS = (Format(WHOLE), Format(BLOCK), Format(CYCLIC))


@record
class Candidates:
    """Combinations of distributions, ``groups`` of arrays that go together, and how many were left
    out because there are too many.
    """

    found: tuple[tuple[Distribution, ...], ...]
    groups: tuple[tuple[str, ...], ...]
    left_out: int


def candidates(
    whole: Whole, leaves: Sequence[Leaf], arrays: Sequence[str] = (), most: int = MOST
) -> Candidates:
    """Return the combinations to try for some arrays by name, or for all that the program assigns.

    Without a distributed array there is no combination. Raises SAD901 for a name that is no array, and
    SAD909 if there is nothing to distribute.
    """
    keys = [_key(whole, name) for name in arrays] or _used(whole, leaves)
    if not keys:
        message = f"{whole.name} assigns to no array that could be distributed"
        raise argument_error("SAD909", message, "name arrays: --arrays A,B")
    groups = _groups(whole, leaves, keys)
    choices = [_choices(len(whole.arrays[group[0]].bounds)) for group in groups]
    found: list[tuple[Distribution, ...]] = []
    total = prod(map(len, choices)) - 1  # the first one distributes nothing
    for backward in islice(
        product(*reversed(choices)), 1, most + 1
    ):  # the first group changes first
        row = zip(groups, reversed(backward), strict=True)
        found.append(
            tuple(
                Distribution(_name(whole, key), formats)
                for group, formats in row
                for key in group
                if any(item.kind != WHOLE for item in formats)
            )
        )
    names = tuple(tuple(whole.arrays[key].name for key in group) for group in groups)
    return Candidates(tuple(found), names, total - len(found))


def _choices(rank: int) -> list[tuple[Format, ...]]:
    """The formats of all dimensions, the fewest distributed ones first."""
    rows = [
        row
        for row in product(_KINDS, repeat=rank)
        if sum(item.kind != WHOLE for item in row) <= min(rank, MOST_SIDES)
    ]
    return sorted(rows, key=lambda row: sum(item.kind != WHOLE for item in row))


def _key(whole: Whole, name: str) -> str:
    key = whole.names.get(name.strip().lower())
    if key is None:
        known = sorted({array.name for array in whole.arrays.values() if array.part_of is None})
        message = f"--arrays {name}: no array {name!r} in what {whole.name} runs"
        raise argument_error("SAD901", message, f"arrays: {', '.join(known[:8])}")
    return key


def _name(whole: Whole, key: str) -> str:
    """A name by which the array is found again."""
    name = whole.arrays[key].name
    if whole.names.get(name.lower()) == key:
        return name
    return next(other for other, found in whole.names.items() if found == key)


def _used(whole: Whole, leaves: Iterable[Leaf]) -> list[str]:
    """The arrays that are assigned or read element by element."""
    found: dict[str, None] = {}
    for ref, _ in _references(leaves):
        array = whole.arrays[ref.array]
        if array.part_of is None and array.symbol.shares is None and ref.is_known:
            found.setdefault(ref.array)
    parts = {array.part_of for array in whole.arrays.values()}
    return [key for key in found if key not in parts and key in whole.names.values()]


def _references(leaves: Iterable[Leaf]) -> Iterable[tuple[Ref, Leaf]]:
    for leaf in leaves:
        for ref in (leaf.do.target, *leaf.do.reads):
            if isinstance(ref, Ref):
                yield ref, leaf


def _groups(whole: Whole, leaves: Sequence[Leaf], keys: Sequence[str]) -> list[list[str]]:
    """Arrays that go together: of one rank, and used side by side with the same subscripts."""
    patterns: dict[str, set[object]] = defaultdict(set)
    for ref, leaf in _references(leaves):
        if ref.array in keys and None not in ref.subscripts:
            moved = tuple(x - x.terms.get((), 0) for x in ref.subscripts if x is not None)
            patterns[ref.array].add((leaf.loops[-1] if leaf.loops else None, moved))
    groups: list[list[str]] = []
    for key in dict.fromkeys(keys):
        rank = len(whole.arrays[key].bounds)
        for group in groups:
            alike = len(whole.arrays[group[0]].bounds) == rank
            if alike and any(patterns[key] & patterns[other] for other in group):
                group.append(key)
                break
        else:
            groups.append([key])
    return sorted(groups, key=lambda group: -len(group))


@record
class Tried:
    """One combination with its times [s], each at its best grid: one per number of processes.

    ``grids`` are the sides of that grid as text, empty for one side. A time is NaN where it cannot run.
    """

    name: str
    computation: Floats
    communication: Floats
    grids: tuple[str, ...]

    @property
    def total(self) -> Floats:
        """The time [s]."""
        return self.computation + self.communication


@record
class Found:
    """What a search found; ``rows`` are all combinations, the best at most processes first.

    ``refused`` says why some combinations cannot be.
    """

    program: str
    machine: str
    nprocs: Integers
    given: Mapping[str, str]
    rows: tuple[Tried, ...]
    candidates: Candidates
    refused: tuple[str, ...] = ()

    @property
    def best(self) -> Floats:
        """The best time per number of processes [s]."""
        return np.nanmin(np.stack([item.total for item in self.rows]), axis=0)

    def loss(self, item: Tried) -> Floats:
        """Return what a combination loses against the best [%]."""
        return 100 * (item.total - self.best) / self.best

    def best_at(self, place: int) -> Tried:
        """Return the best combination for one number of processes."""
        return min(self.rows, key=lambda item: _or_never(item.total[place]))


def best_grid(
    name: str,
    counts: Integers,
    nprocs: Integers,
    sides: Sequence[Integers],
    times: tuple[Floats, Floats],
) -> Tried:
    """Return a combination at its best grid for each of ``counts``.

    ``nprocs``, ``sides`` and ``times`` (computation, communication) are those of all its grids.
    """
    total = times[0] + times[1]
    chosen: list[int | None] = []
    for count in counts:
        places = np.flatnonzero((nprocs == count) & np.isfinite(total))
        chosen.append(int(places[np.argmin(total[places])]) if places.size else None)
    texts = tuple(
        "" if place is None or not sides else "x".join(str(int(side[place])) for side in sides)
        for place in chosen
    )
    rows = [np.array([np.nan if p is None else row[p] for p in chosen]) for row in times]
    return Tried(name, rows[0], rows[1], texts)


def sorted_rows(rows: Sequence[Tried]) -> tuple[Tried, ...]:
    """Return combinations, those with the least time at the most processes first."""
    return tuple(sorted(rows, key=lambda item: (_or_never(item.total[-1]), item.name)))


def _or_never(value: float) -> float:
    return float("inf") if np.isnan(value) else float(value)


# --- output ------------------------------------------------------------------------------------------


def found_text(found: Found, shown: int = 10) -> str:
    """Return a search as text: the best per number of processes, and what the others lose."""
    given = ", ".join(f"{name} = {text}" for name, text in found.given.items())
    lines = [f"{found.program} on {found.machine}" + (f", {given}" if given else "")]
    groups = [" ".join(group) for group in found.candidates.groups]
    tried = f"{len(found.rows)} distributions of {', '.join(groups)}"
    if found.candidates.left_out:
        tried += f"; {found.candidates.left_out} more were not tried"
    lines += [tried, *(f"not possible: {reason}" for reason in found.refused)]
    lines += ["", "best distribution per number of processes"]
    header = ("procs", "grid", "computation", "communication", "total", "distribution")
    rows: list[tuple[str, ...]] = [header]
    for place, count in enumerate(found.nprocs):
        item = found.best_at(place)
        times = (item.computation[place], item.communication[place], item.total[place])
        rows.append(
            (
                str(int(count)),
                item.grids[place] or str(int(count)),
                *map(_seconds, times),
                item.name,
            )
        )
    lines += [*_columns(rows), "", "loss of the others [%]"]
    rows = [(*(str(int(count)) for count in found.nprocs), "distribution")]
    for item in found.rows[:shown]:
        rows.append((*(_percent(value) for value in found.loss(item)), item.name))
    lines += _columns(rows)
    if len(found.rows) > shown:
        lines.append(f"... {len(found.rows) - shown} more; --format csv has all")
    return "\n".join(lines) + "\n"


def _seconds(value: float) -> str:
    return f"{value:.6g} s"


def _percent(value: float) -> str:
    return "-" if np.isnan(value) else f"{value:.1f}"


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows with numbers to the right and the last column to the left."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [text.rjust(width) for text, width in zip(row, widths, strict=False)]
        yield f"  {'  '.join(cells)}  {row[-1]}".rstrip()


def found_csv(found: Found) -> str:
    """Return a search as CSV: one row per combination and number of processes."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ("nprocs", "grid", "distribution", "computation", "communication", "total", "loss")
    )
    for row in _records(found):
        writer.writerow("" if value is None else value for value in row.values())
    return out.getvalue()


def found_json(found: Found) -> str:
    """Return a search as JSON."""
    value = {
        "format": "sad-partition-search",
        "version": 1,
        "program": found.program,
        "machine": found.machine,
        "given": dict(found.given),
        "groups": [list(group) for group in found.candidates.groups],
        "not_tried": found.candidates.left_out,
        "not_possible": list(found.refused),
        "rows": list(_records(found)),
    }
    return json.dumps(value, indent=2) + "\n"


def _records(found: Found) -> Iterator[dict[str, object]]:
    for place, count in enumerate(found.nprocs):
        for item in found.rows:
            times = {
                "computation": item.computation[place],
                "communication": item.communication[place],
                "total": item.total[place],
                "loss_percent": found.loss(item)[place],
            }
            yield {
                "nprocs": int(count),
                "grid": item.grids[place],
                "distribution": item.name,
                **{name: None if np.isnan(x) else float(x) for name, x in times.items()},
            }
