"""What sad makes of a kernel, and gcov's counts of the same kernel with the driver's data.

``python -m tests.calibration.kernel_counts`` does it for all kernels of both languages.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frontends.registry import SourceOptions, read_standard_input
from sad.algebra.evaluate import compile_polys
from sad.analysis.unit import analyse
from sad.calibration.kernels.generate import Caches, kernels
from sad.calibration.running.flag_set import source_files
from sad.calibration.running.rounds import is_slow
from sad.calibration.running.session import How, numbered, plan_entry, plan_head
from sad.diagnostics import Diagnostics
from sad.evaluation.model import build_model
from sad.lowering.build import describe
from sad.profiles.settings import settings_from_arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.calibration.kernel import Kernel, Language

COMPILERS: dict[Language, str] = {"fortran": "gfortran", "c": "gcc"}
ROUGHLY = {"search", "joined branch"}
"""Families whose shares are exact only on average: two random orders meet, or a search compares."""
_SUFFIX: dict[Language, str] = {"fortran": ".f", "c": ".c"}
_CONTROL = re.compile(
    r"DO |END DO|IF |ELSE|\d+ +CONTINUE|CONTINUE|for |if |\} else|while |\} while|do "
)


def line_counts(kernel: Kernel) -> tuple[dict[int, float], list[str]]:
    """Return the counts of a kernel's lines in one call, and everything that is not known."""
    diagnostics = Diagnostics()
    options = SourceOptions((), {}, None, None)
    program = read_standard_input(kernel.source, kernel.language, options, diagnostics)
    given = settings_from_arguments([f"{name}={value}" for name, value in kernel.values.items()])
    model = build_model(describe(analyse(program)), kernel.entry, given, [])
    problems = [str(item) for item in diagnostics.items] + model.missing
    problems += [name for name in model.unused if name.partition(".")[2] not in kernel.sizes]
    if problems:
        return {}, problems
    blocks = model.expansion.blocks
    numbers = compile_polys([block.count for block in blocks])(model.values)
    counts: dict[int, float] = {}
    for block, number in zip(blocks, numbers, strict=True):
        for line in block.block.lines:
            counts[line.span.line] = max(float(number), counts.get(line.span.line, 0.0))
    return counts, []


def gcov_counts(chosen: Sequence[Kernel], folder: Path) -> dict[str, dict[int, int]]:
    """Return gcov's counts of the lines of kernels, each called once by the driver."""
    language = chosen[0].language
    compiler, suffix = COMPILERS[language], _SUFFIX[language]
    files = [f"{kernel.entry}{suffix}" for kernel in chosen]
    for name, kernel in zip(files, chosen, strict=True):
        (folder / name).write_text(kernel.source)
    texts = source_files(chosen, language)
    (driver,) = [name for name in texts if name.startswith("driver")]
    (folder / driver).write_text(texts[driver])
    objects = [f"{kernel.entry}.o" for kernel in chosen]
    for command in (
        [compiler, "-O0", "--coverage", "-c", *files],
        [compiler, "-O1", "-c", driver, "-o", "driver.o"],
        [compiler, "--coverage", "driver.o", *objects, "-lm", "-o", "driver"],
    ):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    numbers = numbered(chosen)
    entries = [plan_entry(numbers[kernel.name], kernel, How.PLAIN, 1, 1) for kernel in chosen]
    plan = "".join([plan_head(0.0, 0.0, 1, check=True), *entries])
    subprocess.run(
        [folder / "driver"], cwd=folder, input=plan, text=True, check=True, capture_output=True
    )
    found: dict[str, dict[int, int]] = {}
    for name, kernel in zip(files, chosen, strict=True):
        answer = subprocess.run(
            ["gcov", "-j", "-t", name], cwd=folder, check=True, capture_output=True
        )
        counts = found.setdefault(kernel.name, {})
        own: list[dict[str, Any]] = json.loads(answer.stdout)["files"]
        lines: list[dict[str, int]] = []
        for file in own:
            lines += file["lines"] if file["file"].endswith(name) else []
        for line in lines:
            number = line["line_number"]
            counts[number] = max(line["count"], counts.get(number, 0))
    return found


def differences(kernel: Kernel, counted: dict[int, int]) -> list[str]:
    """Return the lines of a kernel, loops and branches apart, that run otherwise than sad says."""
    expected, problems = line_counts(kernel)
    lines = kernel.source.splitlines()
    tolerance = 0.06 if kernel.family in ROUGHLY else 1e-9
    for number, count in expected.items():
        text = lines[number - 1].strip()
        if _CONTROL.match(text) or number not in counted:
            continue
        if abs(counted[number] - count) > tolerance * max(count, 1.0):
            problems.append(f"{kernel.name}: {text!r}: {count:g}, in the run {counted[number]}")
    return problems


def in_cache(language: Language) -> list[Kernel]:
    """Return the kernels that are quick to run."""
    return [kernel for kernel in kernels(language, Caches()) if not is_slow(kernel)]


def main() -> int:
    """Compare all kernels; the exit code says whether all agree."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    bad = 0
    for language in COMPILERS:
        chosen = in_cache(language)
        with tempfile.TemporaryDirectory() as folder:
            counted = gcov_counts(chosen, Path(folder))
        problems = [line for one in chosen for line in differences(one, counted[one.name])]
        for kernel in kernels(language, Caches()):
            problems += [f"{kernel.name}: {item}" for item in line_counts(kernel)[1]]
        sys.stdout.writelines(f"{line}\n" for line in problems)
        sys.stdout.write(f"{language}: {len(chosen)} kernels run, {len(problems)} differences\n")
        bad += len(problems)
    return min(bad, 1)


if __name__ == "__main__":
    raise SystemExit(main())
