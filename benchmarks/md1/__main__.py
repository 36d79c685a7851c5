"""Profile, fit, predict and time md1; then draw the pictures and write the figures on docs/md1.md."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.md1.model import X3, Kernel, agreement
from benchmarks.md1.page import write_page
from benchmarks.md1.runs import FOLDER, ROOT, Program, counted_lines, profile, time_steps
from benchmarks.md1.systems import FLUID, MOST, NARROW, System
from benchmarks.md1.table import Chain, Count, Step, Value
from sad.profiles.params_document import PARAMETERS, ParamsDocument

if TYPE_CHECKING:
    from collections.abc import Mapping

PARAMS = ROOT / FOLDER / "step.params.yaml"
_FEW = 2_700  # particles of the largest system of the small fit


def main() -> int:
    """Measure what is asked for, then draw."""
    parser = argparse.ArgumentParser(prog="benchmarks.md1", description=__doc__)
    parser.add_argument(
        "--draw", action="store_true", help="measure nothing, predict and draw anew"
    )
    parser.add_argument("--times", action="store_true", help="measure only the times anew")
    parser.add_argument("--counts", action="store_true", help="measure only the counts anew")
    parser.add_argument("--repeats", type=int, default=7, help="timed runs of each size")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not args.draw and not args.times:
            fits(Path(folder))
        if args.draw or args.counts:
            _write_steps({row.particles: (row.seconds, row.scatter) for row in Step.read()})
        else:
            steps(Path(folder), args.repeats)
    from benchmarks.md1.pictures import draw  # noqa: PLC0415 - needs matplotlib

    for path in draw():
        print(path.relative_to(ROOT))
    write_page()
    return 0


def fits(folder: Path) -> None:
    """Measure the parameters of both systems; write the tables that follow from them."""
    PARAMS.unlink(missing_ok=True)
    narrow = folder / "narrow.yaml"
    values: list[Value] = []
    chains: list[Chain] = []
    for system, params in ((FLUID, PARAMS), (NARROW, narrow)):
        print(profile(system, system.ends, params))
        document = ParamsDocument.read(str(params))
        values += _values(system, document)
        chains += _chains(system, params, document)
    Value.write(values)
    Chain.write(chains)
    few = folder / "few.yaml"
    profile(FLUID, [size for size in FLUID.ends if size <= _FEW], few)
    counter = Program.build(FLUID, folder / "counted", "--coverage")
    rows: list[Count] = []
    for fitted_to, params, sizes in ((_FEW, few, [6_401, MOST]), (MOST, PARAMS, FLUID.middles)):
        kernel = Kernel.read(FLUID, params)
        for size in sizes:
            counted = counted_lines(counter, FLUID, size)
            found = agreement(kernel, size, counted, FLUID.warmup + FLUID.steps)
            rows.append(
                Count(fitted_to, size, found.executions, found.total, found.within, found.worst)
            )
    Count.write(rows)


def _values(system: System, document: ParamsDocument) -> list[Value]:
    found: list[Value] = []
    for name in document.names(PARAMETERS):
        entry = document.entry(name)
        place = str(entry["place"])
        samples = entry["samples"]
        assert isinstance(samples, list)
        found.append(
            Value(
                system=system.name,
                alias=str(entry["alias"]),
                name=name,
                line=int(place.rpartition(":")[2]),
                source=str(entry["source"]),
                sizes=len(samples),
                value=str(entry["value"]),
                how=str(entry["fit"]),
            )
        )
    return found


def _chains(system: System, params: Path, document: ParamsDocument) -> list[Chain]:
    kernel = Kernel.read(system, params)
    measured: dict[int, float] = {}
    samples = document.entry(X3)["samples"]
    assert isinstance(samples, list)
    for sample in samples:
        assert isinstance(sample, dict)
        at = sample["at"]
        assert isinstance(at, dict)
        taken, reached = float(str(sample["taken"])), float(str(sample["reached"]))
        measured[int(str(at["NPART"]))] = taken / reached
    return [
        Chain(system.name, size, system.cells(size), kernel.x3(size), measured.get(size))
        for size in system.grid(4)
    ]


def steps(folder: Path, repeats: int) -> None:
    """Time the kernel and predict its time; write the table."""
    program = Program.build(FLUID, folder / "timed")
    timed = time_steps(program, FLUID, sorted(FLUID.ends + FLUID.middles), repeats)
    _write_steps({size: (timing.seconds, timing.scatter) for size, timing in timed.items()})


def _write_steps(timed: Mapping[int, tuple[float | None, float | None]]) -> None:
    kernel = Kernel.read(FLUID, PARAMS)
    rows: list[Step] = []
    for size in sorted({*FLUID.grid(5), *timed}):
        predicted = kernel.seconds(size)
        seconds, scatter = timed.get(size, (None, None))
        cells = FLUID.cells(size)
        rows.append(Step(size, cells, predicted["sparc2"], predicted["x86_64"], seconds, scatter))
    Step.write(rows)


if __name__ == "__main__":
    sys.exit(main())
