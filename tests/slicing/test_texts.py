"""Programs that read texts and keep data on the heap, compared with gcov line by line."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any, cast

import pytest

from sad.slicing.runtime import Unknown
from sad.slicing.scanning import end_of_number, number_of, scan
from tests.oracle.gcov.figures import build, build_c, figures
from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran

FOLDER = Path(__file__).parent / "texts"
# Each with its command line and standard input.
RUNS = (
    ("options.c", "-n 7 -v", ""),
    ("options.c", "-v what", ""),
    ("letters.c", "-n4 -m 3", ""),
    ("lines.c", "", "# c\nn 4\nm 7\nq 9\n"),
    ("wc.c", "", "one two\n three\n\nfour"),
    ("tokens.c", "", "1 2,3 4\n"),
    ("walking_argv.c", "-xn 5", ""),
    ("walking_argv.c", "-x -q", ""),
    ("walking_argv.c", "sub", ""),
    ("walking_argv.c", "stop", ""),
    ("walking_argv.c", "12", ""),
    ("strtol_end.c", "--n 12 a --mode=slow b", ""),
    ("strtol_end.c", "--n 12x", ""),
    ("ini.c", "", "a=3\n;c\n\nbb=4\na=5\n"),
    ("ini.c", "", "a=3\nb\n"),
    ("expressions.c", "", "2*(3+4)-1\n"),
    ("fscanf.c", "", "start 3 4\n5 x 2.75 abc de"),
    ("fscanf.c", "", "start 3 4\n5 x 1.75 abc de\n"),
    ("getopt.c", "-vvn5 -v abc", ""),
    ("getopt.c", "-v -n 3 -- -q", ""),
    ("splitting.c", "", "abab x.c +12\nfoo.h abc +0x\n"),
    ("sscanf.c", "3x5 0.01 q:fast 0x15", ""),
    ("sscanf.c", "3x 0.01 q:fast 0x15", ""),
    ("scanner.c", "a+b*c_1", ""),
    ("stdin_twice.c", "", "2 5\n"),
    ("../memory/structures.c", "", "9"),
    ("../memory/inner_arrays.c", "", "3"),
    ("../memory/rows.c", "", ""),
    ("../memory/row_pointers.c", "", ""),
    ("../memory/nodes.c", "", "9"),
    ("../memory/arena.c", "", "9"),
    ("../memory/vector.c", "", "9"),
    ("../memory/tree.c", "", "9"),
    ("../memory/realloc.c", "", "9"),
    ("../memory/dictionary.c", "", "a b a c\nd a b\n"),
    ("../memory/shared.f", "", ""),
    ("getarg.f", "5 -v", ""),
    ("getarg.f", "", ""),
    ("module_texts.f90", "", ""),
    ("arguments.f", "-n 4 -v 2", "# x\nA = 4\nNOTHING\nB=2\n"),
)
_LOOP = re.compile(r"\s*(for\b|.*\bDO\b|\d+ +CONTINUE)", re.IGNORECASE)
"""Lines that gcov counts by its own rules."""


@needs_gcc
@needs_gfortran
@needs_gcov
@pytest.mark.parametrize(("name", "words", "given"), RUNS)
def test_all_lines_run_as_often_as_told(name: str, words: str, given: str, tmp_path: Path):
    path = (FOLDER / name).resolve()
    program = (build_c if path.suffix == ".c" else build)([path], tmp_path)
    command = [str(program), *words.split()]
    subprocess.run(command, cwd=tmp_path, input=given, text=True, check=False, capture_output=True)
    Path("t.in").write_text(given)
    options = ("--stdin", "t.in", f"--args={words}", "--format", "json")
    result = sad("annotate", str(path), *options)
    assert result.code == 0, result.err
    lines = json.loads(result.out)["files"][str(path)]
    source = path.read_text().splitlines()
    compared = 0
    for number, real in figures(tmp_path)[path.name].items():
        line = lines.get(str(number))
        if line is None or _LOOP.match(source[number - 1]):
            continue
        assert line["exact"], (number, source[number - 1], line)
        assert line["count"]["value"] == real, (number, source[number - 1])
        compared += 1
    assert compared > 4


@needs_gfortran
@needs_gcov
def test_sizes_that_differ_in_a_place_make_no_count_wrong(tmp_path: Path):
    path = FOLDER / "other_sizes.f"
    program = build([path], tmp_path)
    subprocess.run([str(program)], cwd=tmp_path, check=True)
    lines = json.loads(sad("annotate", str(path), "--format", "json").out)["files"][str(path)]
    real = figures(tmp_path)[path.name]
    exact = {int(number): item["count"]["value"] for number, item in lines.items() if item["exact"]}
    source = path.read_text().splitlines()
    told = {number: value for number, value in exact.items() if not _LOOP.match(source[number - 1])}
    known = {number: value for number, value in told.items() if value is not None}
    assert len(known) > 10
    assert known == {number: real[number] for number in known}


def test_input_that_may_have_been_read_before_is_not_known():
    Path("t.c").write_text(
        "#include <stdio.h>\nint other(void);\nint main(void)\n{\n    int a, b, i;\n"
        '    if (other())\n        scanf("%d", &a);\n    scanf("%d", &b);\n'
        '    for (i = 0; i < b; i++)\n        puts("");\n    return 0;\n}\n'
    )
    Path("t.in").write_text("3 7\n")
    result = sad("annotate", "t.c", "--stdin", "t.in", "--format", "json")
    assert json.loads(result.out)["files"]["t.c"]["10"]["count"]["value"] is None


_SCANS = (
    ("%d %d", "4 5"), ("%d,%d", "4,x"), ("%d%c", "12q"), ("%5s%d", "abcdefg"), ("%5s%d", "abcde7"),
    ("%[a-c]%d", "abcab12"), ("%[^=]=%d", "key=12"), ("%*d %d", "1 2"), ("%x", "0xff"), ("%i", "017"),
    ("%i", "0x1A"), ("%u", "12"), ("%d", ""), ("%d", "   "), ("%d", "abc"), ("%s %s", "a"),
    ("%2d%3d", "12345"), ("%lf", "1.5e3x"), ("%f %d", ".5 7"), ("a%db", "a12b"), ("a %d", "a   3"),
    ("%c%c", "12"), ("%3c", "xyz"), ("%%%d", "%5"), ("%d%n", "12 3"), ("%o", "178"),
    ("%ld", "5000000000"),
    ("%hd", "12"), ("%[]a]", "]a]b"), ("%d:%d:%d", "1:2"), ("%s", "  two words"), ("%lf%s", "2.5kg"),
)  # fmt: skip
_NUMBERS = (
    ("atoi", "%d", "12abc"), ("atoi", "%d", "  -7"), ("atoi", "%d", "x"), ("atoi", "%d", ""),
    ("atof", "%lf", "1.25e1z"), ("atof", "%lf", "."), ("atol", "%ld", "+9"),
)  # fmt: skip
_ENDS = (
    ("12abc", 10),
    ("abc", 10),
    ("0x1f", 16),
    ("0x1f", 0),
    ("019", 0),
    ("  5 ", 10),
    ("1.5e2q", 1),
)


_CONVERSIONS = re.compile(r"%(\d*(?:l?h?[dixuoscfn]|lf|\[\^?\]?[^\]]*\]))")
_SHOWN = {"c": ("d", "s[0]"), "f": ("g", "f"), "lf": ("g", "d"), "ld": ("ld", "i")}


@needs_gcc
def test_numbers_and_words_are_read_as_the_library_reads_them(tmp_path: Path):
    lines = [
        "#include <stdio.h>",
        "#include <stdlib.h>",
        "int main(void) { char *e; const char *s;",
    ]
    for form, text in _SCANS:
        many = form.replace("%%", "").count("%") - form.count("%*")
        holds = "".join(f", &v[{index}]" for index in range(many))
        lines.append("{ union { char s[64]; long i; double d; float f; int n; } v[4] = {{{0}}};")
        lines.append(f' int r = sscanf("{text}", "{form}"{holds}); printf("%d", r);')
        for index, kind in enumerate(_CONVERSIONS.findall(form.replace("%%", ""))):
            is_text = kind[-1] in "s]" or kind == "3c"
            shown, part = _SHOWN.get(kind, ("s", "s") if is_text else ("d", "n"))
            lines.append(f' printf(" %{shown}", v[{index}].{part});')
        lines.append(' printf("\\n"); }')
    lines += [f'printf("%g\\n", (double) {name}("{text}"));' for name, _, text in _NUMBERS]
    for text, base in _ENDS:
        call = "strtod(s, &e)" if base == 1 else f"strtol(s, &e, {base})"
        lines.append(f's = "{text}"; {call}; printf("%d\\n", (int) (e - s));')
    (tmp_path / "t.c").write_text("\n".join([*lines, "return 0; }"]))
    subprocess.run(["gcc", "-w", "t.c", "-o", "t"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "t"], capture_output=True, text=True, check=True)
    real = iter(done.stdout.splitlines())
    cause = Unknown("not told")
    for form, text in _SCANS:
        words = next(real).split()
        found = scan(text, 0, form, cause)
        assert found.place is not None, (form, text)
        assert found.count == int(words[0]), (form, text)
        mine = [_shown(value) for value in found.values]
        assert mine == words[1 : len(mine) + 1], (form, text)
    for name, form, text in _NUMBERS:
        assert number_of(text, form, cause) == float(next(real)), (name, text)
    for text, base in _ENDS:
        assert end_of_number(text, base, cause) == int(next(real)), (text, base)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "".join(chr(code) for code in cast("list[int]", value) if code)
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_the_number_of_an_address_is_not_known():
    Path("t.c").write_text(
        "#include <stdlib.h>\nint main(void)\n{\n    int i, k = 0;\n    for (i = 0; i < 9; i++) {\n"
        "        int *p = malloc(8);\n        if (((unsigned long) p >> 4) % 3 == 0)\n"
        "            k++;\n    }\n    return 0;\n}\n"
    )
    result = sad("annotate", "t.c", "--format", "json")
    assert not json.loads(result.out)["files"]["t.c"]["8"]["exact"]
