"""Programs that count their own executions, against what sad says of them."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

from tests.support.command import sad


def compare(
    file: str,
    text: str,
    values: dict[str, int],
    counter: str,
    given: str | None = None,
    options: tuple[str, ...] = (),
) -> None:
    """Build nothing, run ``./t`` and compare its counters with the counts of their lines."""
    options = (*options, *(() if given is None else ("--stdin", "t.in")))
    given = given or " ".join(str(value) for value in values.values())
    run = subprocess.run(["./t"], input=given, capture_output=True, text=True, check=True)
    real = [int(word) for word in run.stdout.split()]
    lines = annotated(file, values, *options)
    found: dict[int, int] = {}
    for number, line in enumerate(text.lstrip("\n").splitlines(), 1):
        match = re.search(counter, line)
        if match:
            count = lines[str(number)]
            assert count["exact"], line
            index = int(match[1]) - (file == "t.f")
            found[index] = found.get(index, 0) + count["count"]["value"]
    assert found
    assert found == {index: real[index] for index in found}
    assert any(line["evaluated"] for line in lines.values())


def annotated(file: str, values: dict[str, int], *options: str) -> dict[str, dict[str, Any]]:
    """Return the lines of a file as annotate says them, by number."""
    words = [word for name, value in values.items() for word in ("--set", f"{name}={value}")]
    result = sad("annotate", file, "--format", "json", *words, *options)
    assert result.code == 0, result.err
    return json.loads(result.out)["files"][file]
