"""Options of the command line that ``getopt`` takes, against runs of the program."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.slicing.runs import annotated
from tests.support.compiler import GCC

PROGRAM = r"""#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int kc[8];
int main(int argc, char **argv)
{
    int c, n = 1, k, extra = 0, chars = 0;
    opterr = 0;
    while ((c = getopt(argc, argv, "n:vo::x")) != -1) {
        kc[0]++;
        switch (c) {
        case 'n':
            n = atoi(optarg);
            kc[1]++;
            break;
        case 'v':
            kc[2]++;
            break;
        case 'o':
            if (optarg)
                kc[3]++;
            break;
        default:
            if (optopt == 'n')
                kc[4]++;
            break;
        }
    }
    for (k = 0; k < n; k++)
        kc[5]++;
    for (; optind < argc; optind++) {
        for (extra = 0; argv[optind][extra]; extra++)
            chars++;
        kc[6]++;
    }
    for (k = 0; k < chars; k++)
        kc[7]++;
    for (k = 0; k < 8; k++)
        printf("%d ", kc[k]);
    return 0;
}
"""
LINES = [
    "",
    "-n 7 -v",
    "-vn3 -v",
    "-vvx",
    "-o -ofile a bc",
    "-n",
    "-q -v",
    "-v -- -n 5",
    "- x",
    "-n5 aa",
]


@pytest.mark.skipif(GCC is None, reason="no C compiler")
@pytest.mark.parametrize("words", LINES)
def test_options_are_those_that_the_program_gets(words: str):
    _build(PROGRAM)
    lines = annotated("t.c", {}, f"--args={words}")
    run = subprocess.run(["./t", *shlex.split(words)], capture_output=True, text=True, check=True)
    counted = [int(word) for word in run.stdout.split()]
    for number, line in enumerate(PROGRAM.splitlines(), 1):
        if "++;" in line and "kc[" in line:
            said = lines[str(number)]
            assert said["exact"], line
            assert said["count"]["value"] == counted[int(line.split("kc[")[1][0])], line


MOVED = {
    "words before options are moved": (PROGRAM, "a -n 5"),
    "optind is set": (PROGRAM.replace("opterr = 0;", "optind = 2;"), "-v -n 5"),
    "argv is changed": (PROGRAM.replace("opterr = 0;", "argv[1] = argv[2];"), "-v -n 5"),
    "another function takes options": (
        PROGRAM.replace("int main", "int own(int a, char **b) { return getopt(a, b, 0); }\nint main")
        .replace("opterr = 0;", "own(argc, argv);"),
        "-v -n 5",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MOVED)
def test_what_is_not_followed_is_not_called_exact(name: str):
    text, words = MOVED[name]
    Path("t.c").write_text(text)
    lines = annotated("t.c", {}, f"--args={words}")
    place = next(at for at, line in enumerate(text.splitlines(), 1) if "kc[5]++" in line)
    assert lines[str(place)]["count"].get("value") is None


def _build(text: str) -> None:
    Path("t.c").write_text(text)
    assert GCC is not None
    subprocess.run([GCC, "-w", "t.c", "-o", "t"], check=True)
