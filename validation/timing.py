"""The time of one call under the noise protocol.

Each program is pinned to one CPU, or to as many as it has threads, and measured in rounds that are
interleaved over the programs, so that a slow minute does not fall on one of them. In a round the
harness times at least 20 calls and takes the fastest quiet one: beside each call run two canaries
(see ``harness.c``). A round counts only if, beside that call, the core's clock was near the best of
all rounds, and its width was not shared with another hardware thread. Other rounds are repeated.

The clock may move by several steps of about 3 % with the load; what is left of that can be divided
out with ``Timing.chain``.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


class TimingError(Exception):
    """A program failed, or printed something else than times; the text says which and what."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """How often, and what is too noisy."""

    samples: int = 20  # timed calls in a round, at least
    seconds: float = 0.2  # a round goes on until this time has passed [s]
    rounds: int = 3  # accepted rounds per program
    attempts: int = 12  # rounds per program, accepted or not
    slower_clock: float = 0.08  # relative to the fastest chain that was seen
    shared_width: float = 0.06  # of width per chain, relative to the best that was seen
    timeout: float = 120.0  # of one round [s]


@dataclass(frozen=True, slots=True)
class Round:
    """What the harness said about one round; all times in seconds."""

    seconds: float  # the fastest quiet call
    fastest: float  # of all calls
    median: float
    samples: int
    chain: float  # canaries beside the fastest quiet call
    width: float
    best_chain: float  # shortest canaries of the round
    best_width: float

    @property
    def sharing(self) -> float:
        """The time of the additions over that of the chain: independent of the clock."""
        return self.width / self.chain


@dataclass(frozen=True, slots=True)
class Timing:
    """The result for one program."""

    seconds: (
        float  # the fastest call of the accepted rounds; of all rounds if none was accepted [s]
    )
    chain: float  # the chain canary beside that call [s]
    accepted: tuple[Round, ...]
    rejected: tuple[Round, ...]
    steady: bool  # as many rounds were accepted as the protocol wants


@dataclass(slots=True)
class _Reference:
    """The best canaries of all rounds so far: what an undisturbed core can do."""

    chain: float = float("inf")
    sharing: float = float("inf")

    def learn(self, measured: Round) -> None:
        self.chain = min(self.chain, measured.best_chain)
        self.sharing = min(
            self.sharing, measured.sharing, measured.best_width / measured.best_chain
        )

    def accepts(self, measured: Round, protocol: Protocol) -> bool:
        return measured.chain <= self.chain * (
            1.0 + protocol.slower_clock
        ) and measured.sharing <= self.sharing * (1.0 + protocol.shared_width)


def measure(
    executables: Mapping[str, Path],
    protocol: Protocol | None = None,
    cpu: int | None = None,
    progress: Callable[[str, Round], None] | None = None,
    threads: Mapping[str, int] | None = None,
) -> dict[str, Timing]:
    """Return the time of one call of each program, by its key.

    ``cpu`` is the one to run on: by default the last of those this process may use. ``progress`` is
    told of each round. ``threads`` says which programs run with how many OpenMP threads; those run
    on the last CPUs, one a thread, and are held against others with as many threads only, as waiting
    threads disturb the canaries. ``TimingError``: a program fails or prints no times.
    """
    protocol = protocol or Protocol()
    numbers = {key: (threads or {}).get(key, 1) for key in executables}
    cpus = {number: last_cpus(number) for number in set(numbers.values())}
    if cpu is not None:
        cpus[1] = frozenset({cpu})
    references = {number: _Reference() for number in cpus}
    rounds: dict[str, list[Round]] = {key: [] for key in executables}

    def steady(key: str) -> bool:
        reference = references[numbers[key]]
        return sum(reference.accepts(each, protocol) for each in rounds[key]) >= protocol.rounds

    for _ in range(protocol.attempts):
        for key in [each for each in executables if not steady(each)]:
            number = numbers[key]
            measured = one_round(executables[key], protocol, cpus[number], number)
            references[number].learn(measured)
            rounds[key].append(measured)
            if progress is not None:
                progress(key, measured)
    return {key: _timing(done, references[numbers[key]], protocol) for key, done in rounds.items()}


def last_cpus(number: int) -> frozenset[int]:
    """Return the last ``number`` CPUs this process may use; none where the system does not say."""
    if not hasattr(os, "sched_getaffinity"):
        return frozenset()
    return frozenset(sorted(os.sched_getaffinity(0))[-number:])


def one_round(
    executable: Path, protocol: Protocol, cpus: frozenset[int], threads: int = 1
) -> Round:
    """Run the harness once, on ``cpus`` with ``threads`` OpenMP threads."""
    command = [str(executable), "time", str(protocol.samples), str(protocol.seconds)]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=protocol.timeout,
            env={**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true"},
            preexec_fn=(lambda: os.sched_setaffinity(0, cpus)) if cpus else None,
        )
    except (OSError, subprocess.TimeoutExpired, subprocess.SubprocessError) as error:
        raise TimingError(f"{' '.join(command)}: {error}") from None
    if done.returncode != 0:
        said = done.stderr.strip() or f"ended with status {done.returncode}"
        raise TimingError(f"{' '.join(command)}: {said}")
    return read_round(done.stdout, " ".join(command))


def read_round(text: str, command: str) -> Round:
    """Return what the harness printed; ``TimingError`` names ``command`` if it is something else."""
    try:
        said = json.loads(text)
        return Round(
            seconds=float(said["quiet_min"]),
            fastest=float(said["min"]),
            median=float(said["median"]),
            samples=int(said["samples"]),
            chain=float(said["canary_chain"]),
            width=float(said["canary_width"]),
            best_chain=float(said["best_chain"]),
            best_width=float(said["best_width"]),
        )
    except (ValueError, KeyError, TypeError):
        raise TimingError(f"{command}: no times in {text[:80]!r}") from None


def _timing(rounds: list[Round], reference: _Reference, protocol: Protocol) -> Timing:
    accepted = tuple(each for each in rounds if reference.accepts(each, protocol))
    rejected = tuple(each for each in rounds if not reference.accepts(each, protocol))
    fastest = min(accepted or rejected, key=lambda each: each.seconds)
    steady = len(accepted) >= protocol.rounds
    return Timing(fastest.seconds, fastest.chain, accepted, rejected, steady)
