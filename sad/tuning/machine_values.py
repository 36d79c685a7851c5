"""Parameters of the machine among those that are tried: ``--over MACHINE.NAME=RANGE``.

They are its clock, times of operations, and those of its network and of its message-passing library, so
that the answer is how fast these have to be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error, did_you_mean
from sad.experiments.axes import parse_axis
from sad.late import numpy as np
from sad.machine.changed import CLOCK, changeable
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.machine.schema import Machine
    from sad.tuning.candidates import Candidates


def taken_out(
    over: Sequence[str], machine: Machine, library: str
) -> tuple[list[str], dict[str, list[float]]]:
    """Return the ranges of other parameters, and the values to try of parameters of the machine.

    Raises SAD641 for a name the machine has not, for words and values below 0, and as
    ``parse_axis``.
    """
    prefix = f"{machine.name}."
    known = changeable(machine, library)
    left: list[str] = []
    found: dict[str, list[float]] = {}
    for text in over:
        name = text.partition("=")[0].strip().removeprefix(prefix)
        if not text.strip().startswith(prefix):
            left.append(text)
            continue
        if name not in known:
            others = ", ".join(sorted(item for item in known if "_" in item and "." not in item))
            hint = f"it has {others}, and times of operations such as {prefix}add.double"
            hint = did_you_mean(name, known, hint)
            raise argument_error("SAD641", f"{machine.name} has no parameter {name!r}", hint)
        axis = parse_axis(text)
        numbers = [float(number) for number in axis.numbers or ()]
        if not numbers or min(numbers) < 0 or (name == CLOCK and min(numbers) == 0):
            message = (
                f"{prefix}{name}: values are numbers, {'above 0' if name == CLOCK else '0 or more'}"
            )
            raise argument_error("SAD641", message, f"for instance {known[name].value:g}")
        found[name] = numbers
    return left, found


def beside(parts: Sequence[Candidates], points: Sequence[Mapping[str, float]]) -> Candidates:
    """Return the candidates of several points as one, with what differs between these as values."""
    first = parts[0]
    own = {
        name: np.concatenate(
            [np.full(len(part), point[name]) for part, point in zip(parts, points, strict=True)]
        )
        for name in points[0]
    }
    names = dict.fromkeys(name for part in parts for name in part.values)
    values = {  # a grid with fewer sides has others of 1
        name: np.concatenate([part.values.get(name, np.ones(len(part))) for part in parts])
        for name in names
    }
    starts = np.cumsum([0, *(len(part.reasons) for part in parts)])
    cost = np.concatenate([part.cost for part in parts])
    return replace(
        first,
        values={**own, **values},
        cost=cost,
        reason=np.concatenate(
            [part.reason + start for part, start in zip(parts, starts, strict=False)]
        ),
        reasons=tuple(text for part in parts for text in part.reasons),
        parts={name: np.concatenate([part.parts[name] for part in parts]) for name in first.parts},
        row=np.arange(cost.size),
    )
