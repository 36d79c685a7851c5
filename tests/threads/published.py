"""``sad scale --threads`` against the published curves of the Xeon Gold 6148.

    python -m tests.threads.published [--write]

Each kernel is a loop of C with OpenMP, and a machine file of its own, like that of xeon-gold-6148 but
for two numbers of its curve: the bandwidth of one core and the greatest.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

from tests.support.command import ROOT, sad

CURVES = Path(__file__).parent / "curves.yaml"
PAGE = ROOT / "docs" / "openmp-curves.md"
PICTURES = ROOT / "docs" / "pictures"
LENGTH = 20_000_000
NEAR = 0.35

KERNELS = {
    "copy": ("a[i] = b[i]", 16, 24),
    "daxpy": ("a[i] = a[i] + s*b[i]", 24, 24),
    "load": ("; ".join(f"s{n} = s{n} + a[i+{n}]" for n in range(8)), 8, 8),
    "triad": ("a[i] = b[i] + c[i]*d[i]", 32, 40),
    "update": ("a[i] = s*a[i]", 16, 16),
}
"""The loop's body, the bytes of an iteration as they were counted, and as lines of a cache move: a line
that is written is read before."""

_TITLE = """\
# OpenMP against published curves

Written by `python -m tests.threads.published --write`; no figure was typed in.

What `sad scale --threads 1:20` says of five loops on one socket of an Intel Xeon Gold 6148, beside the
bandwidth that others measured there with 1 to 20 cores
([figures](../tests/threads/curves.yaml), from [kerncraft](https://github.com/RRZE-HPC/kerncraft)). The
machine file of each loop extends `xeon-gold-6148` with two numbers of the very curve: the bandwidth of
one core (*one*) and the greatest (*all*). Errors are those of the predicted by the measured bandwidth
over 1 to 20 threads. *Bound* is the column `low`, *estimate* the column `est.`.

| kernel | one [GB/s] | all | bound: mean | max | at theta | estimate: mean | max | at theta |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
"""


_NOTES = (
    "The published loop *load* only reads; the one here adds into eight sums, as one would wait.",
    "Times of 20,000,000 iterations as `sad scale --validate FILE --plot FILE` draws them:",
)


@dataclass(frozen=True)
class Point:
    """Errors with a number of threads: the predicted by the measured bandwidth, less 1."""

    theta: float
    bound: float
    estimate: float


def curves() -> dict[str, list[float]]:
    """Return the bandwidths by kernel [GB/s]."""
    return yaml.safe_load(CURVES.read_text())


def files_of(kernel: str, rates: list[float], folder: Path) -> tuple[list[str], Path]:
    """Write a kernel, its machine and its measured times; return a command's words, and the times."""
    body, counted, moved = KERNELS[kernel]
    sums = [f"s{n}" for n in range(8)] if kernel == "load" else []  # one would wait for itself
    reduction = f" reduction(+:{','.join(sums)})" if sums else ""
    own = f"double {', '.join(f'{name} = 0.0' for name in sums)};\n" if sums else ""
    source = folder / f"{kernel}.c"
    source.write_text(
        f"double a[{LENGTH}], b[{LENGTH}], c[{LENGTH}], d[{LENGTH}];\n"
        f"double {kernel}(double s) {{\n{own}#pragma omp parallel for{reduction}\n"
        f"  for (int i = 0; i < {LENGTH}; i += {len(sums) or 1}) {{ {body}; }}\n"
        f"  return {' + '.join(['s', *sums])};\n}}\n"
    )
    one, most = (rate * 1e9 * moved / counted for rate in (rates[0], max(rates)))
    machine = folder / f"{kernel}.yaml"
    machine.write_text(machine_text(kernel, one, most))
    measured = folder / f"{kernel}.csv"
    rows = [f"{n},{LENGTH * counted / rate / 1e9:.6e}\n" for n, rate in enumerate(rates, 1)]
    measured.write_text("threads,time\n" + "".join(rows))
    return ["scale", str(source), "--machine", str(machine), "--toolchain", "gcc-O3"], measured


def machine_text(kernel: str, one: float, most: float) -> str:
    """Return a machine file like that of the Xeon with two rates of its memory [bytes/s]."""
    path = ROOT / "machine_db" / "xeon-gold-6148.yaml"
    known = yaml.safe_load(path.read_text())
    memory = next(level for level in known["memory"] if level["name"] == "memory")
    memory["sequential_s_per_line"] = {"value": 64 / one, "source": "published"}
    (shared,) = (level for level in known["shared"] if level["name"] == "memory")
    shared["bytes_per_s"] = {"value": most, "source": "published"}
    shared["one_core_bytes_per_s"] = {"value": one, "source": "published"}
    dump = cast("Any", yaml).safe_dump
    return dump({**known, "name": f"xeon-{kernel}"})


def points_of(kernel: str, rates: list[float], folder: Path) -> list[Point]:
    """Return the errors of one curve."""
    command, _ = files_of(kernel, rates, folder)
    found = sad(*command, "--threads", f"1:{len(rates)}", "--format", "json")
    assert found.code == 0, found.err
    _, counted, _ = KERNELS[kernel]
    return [
        Point(
            row["threads"]["theta"],
            *(
                LENGTH * counted / 1e9 / time / rate - 1
                for time in (row["threads"]["low"], row["total"])
            ),
        )
        for row, rate in zip(json.loads(found.out)["rows"], rates, strict=True)
    ]


def page(folder: Path, pictures: Path | None = None) -> str:
    """Return the page, with files in ``folder``; its pictures go to another one."""
    lines: list[str] = []
    every: list[Point] = []
    for kernel, rates in curves().items():
        points = points_of(kernel, rates, folder)
        every += points
        cells = [kernel, f"{rates[0]:.2f}", f"{max(rates):.2f}"]
        for kind in ("bound", "estimate"):
            worst = max(points, key=lambda point: abs(getattr(point, kind)))
            cells += [
                mean(points, kind),
                f"{getattr(worst, kind):+.1%}",
                f"{worst.theta:+.2f}",
            ]
        lines.append(f"| {' | '.join(cells)} |")
        if pictures is not None:
            command, measured = files_of(kernel, rates, folder)
            picture = pictures / f"openmp-{kernel}.svg"
            found = sad(*command, "--threads", "1:20", "--validate", measured, "--plot", picture)
            assert found.code == 0, found.err
    large = [abs(point.theta) for point in every if abs(point.bound) > 0.15]
    near = sum(theta < NEAR for theta in large)
    whole = (
        f"* Over all {len(every)} points the mean error is {mean(every, 'bound')} for the bound and "
        f"{mean(every, 'estimate')} for the estimate."
    )
    where = (
        f"* Of {len(large)} errors of the bound above 15%, {near} lie at a theta nearer to 0 than "
        f"{NEAR}; the farthest lies at {max(large):.2f}."
    )
    notes = [whole, where, "", *_NOTES]
    pictures_of = [
        f"![{name}: predicted and measured](pictures/openmp-{name}.svg)" for name in KERNELS
    ]
    lines += ["", *notes, "", *pictures_of]
    return _TITLE + "\n".join(lines) + "\n"


def mean(points: list[Point], kind: str) -> str:
    """Return the mean error."""
    return f"{sum(abs(getattr(point, kind)) for point in points) / len(points):.1%}"


def main() -> int:
    """Print the page, or write it with its pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        text = page(Path(made), PICTURES if args.write else None)
    if args.write:
        PAGE.write_text(text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
