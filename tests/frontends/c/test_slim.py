"""What of the headers is kept: all that is used, and what that needs; nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pycparser import c_ast

from tests.frontends.c.reading import Reading

if TYPE_CHECKING:
    from pathlib import Path

HEADER = """
typedef unsigned long count_t;
typedef struct mat { count_t rows; double *data; } mat;
typedef int (*compare)(const void *, const void *);
enum colour { RED, GREEN, BLUE = 7 };
struct outer { struct inner { int a; } part; enum { ON, OFF } state; };
extern double table[BLUE];
mat *make(count_t n);
void sort(mat *m, compare by);
int unrelated(struct outer *o);
static inline double first(const mat *m) { return table[0] + m->data[0]; }
#pragma once_upon_a_time
double (*chosen)(double);
int (*handler(int n))(void);
extern int one, two[3], *three;
"""


def kept(main: str, folder: Path, header: str = HEADER) -> list[str]:
    """The names that header declarations kept for ``main`` declare."""
    (folder / "part.h").write_text(header)
    path = folder / "main.c"
    path.write_text(f'#include "part.h"\n{main}\n')
    reading = Reading("", str(path))
    assert reading.items == []
    found: list[str] = []
    for node in reading.tree.ext:
        if node.coord is None or not node.coord.file.endswith("part.h"):
            continue
        if isinstance(node, c_ast.FuncDef):
            found.append(node.decl.name)
        else:
            assert isinstance(node, (c_ast.Decl, c_ast.Typedef))
            found.append(node.name or getattr(node.type, "name", ""))
    return found


@pytest.mark.parametrize(
    ("main", "names"),
    [
        ("int x;", []),
        ("count_t x;", ["count_t"]),
        ("mat *m;", ["count_t", "mat"]),
        ("int f(void) { return GREEN; }", ["colour"]),
        ("int f(void) { return OFF; }", ["outer"]),
        ("struct inner *p;", ["outer"]),
        ("compare c;", ["compare"]),
        ("void *f(void) { return make(3); }", ["count_t", "mat", "make"]),
        ("double f(void *p) { return first(p); }", ["count_t", "mat", "colour", "table", "first"]),
        ("double f(void) { return chosen(1); }", ["chosen"]),
        ("void *f(void) { return handler(1); }", ["handler"]),
        ("int f(void) { return *three; }", ["one", "two", "three"]),
    ],
)
def test_what_is_used_is_kept(main: str, names: list[str], tmp_path: Path) -> None:
    assert kept(main, tmp_path) == names


def test_places_in_headers_are_true(tmp_path: Path) -> None:
    (tmp_path / "part.h").write_text(HEADER)
    reading = Reading(f'#include "{tmp_path}/part.h"\ndouble f(mat *m) {{ return first(m); }}\n')
    lines = HEADER.split("\n")
    first = next(node for node in reading.nodes(c_ast.FuncDef) if node.decl.name == "first")
    assert first.coord is not None
    assert "first(const mat *m)" in lines[first.coord.line - 1]
    assert reading.tree.ext[-1].coord.line == 2


def test_a_header_in_the_middle_of_a_declaration_is_kept_whole(tmp_path: Path) -> None:
    (tmp_path / "numbers.h").write_text("1, 2,\n3\n")
    (tmp_path / "fields.h").write_text("int a;\nint b;\n")
    text = (
        f'int t[] = {{\n#include "{tmp_path}/numbers.h"\n}};\n'
        f'struct s {{\n#include "{tmp_path}/fields.h"\n}};\nint f(struct s *p) {{ return p->b; }}\n'
    )
    reading = Reading(text)
    assert reading.items == []
    assert "{1, 2, 3}" in reading.c
    assert "int a; int b;" in reading.c


def test_an_included_source_file_is_kept_whole(tmp_path: Path) -> None:
    (tmp_path / "part.c").write_text("static int unused(void) { return 1; }\n")
    reading = Reading(f'#include "{tmp_path}/part.c"\nint x;\n')
    assert reading.functions() == ["unused"]
