"""The part of a snapshot that people read: at most three short lines for each unit."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sad.checks.snapshot.format import END, PEOPLE, PEOPLE_HEAD, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_LONGEST = 250  # bytes of a line
_NOT_COSTS = ("  loop ", "  part ", "  check ", "  seconds ", "  in ")
_UNIT = re.compile(
    r"^unit (?P<name>.+?): (?P<cost>.*)\n  in (?P<file>.*), costs (?P<costs>\w+)$", re.M
)
_CALLS = re.compile(r", calls (.*)$")


class Short(NamedTuple):
    """What the part for people says of a unit: its cost in short, and a digest of the exact one."""

    name: str
    cost: str
    file: str
    costs: str

    @property
    def operations(self) -> str:
        """The number of operations as a formula, if it was not cut."""
        return self.cost.partition(" operations")[0]

    @property
    def calls(self) -> tuple[str, ...]:
        """The procedures that are called and whose cost is not in the number of operations."""
        match = _CALLS.search(self.cost)
        return () if match is None else tuple(match[1].split(", "))


def people_text(exact: str, has_loop: Callable[[str, str], bool]) -> str:
    """Return the text for people of an exact one; ``has_loop`` tells which loops of a unit to show."""
    head, *blocks = exact.split("\n\nunit ")
    about = head.split("\n")[2:]
    lines = [PEOPLE_HEAD, f"schema {PEOPLE}", *about]
    for block in blocks:
        lines.append("")
        lines.extend(_short(_lines(block), has_loop))
    return "\n".join((*lines, "", END, ""))


def costs_digest(lines: Sequence[str]) -> str:
    """Return a digest of the exact lines of a unit that tells apart costs.

    It does not depend on what loops are called, on times, or on where the unit is.
    """
    return digest(line for line in lines[1:] if not line.startswith(_NOT_COSTS))


def shorts(text: str) -> dict[str, Short]:
    """Return what the part for people says, by the names of units."""
    found = (Short(*match.group("name", "cost", "file", "costs")) for match in _UNIT.finditer(text))
    return {item.name: item for item in found}


def first_difference(found: Mapping[str, Short], exact: str) -> str:
    """Return the name of a unit of which the text says something else; empty if there is none."""
    blocks = (islice(_short(_lines(item), _no_loop), 2) for item in exact.split("\n\nunit ")[1:])
    real = shorts("\n".join(line for block in blocks for line in block))
    differ = (name for name in sorted({*found, *real}) if found.get(name) != real.get(name))
    return next(differ, "")


def _no_loop(_unit: str, _loop: str) -> bool:
    return False


def _lines(block: str) -> list[str]:
    return f"unit {block}".removesuffix(f"\n\n{END}\n").split("\n")


def _short(lines: Sequence[str], has_loop: Callable[[str, str], bool]) -> Iterator[str]:
    name = lines[0].removeprefix("unit ").partition(": ")[0]
    place = next((line for line in lines if line.startswith("  in ")), "  in ")
    file = place.removeprefix("  in ").rpartition(": language ")[0]
    yield fitted(lines[0])
    yield f"  in {file}, costs {costs_digest(lines)}"
    more = [line.strip() for line in lines if line.startswith("  seconds ")]
    loops = (line.strip() for line in lines if line.startswith("  loop "))
    more += [line for line in loops if has_loop(name, line[5:].partition(" = ")[0])]
    if more:
        yield fitted(f"  {'; '.join(more)}")


def fitted(line: str) -> str:
    """Return a line, cut if it is too long."""
    if len(line.encode()) <= _LONGEST:
        return line
    cut = line.encode()[: _LONGEST - 3].decode("utf-8", "ignore")
    return f"{cut[: max(cut.rfind(' '), _LONGEST // 2)]}..."
