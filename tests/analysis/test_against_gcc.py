"""C functions that count themselves: what sad calls exact is what gcc's executable counts.

A case starts with ``/* CASE NAME: values | values EXACT counters */``: sets of two integers for its
arguments ``n`` and ``m``, and the counters whose counts sad must give exactly. Points of interest say
``kount[i]++``, each on a line of its own.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sad.analysis.unit import analyse
from sad.lowering.build import describe
from tests.support.compiler import needs_gcc, run
from tests.support.counted import COUNTERS, Case, counted
from tests.support.model import program_of

FOLDER = Path(__file__).parent / "counted_c"
_HEADER = re.compile(r"^/\* CASE (\w+): ([-\d |]+?) EXACT([\d ]*)\*/$", re.MULTILINE)
_COUNTER = re.compile(r"kount\[(\d+)\]\+\+")
_DRIVER = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{{
    {name}(atoi(argv[1]), atoi(argv[2]));
    for (int i = 0; i < {counters}; i++)
        printf("%d ", kount[i]);
    return argc != 3;
}}
"""


def _cases() -> list[Case]:
    found: list[Case] = []
    for path in sorted(FOLDER.glob("*.c")):
        text = path.read_text(encoding="ascii")
        heads = list(_HEADER.finditer(text))
        assert len(heads) == text.count("CASE"), f"{path}: a header that cannot be read"
        ends = [*(head.start() for head in heads), len(text)][1:]
        for head, end in zip(heads, ends, strict=True):
            inputs = tuple(tuple(map(int, values.split())) for values in head[2].split("|"))
            start = f"int kount[{COUNTERS}];\n"
            exact = frozenset(map(int, head[3].split()))
            body = start + text[head.start() : end]
            found.append(Case(head[1], body, ("n", "m"), (), inputs, exact))
    return found


CASES = _cases()


@needs_gcc
@pytest.mark.compiler
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_exact_counts_are_the_executed_ones(case: Case, tmp_path: Path):
    source = case.text + _DRIVER.format(name=case.name, counters=COUNTERS)
    (tmp_path / "case.c").write_text(source, encoding="ascii")
    built = run(["gcc", "-w", "-O0", "-o", "case", "case.c", "-lm"], tmp_path)
    assert built.returncode == 0, built.stderr
    description = describe(analyse(program_of(case.text, "c")))
    for values in case.inputs:
        ran = run([str(tmp_path / "case"), *map(str, values)], tmp_path)
        assert ran.returncode == 0
        real = list(map(int, ran.stdout.split()))
        lines, view = counted(case, description, values)
        for number, text in enumerate(case.text.splitlines(), 1):
            match = _COUNTER.search(text)
            if match is None or number not in lines:
                continue
            cost, counter = lines[number], int(match[1])
            where = f"counter {counter} for {values}: {view.formula(cost.count)}"
            assert cost.exact or counter not in case.exact, f"{where} should be exact"
            assert not cost.exact or cost.value == real[counter], f"{where} is {cost.value}"


def test_every_exact_counter_is_in_its_case():
    for case in CASES:
        assert case.exact <= {int(found) for found in _COUNTER.findall(case.text)}
