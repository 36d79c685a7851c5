"""What the pass over a unit's values finds: loops, calls, conditions, unknowns, definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.analysis.calls.bindings import CallSite
from sad.analysis.calls.io_repeats import Repeated
from sad.analysis.values.cells import Cell
from sad.analysis.values.unknowns import Unknown
from sad.model.nodes import Definition
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.loops.trip_count import LoopInfo
    from sad.analysis.messages.communicators import Communicator
    from sad.analysis.messages.questions import Question
    from sad.diagnostics import Span


@record
class Read:
    """An input variable: where it is read or declared an input.

    What is read from a text that is the unit's own, or all units', is ``inside`` the program.
    """

    variable: str
    span: Span
    reason: str = "is read"
    inside: bool = False


@mutable
class UnitValues:
    """Results of the pass. Calls and repeated items are keyed by the identity of their action.

    ``carried`` are what iterations of loops, by header, make of cells; None where that is not known.
    ``tables`` are what elements of arrays are that loops fill, in terms of their place. ``ranks``
    are the symbols that message-passing libraries give, ``communicators`` those made in the unit, by
    handle. ``truths`` are, by block, the truth values of a branch's arms where they are known.
    ``thread`` stands for the number of a thread where that cannot be told from the place.
    """

    loops: dict[int, LoopInfo] = field(default_factory=dict[int, "LoopInfo"])
    calls: dict[int, list[CallSite]] = field(default_factory=dict[int, list[CallSite]])
    repeats: dict[int, list[Repeated]] = field(default_factory=dict[int, list[Repeated]])
    truths: dict[int, tuple[Poly, ...]] = field(default_factory=dict[int, tuple[Poly, ...]])
    unknowns: dict[str, Unknown] = field(default_factory=dict[str, Unknown])
    reads: dict[str, Read] = field(default_factory=dict[str, Read])
    ranks: dict[str, Read] = field(default_factory=dict[str, Read])
    definitions: list[Definition] = field(default_factory=list[Definition])
    exit_values: dict[Cell, Poly] = field(default_factory=dict[Cell, Poly])
    tables: Mapping[tuple[int, str], Poly] = field(default_factory=dict[tuple[int, str], Poly])
    carried: Mapping[tuple[int, Cell], Poly | None] = field(
        default_factory=dict[tuple[int, Cell], "Poly | None"]
    )
    communicators: dict[int, Communicator] = field(default_factory=dict[int, "Communicator"])
    questions: dict[str, Question] = field(default_factory=dict[str, "Question"])
    thread: Poly | None = None
