"""Everything for one compiler and its flags: build, check, rounds, and where it was."""

from __future__ import annotations

import hashlib
import platform
import shlex
from datetime import UTC, datetime
from statistics import median
from typing import TYPE_CHECKING

from sad.calibration.kernels.generate import kernels
from sad.calibration.measure import FlagSet, Provenance
from sad.calibration.running import place
from sad.calibration.running.build import build
from sad.calibration.running.check import broken, compare, sums
from sad.calibration.running.folder import part
from sad.calibration.running.journal import Journal
from sad.calibration.running.rounds import DEFAULT_PROTOCOL, Protocol, Rounds, is_slow
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sad.calibration.kernel import Kernel
    from sad.calibration.measure import Canary, Measured
    from sad.calibration.running.compiler import Compiler
    from sad.calibration.running.session import Answers
    from sad.diagnostics import SadError

_REFERENCE = "-O0"


@record
class Job:
    """A compiler with flags to measure in ``folder`` on ``cpu``, anywhere if that is None.

    ``tell`` hears what is done and which share.
    """

    compiler: Compiler
    flags: str
    folder: Path
    cpu: int | None
    tell: Callable[[str, float], None]
    protocol: Protocol = DEFAULT_PROTOCOL
    chosen: Sequence[Kernel] | None = None

    def measure(self) -> FlagSet:
        """Return the times of all kernels; what an interrupted run measured is used."""
        cpu = self.cpu
        found = place.caches(cpu)
        every = tuple(self.chosen or kernels(self.compiler.language, found))
        program = self._program(self.flags, every, 0.3)
        if self.flags.split() != [_REFERENCE]:
            reference = self._program(_REFERENCE, every, 0.1)
            compare(
                every,
                self.flags,
                sums(program, every, self.flags),
                sums(reference, every, _REFERENCE),
            )
        journal = Journal(program.with_name("journal.jsonl"))
        rounds = Rounds(program, every, journal, cpu, self.protocol, self._broken)
        rounds.run(lambda share: self.tell("timing", 0.4 + 0.6 * share))
        measured, canary = rounds.results()
        return FlagSet(
            measured,
            canary,
            self._provenance(measured, canary, cpu, len(journal.rounds), found),
            tuple(rounds.unmeasured()),
        )

    def _program(self, flags: str, every: Sequence[Kernel], share: float) -> Path:
        what = hashlib.sha256()
        for kernel in every:
            what.update(f"{kernel.source}{kernel.arguments}{kernel.sizes}".encode())
        what.update(place.cpu_model().encode())
        folder = part(self.folder, self.compiler, flags, what.hexdigest())
        words = shlex.split(flags)
        return build(
            self.compiler, words, every, folder, lambda done: self.tell("compiling", share * done)
        )

    def _broken(self, kernel: Kernel, answers: Answers) -> SadError:
        return broken(self.flags, kernel, answers)

    def _provenance(
        self,
        measured: Sequence[Measured],
        canary: Canary,
        cpu: int | None,
        rounds: int,
        found: place.Caches,
    ) -> Provenance:
        steady = [item.spread for item in measured if not is_slow(item.kernel)]
        return Provenance(
            compiler=self.compiler.command,
            compiler_version=self.compiler.version,
            flags=self.flags,
            language=self.compiler.language,
            cpu_model=place.cpu_model(),
            architecture=platform.machine(),
            clock_hz=place.clock_hz(canary.chain_s),
            cpu=cpu,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            rounds=rounds,
            noise=median(steady) if steady else 0.0,
            caches_bytes={"l1": found.l1, "l2": found.l2, "l3": found.l3},
        )
