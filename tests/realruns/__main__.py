"""Measure real programs: ``python -m tests.realruns``; see docs/exactness.md."""

from __future__ import annotations

import argparse
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.realcode.libraries import version
from tests.realruns.everything import PROGRAMS
from tests.realruns.measure import GIGABYTES, SECONDS, measure
from tests.realruns.page import page, tables
from tests.realruns.why import why
from tests.support.compiler import GCC, GCOV, GFORTRAN
from tests.support.realcode import C_SOURCES, FOLDER, FOR_EXACTNESS, MODERN, SOURCES

if TYPE_CHECKING:
    from tests.realruns.measure import Outcome
    from tests.realruns.programs import RealProgram


def main() -> int:
    """Return 1 if a count called exact differs or a program fails, 2 if nothing can be measured."""
    parser = argparse.ArgumentParser(prog="tests.realruns", description=__doc__)
    parser.add_argument(
        "--only", default="", metavar="NAMES", help="these programs or groups, by comma"
    )
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    parser.add_argument("--why", action="store_true", help="print what is in the way instead")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="the page to write")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where figures are kept")
    parser.add_argument(
        "--seconds", type=int, default=SECONDS, metavar="N", help="for each program"
    )
    parser.add_argument("--gigabytes", type=int, default=GIGABYTES, metavar="N", help="the same")
    args = parser.parse_args()
    sources = (*SOURCES, *C_SOURCES)
    missing = [source.name for source in sources if not (FOLDER / source.name).is_dir()]
    if missing or None in (GFORTRAN, GCC, GCOV):
        sys.stderr.write("gfortran, gcc, gcov and the real code are needed; run: make real-code\n")
        return 2
    chosen = _chosen(args.only)
    if not chosen:
        parser.error(f"--only: none of these; there are {', '.join(PROGRAMS)}")
    with ThreadPoolExecutor(args.processes) as pool:
        outcomes = list(pool.map(partial(_kept, args), chosen))
    text = why(outcomes) if args.why else "\n".join(tables(outcomes)) + "\n"
    sys.stdout.write(text)
    if args.write is not None:
        versions = {item.name: version(item.name) for item in (*sources, *FOR_EXACTNESS, *MODERN)}
        args.write.write_text(page(outcomes, versions))
    return int(any(each.false or (each.failed and not each.not_done) for each in outcomes))


def _chosen(names: str) -> list[RealProgram]:
    wanted = {name for name in names.split(",") if name}
    return [
        program
        for name, program in PROGRAMS.items()
        if not wanted or name in wanted or program.group in wanted
    ]


def _kept(args: argparse.Namespace, program: RealProgram) -> Outcome:
    """A program's figures; with ``--keep`` those of a run before, if it came to this program."""
    folder: Path | None = args.keep
    file = None if folder is None else folder / f"{program.name}.pickle"
    if file is not None and file.exists():
        return pickle.loads(file.read_bytes())
    outcome = measure(program, args.seconds, args.gigabytes)
    said = outcome.failed or f"{outcome.compared} checked, {len(outcome.false)} different"
    sys.stderr.write(f"{outcome.name}: {said}\n")
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(outcome))
    return outcome


if __name__ == "__main__":
    sys.exit(main())
