"""What object code of kernels asks for: the sums of every region in the view ``asm``.

Kernels are compiled many to a file, as they were timed.
"""

from __future__ import annotations

import os
import tempfile
from bisect import bisect_left
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.registry import LANGUAGES
from sad.calibration.fitting.features import Features, sums_of_region
from sad.calibration.running.place import cpu_count
from sad.machine.schema import Machine, Toolchain, Value
from sad.mapping.regions import loop_entries, misses_of, regions_of
from sad.objectcode.attach import ASM_VIEW, ObjectCode
from sad.objectcode.compiling import object_code
from sad.objectcode.instruction import Function, Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.fitting.features import Counted
    from sad.calibration.kernel import Kernel

_PER_FILE = 25


def asm_features(
    features: Sequence[Features], compiler: str, flags: str, latencies: Mapping[str, float]
) -> tuple[Features, ...]:
    """Return the features in object code of kernels of one language, given those of their source.

    ``latencies`` [s] decide which chain of a loop is its slowest. Raises as ``object_code``.
    """
    values = {key: Value(seconds) for key, seconds in latencies.items()}
    functions = _compiled([item.kernel for item in features], compiler, flags)
    return tuple(
        _features(item.kernel, item.counted, functions.get(item.kernel.name, ()), values)
        for item in features
    )


def _compiled(kernels: Sequence[Kernel], compiler: str, flags: str) -> dict[str, list[Function]]:
    """The functions of all kernels by the kernel's name, each with lines of the kernel's own source."""
    suffix = LANGUAGES[kernels[0].language]
    toolchain = Toolchain("", compiler, flags, "additive", {})
    machine = Machine("calibration", "", "", "measured", "", 1.0, {"": toolchain})
    found: dict[str, list[Function]] = {}
    with tempfile.TemporaryDirectory() as made:

        def compiled(start: int) -> list[tuple[Kernel, Function]]:
            some = kernels[start : start + _PER_FILE]
            path = Path(made) / f"kernels{start}{suffix}"
            path.write_text("".join(kernel.source for kernel in some), encoding="utf-8")
            ends = list(accumulate(kernel.source.count("\n") for kernel in some))
            pairs: list[tuple[Kernel, Function]] = []
            for function in object_code([str(path)], machine, toolchain):
                line = next((i.place.line for i in function.instructions if i.place), 1)
                at = bisect_left(ends, line)
                before = ends[at - 1] if at else 0
                pairs.append((some[at], _moved(function, _file(some[at]), before)))
            return pairs

        with ThreadPoolExecutor(cpu_count()) as pool:
            for pairs in pool.map(compiled, range(0, len(kernels), _PER_FILE)):
                for kernel, function in pairs:
                    found.setdefault(kernel.name, []).append(function)
    return found


def _moved(function: Function, file: str, lines: int) -> Function:
    """A function as if its source were a file of its own, without the lines before."""
    instructions = tuple(
        item if item.place is None else replace(item, place=Place(file, item.place.line - lines))
        for item in function.instructions
    )
    return Function(function.name, instructions)


def _file(kernel: Kernel) -> str:
    """The file a kernel's description names."""
    return os.path.realpath(f"{kernel.entry}{LANGUAGES[kernel.language]}")


def _features(
    kernel: Kernel,
    counted: Counted,
    functions: Sequence[Function],
    latencies: Mapping[str, Value],
) -> Features:
    attached = ObjectCode(counted.expansion, functions, latencies).attached(counted.counts)
    expansion, counts = attached.expansion, counted.counts
    changed = replace(counted, expansion=expansion, regions=regions_of(expansion))
    entries = loop_entries(expansion, counts)
    misses = misses_of(changed.regions, counts, entries, changed.rates, ASM_VIEW)
    sums = tuple(
        sums_of_region(region, ASM_VIEW, counts, entries, misses[region.unit.name, region.path])
        for region in changed.regions
    )
    return Features(kernel, changed, {ASM_VIEW: sums})
