"""One run of a driver: a plan goes in, samples come out."""

from __future__ import annotations

import os
import signal
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from pathlib import Path


class Sample(NamedTuple):
    """One timed sample: one call [s], a step of the chain beside it [s], and the canary's ratio."""

    seconds: float
    chain: float
    ratio: float


@dataclass(slots=True)
class Answers:
    """What a driver said. ``ended`` is its exit status, negative for a signal, None if it was ended
    for taking too long; ``last`` is the kernel it began last.
    """

    quiet: float = 0.0
    samples: dict[int, list[Sample]] = field(default_factory=dict[int, "list[Sample]"])
    sums: dict[int, float] = field(default_factory=dict[int, float])
    stream: list[float] = field(default_factory=list[float])  # [s] for a byte
    last: int = 0
    ended: int | None = 0

    @property
    def death(self) -> str:
        """How it ended, in words."""
        if self.ended is None:
            return "does not come to an end"
        if self.ended < 0:
            return f"is ended by {signal.Signals(-self.ended).name}"
        return f"ends with exit status {self.ended}"


def ask(program: Path, plan: str, cpu: int | None, patience: float) -> Answers:
    """Run a driver, pinned to a CPU if one is given, for at most ``patience`` seconds.

    Raises SAD436 if its folder does not let it run.
    """

    def pin() -> None:
        if cpu is not None:
            os.sched_setaffinity(0, {cpu})

    try:
        process = subprocess.Popen(
            [program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=pin,  # noqa: PLW1509 - a system call, and no thread runs here
        )
    except OSError as error:
        hint = "does it allow programs to run, and does the compiler make them for this machine?"
        message = f"{program}: cannot be run: {error.strerror}"
        raise argument_error("SAD436", message, hint) from None
    with process:
        timed_out = False
        try:
            text, _ = process.communicate(plan, timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            text, _ = process.communicate()
            timed_out = True
        except BaseException:
            process.kill()
            raise
    answers = _read(text)
    answers.ended = None if timed_out else process.returncode
    return answers


def _read(text: str) -> Answers:
    answers = Answers()
    for line in text.splitlines():
        kind, *words = line.split()
        try:
            match kind:
                case "r":
                    answers.quiet = float(words[0])
                case "b":
                    answers.last = int(words[0])
                case "m":
                    answers.stream.append(float(words[0]) * 1e-9)
                case "s":
                    answers.sums[int(words[0])] = float(words[1])
                case "t":
                    answers.samples[int(words[0])] = [
                        Sample(float(one) * 1e-9, float(two) * 1e-9, float(three))
                        for one, two, three in zip(
                            words[2::3], words[3::3], words[4::3], strict=True
                        )
                    ]
                case _:
                    pass
        except (ValueError, IndexError):  # the last line of one that was ended
            continue
    return answers
