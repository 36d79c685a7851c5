"""docs/extrapolation-proof.md: recorded runs extrapolated, against runs and ExtraP's findings.

    python -m tests.extrapolation.proof [--machine FILE] [--repeat K] [--write FILE]

Without a machine file messages between two processes are measured first. Nothing else of it is used:
computation is that of the recorded runs, with ratio 1.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from sad.extrapolation.ratio import Ratio
from sad.extrapolation.runs import Target, extrapolate, target_of
from sad.loading.machines import read_machine
from sad.machine.database import get_machine
from sad.simulation.service import BARRIER, READ, WORK, Barrier, Service, serve
from sad.traces.format import CODE
from sad.traces.intervals import computation
from sad.traces.record import Recording, record_run
from sad.traces.show import mean_interval
from tests.extrapolation.matmul import distributions
from tests.spmd.time_proof import CASES, RUN, Case, built, environment, measured

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.extrapolation.runs import Extrapolated
    from sad.simulation.service import Act
    from sad.traces.format import Trace

RANKS = (1, 2, 4, 8, 16)
RUNS = 10
_BUSY_BEFORE, _BUSY_AFTER = 0.6, 2.0
"""Load per core above which runs are not those of an idle computer; the proof itself makes some."""
_LONG = 0.01
"""Seconds of a kernel from which on each case counts for itself."""
_US = 1e-6

HEAD = """\
# Recorded runs against runs

Written by `make extrapolation-proof` (`python -m tests.extrapolation.proof`); no figure was typed in.
{about} The load of the computer was {load:.1f} on {cores} cores when this began,
{after:.1f} when it ended.
{busy}
"""

_WAS_BUSY = """
**Others used the computer meanwhile**: times of runs without the recorder are too long, and are no
measure of how right the extrapolated ones are. The last two parts depend on no clock.
"""

_SAME = """\
The cases of [scale-proof.md](scale-proof.md) on two processes, recorded {repeat} times, the least
of each stretch of computation taken, and extrapolated with ratio 1 to the machine file that was
measured here; beside it the fastest of {runs} runs without the recorder."""
_OPTIMUM = """\
`mgrid` (n = 256, five levels, four cycles) on 1 to 8 ranks, extrapolated to `cm5`, library `extrap`,
with three start-ups: the number of ranks with the least time. Faster computation should move it
down."""
_DIAGNOSIS = """\
A relaxation that reads two neighbours in each of 40 steps, 80 ms of work a step: speed-up over one
thread, with interrupts and the linear barrier of `cm5`. A read is declared with 231,456 bytes and
needs 128."""
_FOUND = """\
Step 4 is what the trace says: 40 barriers are too few to be the reason, and messages of the
declared size are the reason that is left."""


def main() -> None:
    """Measure, extrapolate, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machine", help="machine file of this computer (default: calibrate one)")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each recording")
    parser.add_argument("--write", metavar="FILE")
    args = parser.parse_args()
    os.environ.update(environment())
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        machine = args.machine or with_messages(folder)
        description, _ = read_machine(machine)
        about = f"The machine file: {description.description.rstrip('.')}."
        lines = list(oversubscribed(folder, args.repeat))
        lines += same_machine(folder, machine, args.repeat, load)
        lines += optimum(folder)
        lines += diagnosis()
        lines += policies()
        lines += distributions()
    after, cores = os.getloadavg()[0], os.cpu_count() or 1
    busy = _WAS_BUSY if is_busy(load) else ""
    head = HEAD.format(about=about, load=load, cores=cores, after=after, busy=busy)
    lines = [head, *lines]
    text = "".join(f"{line}\n" for line in lines)
    if args.write:
        Path(args.write).write_text(text)
    sys.stdout.write(text)


def with_messages(folder: Path) -> str:
    """Return a machine file with the times of messages measured here, and any processor."""
    machine = folder / "here.yaml"
    command = [
        sys.executable,
        "-m",
        "sad",
        "machine",
        "calibrate",
        "--extends",
        "x86_64-generic",
        "--name",
        "here",
    ]
    command += ["--mpi", " ".join([*RUN, "-n", "2"]), "-o", str(machine)]
    subprocess.run(command, check=True, env=environment())
    return str(machine)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table whose first column is text."""
    rule = ["---", *["--:"] * (len(head) - 1)]
    return [f"| {' | '.join(row)} |" for row in (head, rule, *rows)]


def recorded(binary: Path, ranks: int, values: str, arguments: bool, repeat: int) -> Trace:
    """Return the trace of a program of the corpus, its runs aligned."""
    words = [*RUN, "-n", str(ranks), str(binary), *(values.split() if arguments else ())]
    given = b"" if arguments else f"{values}\n".encode()
    saved = os.dup(1)
    with open(os.devnull, "w", encoding="utf-8") as nothing:  # what the program prints
        os.dup2(nothing.fileno(), 1)
        try:
            return record_run(words, Recording(repeat=repeat, clock="cpu"), given)
        finally:
            os.dup2(saved, 1)
            os.close(saved)


# --- the same work with more ranks than cores ---


def oversubscribed(folder: Path, repeat: int) -> Iterator[str]:
    """Yield how much all ranks compute together, by their number: it should not change."""
    yield "## More ranks than cores"
    yield ""
    yield "`ring`, n = 240: computation of all ranks together, by the processor's clock, the least of"
    yield f"{repeat} recordings."
    yield ""
    binary = built("ring", folder)
    rows: list[list[str]] = []
    base = 0.0
    for ranks in RANKS:
        trace = recorded(binary, ranks, "240 4", False, repeat)
        total = sum(computation(trace, rank).total for rank in range(ranks))
        base = base or total
        mean = mean_interval(trace)
        rows.append(
            [str(ranks), f"{total * 1e3:.1f}", f"{total / base - 1:+.1%}", f"{mean * 1e6:.0f}"]
        )
    head = ("ranks", "computation [ms]", "against one rank", "mean between calls [us]")
    yield from table(head, rows)
    yield ""


# --- the same machine ---


def kernel_seconds(found: Extrapolated) -> float:
    """Return the time between the first two looks at the clock, on the first rank."""
    rows = found.trace.rows[0]
    number = found.trace.routines.index("mpi_wtime")
    looks = [at for at, code in enumerate((rows["routine"] & CODE).tolist()) if code == number]
    assert found.program is not None
    assert found.flow is not None
    times: list[float] = []
    for look in looks[:2]:
        before = 0.0
        ends = found.flow.step_ends[0]
        for step, end in zip(found.program.steps[0], ends, strict=True):
            if step[5] > look:
                break
            before = end
        times.append(before)
    return times[1] - times[0]


def is_busy(before: float) -> bool:
    """Whether others used the computer: by its load before this began, and now."""
    cores = os.cpu_count() or 1
    return before > _BUSY_BEFORE * cores or os.getloadavg()[0] > _BUSY_AFTER * cores


def same_machine(folder: Path, machine: str, repeat: int, load: float) -> Iterator[str]:
    """Yield the cases of docs/scale-proof.md: recorded, and extrapolated to where they ran.

    Deviations are left out if others used the computer, by the ``load`` before and the one after.
    """
    yield "## The same computer"
    yield ""
    yield _SAME.format(repeat=repeat, runs=RUNS)
    yield ""
    description, _ = read_machine(machine)
    target = target_of(description, "mpi", None, None)
    rows: list[list[str]] = []
    pairs: list[tuple[Case, float, float]] = []
    for name in dict.fromkeys(case.name for case in CASES):
        binary = built(name, folder)
        for case in (case for case in CASES if case.name == name):
            values = " ".join(str(value) for value in case.values.values())
            trace = recorded(binary, 2, values, case.arguments, repeat)
            predicted = kernel_seconds(extrapolate(trace, target, Ratio(1.0, "here")))
            fastest = min(measured(case, binary, RUNS))
            pairs.append((case, predicted, fastest))
            spread = "-" if trace.spread is None else f"{trace.spread:.0%}"
            off = f"{predicted / fastest - 1:+.0%}"
            shown = f"`{name}` {case.shown}"
            rows.append([shown, f"{predicted * 1e3:.2f}", f"{fastest * 1e3:.2f}", off, spread])
    head = ("program", "extrapolated [ms]", "fastest run [ms]", "off", "recordings differ by")
    yield from table(head, rows)
    yield ""
    if is_busy(load):
        yield "* Others used the computer: deviations from these runs say nothing and are left out."
        yield ""
        return
    off = [abs(predicted / fastest - 1) for _, predicted, fastest in pairs]
    long = [abs(p / f - 1) for _, p, f in pairs if f >= _LONG]
    yield f"* Mean deviation {sum(off) / len(off):.0%} (target: 5 %), largest {max(off):.0%}."
    if long:
        worst = max(long)
        yield f"* Of kernels of 10 ms or more the largest deviation is {worst:.0%} (target: 10 %)."
    orders = [(a[1] < b[1]) == (a[2] < b[2]) for a, b in combinations(pairs, 2)]
    yield f"* {sum(orders)} of {len(orders)} pairs are in the measured order (target: all)."
    yield ""


# --- the best number of processors ---


def optimum(folder: Path) -> Iterator[str]:
    """Yield the best number of processors of a multigrid method, by ratio and start-up."""
    yield "## The best number of processors moves"
    yield ""
    yield _OPTIMUM
    yield ""
    binary = built("mgrid", folder)
    traces = [recorded(binary, ranks, "256 5 4", False, 4) for ranks in (1, 2, 4, 8)]
    rows: list[list[str]] = []
    for ratio in (100.0, 30.0, 10.0):
        row = [f"{ratio:g}"]
        for startup in (5.0, 100.0, 200.0):
            cm5 = with_startup(startup * _US)
            times = [extrapolate(trace, cm5, Ratio(ratio, "given")).seconds for trace in traces]
            best = min(range(len(times)), key=lambda place: times[place])
            row.append(f"{traces[best].ranks} ({times[best] * 1e3:.2f} ms)")
        rows.append(row)
    yield from table(("ratio", "start-up 5 us", "100 us", "200 us"), rows)
    yield ""


def with_startup(seconds: float) -> Target:
    """Return cm5 with another start-up."""
    machine = get_machine("cm5")
    model = machine.programming_models["extrap"]
    changed = replace(model.parameters["startup_s"], value=seconds)
    model = replace(model, parameters={**model.parameters, "startup_s": changed})
    return target_of(replace(machine, programming_models={"extrap": model}), "extrap", None, None)


# --- the diagnosis of a grid ---


def grid(threads: int, nbytes: int, steps: int = 40, uneven: float = 0.0) -> list[list[Act]]:
    """Return a relaxation on a grid that is divided among threads: two reads a step, and a barrier.

    Every second thread has so much more work as ``uneven`` says.
    """
    work = 0.08 / threads
    neighbours = [offset for offset in (1, -1) if threads > 1]
    return [
        [
            act
            for _ in range(steps)
            for act in (
                (WORK, work * (1.0 + uneven * (thread % 2)), 0, 0),
                *((READ, 0.0, (thread + offset) % threads, nbytes) for offset in neighbours),
                (BARRIER, 0.0, 0, 0),
            )
        ]
        for thread in range(threads)
    ]


def diagnosis() -> Iterator[str]:
    """Yield the speed-ups of a grid in the steps in which ExtraP's authors looked for what is wrong."""
    yield "## The diagnosis of a grid"
    yield ""
    yield _DIAGNOSIS
    yield ""
    free_barrier = Barrier("hardware")
    linear = get_machine("cm5").programming_models["extrap"].barrier or free_barrier
    steps = (
        ("1: 20 MB/s, start-up 100 us", 231456, 0.05, 100.0, linear),
        ("2: 200 MB/s", 231456, 0.005, 100.0, linear),
        ("3: everything free", 0, 0.0, 0.0, free_barrier),
        ("5: real sizes, 20 MB/s", 128, 0.05, 100.0, linear),
        ("6: and start-up 10 us", 128, 0.05, 10.0, linear),
    )
    counts = (1, 2, 4, 8, 16, 32)
    rows: list[list[str]] = []
    for title, nbytes, byte, startup, barrier in steps:
        service = Service("interrupt", startup * _US, byte * _US)
        times = [serve(grid(count, nbytes), service, barrier).seconds for count in counts]
        rows.append([title, *(f"{times[0] / time:.2f}" for time in times)])
    yield from table(("step", *map(str, counts)), rows)
    yield ""
    yield _FOUND
    yield ""


def policies() -> Iterator[str]:
    """Yield the time of the same grid by policy."""
    yield "## Policies"
    yield ""
    yield "The same grid with real sizes on 16 threads, every second with half as much work again;"
    yield "start-up 100 us, polling at two intervals."
    yield ""
    linear = get_machine("cm5").programming_models["extrap"].barrier or Barrier()
    rows: list[list[str]] = []
    for policy, interval in (("none", 0.0), ("interrupt", 0.0), ("poll", 100.0), ("poll", 1000.0)):
        service = Service(policy, 100 * _US, 0.05 * _US, poll_interval_s=interval * _US)
        found = serve(grid(16, 128, uneven=0.5), service, linear)
        shown = policy if not interval else f"{policy}, {interval:g} us"
        rows.append([shown, f"{found.seconds * 1e3:.2f}", str(found.longest_queue)])
    yield from table(("policy", "time [ms]", "longest queue"), rows)


if __name__ == "__main__":
    main()
