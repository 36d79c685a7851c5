"""Everything for one compiler and its flags: build, check, rounds, and where it was."""

from __future__ import annotations

import hashlib
import json
import math
import platform
import shlex
from datetime import UTC, datetime
from statistics import median
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kind
from sad.calibration.kernels.generate import kernels
from sad.calibration.measure import FlagSet, Provenance
from sad.calibration.running import place
from sad.calibration.running.build import build
from sad.calibration.running.folder import part
from sad.calibration.running.rounds import DEFAULT_PROTOCOL, Journal, Protocol, Rounds, is_slow
from sad.calibration.running.session import How, ask, numbered, plan_entry, plan_head
from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from sad.calibration.kernel import Kernel
    from sad.calibration.measure import Canary, Measured
    from sad.calibration.running.compiler import Compiler
    from sad.calibration.running.session import Answers
    from sad.diagnostics import SadError


_REFERENCE = "-O0"
_PATIENCE = 120.0
_TOLERANCE = 1e-6  # reordered sums of some thousand numbers are much closer
_SINGLE_TOLERANCE = 1e-3
_SINGLE = {Kind.REAL, Kind.COMPLEX}


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


def sums(program: Path, kernels: Sequence[Kernel], flags: str) -> dict[str, float]:
    """Return a sum over all data after one call of each kernel that fits in a core's caches."""
    store = program.with_name("sums.json")
    if store.exists():
        return json.loads(store.read_text(encoding="utf-8"))
    numbers = numbered(kernels)
    entries = [
        plan_entry(numbers[kernel.name], kernel, How.PLAIN, 1, 1)
        for kernel in kernels
        if not is_slow(kernel)
    ]
    answers = ask(program, "".join([plan_head(0.0, 0.0, 1, check=True), *entries]), None, _PATIENCE)
    if answers.ended != 0:
        raise broken(flags, kernels[max(answers.last, 1) - 1], answers)
    found = {kernel.name: answers.sums.get(numbers[kernel.name], math.nan) for kernel in kernels}
    found = {kernel.name: found[kernel.name] for kernel in kernels if not is_slow(kernel)}
    aside = store.with_suffix(".new")
    aside.write_text(json.dumps(found), encoding="utf-8")
    aside.replace(store)
    return found


def compare(
    kernels: Sequence[Kernel], flags: str, found: Mapping[str, float], right: Mapping[str, float]
) -> None:
    """Raise SAD433 if a kernel's sum is not the one without optimisation."""
    for kernel in kernels:
        if kernel.name not in right:
            continue
        single = any(argument.kind in _SINGLE for argument in kernel.arguments)
        tolerance = _SINGLE_TOLERANCE if single else _TOLERANCE
        one, other = found[kernel.name], right[kernel.name]
        if not math.isclose(one, other, rel_tol=tolerance):
            message = f"with {flags!r} the kernel {kernel.name!r} computes something else"
            hint = f"a sum of {one:.9g}, not {other:.9g}: leave out the flags that change results"
            raise argument_error("SAD433", message, hint)


def broken(flags: str, kernel: Kernel, answers: Answers) -> SadError:
    """Return the error of a kernel that crashed or did not end."""
    hint = "do these flags suit this processor (-march) and this operating system?"
    message = f"with {flags!r} the kernel {kernel.name!r} {answers.death}"
    return argument_error("SAD433", message, hint)
