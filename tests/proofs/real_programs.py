"""Real programs profiled at two sizes and predicted at a third, beside gcov's own figures.

    python -m tests.proofs.real_programs [--only NAMES] [--seconds N] [--processes N] [--write PAGE]

The programs are those of ``make oracle`` and ``tests.realruns.further``. What is compared are the
lines on which gcov's figure is the number of times the line's statement starts, so the truth does
not come from what is tested.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.params_import import measured
from sad.diagnostics import Severity
from sad.model.parameters import Class
from sad.profiles.counts import Profile
from sad.profiles.params_header import Header
from sad.profiles.readers.detect import read_profiles
from sad.profiles.settings import Settings
from sad.report.export.params.build import Asked, build_document
from sad.report.export.params.measured import put_counts, put_in
from tests.proofs.compare import Case, compared
from tests.proofs.predicted import prediction
from tests.proofs.real import Truth
from tests.proofs.real_page import section, with_section
from tests.proofs.real_results import Proof, is_closed
from tests.realruns.build import counts_in, run_in
from tests.realruns.causes import shown
from tests.realruns.compare import analysed, built_program
from tests.realruns.everything import PROGRAMS
from tests.realruns.further import FURTHER
from tests.realruns.measure import in_limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.reading.loaded import Loaded
    from tests.realruns.build import Built
    from tests.realruns.lines import Comparable, Place
    from tests.realruns.programs import Input, RealProgram

SECONDS, GIGABYTES = 150, 6


def prove(program: RealProgram, seconds: int = SECONDS) -> Proof:
    """Profile a program at its sizes but the largest, or at its only one."""
    proof = Proof(program.name, program.group, program.language)
    return in_limits(partial(_fill, program), proof, seconds, GIGABYTES)


def _fill(program: RealProgram, proof: Proof) -> None:
    start = time.process_time()
    built = built_program(program)
    loaded, comparable = analysed(program, built)
    inputs = program.inputs
    proof.sizes = tuple(_size(item) for item in inputs)
    has_third = len(inputs) > 1 and all(item.values for item in inputs)
    profiled = inputs[:-1] if has_third else inputs[-1:]
    with tempfile.TemporaryDirectory(prefix="sad-proof-") as name:
        folder = Path(name)
        runs = [_run(folder / f"run{n}", built, comparable, item) for n, item in enumerate(inputs)]
        params = folder / "p.yaml"
        names = [f"run{n}" for n, item in enumerate(inputs) if item in profiled]
        given = [_given(item) for item in profiled]
        _write(loaded, [folder / name for name in names], given, params, proof)
        for item, truth in zip(inputs, runs, strict=True):
            if item not in profiled and not has_third:
                continue
            found = prediction(loaded.description, params, _given(item), truth.lines)
            case = _needed(compared(found, truth))
            if item in profiled:
                proof.same.append(case)
            else:
                proof.third = case
    proof.seconds = time.process_time() - start


def _size(item: Input) -> str:
    return ", ".join([*(f"{value}" for value in item.values.values()), *item.arguments])


def _given(item: Input) -> Mapping[str, str]:
    return {name: str(value) for name, value in item.values.items()}


def _needed(case: Case) -> Case:
    """The case without lines that did not run and that nobody says ran."""
    lines = tuple(line for line in case.lines if line.truth or line.value)
    return Case(lines, case.parameters, case.total, case.problem)


def _run(folder: Path, built: Built, comparable: Mapping[Place, Comparable], item: Input) -> Truth:
    """Run a program; return gcov's figures of the lines that are compared."""
    folder.mkdir()
    run_in(folder, built, item.text, item.arguments)
    counts = counts_in(folder, built)
    found: dict[Place, float] = {}
    for (file, line), (_, charged) in comparable.items():
        count = counts.get(os.path.normpath(file), {}).get(charged)
        if count is not None:
            found[file, line] = float(count)
    return Truth(found, {})


def _write(
    loaded: Loaded,
    folders: list[Path],
    given: list[Mapping[str, str]],
    params: Path,
    proof: Proof,
) -> None:
    """Write a parameter file of runs, as sad params import does."""
    profiles = [
        profile
        for folder, at in zip(folders, given, strict=True)
        for profile in read_profiles(str(folder), at)
        if isinstance(profile, Profile)
    ]
    measurer = measured(loaded, None, profiles)
    found = [item for item in measurer.result.diagnostics if item.severity is not Severity.NOTE]
    for code, times in sorted(Counter(item.code for item in found).items()):
        first = next(item for item in found if item.code == code)
        place = f"{shown(Path(first.span.file))}:{first.span.line}"
        proof.said[code] = times, f"{place}: {first.message}"
    asked = Asked(Header("", (), {}), str(params), Settings(), None)
    document = build_document(loaded.description, asked, None).document
    put = put_in(document, measurer, fresh=True)
    put_counts(document, measurer, put.errors, fresh=True)
    params.write_text(document.text(), encoding="utf-8")
    silent = {*measurer.uncounted()} - measurer.result.unreached
    wanted = [
        symbol
        for symbol, parameter in measurer.parameters.items()
        if parameter.cls is Class.INDETERMINATE
        and parameter.shows_in_counts
        and symbol not in silent
    ]
    proof.parameters = len(wanted)
    proof.measured = sum(bool(measurer.result.samples.get(symbol)) for symbol in wanted)


def _line(proof: Proof) -> str:
    text = f"{proof.name:16} {proof.seconds:6.1f} s"
    if proof.failed:
        return f"{text}  {proof.failed}"
    text += f"  {proof.measured} of {proof.parameters} parameters"
    for case in proof.same:
        text += f"  {'closed' if is_closed(case) else 'OPEN  '} {len(case.lines)} lines"
        if not is_closed(case):
            bad = [line for line in case.lines if not line.is_close]
            text += f" ({len(bad)} off, total {case.total_error:.2%}) {case.problem}"
            for line in bad[:3]:
                where = f"{shown(Path(line.place[0]))}:{line.place[1]}"
                text += f"\n      {where}: {line.value} for {line.truth:.0f}"
    if proof.third is not None:
        case = proof.third
        inside = case.inside_lines / max(1, len(case.lines))
        text += (
            f"\n    third: lines {case.close_lines:.0%}, total {case.total_error:.2%},"
            f" inside {inside:.0%} {case.problem}"
        )
    for code, (times, first) in proof.said.items():
        text += f"\n    {code} {times} times: {first}"
    return text


def proofs(
    names: str = "", seconds: int = SECONDS, processes: int = 1, keep: Path | None = None
) -> list[Proof]:
    """Measure the programs or groups named, by comma, or all; print a line for each."""
    wanted = {name for name in names.split(",") if name}
    every = (*PROGRAMS.values(), *FURTHER)
    chosen = [item for item in every if not wanted or wanted & {item.name, item.group}]

    def one(program: RealProgram) -> Proof:
        file = None if keep is None else keep / f"{program.name}.pickle"
        if file is not None and file.exists():
            return pickle.loads(file.read_bytes())
        proof = prove(program, seconds)
        print(_line(proof), flush=True)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(pickle.dumps(proof))
        return proof

    with ThreadPoolExecutor(processes) as pool:
        return list(pool.map(one, chosen))


def main() -> int:
    """Measure and print; return 1 if a program fails or is not closed."""
    parser = argparse.ArgumentParser(prog="real_programs", description=__doc__)
    parser.add_argument("--only", default="", metavar="NAMES", help="programs or groups, by comma")
    parser.add_argument("--seconds", type=int, default=SECONDS, metavar="N", help="for each")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where figures are kept")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="the page with the section")
    args = parser.parse_args()
    found = proofs(args.only, args.seconds, args.processes, args.keep)
    if args.write is not None:
        before = args.write.read_text("utf-8") if args.write.exists() else ""
        text = with_section(before, section(found, args.seconds))
        args.write.write_text(text, encoding="utf-8")
    closed = sum(item.is_closed for item in found)
    print(f"{closed} of {len(found)} closed; {sum(bool(item.failed) for item in found)} not done")
    return int(closed < len(found))


if __name__ == "__main__":
    sys.exit(main())
