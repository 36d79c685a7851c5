"""Whether flags leave the kernels' results as they are: sums against those without optimisation."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kind
from sad.calibration.running.layout import How, numbered, plan_entry, plan_head
from sad.calibration.running.rounds import is_slow
from sad.calibration.running.session import ask
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sad.calibration.kernel import Kernel
    from sad.calibration.running.session import Answers
    from sad.diagnostics import SadError

_PATIENCE = 120.0
_TOLERANCE = 1e-6  # reordered sums of some thousand numbers are much closer
_SINGLE_TOLERANCE = 1e-3
_SINGLE = {Kind.REAL, Kind.COMPLEX}


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
