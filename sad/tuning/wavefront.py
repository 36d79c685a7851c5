"""The constants of the pipeline formulas ``llp`` and ``sweep`` from loops of a program of one process.

``N`` iterations of the outer of two loops are the virtual processes, ``M`` of the inner one the items;
what an item takes is work between its receive and its send (``t1``), the rest of an outer iteration
``t0``. Of three loops the outer one has ``NZ`` layers of ``NY`` by ``NX`` cells; a cell takes ``t``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.communication.times import MessageTimes, model_for
from sad.dependence.wavefronts import wavefronts
from sad.diagnostics import Span, argument_error, input_error
from sad.late import numpy as np
from sad.records import record

if TYPE_CHECKING:
    from sad.analysis.unit import ProgramAnalysis
    from sad.dependence.wavefronts import Wavefront
    from sad.evaluation.predict import Prediction
    from sad.machine.schema import Machine
    from sad.model.expand import BlockCount

ITEM_BYTES = 8.0
_MANY = 1024.0


@record
class Constants:
    """What the formula needs: numbers [s], and words on where they come from."""

    values: dict[str, float]
    origins: tuple[str, ...]


def nest_of(
    analysis: ProgramAnalysis | None, line: int | None, source: str, depth: int
) -> Wavefront:
    """Return the nest whose outer loop is in a line; without one the only nest of the program.

    ``depth`` is 2 or 3 loops. Raises SAD679 where there is none, or there are several.
    """
    found = [] if analysis is None else list(wavefronts(analysis, depth))
    if line is not None:
        found = [item for item in found if item.outer_span.line == line]
    if len(found) == 1:
        return found[0]
    if found:
        lines = ", ".join(str(item.outer_span.line) for item in found[:8])
        message = f"{len(found)} nests of loops can be run as pipelines"
        raise argument_error("SAD679", message, f"say which: --pipeline LINE, of {lines}")
    where = "" if line is None else f" in line {line}"
    number = "two" if depth == 2 else "three"
    message = f"no {number} loops{where} are proved to be a pipeline"
    hint = "each iteration of the outer one must wait for no later item of an earlier one"
    raise input_error("SAD679", message, Span.at(source, line or 1), hint)


def constants(prediction: Prediction, nest: Wavefront, machine: Machine, library: str) -> Constants:
    """Return N, M and times of the nest at the values given, and of messages of the machine.

    Raises SAD679 where counts of iterations differ or are not known, SAD424 for a machine without
    messages.
    """
    blocks = [item for item in prediction.model.expansion.blocks if item.unit.entry == nest.unit]

    def having(path: str) -> list[BlockCount]:
        return [item for item in blocks if any(loop.id == path for loop in item.loops)]

    def times_of(path: str) -> float:
        """How often the body of a loop runs."""
        own = [item for item in blocks if item.loops and item.loops[-1].id == path]
        counts = [prediction.counts[item.id] for item in own if not item.branches]
        known = [float(count) for count in counts if count]
        return min(known, default=0.0)

    inside, whole = having(nest.inner), having(nest.outer)
    seconds = [prediction.seconds[item.id] for item in whole]
    items, bodies = times_of(nest.inner), times_of(nest.outer)
    rows = times_of(nest.middle) if nest.middle else bodies
    parent = nest.outer.rpartition(".")[0]
    passes = (
        times_of(parent)
        if parent
        else min((float(prediction.counts[b.id] or 0) for b in blocks if not b.loops), default=0.0)
    )
    at = nest.outer_span
    if None in seconds or not items or not bodies or not passes:
        names = ", ".join(prediction.model.missing) or "counts"
        raise input_error(
            "SAD679", f"the times of these loops are not known: {names}", at, "add --set NAME=VALUE"
        )
    if items % rows or rows % bodies or bodies % passes:
        message = (
            "iterations of these loops differ in number: the formula needs as many items in each"
        )
        raise input_error("SAD679", message, at, "give N, M and times with --set to sad tune llp")
    in_all = sum(float(value or 0) for value in seconds)
    of_items = sum(float(prediction.seconds[item.id] or 0) for item in inside)
    times = MessageTimes(machine, model_for(machine, library))
    start = _message(times, 0.0)
    each = (_message(times, ITEM_BYTES * _MANY) - start) / _MANY
    values = {"beta": start, "tau": each}
    if nest.middle:
        values |= {"NZ": bodies / passes, "NY": rows / bodies, "NX": items / rows}
        values["t"] = in_all / items
        what, times_are = f"NZ layers of line {at.line}, cells", "t"
    else:
        values |= {"N": bodies / passes, "M": items / bodies}
        values |= {"t0": (in_all - of_items) / bodies, "t1": of_items / items}
        what, times_are = f"N iterations of line {at.line}, items", "t0, t1"
    origins = (
        f"pipeline: {at.file}, {what} of line {nest.inner_span.line}"
        + (f"; one of {passes:g} passes" if passes > 1 else ""),
        f"{times_are}: source, {machine.name}; beta, tau: its messages, {ITEM_BYTES:g} bytes an item",
    )
    return Constants(values, origins)


def _message(times: MessageTimes, nbytes: float) -> float:
    sizes = np.array([nbytes])
    two_sided = all(times.algorithm(n, 1.0, 2.0) == "formula" for n in ("send", "receive"))
    names = ("send", "receive") if two_sided else ("communicate",)
    return float(sum(np.asarray(times.seconds(name, sizes, 2.0)).reshape(-1)[0] for name in names))
