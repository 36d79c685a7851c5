"""Which side of the process grid each dimension of each array is spread over, and how."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error, input_error
from sad.distribution.extents import Extent, extents
from sad.distribution.syntax import WHOLE
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.distribution.program import Array, Leaf, Ref, Whole
    from sad.distribution.syntax import Distribution, Format


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
