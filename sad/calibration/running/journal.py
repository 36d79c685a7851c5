"""What was measured so far, one line a round, so that an interrupted calibration goes on."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from sad.calibration.running.session import Sample

if TYPE_CHECKING:
    from pathlib import Path


class Journal:
    """Rounds of one program in a file of JSON lines; a line that was cut off does not count.

    A round has the quiet ratio, stream samples, and samples by the kernel's name.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.quiet: list[float] = []
        self.stream: list[float] = []
        self.rounds: list[dict[str, list[Sample]]] = []
        if path.exists():
            whole = path.read_text(encoding="utf-8").rpartition("\n")[0]
            path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
            for line in whole.splitlines():
                self._take(json.loads(line))

    def _take(self, entry: dict[str, Any]) -> None:
        self.quiet.append(entry["quiet"])
        self.stream += entry["stream"]
        samples: dict[str, list[list[float]]] = entry["samples"]
        self.rounds.append(
            {name: [Sample(*item) for item in items] for name, items in samples.items()}
        )

    def add(self, quiet: float, stream: list[float], samples: dict[str, list[Sample]]) -> None:
        """Keep a round; it is on the disk when this returns."""
        entry = {"quiet": quiet, "stream": stream, "samples": samples}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self.quiet.append(quiet)
        self.stream += stream
        self.rounds.append(samples)
