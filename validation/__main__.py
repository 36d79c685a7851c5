"""Hold predictions against measurements: ``python -m validation measure|fit|score|page``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from validation import speedups
from validation.calibrate import write_machines
from validation.programs import HALVES
from validation.results import load, save
from validation.steps import (
    CLASSICAL_MACHINE,
    FLAGS,
    MACHINE,
    MODELS,
    RAW,
    RESULTS,
    THROUGHPUT,
    cpu,
    machine_file,
    measured,
    predicted,
    program_lines,
    score_lines,
)
from validation.timing import Protocol


def main() -> int:
    """Run one step; results are kept in between."""
    parser = argparse.ArgumentParser(prog="python -m validation", description=__doc__)
    parser.add_argument("step", choices=("measure", "fit", "score", "page", "openmp"))
    parser.add_argument("--half", choices=(*HALVES, "both", "third", "all"), default="open")
    parser.add_argument("--flags", action="append", help="a set of flags; several may be given")
    parser.add_argument("--machine", type=Path, default=MACHINE)
    parser.add_argument("--classical", type=Path, default=CLASSICAL_MACHINE)
    parser.add_argument("--raw", type=Path, default=RAW, help="times of the calibration's kernels")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--programs", choices=MODELS, default=THROUGHPUT)
    args = parser.parse_args()
    if args.step == "openmp":
        return _openmp(args.machine)
    halves = {"both": HALVES, "all": (*HALVES, "third")}.get(args.half, (args.half,))
    if args.step == "measure":
        found = measured(halves, args.flags or FLAGS, Protocol(rounds=args.rounds))
        save(found, args.results)
        return 0
    if args.step == "fit":
        sys.stdout.write(write_machines(args.raw, args.machine, args.classical))
        return 0
    results = load(args.results)
    results.rows = [row for row in results.rows if row.half in halves]
    classical = machine_file(args.classical) if args.classical.exists() else None
    predicted(results, machine_file(args.machine), classical)
    lines = [*score_lines(results, halves), "", *program_lines(results, halves, args.programs)]
    sys.stdout.write("\n".join(lines) + "\n")
    if args.step == "page":
        from validation.page import write_page  # noqa: PLC0415 - needs matplotlib

        save(results, args.results)
        write_page(results)
    return 0


def _openmp(machine: Path) -> int:
    """Measure the OpenMP kernels, unless that is done, predict them, and write their page."""
    from sad.machine.database import get_machine  # noqa: PLC0415 - heavy

    if not speedups.RESULTS.exists():
        speedups.save(speedups.measured())
    rows = speedups.load()
    speedups.predict(rows, machine)
    name = get_machine(str(machine)).name
    flags = " ".join(speedups.FLAGS)
    about = f"Measured on {cpu()} with gcc and gfortran {flags}, predicted for `{name}`."
    text = "\n".join(speedups.page(rows, about)) + "\n"
    speedups.write_page(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
