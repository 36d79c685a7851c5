"""One machine as text: its numbers and their sources."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.communication.times import MessageTimes
from sad.diagnostics import argument_error
from sad.expr.dimensions import BYTES, SECONDS, dimension_of_name
from sad.expr.tree import ExpressionError
from sad.machine.database import get_machine
from sad.machine.networks.model import ALGORITHMS, Topology
from sad.machine.networks.primitives import PrimitiveTimes
from sad.machine.networks.topology import average, capacity, diameter, shape_of, sides, virtual_hops
from sad.machine.schema import LINE_TIMES
from sad.report.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.machine.networks.model import Network, ProgrammingModel
    from sad.machine.provenance import Provenance
    from sad.machine.schema import Machine, MemoryLevel, Multicore
    from sad.machine.throughput import Throughput
    from sad.machine.values import MachineValue


def show_text(name: str, toolchain: str | None) -> str:
    """Return a machine's numbers; SAD401 if it, or its toolchain, does not exist."""
    machine = get_machine(name)
    if toolchain is not None and toolchain not in machine.toolchains:
        names = ", ".join(machine.toolchains)
        raise argument_error("SAD401", f"no toolchain {toolchain!r}", f"there are: {names}")
    architecture = f" ({machine.architecture})" if machine.architecture else ""
    lines = [
        f"{machine.name} ({machine.kind})  {machine.file}",
        f"  {' '.join(machine.description.split())}",
        f"  processor {machine.processor}{architecture}, {machine.clock_hz / 1e6:g} MHz",
        *memory_lines(machine.memory),
        *multicore_lines(machine.multicore),
    ]
    lines.extend(network_lines(machine))
    for chain in machine.toolchains.values():
        if toolchain not in (None, chain.name):
            continue
        lines.append(
            f"toolchain {chain.name}: {chain.compiler} {chain.flags} ({chain.model} model)"
        )
        if chain.calibration is not None:
            lines.append(f"  {provenance_line(chain.calibration)}")
        if chain.throughput is not None:
            lines.extend(throughput_lines(chain.throughput))
        if chain.instructions:
            lines.append(f"  instructions, of which rules {chain.rules} make the operations:")
        given = {f"[{name}]": value for name, value in chain.instructions.items()}
        width = max((len(key) for key in (*given, *chain.operations)), default=0)
        for key, value in (*given.items(), *chain.operations.items()):
            spread = "" if value.uncertainty is None else f" +-{100 * value.uncertainty:g} %"
            source = f"  {' '.join(value.source.split())}" if value.source else ""
            lines.append(f"  {key:<{width}}  {seconds_text(value.value):>9}{spread:<9}{source}")
        lines.extend(f"  {key:<{width}}  as {other}" for key, other in chain.fallback.items())
    return "\n".join(lines) + "\n"


# A machine's memory, network and programming models as text.


_SIZES = (8, 1000, 1_000_000)
_PROCESSES = 16
_MOST_NODES = 4096  # whose distances are all looked at
_PREFIXES = ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))


def memory_lines(levels: tuple[MemoryLevel, ...]) -> Iterator[str]:
    """Yield one line for each memory level, indented by two."""
    for level in levels:
        if level.entries is not None and level.page_bytes is not None:
            reach = f"{level.entries.value:g} pages of {_size(level.page_bytes.value)}"
            miss = seconds_text(level.latency_s.value)
            yield f"  {level.name}: {reach}, {miss} a miss{_spread(level.latency_s)}"
            continue
        parts = [_size(level.size_bytes.value), f"lines of {_size(level.line_bytes.value)}"]
        parts.append(f"latency {seconds_text(level.latency_s.value)}{_spread(level.latency_s)}")
        if level.ways is not None:
            parts.insert(1, f"{level.ways.value:g} ways")
        for name in LINE_TIMES:
            value: MachineValue | None = getattr(level, name)
            if value is not None:
                kind = name.partition("_")[0]
                parts.append(f"{kind} {seconds_text(value.value)} a line{_spread(value)}")
        yield f"  {level.name}: {', '.join(parts)}"


def multicore_lines(multicore: Multicore) -> Iterator[str]:
    """Yield the cores, what they share, and what threads cost, indented by two."""
    if multicore.cores:
        sockets = f" on {multicore.sockets} sockets" if multicore.sockets > 1 else ""
        yield f"  {multicore.cores} cores{sockets}"
    for item in multicore.shared:
        who = f"every {item.cores} cores" if item.cores else "the cores of a socket"
        rate = f"{item.bytes_per_s.value / 1e9:g} GB/s{_spread(item.bytes_per_s)}"
        if item.one_core is not None:
            rate += f", one core {item.one_core.value / 1e9:g}"
        source = " ".join(item.bytes_per_s.source.split())
        yield f"  {who} share {item.name} (level {item.level}): {rate}  {source}".rstrip()
    for name, cost in multicore.costs.items():
        spread = "" if cost.uncertainty is None else f" +-{100 * cost.uncertainty:g} %"
        times = ", ".join(f"{n} threads {seconds_text(cost.seconds(n))}" for n in (2, 16))
        source = " ".join(cost.source.split())
        yield f"  {name} = {cost.text} ({times}){spread}  {source}".rstrip()


def network_lines(machine: Machine) -> Iterator[str]:
    """Yield the network with its parameters, and each programming model with its primitives."""
    network = machine.network
    if network is not None:
        yield f"network {network.name}: {_topology(network.topology, network)}".rstrip()
        yield from _distances(network)
        yield from _parameters(network.parameters)
        for item in network.resources:
            yield f"  a message holds {item.name}, per {item.per}: {item.text}  {item.source}".rstrip()
    for model in machine.programming_models.values():
        description = f": {' '.join(model.description.split())}" if model.description else ""
        yield f"programming model {model.name}{description}"
        yield from _parameters(model.parameters)
        times = PrimitiveTimes(machine.clock_hz, network, model)
        for name in model.primitives:
            yield from _primitive(name, model, times)
        yield from _collectives(machine, model)


def _distances(network: Network) -> Iterator[str]:
    """How ranks lie on nodes, and how far apart they are: 16 of them, and all."""
    there = capacity(network.topology, network.nodes.value if network.nodes else None)
    mapping = network.mapping.replace("_", " ")
    parts = [f"ranks on nodes: {mapping}"]
    for count in sorted({min(_PROCESSES, there or _PROCESSES), there or _PROCESSES}):
        if 1 < count <= _MOST_NODES:
            far, mean = diameter(network.topology, count), average(network.topology, count)
            parts.append(f"{count} processors: {mean:.3g} links on average, {far} at most")
    yield f"  {'; '.join(parts)}"
    yield from _virtual(network, min(_PROCESSES, there or _PROCESSES))


def _virtual(network: Network, nprocs: int) -> Iterator[str]:
    """What hops of virtual topologies cost in links of this one."""
    grid = sides(Topology("mesh"), nprocs)
    if nprocs < 2 or math.prod(grid) != nprocs:
        return
    shape = shape_of(network.topology, nprocs)
    parts: list[str] = []
    for virtual, name in (
        ("ring", "a ring"),
        ("mesh", f"a {grid[0]} x {grid[1]} mesh"),
        ("binomial", "a binomial tree"),
        ("tree", "a binary tree"),
    ):
        own = grid if virtual == "mesh" else ()
        hops = virtual_hops(shape, network.mapping, virtual, nprocs, own)
        parts.append(f"of {name} {hops.mean():.3g} and {hops.max()}")
    yield f"  links a hop, mean and most, {nprocs} processors: {', '.join(parts)}"


def _collectives(machine: Machine, model: ProgrammingModel) -> Iterator[str]:
    """The algorithm of each operation that has no formula, for short and long messages."""
    if model.collectives is None:
        return
    times = MessageTimes(machine, model.name, "identity")
    nprocs = min(_PROCESSES, times.capacity or _PROCESSES)
    chosen = f", as {model.collectives.selection} chooses" if model.collectives.selection else ""
    source = " ".join(model.collectives.source.split())
    yield f"  operations of all {nprocs} processors by algorithm{chosen}  {source}".rstrip()
    for name in ALGORITHMS:
        if name in model.primitives or not times.knows(name):
            continue
        sizes = (0,) if name == "barrier" else _SIZES
        parts: list[str] = []
        for size in sizes:
            seconds = seconds_text(float(times.seconds(name, size, nprocs)))
            how = times.algorithm(name, size, nprocs).replace("_", " ")
            parts.append(f"{size} bytes {seconds} ({how})")
        yield f"    {name}: {', '.join(parts)}"


def provenance_line(calibration: Provenance) -> str:
    """Return where a toolchain's calibrated numbers come from."""
    parts = [f"calibrated {calibration.date} on {calibration.cpu}", calibration.compiler_version]
    parts.append(f"{calibration.kernels} kernels")
    quantiles = calibration.residual_quantiles
    if quantiles:
        low, high = min(quantiles), max(quantiles)
        shares = f"{100 * low:g} to {100 * high:g} % of kernels left out"
        parts.append(f"measured/predicted {quantiles[low]:.3g} to {quantiles[high]:.3g} ({shares})")
    return ", ".join(part for part in parts if part)


def _primitive(name: str, model: ProgrammingModel, times: PrimitiveTimes) -> Iterator[str]:
    primitive = model.primitives[name]
    source = f"  {' '.join(primitive.source.split())}" if primitive.source else ""
    spread = "" if primitive.uncertainty is None else f" +-{100 * primitive.uncertainty:g} %"
    yield f"  {name} = {primitive.text}{spread}{source}"
    if primitive.busy_text:
        yield f"    of that the processor works: {primitive.busy_text}"
    try:
        seconds = [times.seconds(name, nbytes=size, nprocs=16) for size in _SIZES]
    except ExpressionError as error:
        yield f"    no value: {error}"
        return
    shown = ", ".join(
        f"{size} bytes {seconds_text(value)}" for size, value in zip(_SIZES, seconds, strict=True)
    )
    yield f"    {shown} (16 processors, neighbours)"


def _parameters(parameters: Mapping[str, MachineValue]) -> Iterator[str]:
    for name, value in parameters.items():
        source = f"  {' '.join(value.source.split())}" if value.source else ""
        yield f"  {name}  {_quantity(name, value.value)}{_spread(value)}{source}"


def _quantity(name: str, value: float) -> str:
    dimension = dimension_of_name(name)
    if dimension == SECONDS:
        return seconds_text(value)
    if dimension == BYTES * SECONDS**-1:
        return f"{value / 1e6:g} MB/s"
    if dimension == SECONDS * BYTES**-1:
        return f"{seconds_text(value)} a byte"
    if dimension == BYTES:
        return f"{value:g} bytes"
    return f"{value:g}"


def _topology(topology: Topology, network: Network) -> str:
    shape = " x ".join(map(str, topology.dimensions))
    text = f"{topology.kind.replace('_', ' ')} {shape}".rstrip()
    if topology.arity is not None:
        text += f" of degree {topology.arity}"
    return text if network.nodes is None else f"{text}, {network.nodes.value:g} nodes"


def _spread(value: MachineValue) -> str:
    return "" if value.uncertainty is None else f" +-{100 * value.uncertainty:g} %"


def _size(count: float) -> str:
    for size, name in _PREFIXES:
        if count >= size:
            return f"{count / size:g} {name}"
    return f"{count:g} bytes"


# A toolchain's parameters of the throughput model as text.


def throughput_lines(throughput: Throughput) -> Iterator[str]:
    """Yield the model's numbers and its tables, indented by two."""
    numbers = [f"norm {throughput.norm:g}", f"memory norm {throughput.memory_norm:g}"]
    for name, seconds in (("a misprediction", throughput.miss_s), ("window", throughput.window_s)):
        if seconds:
            numbers.append(f"{name} {seconds_text(seconds)}")
    yield f"  throughput model, {throughput.view} view: {', '.join(numbers)}"
    for name, table in throughput.bounds.items():
        yield f"  bound {name}: {_times(table)}"
    for name, table in (("latencies", throughput.latencies), ("extras", throughput.extras)):
        if table:
            yield f"  {name}: {_times(table)}"
    vector = throughput.vector
    if vector is not None:
        parts = [f"vectors of {vector.width_bytes} bytes"]
        parts.append(f"{100 * vector.efficiency:g} % gained")
        parts.append(f"{seconds_text(vector.entry_s)} a loop")
        yield f"  {', '.join(parts)}"


def _times(table: Mapping[str, MachineValue]) -> str:
    return ", ".join(f"{key} {seconds_text(value.value)}" for key, value in table.items())
