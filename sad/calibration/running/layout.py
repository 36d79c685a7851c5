"""Where a driver keeps the arguments of kernels, and the plan it reads.

All arrays of one kind of number share one block of memory; each kernel's arrays lie behind each
other in it, each 13 lines further into its page than the one before: a load soon after a store that
is a multiple of a page away would wait for it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kind, Pattern
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.calibration.kernel import Argument, Kernel

_LINE_BYTES = 64
_PAGE_LINES = 64
_SHIFT = 13  # lines by which an array is further into its page than the one before
_START = 1024  # elements before the first array
_SLACK = 16  # elements behind the last one


@record
class Block:
    """One kind of number in memory: its code in plans, its size, and numbers per element of a kind."""

    name: str
    code: int
    size_bytes: int


INTEGERS, REALS, DOUBLES = Block("integers", 1, 4), Block("reals", 2, 4), Block("doubles", 3, 8)
BLOCKS: Mapping[Kind, tuple[Block, int]] = {
    Kind.INTEGER: (INTEGERS, 1),
    Kind.REAL: (REALS, 1),
    Kind.DOUBLE: (DOUBLES, 1),
    Kind.COMPLEX: (REALS, 2),
    Kind.DOUBLE_COMPLEX: (DOUBLES, 2),
}
_PATTERNS = {pattern: code for code, pattern in enumerate(Pattern, start=1)}


@record
class Placed:
    """An array argument: its block, first number and how many numbers."""

    argument: Argument
    block: Block
    start: int
    count: int


def placed(kernel: Kernel) -> tuple[Placed, ...]:
    """Return where the arrays of a kernel lie, in order of the arguments."""
    free = {block.name: _START for block in (INTEGERS, REALS, DOUBLES)}
    found: list[Placed] = []
    for argument in kernel.arguments:
        if argument.count is None:
            continue
        block, numbers = BLOCKS[argument.kind]
        count = numbers * argument.count
        found.append(Placed(argument, block, free[block.name], count))
        per_line = _LINE_BYTES // block.size_bytes
        at = free[block.name] // per_line
        least = at + (count + _SLACK) // per_line + 1
        wanted = (at + _SHIFT) % _PAGE_LINES
        free[block.name] = (least + (wanted - least) % _PAGE_LINES) * per_line
    return tuple(found)


def block_sizes(kernels: Iterable[Kernel]) -> dict[str, int]:
    """Return how many numbers each block must hold."""
    sizes = {block.name: _START for block in (INTEGERS, REALS, DOUBLES)}
    for kernel in kernels:
        for item in placed(kernel):
            name = item.block.name
            sizes[name] = max(sizes[name], item.start + item.count + _SLACK)
    return sizes


class How(IntEnum):
    """How the driver takes samples: one after the other, with new data each, or whatever the noise."""

    PLAIN = 0
    FRESH = 1
    SLOW = 2


def plan_entry(number: int, kernel: Kernel, how: How, wanted: int, tries: int) -> str:
    """Return the lines of a plan that take up to ``wanted`` quiet samples of a kernel."""
    arrays = placed(kernel)
    lines = [f"{number} {how.value} {wanted} {tries} {len(arrays)}"]
    for item in arrays:
        fill = item.argument.fill
        lines.append(
            f"{item.block.code} {item.start} {item.count} {_PATTERNS[fill.pattern]} "
            f"{fill.low!r} {fill.high!r}"
        )
    return "\n".join(lines) + "\n"


STREAM_ENTRY = "0 0 0 0 0\n"
"""The line of a plan that reads the stream."""


def plan_head(target_seconds: float, quiet: float, seed: int, *, check: bool = False) -> str:
    """Return a plan's first line. ``quiet`` is the ratio of the canary's parts, 0 if not known."""
    return f"{int(check)} {target_seconds * 1e9:.1f} {quiet:.6e} {1 + seed % 2147483645}\n"


def numbered(kernels: Sequence[Kernel]) -> dict[str, int]:
    """Return the numbers of kernels in a driver, by name; 0 is the canary."""
    return {kernel.name: number for number, kernel in enumerate(kernels, start=1)}
