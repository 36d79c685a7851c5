"""A driver: where it keeps the arguments of kernels, the plan it reads, and one run of it.

All arrays of one kind of number share one block of memory; each kernel's arrays lie behind each
other in it, each 13 lines further into its page than the one before: a load soon after a store that
is a multiple of a page away would wait for it.
"""

from __future__ import annotations

import os
import signal
import subprocess
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from sad.calibration.kernel import Kind, Pattern
from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from sad.calibration.kernel import Kernel, KernelArgument


_LINE_BYTES = 64
_PAGE_LINES = 64
_SHIFT = 13  # lines by which an array is further into its page than the one before
_START = 1024  # elements before the first array
_SLACK = 16  # elements behind the last one
_PATTERNS = {pattern: code for code, pattern in enumerate(Pattern, start=1)}
STREAM_ENTRY = "0 0 0 0 0\n"
"""The line of a plan that reads the stream."""


class Sample(NamedTuple):
    """One timed sample: one call [s], a step of the chain beside it [s], and the canary's ratio."""

    seconds: float
    chain: float
    ratio: float


@dataclass(slots=True)
class Answers:
    """What a driver said. ``ended`` is its exit status, negative for a signal, None if it was ended
    for taking too long; ``last`` is the kernel it began last.
    """

    quiet: float = 0.0
    samples: dict[int, list[Sample]] = field(default_factory=dict[int, "list[Sample]"])
    sums: dict[int, float] = field(default_factory=dict[int, float])
    stream: list[float] = field(default_factory=list[float])  # [s] for a byte
    last: int = 0
    ended: int | None = 0

    @property
    def death(self) -> str:
        """How it ended, in words."""
        if self.ended is None:
            return "does not come to an end"
        if self.ended < 0:
            return f"is ended by {signal.Signals(-self.ended).name}"
        return f"ends with exit status {self.ended}"


def ask(program: Path, plan: str, cpu: int | None, patience: float) -> Answers:
    """Run a driver, pinned to a CPU if one is given, for at most ``patience`` seconds.

    Raises SAD436 if its folder does not let it run.
    """

    def pin() -> None:
        if cpu is not None:
            os.sched_setaffinity(0, {cpu})

    try:
        process = subprocess.Popen(
            [program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=pin,  # noqa: PLW1509 - a system call, and no thread runs here
        )
    except OSError as error:
        hint = "does it allow programs to run, and does the compiler make them for this machine?"
        message = f"{program}: cannot be run: {error.strerror}"
        raise argument_error("SAD436", message, hint) from None
    with process:
        timed_out = False
        try:
            text, _ = process.communicate(plan, timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            text, _ = process.communicate()
            timed_out = True
        except BaseException:
            process.kill()
            raise
    answers = _read(text)
    answers.ended = None if timed_out else process.returncode
    return answers


def _read(text: str) -> Answers:
    answers = Answers()
    for line in text.splitlines():
        kind, *words = line.split()
        try:
            match kind:
                case "r":
                    answers.quiet = float(words[0])
                case "b":
                    answers.last = int(words[0])
                case "m":
                    answers.stream.append(float(words[0]) * 1e-9)
                case "s":
                    answers.sums[int(words[0])] = float(words[1])
                case "t":
                    answers.samples[int(words[0])] = [
                        Sample(float(one) * 1e-9, float(two) * 1e-9, float(three))
                        for one, two, three in zip(
                            words[2::3], words[3::3], words[4::3], strict=True
                        )
                    ]
                case _:
                    pass
        except (ValueError, IndexError):  # the last line of one that was ended
            continue
    return answers


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


@record
class Placed:
    """An array argument: its block, first number and how many numbers."""

    argument: KernelArgument
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


def plan_head(target_seconds: float, quiet: float, seed: int, *, check: bool = False) -> str:
    """Return a plan's first line. ``quiet`` is the ratio of the canary's parts, 0 if not known."""
    return f"{int(check)} {target_seconds * 1e9:.1f} {quiet:.6e} {1 + seed % 2147483645}\n"


def numbered(kernels: Sequence[Kernel]) -> dict[str, int]:
    """Return the numbers of kernels in a driver, by name; 0 is the canary."""
    return {kernel.name: number for number, kernel in enumerate(kernels, start=1)}
