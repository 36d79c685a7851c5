"""A toolchain's parameters of the throughput model as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.machine.schema import Value
    from sad.machine.throughput import Throughput


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


def _times(table: Mapping[str, Value]) -> str:
    return ", ".join(f"{key} {seconds_text(value.value)}" for key, value in table.items())
