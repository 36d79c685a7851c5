"""Exported files run in their own languages, each in a process of its own."""

from __future__ import annotations

import json
import shutil
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.report.export.c_source import c_source
from sad.report.export.javascript_source import javascript_source
from sad.report.export.python_source import numpy_source, python_source
from tests.support.compiler import GCC, needs, run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sad.report.export.quantities import Exported

NODE = shutil.which("node")
needs_node = needs(NODE, "node")

Point = dict[str, int | Fraction]
"""Values by symbol."""
Answers = list[list[Fraction | float | None]]
"""For each point, each quantity's value; None where it has none. Exact only from Python."""


def _names(source: str, before: str, after: str) -> list[str]:
    """The functions' names in order, as the file has them."""
    lines = [line for line in source.splitlines() if line.startswith(before)]
    return [line.removeprefix(before).partition(after)[0] for line in lines]


def _arguments(source: str, mark: str, program: Exported) -> dict[str, str]:
    """Identifiers by symbol, from the table at the head of the file."""
    lines = [line.removeprefix(mark).strip() for line in source.splitlines()]
    start = next(place for place, line in enumerate(lines) if line.startswith("argument "))
    rows = lines[start + 1 :]
    return {
        item.symbol: rows[place].split()[0]
        for place, item in enumerate(program.arguments)
        if item.value is None
    }


def _by_name(points: Sequence[Point], names: Mapping[str, str]) -> list[dict[str, float]]:
    return [{names[symbol]: float(value) for symbol, value in point.items()} for point in points]


def in_python(program: Exported, points: Sequence[Point], folder: Path) -> Answers:
    """Run the Python export."""
    source = python_source(program)
    names = _arguments(source, "#", program) if program.arguments else {}
    functions = _names(source, "def ", "(")[-len(program.quantities) :]
    given = [{names[symbol]: str(value) for symbol, value in p.items()} for p in points]
    driver = [
        "import json, sys",
        "def answer(function, values):",
        "    try:",
        "        return str(function(**values))",
        "    except ZeroDivisionError:",
        "        return None",
        "def number(text):",
        "    return Fraction(text) if '/' in text else int(text)",
        "for point in json.load(sys.stdin):",
        "    values = {name: number(text) for name, text in point.items()}",
        f"    print(json.dumps([answer(f, values) for f in ({', '.join(functions)},)]))",
    ]
    path = folder / "exported.py"
    path.write_text("\n".join([source, *driver]), encoding="utf-8")
    result = run([sys.executable, "-I", str(path)], folder, json.dumps(given))
    assert result.returncode == 0, result.stderr[-2000:]
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    return [[None if item is None else Fraction(item) for item in row] for row in rows]


def in_numpy(program: Exported, points: Sequence[Point], folder: Path) -> Answers:
    """Run the NumPy export, all points at once."""
    source = numpy_source(program)
    names = _arguments(source, "#", program) if program.arguments else {}
    functions = _names(source, "def ", "(")[-len(program.quantities) :]
    driver = [
        "import json, sys",
        "points = json.load(sys.stdin)",
        "arrays = {name: [point[name] for point in points] for name in points[0]}",
        f"for function in ({', '.join(functions)},):",
        "    value = np.broadcast_to(function(**arrays), len(points))",
        "    print(json.dumps([None if np.isnan(x) else float(x) for x in value]))",
    ]
    path = folder / "exported_numpy.py"
    path.write_text("\n".join([source, *driver]), encoding="utf-8")
    given = json.dumps(_by_name(points, names))
    result = run([sys.executable, "-I", "-W", "error", str(path)], folder, given)
    assert result.returncode == 0, result.stderr[-2000:]
    columns = [json.loads(line) for line in result.stdout.splitlines()]
    return [list(row) for row in zip(*columns, strict=True)]


def in_c(program: Exported, points: Sequence[Point], folder: Path) -> Answers:
    """Compile the C export, warnings being errors, and run it."""
    assert GCC is not None
    source = c_source(program)
    names = _arguments(source, "//", program) if program.arguments else {}
    functions = _names(source, "double ", "(")
    struct = next(line.split()[1] for line in source.splitlines() if line.startswith("struct "))
    unset = f"{struct.removesuffix('_parameters').upper()}_UNSET"
    reads = [f'ok += scanf("%lf", &p.{name});' for name in names.values()]
    prints = [f'printf("%.17g ", {function}(&p));' for function in functions]
    driver = [
        "#include <stdio.h>",
        "int main(void) {",
        "int points, ok;",
        'if (scanf("%d", &points) != 1) return 1;',
        "for (int i = 0; i < points; i++) {",
        f"struct {struct} p = {unset};",
        "ok = 0;",
        *reads,
        f"if (ok != {len(names)}) return 1;",
        *prints,
        'printf("\\n");',
        "}",
        "return 0;",
        "}",
    ]
    path = folder / "exported.c"
    path.write_text("\n".join([source, *driver, ""]), encoding="utf-8")
    flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O0"]
    built = run([GCC, *flags, "-o", "exported", path.name, "-lm"], folder)
    assert built.returncode == 0, built.stderr[-2000:]
    rows = [[repr(float(point[symbol])) for symbol in names] for point in points]
    given = "\n".join([str(len(points)), *(" ".join(row) for row in rows)])
    result = run([str(folder / "exported")], folder, given)
    assert result.returncode == 0
    return [_numbers(line.split()) for line in result.stdout.splitlines()]


def in_javascript(program: Exported, points: Sequence[Point], folder: Path) -> Answers:
    """Run the JavaScript export in node."""
    assert NODE is not None
    source = javascript_source(program)
    names = _arguments(source, "//", program) if program.arguments else {}
    functions = _names(source, "export function ", "(")
    driver = [
        "import {readFileSync as readPoints} from 'node:fs';",
        "for (const point of JSON.parse(readPoints(0, 'utf8')))",
        f"    console.log([{', '.join(functions)}].map(f => String(f(point))).join(' '));",
    ]
    path = folder / "exported.mjs"
    path.write_text("\n".join([source, *driver]), encoding="utf-8")
    result = run([NODE, str(path)], folder, json.dumps(_by_name(points, names)))
    assert result.returncode == 0, result.stderr[-2000:]
    return [_numbers(line.split()) for line in result.stdout.splitlines()]


def _numbers(words: Sequence[str]) -> list[Fraction | float | None]:
    return [None if "nan" in word.lower() else float(word) for word in words]
