"""Programs whose branches have known rates of mispredictions, and their rates as `sad profile` says."""

from __future__ import annotations

import os
from pathlib import Path

from sad.profiles.params_file import load_params
from tests.support.command import sad

PATTERNS_C = """\
#include <stdio.h>
static unsigned long long state = 88172645463325252ULL;
static double draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) * 0x1p-53;
}
static long t;
static void patterns(int n)
{
    for (int i = 0; i < n; i++) {
        if (i >= 0)
            t++;
        if (i % 2)
            t++;
        if (i % 7 == 3)
            t++;
    }
}
static void even(int n)
{
    for (int i = 0; i < n; i++)
        if (draw() < 0.5)
            t++;
}
static void tenth(int n)
{
    for (int i = 0; i < n; i++)
        if (draw() < 0.1)
            t++;
}
static void short_loop(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 5; j++)
            t++;
}
static void long_loop(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 1000; j++)
            t++;
}
static void both(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] > 0.25 && x[i] < 0.75)
            t++;
}
static void split(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] < 0.5)
            t++;
}
static void again(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i % 300] < 0.5)
            t++;
}
static double x[20000], y[20000];
int main(void)
{
    patterns(30000);
    even(30000);
    tenth(30000);
    short_loop(20000);
    long_loop(300);
    for (int i = 0; i < 20000; i++) {
        x[i] = draw();
        y[i] = i / 20000.0;
    }
    both(x, 20000);
    split(y, 20000);
    again(x, 60000);
    do {
        t -= 7;
    } while (t > 0 && draw() < 0.999);
    printf("%ld\\n", t);
    return 0;
}
"""

PATTERNS_F = """\
      PROGRAM P
      DOUBLE PRECISION S
      INTEGER SEED
      SEED = 12345
      S = 0.0D0
      DO 10 I = 1, 30000
         IF (I .GT. 0) S = S + 1.0D0
         IF (MOD(I,2) .EQ. 0) S = S + 1.0D0
         IF (MOD(I,7) .EQ. 3) S = S + 1.0D0
   10 CONTINUE
      DO 20 I = 1, 30000
         SEED = MOD(SEED*16807 + 11, 32768)
         K = MOD(SEED*13 + I*I, 1009)
         IF (DRAW(SEED, K) .LT. 0.5) S = S + 1.0D0
   20 CONTINUE
      DO 40 I = 1, 20000
         DO 30 J = 1, 5
   30    S = S + 1.0D0
   40 CONTINUE
      DO 60 I = 1, 300
         DO 50 J = 1, 1000
   50    S = S + 1.0D0
   60 CONTINUE
      DO 80 I = 1, 20000
         DO 70 J = 9, 1, -2
            T = J
   70    S = S + T
   80 CONTINUE
   90 S = S*0.5D0
      IF (S .GT. 1.0D0) GOTO 90
      PRINT *, S
      END
      REAL FUNCTION DRAW (I, K)
      DOUBLE PRECISION Z
      SAVE Z
      DATA Z /0.3D0/
      Z = MOD(Z*16807.0D0 + I*1.0D-7 + K*1.0D-9, 1.0D0)
      DRAW = REAL(Z)
      END
"""


def profiled(folder: Path, source: str, build: str, *more: str) -> dict[str, float]:
    """Write a program, profile it in ``folder``, and return rates by name."""
    title, _, text = source.partition("\n")
    name = Path(title)
    before = Path.cwd()
    os.chdir(folder)
    try:
        name.write_text(text, encoding="utf-8")
        line = ("--build", f"{build} {{coverage}} {name} -o program", "--run", "./program")
        made = sad("profile", name, "--misses", *line, "-o", "p.yaml", "--quiet", *more)
        assert made.code == 0, made.err
        return load_params("p.yaml").misses
    finally:
        os.chdir(before)
