"""Pipelines: ranks that each wait for the one before, so that the sum of phases is no bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.evaluate import Number, evaluate
from sad.algebra.poly import Poly
from sad.spmd.charges import Side, side_of
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.model.walks.phases import Sent, Stage

_RANKS, _VALUES = 8, 6


class Pipeline(NamedTuple):
    """A receive and the send behind it in the same loop, that lead from rank to rank.

    ``first`` and ``last`` are the numbers of their phases; the receive is from ``rank + distance``.
    """

    receive: Sent
    send: Sent
    first: int
    last: int
    distance: Poly


def pipelines(stages: Sequence[Stage]) -> list[Pipeline]:
    """Return receives from rank - k with a send to rank + k behind them on the same rank.

    ``k`` is a number or formula that is the same on all ranks, so partners lead to the first or last
    rank and end there; in a ring somebody has to send first.
    """
    found: list[Pipeline] = []
    messages = list(_messages(stages))
    for place, (number, receive) in enumerate(messages):
        nest, distance = stages[number].nest, _distance(receive)
        if distance is None or side_of(receive.message) is not Side.RECEIVE:
            continue
        if any(
            _answers(sent, distance) for at, sent in messages[:place] if stages[at].nest == nest
        ):
            continue  # the neighbour has sent before it receives
        behind = (item for item in messages[place + 1 :] if stages[item[0]].nest == nest)
        fits = (item for item in behind if _answers(item[1], distance) and _both(receive, item[1]))
        last, send = next(fits, (number, None))
        if send is not None:
            found.append(Pipeline(receive, send, number, last, distance))
    return found


class Answer(NamedTuple):
    """A send that waits for a message of the same partner, and the receive it is for."""

    send: Sent
    taken: Sent


def answers(stage: Stage) -> list[Answer]:
    """Return the sends of a phase that stand behind a receive from the same partner.

    Such a message starts when the other has come: they are one after the other, whereas messages of
    a phase go on together otherwise.
    """
    found: list[Answer] = []
    for place, receive in enumerate(stage.messages):
        if not _waits(receive):
            continue
        for send in stage.messages[place + 1 :]:
            same = send.message.partner == receive.message.partner
            if same and _is_send(send) and _both(receive, send):
                taken = next((item for item in stage.messages if _takes(item, send)), None)
                if taken is not None:
                    found.append(Answer(send, taken))
                break
    return found


def _takes(receive: Sent, send: Sent) -> bool:
    """Whether a receive is for what a send sends, as far as a few processes and values show."""
    if side_of(receive.message) is not Side.RECEIVE:
        return False
    fits = False
    for value in range(_VALUES):
        for rank in range(_RANKS):
            there = _partner(send, value, rank)
            if there in range(_RANKS):
                if _partner(receive, value, int(there)) != rank:
                    return False
                fits = True
    return fits


def _partner(sent: Sent, value: int, rank: int) -> int:
    """Whom a rank sends to or receives from where all sizes have one value; -1 if nobody."""
    partner = sent.message.partner
    if partner is None or not _value(sent.weight * sent.message.present, value, rank):
        return -1
    return int(_value(partner, value, rank, -1))


def _value(poly: Poly, value: int, rank: int, otherwise: int = 0) -> Number:
    """A formula's value on a rank of a few where all sizes have one value."""
    point = dict.fromkeys(atoms.free_symbols(poly), value) | {RANK: rank, NPROCS: _RANKS}
    try:
        return evaluate(poly, point)
    except ZeroDivisionError:
        return otherwise


def _waits(sent: Sent) -> bool:
    """Whether a rank stops for a message before it goes on; in an exchange it has sent its own."""
    message = sent.message
    blocking = message.primitive != "irecv" and not message.part
    return blocking and message.partner is not None and side_of(message) is Side.RECEIVE


def _is_send(sent: Sent) -> bool:
    exchange = sent.message.routine.startswith("mpi_sendrecv")
    return side_of(sent.message) is Side.SEND and not exchange


def _messages(stages: Sequence[Stage]) -> Iterator[tuple[int, Sent]]:
    for number, stage in enumerate(stages):
        for sent in stage.messages:
            yield number, sent


def goes_back(sent: Sent, pipeline: Pipeline) -> bool:
    """Whether a message of the loop of a pipeline leads from its end to its beginning.

    As far as a few processes and values show; its condition is not looked at.
    """
    if not _is_send(sent) or sent.message.partner is None or _distance(sent) is not None:
        return False
    onward = _value(pipeline.distance, 1, 0) < 0
    partners = [(rank, _value(sent.message.partner, 1, rank, -1)) for rank in range(1, _RANKS - 1)]
    inside = [(rank, other) for rank, other in partners if 0 <= other < _RANKS]
    return any((other < rank) == onward for rank, other in inside if other != rank)


def _distance(sent: Sent) -> Poly | None:
    """How far the partner's rank is, where that is the same on all ranks."""
    partner = sent.message.partner
    if partner is None or side_of(sent.message) is None or sent.message.primitive == "irecv":
        return None
    distance = partner - Poly.symbol(RANK)
    return distance if distance and not atoms.depends_on(distance, RANK) else None


def _answers(sent: Sent, distance: Poly) -> bool:
    if side_of(sent.message) is not Side.SEND:
        return False
    other = _distance(sent)
    return other is not None and not other + distance


def _both(one: Sent, other: Sent) -> bool:
    """Whether some rank takes part in both, as far as a few processes and values show."""
    weights = [sent.weight * sent.message.present for sent in (one, other)]
    return any(
        all(_value(weight, value, rank) for weight in weights)
        for value in range(_VALUES)
        for rank in range(_RANKS)
    )
