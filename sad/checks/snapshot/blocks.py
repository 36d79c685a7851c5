"""The text of a snapshot by units, unread: enough to see which ones are the same as before."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sad.checks.costs.source_text import first_conflict
from sad.checks.snapshot.format import END, HEAD, SCHEMA, check_line, whole_text
from sad.checks.snapshot.people import first_difference, shorts
from sad.checks.snapshot.read import parse_snapshot
from sad.diagnostics import SadError
from sad.files import digest, no_pipe
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sad.checks.costs.record import State

_START = "\n\nunit "
_NAME = re.compile(r"^unit (.+?): ", re.MULTILINE)


@record
class Blocks:
    """A snapshot without machines and sizes: ``units`` are the lines of units as one text, by name."""

    path: str
    units: Mapping[str, str]

    def has(self, name: str, signature: str) -> bool:
        """Whether a unit has the cost of this ``signature``, undamaged."""
        lines = self.units.get(name, "").split("\n")
        is_whole = len(lines) > 2 and lines[-1] == check_line(lines[:-1])
        return is_whole and signature == signature_of(lines[1:-1])

    def places(self) -> dict[str, tuple[int, int]]:
        """Return where the lines of each unit start and end in the file [bytes], if these are all."""
        found: dict[str, tuple[int, int]] = {}
        start = len(f"{HEAD}\nschema {SCHEMA}\n\n")
        for name, text in self.units.items():
            end = start + len(text.encode())
            found[name] = start, end
            start = end + len("\n\n")
        return found

    def state(self, names: Collection[str]) -> State | None:
        """Return the costs of some units; None if any is damaged."""
        parts = [f"{HEAD}\nschema {SCHEMA}", *(self.units[name] for name in sorted(names)), END]
        try:
            return parse_snapshot("\n\n".join(parts) + "\n", self.path)
        except SadError:  # at lines of this text, not of the file
            return None


def signature_of(costs: Sequence[str]) -> str:
    """Return a digest of the ``cost_lines`` of a unit that tells apart costs, wherever its file is."""
    _, _, about = costs[0].rpartition(": ")
    return digest(about, "\n".join(costs[1:]))


def names_in(text: str) -> list[str]:
    """Return the names of the units in the text of a snapshot, damaged or not."""
    return _NAME.findall(text)


def _is_changed(people: str, text: str) -> bool:
    """Whether the text for people is not that of the exact part."""
    is_whole = people.endswith(f"\n{END}\n") and not first_conflict(people.splitlines())
    return not is_whole or first_difference(shorts(people), text) != ""


def snapshot_blocks(path: str) -> Blocks | None:
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
    return Blocks(path, units)
