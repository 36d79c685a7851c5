"""A parallel program whose times come from a cluster, where there are many points."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

from sad.cluster.tasks import Lost, run_all
from sad.diagnostics import SadError, argument_error
from sad.parallel import Phase, Times

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.cluster.connection import Cluster
    from sad.parallel import Scalable

EACH = 1 << 16
"""Points of a task; fewer are not worth sending."""


class OnCluster:
    """A program as ``sad.parallel.Scalable``, with the times that it has here, bit for bit.

    Times are those of points by themselves, so that parts can be put together. Where parts disagree
    about what is told of all of them (why points are impossible, which phases there are), or one has an
    error, the program is asked once more here.
    """

    def __init__(self, program: Scalable, cluster: Cluster, each: int = EACH) -> None:
        """Raises ``SadError`` SAD954 for a program that cannot be sent."""
        self._program = program
        self._cluster = cluster
        self._each = each
        try:
            self._packed = _Packed(pickle.dumps(program))
        except (pickle.PicklingError, TypeError, AttributeError):
            message = f"--scheduler: {program.name} cannot be sent to other processes"
            raise argument_error("SAD954", message, "leave --scheduler out") from None

    @property
    def name(self) -> str:
        """What to call it in tables."""
        return self._program.name

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that need values."""
        return self._program.parameters

    @property
    def dimensions(self) -> int:
        """How many dimensions its process grid has."""
        return self._program.dimensions

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at the points; raises as the program and ``run_all``."""
        import numpy as np  # noqa: PLC0415 - heavy

        arrays = dict(zip(points, np.broadcast_arrays(*points.values()), strict=True))
        shape = next(iter(arrays.values())).shape
        size = int(np.prod(shape))
        if size <= self._each:
            return self._program.times(points)
        flat: dict[str, Any] = {name: array.reshape(-1) for name, array in arrays.items()}
        try:
            answers = run_all(self._cluster, _times, self._parts(flat, size), self._packed)
            parts = list(map(_kept, answers))
        except SadError as error:
            if error.diagnostic.code == "SAD952":
                raise
            return self._program.times(points)
        return _joined(parts, shape) if _agree(parts) else self._program.times(points)

    def _parts(self, arrays: Mapping[str, Any], size: int) -> Iterator[dict[str, Any]]:
        for start in range(0, size, self._each):
            yield {name: array[start : start + self._each] for name, array in arrays.items()}


class _Packed:
    """A program as bytes, from before it was used; in another process it is the program."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return pickle.loads, (self._packed,)


def _times(points: Mapping[str, Any], program: Any) -> Times:
    found: Times = program.times(points)
    return found


def _kept(answer: Times | Lost) -> Times:
    if isinstance(answer, Lost):
        hint = "look at the workers' own output: they may have too little memory"
        raise argument_error("SAD952", "every worker died that was given some points", hint)
    return answer


def _agree(parts: Sequence[Times]) -> bool:
    """Whether all parts tell the same."""
    reasons = {part.reason for part in parts if part.reason}
    phases = {tuple((phase.name, phase.communicates) for phase in part.phases) for part in parts}
    return len(reasons) <= 1 and len(phases) == 1 and len({part.origins for part in parts}) == 1


def _joined(parts: Sequence[Times], shape: tuple[int, ...]) -> Times:
    import numpy as np  # noqa: PLC0415 - heavy

    def whole(arrays: Sequence[Any]) -> Any:
        return np.concatenate(arrays).reshape(shape)

    impossible = None
    if any(part.impossible is not None for part in parts):
        nowhere = [np.zeros(part.computation.shape, np.bool_) for part in parts]
        found = [part.impossible for part in parts]
        impossible = whole([a if a is not None else b for a, b in zip(found, nowhere, strict=True)])
    phases = tuple(
        Phase(phase.name, phase.communicates, whole([part.phases[place].seconds for part in parts]))
        for place, phase in enumerate(parts[0].phases)
    )
    return Times(
        whole([part.computation for part in parts]),
        whole([part.communication for part in parts]),
        phases,
        impossible,
        next((part.reason for part in parts if part.reason), ""),
        parts[0].origins,
    )
