"""How often each way of a branch was taken, from gcov's branch counts of real runs."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.realruns import c_build
from tests.realruns.build import NotBuilt, build, call
from tests.support.compiler import GCOV

if TYPE_CHECKING:
    from tests.realruns.build import Built
    from tests.realruns.programs import RealProgram

Branches = dict[tuple[str, int], list[int]]
"""Counts of the ways of all branches of a line, by file and line."""


def built(program: RealProgram) -> Built:
    """Build a program with gcov's counters; raises NotBuilt."""
    if program.language == "c":
        return c_build.build(program)
    return build(program.name, program.sources, program.folders)


def branch_counts(program: RealProgram, made: Built) -> Branches:
    """Run a program with its largest input and return the counts; raises NotBuilt.

    A line that is in several functions or compiled several times is left out: its branches are not one.
    """
    chosen = program.inputs[-1]
    with tempfile.TemporaryDirectory(dir=made.executable.parent) as name:
        folder = Path(name)
        where = {"GCOV_PREFIX": str(folder), "GCOV_PREFIX_STRIP": "99"}
        call([str(made.executable), *chosen.arguments], folder, chosen.text, where)
        for item in made.objects:
            notes = item.with_suffix(".gcno")
            (folder / notes.name).symlink_to(notes)
        data = sorted(path.name for path in folder.glob("*.gcda"))
        if not data:
            message = f"{made.executable}: the run left no counts"
            raise NotBuilt(message)
        command = [str(GCOV), "--json-format", "--branch-probabilities", "--stdout", *data]
        return _read(call(command, folder))


def _read(text: str) -> Branches:
    found: Branches = {}
    several: set[tuple[str, int]] = set()
    for line in text.splitlines():
        for file in json.loads(line)["files"]:
            path = os.path.normpath(file["file"])
            for item in file["lines"]:
                place = path, item["line_number"]
                if place in found:
                    several.add(place)
                found[place] = [branch["count"] for branch in item["branches"]]
    return {place: ways for place, ways in found.items() if place not in several and ways}
