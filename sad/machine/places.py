"""Where a machine file says what: its own document by path, for messages about what was read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity, Span
from sad.document import Item, parse_document

if TYPE_CHECKING:
    from collections.abc import Iterator


class Places:
    """The entries of one machine file. What it inherits stands in another file and is not here."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._root = parse_document(Path(file).read_text(encoding="utf-8"), file)

    def find(self, *keys: str) -> Item | None:
        """Return the entry under ``keys``, None if the file has none."""
        item: Item | None = self._root
        for key in keys:
            item = item.mapping().get(key) if item is not None and item.is_mapping else None
        return item

    def entries(self, *keys: str) -> dict[str, Item]:
        """Return the entries of the mapping under ``keys``; none if there is no such mapping."""
        item = self.find(*keys)
        return item.mapping() if item is not None and item.is_mapping else {}

    def values(self) -> Iterator[tuple[str, Item]]:
        """Yield every section of numbers with sources: its path, and the number's entry."""
        for name in self.entries("processor", "toolchains"):
            for section in ("operations", "instructions"):
                for unit in ("s", "cycles"):
                    keys = ("processor", "toolchains", name, f"{section}_{unit}")
                    yield from self._section(*keys)
        for level in self.levels():
            for key, entry in level.mapping().items():
                if key != "name":
                    yield level.path, entry
        yield from self._section("network", "parameters")
        for name in self.entries("programming_models"):
            yield from self._section("programming_models", name, "parameters")
            yield from self._section("programming_models", name, "primitives")
            for _, entry in self.messages(name):
                yield f"$.programming_models.{name}.point_to_point", entry

    def messages(self, model: str) -> Iterator[tuple[str, Item]]:
        """Yield each number of a standard model of messages: its parameter, and its entry."""
        item = self.find("programming_models", model, "point_to_point")
        if item is None or not item.is_mapping:
            return
        for key, entry in item.mapping().items():
            if key != "model":
                rows = entry.sequence() if entry.is_sequence else [entry]
                yield from ((key, row) for row in rows)

    def levels(self) -> list[Item]:
        """Return the memory levels the file lists."""
        memory = self.find("memory")
        if memory is not None and memory.is_mapping:
            memory = memory.mapping().get("levels")
        return memory.sequence() if memory is not None else []

    def _section(self, *keys: str) -> Iterator[tuple[str, Item]]:
        for entry in self.entries(*keys).values():
            yield ".".join(("$", *keys)), entry

    def warning(self, code: str, item: Item | None, message: str, hint: str) -> Diagnostic:
        """Return a warning about ``item``, or about the file."""
        return self._finding(Severity.WARNING, code, item, message, hint)

    def note(self, code: str, item: Item | None, message: str, hint: str) -> Diagnostic:
        """Return a note about ``item``, or about the file."""
        return self._finding(Severity.NOTE, code, item, message, hint)

    def _finding(
        self, severity: Severity, code: str, item: Item | None, message: str, hint: str
    ) -> Diagnostic:
        path = item.path if item is not None else "$"
        place = item.span if item is not None else Span.at(self.file)
        return Diagnostic(code, severity, f"{path}: {message}", place, hint)
