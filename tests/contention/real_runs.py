"""Bounds and estimates of `sad contention` against programs of real processes.

    python -m tests.contention.real_runs [--runs N] [--write FILE]

A farmer with workers, and a counter behind a lock, run with Open MPI. Work and service are pauses, so
that two cores serve eight ranks. What the model is told is measured with one client alone: the mean
times of its work and of its service. Of several runs the fastest counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.command import sad
from tests.support.mpi import ENVIRONMENT, MPICC, MPIRUN, MPIRUN_WORDS

PROGRAMS = Path(__file__).parent / "programs"
CYCLES, LOCAL_US, SERVICE_US = 100, 9000, 3000
_FAR = 1.15
"""Measured times may be so many times the estimate."""

_TITLE = """\
# Parallel models against runs of real processes

Written by `make contention-proof` (`python -m tests.contention.real_runs`); no figure was typed in.

A [farmer with workers](../tests/contention/programs/farmer.c) and a
[counter behind a lock](../tests/contention/programs/counter.c), run with Open MPI on the computer
that made this page, against [`corpus/pamela/repair.pam`](../corpus/pamela/repair.pam). Each client
works, then needs the one server, {cycles} times; work and service are pauses of {local} and
{service} us, so that two cores serve many ranks. The model is told the mean times of work and
service that a run with one client measured. Of {runs} runs the fastest counts. *Estimate* is mean
value analysis, *simulated* the model with constant times, first come, first served; *ratio* is the
measured by the simulated time.
"""
_HEAD = """\
| program | clients | measured [s] | lower | simulated | estimate | upper | theta | ratio |
|---|--:|--:|--:|--:|--:|--:|--:|--:|"""


def measured(program: str, clients: int, folder: Path) -> tuple[float, float, float]:
    """Return the time of one run, and the mean times of work and of service in it [s]."""
    ranks = clients + (program == "farmer")
    words = [str(CYCLES), str(LOCAL_US), str(SERVICE_US)]
    done = subprocess.run(
        [MPIRUN or "mpirun", *MPIRUN_WORDS, "-n", str(ranks), str(folder / program), *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **ENVIRONMENT},
        timeout=120,
    )
    seconds, work, service = map(float, done.stdout.split())
    return seconds, work, service


def predicted(clients: int, work: float, service: float) -> dict[str, float]:
    """Return the model's figures for so many clients [s]."""
    values = {"P": clients, "N": CYCLES, "tl": work, "ts": service}
    words = [word for name, value in values.items() for word in ("--set", f"{name}={value!r}")]
    done = sad("contention", "corpus/pamela/repair.pam", *words, "--simulate", "--format", "json")
    value = json.loads(done.out)
    return {
        "lower": value["lower"]["seconds"],
        "upper": value["upper"]["seconds"],
        "estimate": value["estimate"]["seconds"],
        "simulated": value["simulated"]["seconds"],
        "theta": value["theta"],
        "saturates": value["saturates"]["from"],
    }


def page(runs: int) -> tuple[str, bool]:
    """Return the page, and whether every measured time is where the model says."""
    lines = [_TITLE.format(cycles=CYCLES, local=LOCAL_US, service=SERVICE_US, runs=runs), _HEAD]
    notes: list[str] = []
    is_right = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for program in ("farmer", "counter"):
            source = PROGRAMS / f"{program}.c"
            command = [MPICC or "mpicc", "-O1", "-w", "-o", str(folder / program), str(source)]
            subprocess.run(command, check=True)
            alone = min(measured(program, 1, folder) for _ in range(runs))
            per_client: dict[int, float] = {}
            for clients in range(1, 8):
                found = predicted(clients, *alone[1:])
                seconds = min(measured(program, clients, folder)[0] for _ in range(runs))
                per_client[clients] = seconds
                ratio = seconds / found["simulated"]
                is_right = is_right and found["lower"] <= seconds * 1.02 and ratio < _FAR
                shown = (
                    seconds,
                    *(found[key] for key in ("lower", "simulated", "estimate", "upper")),
                )
                cells = " | ".join(f"{value:.3f}" for value in shown)
                lines.append(
                    f"| {program} | {clients} | {cells} | {found['theta']:+.2f} | {ratio:.2f} |"
                )
            knee = alone[1] / alone[2] + 1
            slope = (per_client[7] - per_client[6]) / (CYCLES * alone[2])
            notes.append(
                f"* {program}: saturation is predicted at {knee:.2f} clients. A seventh client "
                f"adds {slope:.2f} times its whole service (1 where the server decides alone, 0 where "
                f"nobody waits); a second one added "
                f"{(per_client[2] - per_client[1]) / (CYCLES * alone[2]):.2f}."
            )
    return "\n".join([*lines, "", *notes, ""]), is_right


def main() -> int:
    """Run the programs; 1 if a time is not where the model says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    text, is_right = page(args.runs)
    if args.write:
        args.write.write_text(text)
    else:
        sys.stdout.write(text)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
