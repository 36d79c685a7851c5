"""Where C's input functions take values from: standard input, the command line, texts."""

from __future__ import annotations

import pytest

from sad.ir import stmt as st
from sad.ir.walk import statements
from tests.support.model import program_of

BEFORE = "#include <stdio.h>\n#include <stdlib.h>\n"
READS = {
    'scanf("%d", &n);': (True, "%d", None),
    'scanf("%d" " %lf\\n", &n, &x);': (True, "%d %lf\n", None),
    'n = scanf("%d", &k);': (True, "%d", None),
    'fscanf(stdin, "%d", &n);': (True, "%d", None),
    'fscanf(file, "%d", &n);': (False, "%d", None),
    "scanf(form, &n);": (True, None, None),
    'sscanf(form, "%d", &n);': (False, "%d", None),
    'sscanf(argv[2], "%d", &n);': (False, "%d", 2),
    "n = atoi(argv[1]);": (False, "%d", 1),
    "n = (int)strtol(argv[1 + 1], NULL, 10);": (False, "%ld", 2),
    "n = strtoul(argv[3], 0, 16);": (False, "%lx", 3),
    "n = strtol(argv[3], 0, 0);": (False, "%li", 3),
    "n = strtol(argv[3], 0, 7);": (False, None, 3),
    "x = strtod(argv[1], NULL);": (False, "%lf", 1),
    "n = argc > 1 ? atoi(argv[1]) : 10;": (False, "%d", 1),
    "n = atoi(form);": (False, "%d", None),
    "n = atoi(argv[k]);": (False, "%d", None),
    "argv++; n = atoi(argv[1]);": (False, "%d", None),
}


@pytest.mark.parametrize("text", READS)
def test_a_read_has_its_source_and_layout(text: str) -> None:
    body = f"int n, k = 1; double x; char form[9]; FILE *file = 0; {text} return n + (int)x + k;"
    assert _reads(f"int main(int argc, char **argv) {{ {body} }}") == [READS[text]]


def test_only_main_has_the_command_line() -> None:
    text = "int f(int argc, char **argv) { return atoi(argv[1]); }"
    assert _reads(text) == [(False, "%d", None)]


def _reads(text: str) -> list[tuple[bool, str | None, int | None]]:
    return [
        (item.standard, item.layout, item.argument)
        for unit in program_of(BEFORE + text + "\n", "c").units
        for item in statements(unit.body)
        if isinstance(item, st.InputOutput) and item.keyword == "read"
    ]
