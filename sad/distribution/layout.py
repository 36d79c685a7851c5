"""Which side of the process grid each dimension of arrays is spread over, how, and how far it reaches.

A declared size counts if it is that of the problem. Where a program keeps a problem of any size in an
array of fixed size, or leaves the size open, the part of the dimension that its references cover is
distributed: that is how a parallel version would declare it.
"""

from __future__ import annotations

from collections import defaultdict
from difflib import get_close_matches
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.diagnostics import argument_error, input_error
from sad.distribution.program import has_unknown
from sad.distribution.syntax import WHOLE
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly
    from sad.distribution.program import Array, Leaf, Ref, Whole
    from sad.distribution.syntax import Distribution, Format

    Group = tuple[int, Format, tuple[Poly, Poly | None]]


@record
class Side:
    """One dimension of arrays as it lies on side ``axis`` (from 0) of the grid.

    Dimensions with equal sides are aligned: equal positions have equal owners. There is no other
    alignment.
    """

    axis: int
    format: Format
    extent: Extent


@record
class Layout:
    """The distributed arrays by key, each with a side or None per dimension; all others are replicated.

    ``axes`` is how many sides the grid has, ``extents`` how far every distributed array reaches and
    ``bytes`` how large its elements are.
    """

    sides: Mapping[str, tuple[Side | None, ...]]
    extents: Mapping[str, tuple[Extent, ...]]
    axes: int
    bytes: Mapping[str, int]

    def of(self, ref: Ref) -> tuple[Side | None, ...]:
        """Return the sides of an array's dimensions; none for a replicated one."""
        return self.sides.get(ref.array, ())

    def is_distributed(self, key: str) -> bool:
        """Whether an array is distributed."""
        return key in self.sides


def lay_out(whole: Whole, found: Sequence[Leaf], distributions: Sequence[Distribution]) -> Layout:
    """Return where the elements of all arrays lie.

    Raises SAD901 (no such array), SAD902 (another number of dimensions), SAD904 (an array that
    overlaps others, or that a call passes in parts) and SAD906 (no extent).
    """
    formats: dict[str, tuple[Format, ...]] = {}
    for item in distributions:
        array = _array(whole, item)
        if len(array.bounds) != len(item.formats):
            raise argument_error(
                "SAD902",
                f"--distribute '{item}': {array.name} has {_dimensions(len(array.bounds))}",
                f"give one format each: {array.name}({','.join('*' * len(array.bounds))})",
            )
        if item.sides:
            formats[array.key] = item.formats
    _check_shared(whole, formats)
    _check_handed(whole, found, formats)
    reach = extents(whole, found, formats)
    sides: dict[str, tuple[Side | None, ...]] = {}
    for key, items in formats.items():
        axis = 0
        row: list[Side | None] = []
        for number, item in enumerate(items):
            if item.kind == WHOLE:
                row.append(None)
                continue
            row.append(Side(axis, item, reach[key][number]))
            axis += 1
        sides[key] = tuple(row)
    axes = max((len([s for s in row if s]) for row in sides.values()), default=1)
    sizes = {key: whole.arrays[key].bytes for key in sides}
    return Layout(sides, reach, max(axes, 1), sizes)


def _array(whole: Whole, item: Distribution) -> Array:
    key = whole.names.get(item.array.lower())
    if key is not None:
        return whole.arrays[key]
    if any(name.rpartition(":")[2].lower() == item.array.lower() for name in whole.scalars_seen):
        message = f"--distribute '{item}': {item.array} is a scalar"
        raise argument_error("SAD901", message, "only arrays can be distributed")
    close = get_close_matches(item.array.lower(), list(whole.names), 1)
    names = sorted({array.name for array in whole.arrays.values() if array.part_of is None})
    hint = f"did you mean {whole.arrays[whole.names[close[0]]].name}?" if close else ""
    hint = hint or (f"arrays: {', '.join(names[:8])}" if names else "the program has no arrays")
    message = f"--distribute '{item}': no array {item.array!r} in what {whole.name} runs"
    raise argument_error("SAD901", message, hint)


def _dimensions(count: int) -> str:
    return "1 dimension" if count == 1 else f"{count} dimensions"


def _check_shared(whole: Whole, formats: Mapping[str, tuple[Format, ...]]) -> None:
    for key in formats:
        array = whole.arrays[key]
        if array.symbol.shares is not None:
            message = f"{array.name} shares memory with other names (EQUIVALENCE)"
            hint = "distribute arrays that have their memory for themselves"
            raise input_error("SAD904", message, whole.span, hint)
    for array in whole.arrays.values():
        if array.part_of is not None and array.part_of in formats and array.passed is not None:
            name = whole.arrays[array.part_of].name
            message = (
                f"{name} is distributed, and a call passes part of it, or gives it another shape"
            )
            hint = f"pass {name} whole, to a dummy of as many dimensions, or leave it replicated"
            raise input_error("SAD904", message, array.passed, hint)


def _check_handed(
    whole: Whole, found: Sequence[Leaf], formats: Mapping[str, tuple[Format, ...]]
) -> None:
    for leaf in found:
        for key in leaf.do.hands:
            own = whole.arrays[key].part_of or key
            if own in formats:
                name = whole.arrays[own].name
                message = f"{name} is distributed, and passed to a procedure without source"
                hint = "give the procedure's source as well, or leave the array replicated"
                raise input_error("SAD905", message, leaf.do.span, hint)


@record
class Extent:
    """The first and last positions of a dimension: the least and greatest of some formulas.

    None for a dimension that is not distributed and whose size is not known.
    """

    first: tuple[Poly, ...]
    last: tuple[Poly, ...]


def extents(
    whole: Whole, found: Sequence[Leaf], formats: Mapping[str, tuple[Format, ...]]
) -> dict[str, tuple[Extent, ...]]:
    """Return the extents of all dimensions of the distributed arrays, by key.

    Arrays of one declared size that are distributed alike over one side reach equally far. Raises
    SAD906 where neither the declaration nor the references tell.
    """
    covered = _covered(found, formats)
    groups: dict[Group, tuple[list[Poly], list[Poly]]] = defaultdict(lambda: ([], []))
    open_groups: set[Group] = set()
    for key, items in formats.items():
        for number, bounds in enumerate(whole.arrays[key].bounds):
            group = _group(items, number, bounds)
            lows, highs = groups[group]
            one = covered.get((key, number))
            if one is None:
                open_groups.add(group)
            else:
                lows.extend(one[0])
                highs.extend(one[1])
    result: dict[str, tuple[Extent, ...]] = {}
    for key, items in formats.items():
        row: list[Extent] = []
        for number, bounds in enumerate(whole.arrays[key].bounds):
            group = _group(items, number, bounds)
            lows, highs = groups[group]
            lower, upper = bounds
            is_known = group not in open_groups and bool(highs)
            if upper is not None and not (is_known and _is_storage(lower, upper, highs)):
                row.append(Extent((lower,), (upper,)))
            elif is_known:
                # a reference below the declared bound would be an error
                row.append(Extent((lower,) if lower in lows else _least(lows), _greatest(highs)))
            elif items[number].kind == WHOLE:
                row.append(Extent((), ()))  # seldom of interest: who needs it says that it is open
            else:
                array = whole.arrays[key]
                message = f"how far dimension {number + 1} of {array.name} reaches is not known"
                hint = "declare its size in terms of the program's inputs, or leave it replicated"
                raise input_error("SAD906", message, whole.span, hint)
        result[key] = tuple(row)
    return result


def _group(formats: Sequence[Format], number: int, bounds: tuple[Poly, Poly | None]) -> Group:
    axis = sum(item.kind != WHOLE for item in formats[:number])
    return axis, formats[number], bounds


def _is_storage(lower: Poly, upper: Poly, highs: Iterable[Poly]) -> bool:
    """Whether a declared size is a fixed one that holds problems of any size."""
    fixed = upper.as_constant is not None and lower.as_constant is not None
    return fixed and any(item.as_constant is None for item in highs)


def _covered(
    found: Sequence[Leaf], formats: Mapping[str, tuple[Format, ...]]
) -> dict[tuple[str, int], tuple[list[Poly], list[Poly]] | None]:
    """The least and greatest subscripts of each dimension; None where one of them is not known."""
    result: dict[tuple[str, int], tuple[list[Poly], list[Poly]] | None] = {}
    for leaf in found:
        refs = [*leaf.do.reads]
        if leaf.do.target is not None and not isinstance(leaf.do.target, str):
            refs.append(leaf.do.target)
        for ref in refs:
            for number in range(len(formats.get(ref.array, ()))):
                _cover(result, (ref.array, number), ref, leaf)
    return result


def _cover(
    result: dict[tuple[str, int], tuple[list[Poly], list[Poly]] | None],
    place: tuple[str, int],
    ref: Ref,
    leaf: Leaf,
) -> None:
    subscript = ref.subscripts[place[1]]
    if subscript is None:
        return
    known = result.setdefault(place, ([], []))
    indices = [loop.index for loop in leaf.loops]
    ends = reach(subscript, indices)
    if known is None or ends is None or has_unknown(subscript):
        result[place] = None
        return
    known[0].append(ends[0])
    known[1].append(ends[1])


def reach(poly: Poly, indices: Sequence[Index]) -> tuple[Poly, Poly] | None:
    """Return the least and greatest value of a formula over loops, outermost first.

    None where it does not go one way with an index. Bounds that inner loops have only for some outer
    ones are taken from each end of these by itself.
    """
    low = high = poly
    for index in reversed(indices):
        new_low, new_high = _end(low, index, least=True), _end(high, index, least=False)
        if new_low is None or new_high is None:
            return None
        low, high = new_low, new_high
    return low, high


def _end(poly: Poly, index: Index, *, least: bool) -> Poly | None:
    parts = poly.coefficients(index.name)
    if not atoms.depends_on(poly, index.name):
        return poly
    if len(parts) != 2 or any(atoms.depends_on(part, index.name) for part in parts):
        return None
    slope = parts[1].as_constant
    if slope is None:
        return None
    return poly.substitute(index.name, index.first if (slope > 0) == least else index.last)


def _least(items: Iterable[Poly]) -> tuple[Poly, ...]:
    return tuple(atoms.undominated(dict.fromkeys(items), -1))


def _greatest(items: Iterable[Poly]) -> tuple[Poly, ...]:
    return tuple(atoms.undominated(dict.fromkeys(items), 1))
