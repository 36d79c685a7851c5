"""What a machine file says of a toolchain for the throughput model: bounds, latencies, extras.

The time of a region of code (one loop's own statements) is the p-norm of its bounds plus extras. A
bound is a sum of amounts times reciprocal throughputs [s]: the slots all operations take to issue,
the units for floating point, loads, stores, divisions, branches, and each chain of operations that
wait for each other, whose times are latencies [s].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.machine.values import MachineValue

ANY = "any"
"""The key that covers every operation of a bound not named otherwise."""
LIBRARY_CALL, LIBRARY_BYTE = "library.call", "library.byte"
"""Extras of loops that compilers replace by memcpy or memset: of a call, and of a byte [s]."""


@record
class VectorUnit:
    """How a compiler's vector code runs.

    A loop of elements of b bytes does ``width_bytes / b`` iterations at once, ``efficiency`` (0 to 1]
    says how much of that is gained; ``entry_s`` is paid per entry of such a loop. ``masked`` is whether
    loops with branches are vectorised, ``reductions`` whether sums of reals are, ``cheap`` whether only
    loops of constant trip counts are, ``strided`` whether those with accesses that jump are, and
    ``mathematical`` whether those that call mathematical functions are. ``library`` is the factor on
    the extras of such loops.
    """

    width_bytes: int
    efficiency: float = 1.0
    entry_s: float = 0.0
    masked: bool = False
    reductions: bool = False
    cheap: bool = False
    strided: bool = False
    mathematical: bool = False
    library: float = 1.0

    @property
    def jams(self) -> bool:
        """Whether two iterations of a loop around may be done at once: as full vector code at -O3."""
        return not self.cheap


@record
class Throughput:
    """Parameters of the throughput model for one toolchain.

    ``view`` is ``plain`` (every variable in memory: the bound ``work`` is the sum of all operations'
    times, those of the additive model where it has none of its own) or ``optimised``. ``norm`` is the
    exponent that joins bounds, ``memory_norm`` the one that joins them with the time for memory.
    ``bounds`` maps bounds to operations (by dotted prefix) and their
    reciprocal throughputs [s]; ``latencies`` are those of steps of dependence chains [s];
    ``extras`` are times outside the norm [s]. ``miss_s`` is the time of a mispredicted branch.
    ``window_s`` is how much work, as the time to issue it [s], the processor looks ahead. Of loops
    of up to ``most_copies`` constant trips the compiler makes copies of the body.
    ``residual_quantiles`` are as in ``Provenance``, where the section has its own.
    """

    view: str
    norm: float
    bounds: Mapping[str, Mapping[str, MachineValue]]
    latencies: Mapping[str, MachineValue]
    extras: Mapping[str, MachineValue]
    miss_s: float = 0.0
    window_s: float = 0.0
    memory_norm: float = 2.0
    most_copies: float = 0.0
    vector: VectorUnit | None = None
    residual_quantiles: Mapping[float, float] = field(default_factory=dict[float, float])


def find_prefix(table: Mapping[str, MachineValue], key: str) -> MachineValue | None:
    """Return the most specific entry of a table that covers a dotted key; ``any`` covers all."""
    part = key
    while part:
        value = table.get(part)
        if value is not None:
            return value
        part = part.rpartition(".")[0]
    return table.get(ANY)
