"""Distributions worth trying: every format in every dimension of the arrays, alike ones together.

Arrays of one rank whose elements the program uses with the same subscripts, up to constants, are
distributed alike: apart they would only send each other what they compute.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.distribution.program import Ref
from sad.distribution.syntax import BLOCK, CYCLIC, MOST_SIDES, WHOLE, Distribution, Format
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sad.distribution.program import Leaf, Whole

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
