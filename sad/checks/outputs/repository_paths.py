"""Places of findings for other tools: paths in the repository, and stable names."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from sad.checks.outcome import Finding, Outcome


class RepositoryPaths:
    """Paths of spans, which are relative to ``base``, as paths below ``root``, its repository."""

    def __init__(self, base: Path) -> None:
        self._base = base.resolve()
        folders = (self._base, *self._base.parents)
        self.root = next((item for item in folders if (item / ".git").exists()), self._base)

    def path(self, file: str) -> str:
        """Return a path from the root of the repository, or as it was if it leads elsewhere."""
        path = Path(os.path.normpath(self._base / file))
        return path.relative_to(self.root).as_posix() if self.is_inside(file) else file

    def is_inside(self, file: str) -> bool:
        """Whether a file is one of the repository."""
        return Path(os.path.normpath(self._base / file)).is_relative_to(self.root)

    def uri(self, file: str) -> str:
        """Return the relative reference of a file in the repository, else its absolute one."""
        if self.is_inside(file):
            return quote(self.path(file))
        return Path(os.path.normpath(self._base / file)).as_uri()


def fingerprints(outcome: Outcome) -> list[str]:
    """Return a name of each finding that stays when lines move: rule, unit and which of them."""
    counts: dict[tuple[str, str], int] = {}
    found: list[str] = []
    for item in outcome.findings:
        key = item.rule, item.unit
        counts[key] = counts.get(key, 0) + 1
        found.append(fingerprint(item, counts[key]))
    return found


def fingerprint(finding: Finding, number: int) -> str:
    """Return a stable name; ``number`` counts the findings of one rule about one unit."""
    text = f"{finding.rule}\0{finding.unit}\0{number}"
    return blake2b(text.encode(), digest_size=16).hexdigest()


def message_of(finding: Finding) -> str:
    """Return a finding's message with its unit."""
    return f"{finding.unit}: {finding.message}" if finding.unit else finding.message
