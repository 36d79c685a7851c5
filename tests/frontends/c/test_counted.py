"""Counts of single lines of C: sad's are those the cases state, and those are gcov's."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.frontends.c.cases import FOLDER, cases_in, counted, description_of
from tests.oracle.gcov.figures import build_c, execute, figures
from tests.support.compiler import needs_gcc, needs_gcov

if TYPE_CHECKING:
    from pathlib import Path

    from tests.frontends.c.cases import Case

FILES = sorted(path.stem for path in FOLDER.glob("*.c"))
CASES = {case.name: case for name in FILES for case in cases_in(FOLDER / f"{name}.c")}
_DRIVER = """\
#include <stdio.h>
#include <string.h>
{declarations}
int main(void)
{{
    char name[40];
    int v[10], many;
    if (scanf("%39s %d", name, &many) != 2)
        return 1;
    for (int i = 0; i < many; i++)
        scanf("%d", &v[i]);
{calls}
    return 0;
}}
"""
# Loops, labels and what shares a block with them: gcov counts something else (docs/gcov.md).
_LEFT_OUT = re.compile(r" *(for\b|do\b|while \(1\)|REPEAT\b|case |default:|\w+:|\}?$)")


@pytest.mark.parametrize("name", CASES)
def test_counts_are_those_stated(name: str) -> None:
    case = CASES[name]
    description = description_of(case)
    for numbers in case.inputs:
        lines = counted(case, description, numbers)
        stated = case.expected(numbers)
        exact = {line: cost.value for line, cost in lines.items() if cost.exact}
        open_lines = (stated.keys() & case.may_be_open()) - exact.keys()
        assert open_lines <= lines.keys()
        checked = [line for line in stated if line not in open_lines]
        assert {line: exact.get(line, "open") for line in checked} == {
            line: stated[line] for line in checked
        }, case.values(numbers)


@pytest.mark.compiler
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("file", FILES)
def test_what_is_stated_is_what_gcov_counts(file: str, tmp_path: Path) -> None:
    cases = cases_in(FOLDER / f"{file}.c")
    ran = _executed(cases, tmp_path)
    compared = 0
    for case in cases:
        stated: Counter[int] = Counter()
        for numbers in case.inputs:
            stated.update(case.expected(numbers))
        text = case.text.splitlines()
        lines = [
            line
            for line in ran[case.name]
            if line in stated and not _LEFT_OUT.match(text[line - 1].split("//")[0].rstrip())
        ]
        assert {line: stated[line] for line in lines} == {
            line: ran[case.name][line] for line in lines
        }, case.name
        compared += len(lines)
    assert compared > 3 * len(cases)


def _executed(cases: list[Case], folder: Path) -> dict[str, dict[int, int]]:
    """Build all cases as one program, run each with its inputs; figures by case and line."""
    sources = [folder / "driver.c"]
    declarations: list[str] = []
    calls: list[str] = []
    for case in cases:
        sources.append(folder / f"{case.name}.c")
        sources[-1].write_text(case.text, encoding="ascii")
        declarations.append(f"int {case.name}();")
        arguments = ", ".join(f"v[{place}]" for place in range(len(case.parameters)))
        calls.append(f'    if (!strcmp(name, "{case.name}")) {case.name}({arguments});')
    sources[0].write_text(
        _DRIVER.format(declarations="\n".join(declarations), calls="\n".join(calls)),
        encoding="ascii",
    )
    program = build_c(sources, folder)
    for case in cases:
        for numbers in case.inputs:
            given = " ".join(map(str, (len(case.parameters), *numbers)))
            execute(program, f"{case.name} {given}\n")
    found = figures(folder)
    return {case.name: found[f"{case.name}.c"] for case in cases}
