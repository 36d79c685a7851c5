"""The parameters of one unit with values by published heuristics (docs/heuristics.md)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.analysis.branches.evidence import HALF, Heuristic
from sad.analysis.branches.heuristics import guess_branches
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.loops.guessed_trips import USUAL_TRIPS, GuessedTrips
from sad.analysis.values.guards import arm_names
from sad.model.parameters import Kind, Parameter
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.analysis.branches.heuristics import Guess
    from sad.analysis.unit import EntryAnalysis

_TRIP_DIGITS = 10_000


def with_guesses(parameters: Iterable[Parameter], entry: EntryAnalysis) -> Iterator[Parameter]:
    """Yield parameters, the probabilities and trip counts that only a run can tell with guesses.

    How often a unit starts through recursion or as an argument, and the mean length of a row, have
    none: no heuristic speaks of them.
    """
    guesses = _guesses(entry)
    for item in parameters:
        guess = guesses.get(item.symbol)
        if guess is None or item.kind not in (Kind.PROBABILITY, Kind.TRIP_COUNT):
            yield item
        else:
            value, names, arm_of = guess
            yield item.guessed(value, names, arm_of)


_Found = dict[str, tuple[Fraction, str, str]]


def _guesses(entry: EntryAnalysis) -> _Found:
    """Values, heuristics and branches with several arms, by symbol."""
    cfg, forest, unit = entry.cfg, entry.forest, entry.unit.name
    branches = guess_branches(cfg, forest, entry.errors)
    found: _Found = {}
    for number, guess in branches.items():
        match cfg.blocks[number].terminator:
            case Split() as split:
                path = entry.paths(split.path)
                names = arm_names(unit, split, path)
                arm_of = site_name(unit, "prob", path) if len(split.targets) > 2 else ""
                for name, share in zip(names, guess.arms, strict=False):
                    found[name] = share, _names(guess), arm_of
            case LoopHead(path=path):
                name = site_name(unit, "prob", f"{entry.paths(path)}.enters")
                found[name] = guess.arms[0], _names(guess), ""
            case _:
                pass
    trips = GuessedTrips(cfg, forest, entry.values, branches)
    for header, count in trips.trips.items():
        info = entry.values.loops.get(header)
        if info is not None and info.parameter is not None:
            least = int(info.parameter in entry.structured.at_least_once)
            how = "its exits: " + _exits(entry, header, branches)
            found[info.parameter] = _floor(max(count, least)), how, ""
    for visits in entry.structured.visits:
        count = trips.visits.get(visits.block, USUAL_TRIPS)
        found[visits.symbol] = _floor(count), "the branches of the cycle", ""
    return found


def _floor(count: float) -> Fraction:
    """A count with four digits after the point, not rounded up: shares of it must not exceed 1."""
    return Fraction(math.floor(count * _TRIP_DIGITS), _TRIP_DIGITS)


def _names(guess: Guess) -> str:
    if guess.heuristics == (Heuristic.EQUAL,) and guess.arms == (HALF, HALF):
        return "no heuristic applies: equal shares"
    return ", ".join(guess.heuristics)


def _exits(entry: EntryAnalysis, header: int, branches: dict[int, Guess]) -> str:
    """The heuristics of the branches that lead out of a loop."""
    region = entry.forest.innermost[header]
    names: dict[str, None] = {}
    for number in sorted(region.leaving):
        guess = branches.get(number)
        if guess is not None:
            names.update(dict.fromkeys(map(str, guess.heuristics)))
    return ", ".join(names) or "loop branch"
