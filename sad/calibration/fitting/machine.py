"""All toolchains that were measured, as one machine, and as the text of a machine file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sad.machine.architecture import canonical_architecture
from sad.machine.schema import LINE_TIMES, Machine, Toolchain
from sad.mapping.regions import OPTIMISED
from sad.records import fields, record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.calibration.fitting.fit import Fitted
    from sad.calibration.measure import FlagSet
    from sad.machine.provenance import Provenance
    from sad.machine.schema import MemoryLevel
    from sad.machine.throughput import Throughput, VectorUnit
    from sad.machine.values import MachineValue


_HEAD = """\
# A machine measured by `sad machine calibrate`: every number was fitted to the times of small kernels
# that ran on it, none was looked up. Times in seconds, sizes in bytes, rates in Hz; `uncertainty` is
# one relative standard error of the fit, large where few kernels tell a number from others.
#
#   operations_s   the additive model: one time per operation of the source, a block's time is their sum
#   throughput     the throughput model (docs/cost-models.md): reciprocal throughputs, latencies, extras
#   asm            the same for instructions of object code (docs/asm.md)
#   calibration    where, when and how; residual_quantiles are measured/predicted of kernels left out of
#                  the fit, covered lists the operations its kernels perform; for others stands
#                  the time of a similar one, and reports name them
"""
_SMALLEST_UNCERTAINTY = 0.005
_LARGEST_UNCERTAINTY = 2.0


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
    memory = memory_levels(about.caches_bytes, about.caches_ways, waits, _load_latency(fits))
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


def machine_text(machine: Machine) -> str:
    """Return a machine as the text of a machine file."""
    lines = [
        *_HEAD.splitlines(),
        "schema: 1",
        f"name: {_text(machine.name)}",
        f"description: {_text(machine.description)}",
        f"kind: {machine.kind}",
        "processor:",
        f"  name: {_text(machine.processor)}",
        f"  architecture: {machine.architecture}",
        f"  clock_hz: {_number(machine.clock_hz)}",
        "  toolchains:",
    ]
    for toolchain in machine.toolchains.values():
        lines.append(f"    {_text(toolchain.name)}:")
        lines.extend(f"      {line}" for line in _toolchain(toolchain))
    if machine.memory:
        lines.append("memory:  # times of a line that comes from a level: walked to, jumped to")
        for level in machine.memory:
            lines.extend(_level(level))
    return "\n".join(lines) + "\n"


def _toolchain(item: Toolchain) -> Iterator[str]:
    yield f"compiler: {_text(item.compiler)}"
    yield f"flags: {_text(item.flags)}"
    if item.language:
        yield f"language: {item.language}"
    yield f"model: {item.model}"
    yield "operations_s:"
    yield from _table(item.operations)
    if item.fallback:
        pairs = ", ".join(f"{key}: {other}" for key, other in item.fallback.items())
        yield f"fallback: {{{pairs}}}"
    if item.throughput is not None:
        yield "throughput:"
        yield from (f"  {line}" for line in _throughput(item.throughput))
    if item.asm is not None:
        yield "asm:"
        yield from (f"  {line}" for line in _throughput(item.asm))
    if item.calibration is not None:
        yield "calibration:"
        yield from (f"  {line}" for line in _calibration(item.calibration))


def _throughput(item: Throughput) -> Iterator[str]:
    yield f"view: {item.view}"
    yield f"norm: {item.norm:g}  # joins bounds and chains: large ones take the largest"
    yield f"memory_norm: {item.memory_norm:g}"
    yield f"miss_s: {_number(item.miss_s)}  # a mispredicted branch"
    yield f"window_s: {_number(item.window_s)}  # how far the core looks ahead, as time to issue that"
    if item.most_copies:
        yield f"most_copies: {item.most_copies:g}  # of loops of so many constant trips"
    yield "bounds_s:  # reciprocal throughputs"
    for name, table in item.bounds.items():
        yield f"  {name}:"
        yield from (f"  {line}" for line in _table(table))
    yield "latencies_s:  # steps of dependence chains"
    yield from _table(item.latencies)
    if item.extras:
        yield "extras_s:  # beside the bounds"
        yield from _table(item.extras)
    if item.vector is not None:
        yield f"vector: {_vector(item.vector)}"
    yield from _quantiles(item.residual_quantiles)


def _vector(item: VectorUnit) -> str:
    parts: list[str] = []
    for field in fields(item):
        value = getattr(item, field.name)
        if isinstance(value, bool):
            parts.append(f'{field.name}: "{str(value).lower()}"')
        else:
            parts.append(f"{field.name}: {value if isinstance(value, int) else _number(value)}")
    return f"{{{', '.join(parts)}}}"


def _calibration(item: Provenance) -> Iterator[str]:
    for name in ("date", "tool", "cpu", "compiler_version", "flags", "microcode"):
        if getattr(item, name) or name != "microcode":
            yield f"{name}: {_text(getattr(item, name))}"
    for name in ("canary_s", "noise", "duration_s"):
        value = getattr(item, name)
        if value is not None:
            yield f"{name}: {_number(value)}"
    yield f"kernels: {item.kernels}"
    yield f"rejected: {item.rejected}"
    yield from _quantiles(item.residual_quantiles)
    if item.covered:
        yield "covered:"
        yield from (f"  - {key}" for key in item.covered)


def _quantiles(quantiles: Mapping[float, float]) -> Iterator[str]:
    if quantiles:
        pairs = (f"{level:g}: {ratio:.4f}" for level, ratio in quantiles.items())
        yield f"residual_quantiles: {{{', '.join(pairs)}}}"


def _level(item: MemoryLevel) -> Iterator[str]:
    sizes = (
        (
            ("entries", item.entries),
            ("page_bytes", item.page_bytes),
        )
        if item.is_tlb
        else (
            ("size_bytes", item.size_bytes),
            ("line_bytes", item.line_bytes),
            ("ways", item.ways),
        )
    )
    yield f"  - name: {_text(item.name)}"
    for name, value in sizes:
        if value is not None:
            yield f"    {name}: {value.value:.0f}"
    for name in ("latency_s", *LINE_TIMES):
        value = getattr(item, name)
        if value is not None:
            yield f"    {name}: {_number(value.value)}"


def _table(table: Mapping[str, MachineValue]) -> Iterator[str]:
    """Lines of a table, indented by two."""
    for key, value in table.items():
        text = _number(value.value)
        if value.uncertainty is not None:
            shown = min(max(value.uncertainty, _SMALLEST_UNCERTAINTY), _LARGEST_UNCERTAINTY)
            source = f', source: "{value.source}"' if value.source else ""
            text = f"{{value: {text}, uncertainty: {shown:.2g}{source}}}"
        yield f"  {key}: {text}"


def _number(value: float) -> str:
    """A float that YAML reads as one, in four digits."""
    return "0.0" if value == 0 else f"{value:.3e}"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
