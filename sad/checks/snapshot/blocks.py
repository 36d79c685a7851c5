"""The text of a snapshot by units, unread: enough to see which ones are the same as before."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sad.checks.costs.record import LazyUnits, Outline, State
from sad.checks.costs.source_text import first_conflict
from sad.checks.snapshot.format import END, HEAD, SCHEMA, check_line, whole_text
from sad.checks.snapshot.people import first_difference, shorts
from sad.checks.snapshot.read import parse_snapshot
from sad.diagnostics import SadError, Span
from sad.files import no_pipe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.checks.costs.record import UnitCost

_START = "\n\nunit "
_NAME = re.compile(r"^unit (.+?): ", re.MULTILINE)
_ITSELF = re.compile(r", itself ([0-9a-f]+)(?:, by itself)?$", re.MULTILINE)


class Blocks(LazyUnits):
    """A snapshot without machines and sizes: ``texts`` are the lines of units by name."""

    def __init__(self, path: str, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self._path, self._texts = path, texts

    def __getitem__(self, name: str) -> UnitCost:
        """Return the cost of a unit."""
        text = f"{HEAD}\nschema {SCHEMA}\n\n{self._texts[name]}\n\n{END}\n"
        return parse_snapshot(text, self._path).units[name]

    def outline(self, name: str) -> Outline:
        """Return the digest of a unit; an older version has written none."""
        match = _ITSELF.search(self._texts[name])
        return Outline("" if match is None else match[1], (), Span.at(self._path))


def names_in(text: str) -> list[str]:
    """Return the names of the units in the text of a snapshot, damaged or not."""
    return _NAME.findall(text)


def _is_changed(people: str, text: str) -> bool:
    """Whether the text for people is not that of the exact part."""
    is_whole = people.endswith(f"\n{END}\n") and not first_conflict(people.splitlines())
    return not is_whole or first_difference(shorts(people), text) != ""


def snapshot_blocks(path: str) -> State | None:
    """Return the units of a snapshot; None for one that needs to be read line by line.

    That is one with machines or sizes, and any that is damaged: reading it tells where.
    """
    try:
        people = Path(no_pipe(path)).read_bytes().decode("utf-8")
        whole = whole_text(path)
        text = "" if whole is None else whole.decode("utf-8")
    except (OSError, UnicodeDecodeError, SadError):
        return None
    if people != text and _is_changed(people, text):
        return None
    head, *blocks = text.split(_START)
    if head != f"{HEAD}\nschema {SCHEMA}" or not blocks or not blocks[-1].endswith(f"\n\n{END}\n"):
        return None
    blocks[-1] = blocks[-1].removesuffix(f"\n\n{END}\n")
    units = {block.partition(": ")[0]: f"unit {block}" for block in blocks}
    if len(units) < len(blocks) or ("<<<<<<< " in text and first_conflict(text.splitlines())):
        return None
    is_whole = all(check_line(lines) == last for *lines, last in map(_split, units.values()))
    return State(path, Blocks(path, units)) if is_whole else None


def _split(text: str) -> list[str]:
    return text.split("\n")
