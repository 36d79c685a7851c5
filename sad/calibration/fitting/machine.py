"""All toolchains that were measured, as one machine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.machine.architecture import canonical_architecture
from sad.machine.schema import Machine, Toolchain
from sad.mapping.regions import OPTIMISED
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.fitting.fit import Fitted
    from sad.calibration.measure import FlagSet


@record
class Calibrated:
    """A machine, and the fit of each of its toolchains by name.

    ``classical`` is the same machine with tables from single operations only, as they were made in
    1994: to compare with.
    """

    machine: Machine
    fits: dict[str, Fitted]
    classical: Machine


def calibrated_machine(flag_sets: Sequence[FlagSet], name: str) -> Calibrated:
    """Return the machine that fits measurements of one computer best; there is at least one."""
    from sad.calibration.fitting.additive import classical_table  # noqa: PLC0415 - needs numpy
    from sad.calibration.fitting.features import Features, features_of  # noqa: PLC0415
    from sad.calibration.fitting.fit import clock_of, fit, toolchain_name  # noqa: PLC0415
    from sad.calibration.fitting.fit_asm import with_asm  # noqa: PLC0415
    from sad.calibration.fitting.memory import memory_levels  # noqa: PLC0415

    known: dict[tuple[str, str], Features] = {}
    fits: dict[str, Fitted] = {}
    tables: dict[str, Toolchain] = {}
    for item in flag_sets:
        kernels = [one.kernel for one in item.measured]
        new = [k for k in kernels if (k.language, k.source) not in known]
        for kernel, features in zip(new, features_of(new), strict=True):
            known[kernel.language, kernel.source] = features
        features = {k.name: known[k.language, k.source] for k in kernels}
        about = item.provenance
        own = toolchain_name(about.compiler, about.flags)
        found = fit(item, features, own)
        if found.toolchain.throughput is not None and found.toolchain.throughput.view == OPTIMISED:
            found = replace(found, toolchain=with_asm(found.toolchain, item, features))
        fits[own] = found
        table = classical_table(
            list(features.values()), {one.kernel.name: one.seconds for one in item.measured}
        )
        tables[own] = replace(
            found.toolchain,
            model="additive",
            operations=table,
            throughput=None,
            calibration=None,
            asm=None,
        )
    about = flag_sets[0].provenance
    clock = clock_of(flag_sets[0])
    waits = [wait for item in fits.values() for wait in item.waits]
    memory = memory_levels(about.caches_bytes, waits, _load_latency(fits))
    machine = Machine(
        name,
        "",
        f"{about.cpu_model}, measured {about.date[:10]}",
        "measured",
        about.cpu_model,
        clock,
        {key: item.toolchain for key, item in fits.items()},
        memory,
        canonical_architecture(about.architecture),
    )
    classical = replace(
        machine,
        name=f"{name}-classical",
        description=f"{machine.description}: times from kernels of single operations only",
        toolchains=tables,
        memory=(),
    )
    return Calibrated(machine, fits, classical)


def _load_latency(fits: Mapping[str, Fitted]) -> float:
    """The latency of a load from the first level [s], as optimised code has it if any was measured."""
    found = [
        (item.toolchain.throughput.view != OPTIMISED, item.toolchain.throughput.latencies["load"])
        for item in fits.values()
        if item.toolchain.throughput is not None and "load" in item.toolchain.throughput.latencies
    ]
    return min(found, key=lambda pair: pair[0])[1].value if found else 0.0
