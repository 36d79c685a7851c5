"""What one commit is: replacements in files, and verdicts of units stated by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from sad.checks.outcome import Verdict

Edits = dict[str, list[tuple[str, str]]]
SAME = Verdict.IDENTICAL
CHEAPER = Verdict.CHEAPER
LOWER = Verdict.LOWER
LEADING = Verdict.LEADING
ORDER = Verdict.ORDER
EITHER = Verdict.INCOMPARABLE
GONE = Verdict.REMOVED


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit. ``verdicts`` are those of all units that are not identical, ``why`` tells the reason.

    ``edits`` hold text that is in a file once and what takes its place. ``moved`` are pieces of text
    that go to the end of another file: both names, and how a piece starts and ends. ``renamed`` are old
    names of units by new ones.
    """

    title: str
    why: str
    edits: Edits = field(default_factory=Edits)
    verdicts: dict[str, Verdict] = field(default_factory=dict[str, Verdict])
    moved: tuple[tuple[str, str, str, str], ...] = ()
    renamed: dict[str, str] = field(default_factory=dict[str, str])

    def applied(self, files: dict[str, str]) -> dict[str, str]:
        """Return all files with the commit made."""
        found = dict(files)
        for name, replacements in self.edits.items():
            for old, new in replacements:
                assert found[name].count(old) == 1, f"{self.title}: {old!r} in {name}"
                found[name] = found[name].replace(old, new)
        for name, into, first, last in self.moved:
            start = found[name].index(first)
            end = found[name].index(last, start) + len(last)
            piece = found[name][start:end]
            found[name] = found[name][:start] + found[name][end:]
            found[into] = found.get(into, "") + piece
        return {name: text for name, text in found.items() if text}
