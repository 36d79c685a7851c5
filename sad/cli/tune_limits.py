"""Limits of ``sad tune``: ``--at-most memory=32MiB``, and of other quantities beside the aim."""

from __future__ import annotations

import copy
import re
from math import isnan, nan
from typing import TYPE_CHECKING

from sad.cli.common import choice_of, load_description, reading_of
from sad.cli.tune_search import is_parallel
from sad.diagnostics import SadError, argument_error
from sad.records import replace

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sad.cli.tune_alternatives import Alternatives
    from sad.tuning.candidates import Candidates

    Floats = NDArray[np.float64]

_MEMORY = "memory"
_MOST_POINTS = 500  # each is evaluated by itself
_BYTES = re.compile(r"([0-9.]+(?:[eE]\+?[0-9]+)?)\s*(?:([KMGT])(i?)B?|B)?", re.IGNORECASE)


def limited(
    args: argparse.Namespace,
    candidates: Candidates,
    tried: Sequence[Alternatives],
    search: Callable[[argparse.Namespace], Candidates] | None,
) -> Candidates:
    """Return the points that keep the limits of ``--at-most``; ``search`` evaluates them all anew.

    Raises SAD682 for a limit that is none, what has no counts, and where no point is left.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    for text in args.at_most:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            hint = "for instance --at-most memory=32MiB or --at-most communication=5ms"
            raise argument_error("SAD682", f"--at-most {text!r}: NAME=VALUE expected", hint)
        if search is None:
            message = "--at-most: the input of each point is run, and tells nothing else"
            raise argument_error("SAD682", message, "give values with --set and --over")
        limit = _limit(name, value)
        values = _memory(args, candidates, tried) if name == _MEMORY else _of(args, name, search)
        with np.errstate(invalid="ignore"):
            keep = (values <= limit) | ~np.isfinite(candidates.cost)
        if not (keep & np.isfinite(candidates.cost)).any():
            least = np.nanmin(values[np.isfinite(candidates.cost)], initial=np.inf)
            message = f"no point is left by --at-most {text}"
            raise argument_error("SAD682", message, f"the least that any point has is {least:.4g}")
        given = {**candidates.given, f"{name} at most": value}
        candidates = replace(candidates.at(np.flatnonzero(keep)), given=given)
    return candidates


def _limit(name: str, value: str) -> float:
    from sad.experiments.largest import seconds_of  # noqa: PLC0415 - heavy

    try:
        if name != _MEMORY:
            return float(value)
        match = _BYTES.fullmatch(value)
        power = " KMGT".index((match[2] or " ").upper()) if match else 0
        return float(match[1]) * (1024 if match[3] else 1000) ** power if match else float(value)
    except ValueError:
        if name != _MEMORY:
            return seconds_of(value, f"--at-most {name}=")
        hint = "bytes, or with a unit: 64kB, 32MiB"
        message = f"--at-most {name}={value}: no size"
        raise argument_error("SAD682", message, hint) from None


def _of(
    args: argparse.Namespace, name: str, search: Callable[[argparse.Namespace], Candidates]
) -> Floats:
    """Another quantity at all points."""
    own = copy.copy(args)
    own.minimise = name
    try:
        return search(own).cost
    except SadError as error:
        found = error.diagnostic
        changed = replace(found, message=found.message.replace("--minimise ", "--at-most "))
        raise SadError(changed, error.exit_code) from None


def _memory(
    args: argparse.Namespace, candidates: Candidates, tried: Sequence[Alternatives]
) -> Floats:
    """The bytes that a process declares and allocates at each point: of a few ranks the most."""
    import numpy as np  # noqa: PLC0415 - heavy

    from sad.applications.database import means_application  # noqa: PLC0415

    if any(means_application(source) for source in args.sources) or args.distribute:
        message = "--at-most memory: counts of what is allocated come from a program's own source"
        raise argument_error(
            "SAD682", message, "a formula can be a condition: --where '8*n <= 2**20'"
        )
    known = np.flatnonzero(np.isfinite(candidates.cost))
    if known.size > _MOST_POINTS:
        message = f"--at-most memory: {known.size:,} points, each of which is evaluated by itself"
        raise argument_error(
            "SAD682", message, f"at most {_MOST_POINTS}: coarser ranges, or --where"
        )
    found = np.full(len(candidates), np.nan)
    needed = _Needed(args, tried)
    for place in known.tolist():
        values = candidates.texts(place)
        ranks: tuple[int, ...] | None = None
        if is_parallel(args):
            nprocs = int(float(values.setdefault("nprocs", args.procs)))
            ranks = tuple({0, min(1, nprocs - 1), nprocs // 2, nprocs - 1})
        found[place] = needed.at(values, ranks)
    if np.isnan(found[known]).any():
        message = "--at-most memory: how much the program has is not known at all points"
        raise argument_error("SAD682", message, "a formula can be a condition: --where")
    return found


class _Needed:
    """Evaluates the program at one point after the other."""

    def __init__(self, args: argparse.Namespace, tried: Sequence[Alternatives]) -> None:
        self._args, self._tried = copy.copy(args), tried
        self._args.stubs = [*args.stubs, "allocation"]
        self._loaded = None if tried else load_description(self._args, with_work=True)

    def at(self, values: dict[str, str], ranks: Sequence[int] | None) -> float:
        """Return the bytes of a process; NaN if not known."""
        from sad.evaluation.memory_left_out import bytes_needed  # noqa: PLC0415 - heavy
        from sad.loading.prediction import predict_for  # noqa: PLC0415

        own = copy.copy(self._args)
        for item in self._tried:
            item.put(own, values.pop(item.name))
        loaded = self._loaded or load_description(own, with_work=True)
        texts = [f"{name}={text}" for name, text in values.items()]
        needed: list[float] = []
        for rank in ranks or (None,):
            more = [] if rank is None else [f"rank={rank}"]
            own.settings = [*self._args.settings, *texts, *more]
            prediction = predict_for(loaded, reading_of(own), choice_of(own), None)
            needed.append(bytes_needed(prediction))
        return nan if any(map(isnan, needed)) else max(needed)
