"""Files that a program opens and reads are enough as well, and only what was given is believed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.slicing.runs import annotated, compare
from tests.support.command import sad
from tests.support.compiler import GCC, GFORTRAN

C_KEYS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int kc[9];
static int configure(const char *name, int *steps)
{
    FILE *f = fopen(name, "r");
    char key[32], line[80];
    double value;
    int n = 0;
    if (!f)
        return -1;
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#') continue;
        if (sscanf(line, "%31s %lf", key, &value) != 2) break;
        if (!strcmp(key, "n")) n = (int)value;
        if (!strcmp(key, "steps")) *steps = (int)value;
        kc[1]++;
    }
    rewind(f);
    while (fgetc(f) != EOF)
        kc[2]++;
    fclose(f);
    return n;
}
int main(int argc, char **argv)
{
    int steps = 1, k, a, b;
    int n = configure(argc > 1 ? argv[1] : "t.cfg", &steps);
    FILE *out = fopen("out.txt", "w"), *first = fopen("./pairs", "r"), *second = fopen("pairs", "rb");
    if (!out || !first || !second) return 1;
    for (k = 0; k < n * steps; k++)
        kc[3]++;
    while (fscanf(first, "%d", &a) == 1 && fscanf(second, "%*d %d", &b) == 1)
        for (k = a; k < b; k++)
            kc[4]++;
    if (feof(second))
        kc[5]++;
    fprintf(out, "%d\n", n);
    fclose(out);
    for (k = 0; k < 9; k++)
        printf("%d ", kc[k]);
    return 0;
}
"""
FORTRAN_UNITS = """
      PROGRAM T
      INTEGER KC(9), N, M, IOS, IN, L
      CHARACTER*20 NAME, LINE
      LOGICAL THERE
      COMMON /COUNTS/ KC
      DATA IN /17/
      NAME = 'grid.dat'
      INQUIRE (FILE=NAME, EXIST=THERE)
      IF (.NOT. THERE) GOTO 90
      OPEN (UNIT=IN, FILE=NAME, STATUS='OLD', IOSTAT=IOS)
      IF (IOS .NE. 0) GOTO 90
      READ (IN,*) N, M
      READ (IN,'(I5)') K
   10 READ (IN,*,END=20) L
      KC(1) = KC(1) + 1
      IF (L .GT. 3) K = K + L
      GOTO 10
   20 REWIND (IN)
      READ (IN,'(A)') LINE
      IF (LINE(1:1) .EQ. '4') THEN
      KC(2) = KC(2) + 1
      END IF
      CLOSE (IN)
      OPEN (11, FILE='out.txt', STATUS='UNKNOWN', IOSTAT=IOS)
      IF (IOS .NE. 0) STOP
      DO 40 I = 1, K
      KC(3) = KC(3) + 1
   40 WRITE (11,*) I
      OPEN (5, FILE='params.in')
      READ (5,*) NP
      DO 60 I = 1, NP
   60 KC(4) = KC(4) + 1
      READ (12,*) NQ
      DO 70 I = 1, NQ
   70 KC(5) = KC(5) + 1
   90 PRINT *, KC
      END
"""
FILES = {
    "t.cfg": "# sizes\nn 6\neps 0.5\nsteps 3\n",
    "pairs": "1 4\n2 2\n3 9\n",
    "grid.dat": "4 5\n    3\n1\n2\n5\n7\n",
    "params.in": "6\n",
    "fort.12": "9\n",
}


def _build(file: str, text: str) -> None:
    Path(file).write_text(text.lstrip("\n"))
    compiler = GCC if file.endswith(".c") else GFORTRAN
    if compiler is None:
        pytest.skip(f"no compiler for {file}")
    subprocess.run([compiler, "-w", file, "-o", "t"], check=True)
    for name, content in FILES.items():
        Path(name).write_text(content)


@pytest.mark.parametrize(
    ("file", "text", "names"),
    [
        ("t.c", C_KEYS, ("t.cfg", "pairs")),
        ("t.f", FORTRAN_UNITS, ("grid.dat", "params.in", "fort.12")),
    ],
)
def test_what_the_program_opens_is_read(file: str, text: str, names: tuple[str, ...]):
    _build(file, text)
    words = tuple(word for name in names for word in ("--file", name))
    options = (*words, *(("--args", "") if file == "t.c" else ()))
    compare(file, text, {}, r"(?i)kc.(\d).(?:\+\+| = KC)", options=options)


WRITTEN_FIRST = {
    "t.c": r"""
#include <stdio.h>
int main(void)
{
    FILE *out = fopen("data", "w"), *in;
    int n, k;
    fprintf(out, "2\n");
    fclose(out);
    in = fopen("data", "r");
    if (in && fscanf(in, "%d", &n) == 1)
        for (k = 0; k < n; k++)
            printf("x");
    return 0;
}
""",
    "renamed.c": r"""
#include <stdio.h>
int main(void)
{
    FILE *in;
    int n, k;
    rename("other", "data");
    in = fopen("data", "r");
    if (in && fscanf(in, "%d", &n) == 1)
        for (k = 0; k < n; k++)
            printf("x");
    return 0;
}
""",
    "t.f": """\
      OPEN (10, FILE='data')
      WRITE (10,*) 2
      REWIND (10)
      READ (10,*) N
      DO 10 K = 1, N
   10 PRINT *, 'x'
      END
""",
    "unit.f": """\
      READ (*,*) IOUT
      OPEN (10, FILE='data')
      WRITE (IOUT,*) 2
      REWIND (10)
      READ (10,*) N
      DO 10 K = 1, N
   10 PRINT *, 'x'
      END
""",
    "direct.f": """\
      OPEN (10, FILE='data', ACCESS='DIRECT', RECL=4, FORM='UNFORMATTED')
      READ (10, REC=1) N
      DO 10 K = 1, N
   10 PRINT *, 'x'
      END
""",
}


@pytest.mark.parametrize("file", WRITTEN_FIRST)
def test_what_the_program_may_have_written_is_not_taken_from_the_given_file(file: str):
    text = WRITTEN_FIRST[file]
    Path(file).write_text(text)
    Path("data").write_text("7\n")
    lines = annotated(file, {}, "--file", "data")
    place = next(
        at for at, line in enumerate(text.splitlines(), 1) if "'x'" in line or '"x"' in line
    )
    assert lines[str(place)]["count"].get("value") is None


def test_a_file_that_is_not_given_is_named_with_the_option_that_gives_it():
    Path("t.c").write_text(C_KEYS)
    result = sad("analyze", "t.c", "--args", "run.cfg", "--machine", "zen3")
    assert result.code == 0
    assert "--file run.cfg" in result.out
    Path("run.cfg").write_text(FILES["t.cfg"])
    result = sad("analyze", "t.c", "--args", "run.cfg", "--file", "run.cfg", "--machine", "zen3")
    assert "--file pairs" in result.out.replace("\n          ", " ")
    assert "--file run.cfg" not in result.out


def test_settings_name_files_and_their_place_is_that_of_the_settings():
    Path("of").mkdir()
    Path("of/data").write_text("7\n")
    Path("t.f").write_text(
        "      READ (3,*) N\n      DO 10 K = 1, N\n   10 PRINT *, 'x'\n      END\n"
    )
    Path("sad.toml").write_text('sources = ["t.f"]\nfiles = ["fort.3=of/data"]\n')
    assert "= 7 " in sad("annotate", "t.f").out
    missing = sad("annotate", "t.f", "--file", "nowhere")
    assert missing.code == 3
    assert missing.err.count("error[SAD504]") == 1
