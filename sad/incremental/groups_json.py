"""Communicators that units hand to their callers, and questions about those they get, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.analysis.messages.communicators import Communicator
from sad.analysis.messages.questions import Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.json_form import Reader, Writer

Json = Any


def communicators_to_json(made: Mapping[int, Communicator], writer: Writer) -> Json:
    """Return communicators by handle as JSON."""
    return [
        [
            handle,
            writer.poly(comm.size),
            writer.poly(comm.own),
            [writer.poly(side) for side in comm.sides],
            [writer.poly(period) for period in comm.periods],
        ]
        for handle, comm in sorted(made.items())
    ]


def communicators_from_json(value: Json, reader: Reader) -> dict[int, Communicator]:
    """Return the communicators in a JSON value."""
    return {
        handle: Communicator(
            reader.poly(size),
            reader.poly(own),
            tuple(map(reader.poly, sides)),
            tuple(map(reader.poly, periods)),
        )
        for handle, size, own, sides, periods in value
    }


def questions_to_json(asked: Mapping[str, Question], writer: Writer) -> Json:
    """Return questions by symbol as JSON, in the order they were asked: later ones use earlier ones."""
    return [
        [
            symbol,
            writer.poly(question.handle),
            question.kind,
            list(question.places),
            [writer.poly(item) for item in question.values],
        ]
        for symbol, question in asked.items()
    ]


def questions_from_json(value: Json, reader: Reader) -> dict[str, Question]:
    """Return the questions in a JSON value."""
    return {
        symbol: Question(reader.poly(handle), kind, tuple(places), tuple(map(reader.poly, values)))
        for symbol, handle, kind, places, values in value
    }
