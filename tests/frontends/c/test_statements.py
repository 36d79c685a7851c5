"""No statement of C is lost on the way: each stands in the IR on its line, and the IR is valid."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pycparser import c_ast

from frontends.c.files import File
from frontends.c.parse import parse_file
from frontends.c.reader import lower_files, read_text, source_statements
from frontends.registry import SourceOptions
from sad.diagnostics import Diagnostics
from sad.ir.check import check_program
from sad.ir.program import Program, SourceFile
from tests.frontends.c.cases import FOLDER as COUNTED
from tests.frontends.c.reading import FOLDER
from tests.support.account import statement_spans
from tests.support.command import CORPUS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

PATHS = [*FOLDER.iterdir(), *COUNTED.iterdir(), *CORPUS.rglob("*.c")]
NAMES = sorted(str(path.relative_to(ROOT)) for path in PATHS)

Places = Counter[tuple[str, int]]


def test_there_are_files() -> None:
    assert len(NAMES) > 150


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_stands_in_valid_ir(name: str) -> None:
    parsed = parse_file("", str(ROOT / name), SourceOptions(), Diagnostics())
    (file,) = lower_files([parsed])
    found = [item for info in File(parsed).functions for item in source_statements(info.node.body)]
    assert file.statements == len(found) + len(parsed.failures)
    assert lost(file, places(found)) == {}
    assert check_program(Program((file,))) == []


def places(statements: Iterable[c_ast.Node]) -> Places:
    """Return how many of the statements do something, by file and line."""
    counted: Places = Counter()
    for item in statements:
        if isinstance(item, c_ast.Typedef):
            continue
        if isinstance(item, c_ast.Decl) and (item.init is None or "static" in item.storage):
            continue
        assert item.coord is not None
        counted[str(item.coord.file), item.coord.line] += 1
    return counted


def lost(file: SourceFile, seen: Places) -> dict[tuple[str, int], int]:
    """Return the places with fewer statements in the IR than in the source, and how many it has."""
    bodies = [replace(unit, header=None, declarations=(), end=None) for unit in file.units]
    spans = {id(span): span for unit in bodies for span in statement_spans(unit)}
    found = Counter((span.file, span.line) for span in spans.values())
    return {place: found[place] for place, number in seen.items() if found[place] < number}


TEXT = """\
int f(int n)
{
    int k = 0; n++;
    switch (n) { case 1: k++; break; default: ; }
    do k++; while (0);
    for (int i = 0; i < n; i++) { if (i) k--; else if (n) k += 2; }
    l: while (n--) k = 2;
    if (k) goto l;
    return k;
}
"""


def test_statements_are_counted() -> None:
    file = read_text(TEXT, "f.c", SourceOptions(), Diagnostics())
    assert file.statements == sum((2, 4, 2, 5, 2, 2, 1))


@pytest.mark.parametrize("number", range(11))
def test_a_lost_statement_is_noticed(number: int) -> None:
    file = read_text(
        "int f(int n)\n{\n" + "n++;\n" * 11 + "}\n", "f.c", SourceOptions(), Diagnostics()
    )
    (unit,) = file.units
    seen: Places = Counter({("f.c", line): 1 for line in range(3, 14)})
    assert lost(file, seen) == {}
    body = unit.body[:number] + unit.body[number + 1 :]
    shorter = replace(file, units=(replace(unit, body=body),))
    assert lost(shorter, seen) == {("f.c", number + 3): 0}
