"""The messages of phases one by one: their formulas, the loops around them, and what each costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra.evaluate import Formulas, compile_polys, evaluate
from sad.diagnostics import SadError, argument_error, input_error
from sad.parallel import GRID
from sad.records import record
from sad.spmd.charges import Side, side_of
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.algebra.domains import Index
    from sad.algebra.evaluate import Number
    from sad.diagnostics import Span
    from sad.model.walks.phases import Sent
    from sad.spmd.charges import Charges

    Values = dict[str, Number]

_WHOLE = 1e-9


@record
class Passing:
    """Messages of a rank that are alike: ``number`` times ``nbytes`` to or from ``partner``.

    ``group`` is how many ranks its communicator has; ``partner`` is no rank where nobody is known.
    """

    sent: Sent
    number: Number
    nbytes: float
    group: float
    partner: int
    comm: int


class MessageCosts:
    """Seconds of single messages, each kind, length and distance computed once."""

    def __init__(self, charges: Charges) -> None:
        self._charges = charges
        self._known: dict[object, float] = {}

    def seconds(
        self,
        sent: Sent,
        nbytes: float,
        group: float,
        partner: int,
        values: Values,
        *,
        whole: bool = False,
    ) -> float:
        """Return what a message costs the rank in ``values`` [s]; ``whole`` as ``Charges.whole``."""
        far = self._charges.far and side_of(sent.message) is not Side.ALL
        names = (RANK, NPROCS, *GRID)
        ends = (partner, *(values[name] for name in names if name in values)) if far else ()
        key = (sent.message.primitive, nbytes, group, whole, ends)
        if key not in self._known:
            rows = {name: np.array([float(values[name])]) for name in names if name in values}
            hops = self._charges.links(np.array([float(partner)]), rows) if far else None
            sizes = np.array([nbytes]), np.array([group])
            found = (
                self._charges.whole(sizes[0], hops)
                if whole
                else self._charges.seconds(sent.message, *sizes, hops)
            )
            self._known[key] = float(found[0])
        return self._known[key]


def formulas_of(sent: Sent) -> Formulas:
    """Compile a message's number, bytes, group, partner, tag and communicator; 0 for what has none."""
    message = sent.message
    partner = message.partner if message.partner is not None else sent.weight * 0
    tag = message.tag if message.tag is not None else sent.weight * 0
    number = sent.weight * message.present
    return compile_polys([number, message.nbytes, message.group, partner, tag, message.comm])


def iterations(indices: Sequence[Index], values: Values) -> Iterator[Values]:
    """Yield the values in every iteration of loops, the outermost first; SAD942 for a mean number."""
    if not indices:
        yield values
        return
    index, *rest = indices
    first, trips = evaluate(index.first, values), evaluate(index.trips, values)
    for number in range(whole(trips, None)):
        yield from iterations(rest, {**values, index.name: int(first) + number})


def whole(number: Number, span: Span | None) -> int:
    """Return a number of times, which has to be a whole one (SAD942)."""
    found = round(float(number))
    if abs(float(number) - found) > _WHOLE:
        raise cannot(f"what happens {float(number):g} times on average", span)
    return found


def cannot(what: str, span: Span | None) -> SadError:
    """Return the error for what has no single messages."""
    message = f"{what} cannot be followed message by message"
    hint = "leave --simulate or --contention out: the sum of the phases needs no single messages"
    return error_at("SAD942", message, hint, span)


def outside(partner: int, processes: int, span: Span | None) -> SadError:
    """Return the error for a partner that is no rank."""
    message = f"with nprocs={processes} there is no rank {partner} to send to or receive from"
    hint = "send to MPI_PROC_NULL where there is no neighbour, or test for the border"
    return error_at("SAD924", message, hint, span)


def error_at(code: str, message: str, hint: str, span: Span | None) -> SadError:
    """Return an error at a place of the program, or about the arguments where none is known."""
    if span is None:
        return argument_error(code, message, hint)
    return input_error(code, message, span, hint)
