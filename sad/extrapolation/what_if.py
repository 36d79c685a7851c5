"""Machines with other values: of parameters, policies, barriers, and of the ratio of computation."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error, did_you_mean
from sad.extrapolation.ratio import Ratio, ratio_of
from sad.extrapolation.runs import COLLECTIVE_FORMS, Target, target_of
from sad.machine.changed import changeable, with_parameters
from sad.records import fields, replace
from sad.simulation.processors import PLACEMENTS
from sad.simulation.service import BARRIERS, POLICIES, Barrier, Service

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.machine.schema import Machine

_WORDS = {
    "policy": POLICIES,
    "barrier": BARRIERS,
    "placement": PLACEMENTS,
    "collectives": COLLECTIVE_FORMS,
}
_OWN = ("ratio", "eager_below_bytes", "processors")
_SERVICE = tuple(item.name for item in fields(Service) if item.name != "policy")
_BARRIER = tuple(item.name for item in fields(Barrier) if item.name not in ("model", "by_messages"))
OF_THREADS = frozenset(("policy", "barrier", *_SERVICE, *_BARRIER)) - {"startup_s", "byte_s"}
"""What is about remote accesses and barriers of threads, and changes nothing for short messages."""
OF_LONG_MESSAGES = frozenset(("policy", "poll_interval_s", "poll_cost_s"))
"""What of that is about messages, too, that wait for their receive."""
_MOST = 1000


def parse_what_if(texts: Sequence[str], machine: Machine, library: str) -> dict[str, list[str]]:
    """Return values by name; raises SAD673 for a name or a value that cannot be."""
    known = {*changeable(machine, library)}
    known |= {*_WORDS, *_OWN, *_SERVICE, *_BARRIER}
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or name not in known:
            hint = did_you_mean(name, known, f"names: {', '.join(sorted(known))}")
            raise argument_error("SAD673", f"--what-if {text}: NAME=VALUES expected", hint)
        found[name] = [value.strip() for value in values.split(",")]
        for value in found[name]:
            check_value(name, value)
    points = 1
    for values in found.values():
        points *= len(values)
    if points > _MOST:
        raise argument_error("SAD673", f"--what-if has {points} points", f"at most {_MOST}")
    return found


def check_value(name: str, value: str) -> None:
    """Raise SAD673 for a word that is not known, and for what is no number from zero on."""
    if name in _WORDS:
        if value not in _WORDS[name]:
            hint = f"one of {', '.join(_WORDS[name])}"
            raise argument_error("SAD673", f"{name}={value}: not known", hint)
        return
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if name == "processors" and not (1.0 <= number < float("inf") and number == int(number)):
        raise argument_error(
            "SAD673", f"processors={value}: not possible", "a whole number from 1 on"
        )
    if not 0.0 <= number < float("inf"):
        raise argument_error("SAD673", f"{name}={value}: no number", "zero or more")


def points_of(values: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Yield each combination of values."""
    for row in product(*values.values()):
        yield dict(zip(values, row, strict=True))


def changed(
    machine: Machine, library: str, mapping: str | None, ratio: Ratio, point: Mapping[str, str]
) -> tuple[Target, Ratio]:
    """Return the target and the ratio at a point."""
    numbers = {name: float(text) for name, text in point.items() if name not in _WORDS}
    machine = with_parameters(machine, library, numbers)
    target = target_of(machine, library, mapping, point.get("policy"))
    service, barrier = target.service or Service(), target.barrier or Barrier()
    service = replace(service, **{name: numbers[name] for name in _SERVICE if name in numbers})
    barrier = replace(barrier, **{name: numbers[name] for name in _BARRIER if name in numbers})
    if "barrier" in point:
        barrier = replace(barrier, model=point["barrier"])
    eager = numbers.get("eager_below_bytes", target.eager_below)
    if "ratio" in point:
        ratio = ratio_of(point["ratio"], None, None, machine)
    processors = int(numbers["processors"]) if "processors" in numbers else None
    target = replace(
        target,
        processors=processors,
        placement=point.get("placement", PLACEMENTS[0]),
        collectives=point.get("collectives", COLLECTIVE_FORMS[0]),
    )
    return replace(target, service=service, barrier=barrier, eager_below=eager), ratio
