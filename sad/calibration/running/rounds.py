"""Rounds of samples until every kernel has enough that were taken undisturbed.

In each round every kernel that still needs some is called. A sample counts if the canary around it
says that nobody shared the core (within 6 % of the quiet ratio: a busy sibling costs 10 % and more),
and is scaled to one clock by the canary's chain. Kernels whose data do not fit the core's caches take
what they get.
"""

from __future__ import annotations

import json
import os
from statistics import median, quantiles
from time import monotonic
from typing import TYPE_CHECKING, Any

from sad.calibration.measure import Canary, Measured
from sad.calibration.running.place import load
from sad.calibration.running.session import (
    STREAM_ENTRY,
    How,
    Sample,
    ask,
    numbered,
    plan_entry,
    plan_head,
)
from sad.diagnostics import Diagnostic, ExitCode, SadError, Severity, Span
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from sad.calibration.kernel import Kernel
    from sad.calibration.running.session import Answers


_FASTEST = 6  # one sample in so many is faster than the time that is taken


@record
class Protocol:
    """How samples are taken: ``target`` [s] long; ``rounds`` with ``each`` undisturbed ones.

    A kernel whose fastest samples differ by more than ``agreement`` gets more, up to ``most``. A visit
    tries ``tries`` times, more the fewer kernels are left. After ``budget`` [s] ``least`` undisturbed
    samples are enough, and a ``share`` of the kernels may have less. Slow kernels have
    ``slow_rounds`` with ``slow_each`` samples. A canary is quiet from ``below`` under to ``above``
    over its ratio. ``patience`` [s] is for one run of the driver.
    """

    target: float = 6e-6
    rounds: int = 3
    each: int = 6
    tries: int = 60
    most: int = 54
    agreement: float = 0.02
    least: int = 3
    share: float = 0.05
    budget: float = 45.0
    slow_rounds: int = 2
    slow_each: int = 3
    above: float = 0.06
    below: float = 0.03
    patience: float = 120.0


DEFAULT_PROTOCOL = Protocol()


def is_slow(kernel: Kernel) -> bool:
    """Whether a kernel's data lie beyond what a core has for itself."""
    return kernel.memory in {"l3", "memory"}


def _ordered(rounds: Sequence[Sequence[Sample]], chain: float) -> list[float]:
    """Return the times of samples, as if a step of the chain had taken ``chain``, fastest first."""
    return sorted(item.seconds * chain / item.chain for taken in rounds for item in taken)


@record
class Rounds:
    """The rounds of one program."""

    program: Path
    kernels: Sequence[Kernel]
    journal: Journal
    cpu: int | None
    protocol: Protocol
    failed: Callable[[Kernel, Answers], SadError]

    def run(self, tell: Callable[[float], None]) -> None:
        """Take samples until all kernels have enough, or time is up.

        Raises SAD434 if then more than the ``share`` of the protocol have less than the least.
        """
        protocol = self.protocol
        start, done = monotonic(), 0.0
        total = len(self.kernels) * protocol.rounds * protocol.each
        while needed := self.needed():
            done = max(done, 1.0 - sum(needed.values()) / total)
            tell(done)
            if monotonic() - start > protocol.budget:
                if len(self.unmeasured()) > protocol.share * len(self.kernels):
                    raise self._disturbed()
                return
            self.take(needed)

    def unmeasured(self) -> list[str]:
        """Return the kernels that have less than the least number of undisturbed samples."""
        least = self.protocol.least
        return [
            kernel.name
            for kernel in self.kernels
            if sum(map(len, self.accepted(kernel))) < (1 if is_slow(kernel) else least)
        ]

    def take(self, needed: Mapping[str, int]) -> None:
        """Take one round of samples of the kernels that need some, and keep it."""
        protocol = self.protocol
        number = len(self.journal.rounds)
        plan = [plan_head(protocol.target, self.quiet, 1000003 * (number + 1))]
        numbers = numbered(self.kernels)
        slow = False
        left = sum(not is_slow(kernel) and kernel.name in needed for kernel in self.kernels)
        often = protocol.tries * min(8, max(1, len(self.kernels) // max(1, left)))
        for kernel in sorted(self.kernels, key=is_slow):
            if kernel.name not in needed:
                continue
            if is_slow(kernel):
                how, wanted, tries = How.SLOW, protocol.slow_each, protocol.slow_each
                slow = True
            else:
                how = How.FRESH if kernel.fresh else How.PLAIN
                wanted, tries = min(protocol.each, needed[kernel.name]), often
            plan.append(plan_entry(numbers[kernel.name], kernel, how, wanted, tries))
        answers = ask(
            self.program,
            "".join([*plan, STREAM_ENTRY] if slow else plan),
            self.cpu,
            protocol.patience,
        )
        if answers.ended != 0:
            raise self.failed(self.kernels[max(answers.last, 1) - 1], answers)
        names = {value: name for name, value in numbers.items()}
        samples = {names[key]: taken for key, taken in answers.samples.items() if taken}
        self.journal.add(answers.quiet, answers.stream, samples)

    @property
    def quiet(self) -> float:
        """The canary's ratio while nobody shares the core, 0 before the first round."""
        return min(self.journal.quiet, default=0.0)

    def accepted(self, kernel: Kernel) -> list[list[Sample]]:
        """Return the samples of a kernel that count, by round."""
        found = [taken.get(kernel.name, []) for taken in self.journal.rounds]
        if not is_slow(kernel):
            low, high = 1.0 - self.protocol.below, 1.0 + self.protocol.above
            quiet = self.quiet
            found = [
                [item for item in taken if quiet * low < item.ratio < quiet * high]
                for taken in found
            ]
        return [taken for taken in found if taken]

    def needed(self) -> dict[str, int]:
        """Return how many samples each kernel still needs; at most ``each`` of a round count."""
        protocol = self.protocol
        missing: dict[str, int] = {}
        for kernel in self.kernels:
            rounds = self.accepted(kernel)
            if is_slow(kernel):
                lacking = (protocol.slow_rounds - len(rounds)) * protocol.each
            else:
                had = sum(min(len(taken), protocol.each) for taken in rounds)
                lacking = protocol.rounds * protocol.each - had
                if lacking <= 0 and had < protocol.most and not self._settled(kernel, rounds):
                    lacking = protocol.each
            if lacking > 0:
                missing[kernel.name] = lacking
        return missing

    def _settled(self, kernel: Kernel, rounds: list[list[Sample]]) -> bool:
        """Whether a kernel's fastest samples agree; where data change, times differ anyway."""
        values = _ordered(rounds, 1.0)
        return kernel.fresh or values[len(values) // _FASTEST] <= values[0] * (
            1.0 + self.protocol.agreement
        )

    def results(self) -> tuple[tuple[Measured, ...], Canary]:
        """Return times and the canary, once ``run`` has come to its end."""
        chains = [
            sample.chain
            for kernel in self.kernels
            if not is_slow(kernel)
            for taken in self.accepted(kernel)
            for sample in taken
        ]
        chain = median(chains)
        without = set(self.unmeasured())
        measured = tuple(
            self._measured(kernel, chain) for kernel in self.kernels if kernel.name not in without
        )
        low, *_, high = quantiles(chains, n=20)
        stream = self.journal.stream
        taken = sum(len(items) for found in self.journal.rounds for items in found.values())
        canary = Canary(
            chain_s=chain,
            chain_noise=high / low - 1.0,
            stream_bytes_per_s=1.0 / min(stream) if stream else 0.0,
            stream_noise=max(stream) / min(stream) - 1.0 if stream else 0.0,
            quiet_ratio=self.quiet,
            samples=taken,
        )
        return measured, canary

    def _measured(self, kernel: Kernel, chain: float) -> Measured:
        rounds = self.accepted(kernel)
        if is_slow(kernel):
            times = sorted(item.seconds for taken in rounds for item in taken)
            return Measured(kernel, times[0], times[len(times) // 3] / times[0] - 1.0)
        # new data differ from call to call; the same data do not, and what disturbs only adds
        every = _ordered(rounds, chain)
        seconds = every[len(every) // (4 if kernel.fresh else _FASTEST)]
        return Measured(kernel, seconds, every[len(every) // 3] / every[0] - 1.0)

    def _disturbed(self) -> SadError:
        short = len(self.unmeasured())
        hint = (
            f"after {len(self.journal.rounds)} rounds {short} of {len(self.kernels)} kernels have too "
            f"few undisturbed samples; {load()}; run it again when the machine is idle: what was "
            "measured is kept"
        )
        message = "the machine is too busy to measure"
        diagnostic = Diagnostic("SAD434", Severity.ERROR, message, Span.at("<arguments>"), hint)
        return SadError(diagnostic, ExitCode.CHECK_FAILED)


class Journal:
    """Rounds of one program in a file of JSON lines; a line that was cut off does not count.

    A round has the quiet ratio, stream samples, and samples by the kernel's name.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.quiet: list[float] = []
        self.stream: list[float] = []
        self.rounds: list[dict[str, list[Sample]]] = []
        if path.exists():
            whole = path.read_text(encoding="utf-8").rpartition("\n")[0]
            path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
            for line in whole.splitlines():
                self._take(json.loads(line))

    def _take(self, entry: dict[str, Any]) -> None:
        self.quiet.append(entry["quiet"])
        self.stream += entry["stream"]
        samples: dict[str, list[list[float]]] = entry["samples"]
        self.rounds.append(
            {name: [Sample(*item) for item in items] for name, items in samples.items()}
        )

    def add(self, quiet: float, stream: list[float], samples: dict[str, list[Sample]]) -> None:
        """Keep a round; it is on the disk when this returns."""
        entry = {"quiet": quiet, "stream": stream, "samples": samples}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self.quiet.append(quiet)
        self.stream += stream
        self.rounds.append(samples)
