"""The counts of every corpus line, as they were when last looked at.

``pytest tests/corpus --update-goldens`` writes them anew: look at the difference before committing.
"""

from __future__ import annotations

import json

import pytest

from tests.support.command import sad
from tests.support.corpus import PROGRAMS


def counts_text(name: str) -> str:
    program = PROGRAMS[name]
    result = sad(
        "annotate",
        program.source,
        "-I",
        program.source.parent,
        *("--no-config", "--evaluate-steps", "0", "--format", "json"),
    )
    assert result.code == 0, result.err
    lines = json.loads(result.out)["files"][str(program.source)]
    rows = (
        f"{number:>5} {'=' if entry['exact'] else '~'} {entry['count']['formula']}"
        for number, entry in lines.items()
    )
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("name", PROGRAMS)
def test_counts_are_the_golden_ones(name: str, update_goldens: bool):
    golden = PROGRAMS[name].source.with_name("expected.counts")
    counts = counts_text(name)
    if update_goldens:
        golden.write_text(counts)
    assert counts == golden.read_text()
