"""Entries by kind and key: what an analysis looks up and keeps, wherever they are kept."""

from __future__ import annotations

import json
import zlib
from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sad.diagnostics import Diagnostic, Severity, Span
from sad.model.code_lines import line_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.model.code_lines import Places


def span_from_json(value: Json) -> Span:
    """Return the place in a JSON value."""
    file, line, end, column = value
    return Span(file, line_at(file, line), line_at(file, end), column)


def diagnostic_to_json(item: Diagnostic, places: Places) -> Json:
    """Return a message as JSON."""
    return [item.code, item.severity, item.message, places.span(item.span), item.hint]


def diagnostic_from_json(value: Json) -> Diagnostic:
    """Return the message in a JSON value."""
    code, severity, message, span, hint = value
    return Diagnostic(code, Severity(severity), message, span_from_json(span), hint)


Json = Any


class Entries(ABC):
    """JSON values by kind and key."""

    @abstractmethod
    def get(self, kind: str, key: str) -> Json | None:
        """Return an entry; None if there is none."""

    def put(self, kind: str, key: str, value: Json) -> None:
        """Keep an entry."""
        self.put_packed(kind, key, packed(value))

    @abstractmethod
    def put_packed(self, kind: str, key: str, body: bytes) -> None:
        """Keep an entry that ``packed`` made of a value."""

    @abstractmethod
    def drop(self, kind: str) -> None:
        """Forget all entries of a kind: they name others that are gone."""


class Memory(Entries):
    """Entries of this process only. ``bodies`` are those that were put, packed.

    Entries of ``others`` are found as well.
    """

    def __init__(self, others: Mapping[tuple[str, str], bytes] = MappingProxyType({})) -> None:
        self.bodies: dict[tuple[str, str], Any] = {}
        self._others = others

    def get(self, kind: str, key: str) -> Json | None:
        """Return an entry; None if there is none."""
        body = self.bodies.get((kind, key)) or self._others.get((kind, key))
        return None if body is None else unpacked(body)

    def put_packed(self, kind: str, key: str, body: bytes) -> None:
        """Keep an entry that ``packed`` made of a value."""
        self.bodies[kind, key] = body

    def drop(self, kind: str) -> None:
        """Forget all entries of a kind: they name others that are gone."""
        for place in [place for place in self.bodies if place[0] == kind]:
            del self.bodies[place]


class OneRun(Memory):
    """What one run of one process asks for again, as it is; groups are not looked up again."""

    def get(self, kind: str, key: str) -> Any:
        """Return an entry; None if there is none."""
        return self.bodies.get((kind, key))

    def put(self, kind: str, key: str, value: Any) -> None:
        """Keep an entry."""
        if kind != "group":
            self.bodies[kind, key] = value


def packed(value: Json) -> bytes:
    """Return a JSON value as few bytes."""
    return packed_text(text_of(value))


def text_of(value: Json) -> str:
    """Return a JSON value as a short text."""
    return json.dumps(value, separators=(",", ":"))


def packed_text(text: str) -> bytes:
    """Return the text of a JSON value as few bytes."""
    return zlib.compress(text.encode(), 1)


def unpacked(body: bytes) -> Json:
    """Return the value in bytes that ``packed`` made."""
    return json.loads(zlib.decompress(body))
