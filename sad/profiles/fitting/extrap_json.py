"""Extra-P's JSON format: samples written as its measurements, and checked access to what is read.

    {"parameters": ["N"],
     "measurements": {"MD1.trips@do20": {"value": [{"point": [500], "values": [13.5, 13.6]}]}}}

Each parameter is one of Extra-P's call paths with the metric ``value``. The format has no place for how
many events a value rests on; Extra-P wants at least five sizes for a model.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, NoReturn, cast

from sad.diagnostics import Span, input_error
from sad.profiles.fitting.points import whole
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.profiles.counts import Sample


_HINT = "is this a file as Extra-P reads or writes it?"
METRIC = "value"
START = '{\n "parameters": ['
"""How the text begins."""


@record
class Node:
    """A value, where it is in the document, and the file and line to name in errors."""

    value: object
    path: str
    file: str
    line: int = 1

    def fail(self, message: str, hint: str = _HINT) -> NoReturn:
        """Raise SAD741 about this value."""
        raise input_error("SAD741", f"{self.path}: {message}", Span.at(self.file, self.line), hint)

    def has(self, key: str) -> bool:
        """Whether this is an object with such a member that is not null."""
        return isinstance(self.value, dict) and self._members().get(key) is not None

    def member(self, key: str) -> Node:
        """Return a member of an object; SAD741 if there is none."""
        members = self._members()
        if key not in members:
            self.fail(f"no {key}")
        return Node(members[key], f"{self.path}.{key}", self.file, self.line)

    def members(self) -> Iterator[tuple[str, Node]]:
        """Yield the members of an object."""
        for key, value in self._members().items():
            yield key, Node(value, f"{self.path}.{key}", self.file, self.line)

    def items(self) -> list[Node]:
        """Return the items of an array."""
        value = self.value
        if not isinstance(value, list):
            self.fail("an array is expected")
        items = cast("list[object]", value)
        return [
            Node(item, f"{self.path}[{index}]", self.file, self.line)
            for index, item in enumerate(items)
        ]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            self.fail("a text is expected")
        return self.value

    def number(self) -> float:
        """Return a finite number."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail("a number is expected")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.fail("a finite number is expected")
        return number

    def _members(self) -> dict[str, object]:
        value = self.value
        if not isinstance(value, dict):
            self.fail("an object is expected")
        return cast("dict[str, object]", value)


def extrap_json(samples: Mapping[str, Sequence[Sample]]) -> str:
    """Return the samples of all parameters, by name, in Extra-P's JSON format.

    Its parameters are the sizes that every sample has and that differ somewhere (all, if none does).
    Samples that were never reached are left out, and so are parameters without others.
    """
    usable = {name: [item for item in each if _is_usable(item)] for name, each in samples.items()}
    runs = [item.at for each in usable.values() for item in each]
    common = [key for key in (runs[0] if runs else ()) if all(key in at for at in runs)]
    sizes = [key for key in common if len({at[key] for at in runs}) > 1] or common
    measurements: dict[str, object] = {}
    for name, each in usable.items():
        points: dict[tuple[int | float, ...], list[float]] = {}
        for item in each:
            points.setdefault(tuple(whole(item.at[key]) for key in sizes), []).append(item.value)
        if points:
            rows = [{"point": list(at), "values": points[at]} for at in sorted(points)]
            measurements[name] = {METRIC: rows}
    return json.dumps({"parameters": sizes, "measurements": measurements}, indent=1) + "\n"


def _is_usable(sample: Sample) -> bool:
    return (
        sample.reached > 0
        and math.isfinite(sample.value)
        and all(map(math.isfinite, sample.at.values()))
    )
