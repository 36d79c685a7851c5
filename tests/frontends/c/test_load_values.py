"""What static objects of C hold at load, as the dump says it and as gcc does it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.diagnostics import Diagnostics
from sad.ir.dump import dump_unit
from sad.ir.expr import Constant, Type
from sad.ir.runs import Run
from tests.support.compiler import needs_gcc, run
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.ir.program import Symbol

TYPES = """\
enum { TWO = 2, FOUR = 4 };
struct pt { int x; double y; };
struct obj { int n; struct pt p[2]; int v[3]; char *name; unsigned b : 3; };
union u { int i; double d; };
struct un { int tag; union { int a; float f; }; };
extern int outside, table[4];
"""
CASES = {
    ("int t[] = {1, 2, TWO, FOUR + 1, -5};", "t[k]"): "[1, 2, 2, 5, -5]",
    ("int t[100];", "t[k]"): "[100*0]",
    ("int t[5] = {1, 2};", "t[k]"): "[1, 2, 3*0]",
    ("int t[6] = {[4] = 1, 2, [0] = 3};", "t[k]"): "[3, 3*0, 1, 2]",
    ("int t[1000] = {[0 ... 998] = 4, 5};", "t[k]"): "[999*4, 5]",
    ("double t[2000000];", "t[k]"): "[2000000*0.0_double]",
    ("double t[3] = {1, -2.5};", "t[k]"): "[1_double, (-2.5_double), 0.0_double]",
    ("int t[2][3] = {{1}, {4, 5, 6}};", "t[1][k]"): "[1, 0, 0, 4, 5, 6]",
    ("int t[2][3] = {1, 2, 3, 4};", "t[1][k]"): "[1, 2, 3, 4, 0, 0]",
    ("int t[2][3] = {[0][1] = 7, 8, 9};", "t[1][k]"): "[0, 7, 8, 9, 0, 0]",
    ('char t[6] = "ab";', "t[k]"): "[97, 98, 4*0]",
    ('char t[2] = {"ab"};', "t[k]"): "[97, 98]",
    ('char t[2][4] = {"ab", "\\377"};', "t[1][k]"): "[97, 98, 0, 0, -1, 3*0]",
    ('char *t[4] = {"a", 0, (void *)0};', "t[k] != 0"): "[loc('a'), 3*0]",
    ("int x; int *t[2] = {&x};", "t[k] != 0"): "[?, 0]",
    ("int t[2] = {1, (int)sizeof(int) * outside};", "t[k]"): "[1, ?]",
    ("int *t;", "t != 0"): "0",
    ("int t = 5;", "t += k"): "5",
    ("struct pt t = {3, 4};", "t.x"): "3",
    ("struct pt t = {3, 4};", "t.y"): "4_double",
    ("struct pt t;", "t.y"): "0.0_double",
    ("struct pt t[3] = {{1}, {.x = 2}};", "t[k].x"): "[1, 2, 0]",
    ("struct pt t[3] = {1, 2, 3};", "t[k].x"): "[1, 3, 0]",
    ("struct obj t = {7, {{1}, {2}}, 1, 2};", "t.n"): "7",
    ("struct obj t = {7, {{1}, {2}}, {1, 2}};", "t.p[k].x"): "[1, 2]",
    ("struct obj t = {7, 1, 2, 3, 4, 5, 6, 8};", "t.v[k]"): "[5, 6, 8]",
    ("struct obj t = {.p[1].x = 5, 6, 7, 8};", "t.v[k]"): "[7, 8, 0]",
    ("struct obj t = {.b = 9};", "t.b"): "1",
    ("struct obj t[2] = {[1].p[1] = {3, 4}};", "t[k].p[1].x"): "[3*0, 3]",
    ("union u t = {.d = 1};", "t.i"): None,
    ("union u t = {5};", "t.i"): "5",
    ("union u t;", "t.i"): "0",
    ("struct un t[2] = {{1, 2}, {3, 4}};", "t[k].a"): "[2, 4]",
    ("struct un t[2] = {{1, 2}, {.tag = 1, .f = 4}};", "t[k].a"): "[2, ?]",
    # What the source does not define, or what C lets begin twice, is left open.
    ("extern int t;", "t"): None,
    ("extern int t[5];", "t[k]"): None,
    ("struct pt t[2] = {[0].x = 1, [0] = {.y = 2}};", "t[k].x"): None,
    ("volatile int t[2];", "t[k]"): None,
}


def held(text: str) -> dict[str, Symbol]:
    """The symbols of ``f``, the first function of a program."""
    return dict(program_of(text, "c").units[0].symbols)


def initially(definition: str, used: str, *, inside: bool) -> str | None:
    outer, inner = ("", f"static {definition}") if inside else (definition, "")
    text = f"{TYPES}{outer}\nint f(int k) {{ {inner} return {used}; }}\n"
    unit = program_of(f"{text}int main(void) {{ return f(1); }}\n", "c").units[0]
    name = used.partition(" ")[0].replace("[k]", "").replace("[1]", "")
    (line,) = (item for item in dump_unit(unit) if item.startswith(f"  symbol {name}:"))
    return line.partition(" initially ")[2] or None


@pytest.mark.parametrize(("definition", "used"), CASES)
def test_a_global_holds(definition: str, used: str) -> None:
    assert initially(definition, used, inside=False) == CASES[definition, used]


@pytest.mark.parametrize(
    ("definition", "used"), [item for item in CASES if not item[0].startswith(("extern", "int x"))]
)
def test_a_static_variable_of_a_function_holds(definition: str, used: str) -> None:
    assert initially(definition, used, inside=True) == CASES[definition, used]


def test_what_a_function_of_a_static_object_keeps_is_saved() -> None:
    body = "static struct pt s[2]; struct pt l; l.x = 1; return s[1].x++ + l.x;"
    symbols = held(f"{TYPES}int f(void) {{ {body} }}")
    assert (symbols["s.x"].saved, symbols["l.x"].saved) == (True, False)


def test_globals_of_a_part_of_a_program_may_be_set_elsewhere() -> None:
    assert held("int t[3] = {1}; int f(int k) { return t[k]; }")["t"].runs == ()


def test_another_file_gives_the_values(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("extern int t[3];\nint main(void) { return t[1]; }\n")
    (tmp_path / "b.c").write_text("int t[3] = {1, 2};\nint g(void) { return t[0]++; }\n")
    paths = [str(tmp_path / name) for name in ("a.c", "b.c")]
    units = read_program(paths, SourceOptions(), Diagnostics()).units
    assert [unit.symbols["t"].runs for unit in units] == [_runs(1, 2, 0)] * 2


def _runs(*values: int) -> tuple[Run, ...]:
    return (Run(tuple(Constant(value, Type.INTEGER) for value in values)),)


@needs_gcc
@pytest.mark.parametrize("seed", range(4))
def test_gcc_holds_the_same(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    text = ""
    printed: list[tuple[str, str, int]] = []
    for number in range(12):
        definition, leaves = _random_object(rng, f"t{number}")
        text += definition
        printed += leaves
    text = "#include <stdio.h>\n" + text + "int main(void) {\n"
    text += "".join(f'printf("%d\\n", {leaf});\n' for leaf, _, _ in printed) + "return 0; }\n"
    (tmp_path / "t.c").write_text(text)
    made = run(["gcc", "-w", "-o", "t", "t.c"], tmp_path)
    assert made.returncode == 0, made.stderr
    shown = [int(word) for word in run(["./t"], tmp_path).stdout.split()]
    symbols = held(text)
    known = 0
    for (leaf, name, number), value in zip(printed, shown, strict=True):
        symbol = symbols[name]
        items = [item for part in symbol.runs for item in part.items * part.times]
        item = items[number] if items else symbol.initial
        assert item is None or item == Constant(value, Type.INTEGER), leaf
        known += item is not None
    assert known > 0.9 * len(printed)


def _random_object(rng: random.Random, name: str) -> tuple[str, list[tuple[str, str, int]]]:
    """A definition with an initialiser, and its integers: how C writes them, symbol and number."""
    members = [(f"m{number}", rng.choice((1, 1, 2, 3))) for number in range(rng.randint(1, 3))]
    inner = [(f"i{number}", rng.choice((1, 1, 2))) for number in range(rng.randint(1, 2))]
    inner_count, outer_count = rng.choice((1, 2)), rng.choice((1, 3))
    fields = "".join(f"int {item}{_extent(count)}; " for item, count in members)
    parts = "".join(f"int {item}{_extent(count)}; " for item, count in inner)
    nested = f"struct {{ {parts}}} in{_extent(inner_count)};"
    leaves: list[tuple[str, str, int]] = []
    for one in range(outer_count):
        own = f"{name}{_index(one, outer_count)}"
        leaves += [
            (f"{own}.{item}{_index(at, count)}", f"{name}.{item}", one * count + at)
            for item, count in members
            for at in range(count)
        ]
        leaves += [
            (
                f"{own}.in{_index(two, inner_count)}.{item}{_index(at, count)}",
                f"{name}.in.{item}",
                (one * inner_count + two) * count + at,
            )
            for two in range(inner_count)
            for item, count in inner
            for at in range(count)
        ]
    items: list[str] = []
    for _ in range(rng.randint(0, 8)):
        value = str(rng.randint(-9, 9))
        leaf, _, _ = rng.choice(leaves)
        designator = leaf.removeprefix(name)
        items.append(f"{designator} = {value}" if rng.random() < 0.3 else value)
    given = f" = {{{', '.join(items)}}}" if items else ""
    return f"static struct {{ {fields}{nested} }} {name}{_extent(outer_count)}{given};\n", leaves


def _extent(count: int) -> str:
    return f"[{count}]" if count > 1 else ""


def _index(at: int, count: int) -> str:
    return f"[{at}]" if count > 1 else ""
