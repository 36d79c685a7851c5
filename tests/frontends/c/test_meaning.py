"""What statements and expressions of C mean: the IR of small functions, in the form of its dump."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from frontends.c.reader import read_text
from frontends.registry import SourceOptions
from sad.diagnostics import Diagnostics
from sad.ir.check import check_program
from sad.ir.dump import dump_statement
from sad.ir.program import Program

_BEFORE = """\
#include <assert.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct mat { int nrows, ncols; double *data; };
extern int g(int), h(void);
extern void take(double *, int), see(const int *);
static int twice(int i) { return 2*i; }
int total;
"""
_HEADER = (
    "void f(int n, int m, double *a, double x, float y, struct mat *p, unsigned u, char **argv)"
)


def body(text: str) -> str:
    """The statements that those of a function's body become, without their line."""
    diagnostics = Diagnostics()
    source = f"{_BEFORE}{_HEADER} {{ {text} }}\n"
    file = read_text(source, "f.c", SourceOptions(), diagnostics)
    assert [str(item) for item in diagnostics.items if item.code != "SAD210"] == []
    assert check_program(Program((file,))) == []
    (unit,) = [unit for unit in file.units if unit.name == "f"]
    lines = [line for item in unit.body for line in dump_statement(item)]
    line = str(_BEFORE.count("\n") + 1)
    text = dedent("\n".join(lines)).replace(f"{line} ", "")
    return re.sub(rf"^( *) {{{len(line) + 1}}}(else|case)", r"\1\2", text, flags=re.MULTILINE)


LOOPS = {
    "for (int i = 0; i < n; i++) x++;": """
        do i = 0, (n - 1), 1 up from 0, n, 1
          x = (x + 1_double)
        """,
    "for (int i = n; i >= 1; i -= 2) ;": """
        do i = n, 1, -2 down from n, 1, 2
          continue
        """,
    "for (int i = 0; i != n; ++i) if (i == m) break; else continue;": """
        do i = 0, (n - 1), 1 up from 0, n, 1
          if (i == m)
            exit
          else
            cycle
        """,
    "for (int i = 0; i < n; i++) n--;": """
        i = 0
        while (i < n)
          n = (n - 1)
          i = (i + 1)
        """,
    "for (; x > 0; x /= 2) if (n) continue;": """
        while (x > 0_double)
          if (n /= 0)
            goto .1
          .1: continue
          x = (x / 2_double)
        """,
    "for (;;) break;": """
        while True
          exit
        """,
    "while (n) n--;": """
        while (n /= 0)
          n = (n - 1)
        """,
    "while (n-- > 0) m++;": """
        while True
          tmp1 = n
          n = (n - 1)
          if (not (tmp1 > 0))
            exit
          m = (m + 1)
        """,
    "do n--; while (n > m);": """
        while (n > m) at its end
          n = (n - 1)
        """,
    "do { n--; break; } while (0); m = 1;": """
        continue
        n = (n - 1)
        goto .1
        .1: continue
        m = 1
        """,
}
CHOICES = {
    "if (n > 1 && m) x = 1; else if (!n || g(m)) x = 2;": """
        if ((n > 1) and then (m /= 0))
          x = 1_double
        else if ((n == 0) or else (call g(copy(m)) /= 0))
          x = 2_double
        """,
    "n = m && x;": """
        if ((m /= 0) and then (x /= 0.0_double))
          tmp1 = 1
        else
          tmp1 = 0
        n = tmp1
        """,
    "n = (m < 3) + !n;": "n = (integer<-(m < 3) + integer<-(n == 0))",
    "n && g(m);": """
        if (n /= 0)
          call g(copy(m))
        """,
    "n = m > 2 ? m : 2;": "n = max(m, 2)",
    "n = m < 0 ? -m : m;": "n = abs(m)",
    "n = m >= 0 ? m : -m;": "n = abs(m)",
    "n = m ? g(1) : 2;": """
        if (m /= 0)
          tmp1 = call g(1)
        else
          tmp1 = 2
        n = tmp1
        """,
    "n = m ?: 2;": """
        tmp1 = m
        if (tmp1 /= 0)
          tmp2 = tmp1
        else
          tmp2 = 2
        n = tmp2
        """,
    "n = (m++, m + 1);": """
        m = (m + 1)
        n = (m + 1)
        """,
    "switch (n) { case 1: m = 1; case 2 ... 4: m = 2; break; default: m = 3; }": """
        select n
        case 1
          m = 1
          goto .3
        case 2:4
          .3: continue
          m = 2
          continue
        case default
          m = 3
        """,
    "again: n--; if (n) goto again;": """
        again: continue
        n = (n - 1)
        if (n /= 0)
          goto again
        """,
    "assert(n > 0);": """
        if (not (n > 0))
          stop
        """,
    "if (n) exit(2); abort();": """
        if (n /= 0)
          stop
        stop
        """,
    "return;": "return",
}
VALUES = {
    "x = n;": "x = double<-n",
    "x = y*n;": "x = double<-(y * real<-n)",
    "n = x;": "n = integer<-x",
    "x = 1/2 + n/m;": "x = double<-(0 + (n / m))",
    "n = m % 3;": "n = mod(m, 3)",
    "n = ~m & 6 | m << 2 ^ m >> 1;": "n = ior(iand(not(m), 6), ieor(shiftl(m, 2), shifta(m, 1)))",
    "u = u - 1;": "u = unsigned32((u - 1))",
    "unsigned char c = n + 1;": "c = uint8((n + 1))",
    "short s = 70000;": "s = 4464",
    "n = sizeof(struct mat) + sizeof x;": "n = 24",
    "x = sqrt(n) + fabs(x) + pow(x, 2.0);": (
        "x = ((sqrt(double<-n) + abs(x)) + (x ** 2.0_double))"
    ),
    "y = sqrtf(y);": "y = sqrt(y)",
    "n = m = 0;": "m = 0\nn = m",
    "n += m *= 2;": "m = (m * 2)\nn = (n + m)",
    "n = m++ + ++u;": "u = uint32((u + 1))\nn = signed32(uint32((unsigned32(m) + u)))\nm = (m + 1)",
    "double _Complex z = x; z *= z; x = creal(z);": (
        "z = double_complex<-x\nz = (z * z)\nx = real(z)"
    ),
    "n = 'a' + '\\n' + 0x1F + 010;": "n = 146",
    "long double q = x; q += 1.0L;": "q = quad<-x\nq = (q + 1.0_quad)",
    "total += n;": "total = (total + n)",
}
PLACES = {
    "a[n] = a[0];": "a[n] = a[0]",
    "*(a + n) = n[a];": "a[n] = a[n]",
    "double b[3][4]; b[n][m] = 1;": "b[n, m] = 1_double",
    "double v[n][m]; v[1][2] = 1;": "v[1, 2] = 1_double",
    "p->nrows = p->ncols + 1;": "p.nrows = (p.ncols + 1)",
    "p->data[n] = 2.0;": "p.data[][n] = 2.0_double",
    "struct mat s = {.ncols = n}; s.nrows = 3;": "s.ncols = n\ns.nrows = 0\ns.data = 0\ns.nrows = 3",
    "struct mat s[5]; s[n].nrows = m;": "s.nrows[n] = m",
    "double *q = a; *q++ = 1; q[2] = 3;": (
        "q = loc(a)\nq[][0] = 1_double\nq = (q + 1)\nq[][2] = 3_double"
    ),
    "int *q = &n; *q = 3;": "q = loc(n)\nq[][0] = 3",
    "static int k = 4; k++;": "k = (k + 1)",
    "const int k = 4; n = k;": "continue\nn = 4",
    "enum { A, B = 5, C }; n = C;": "n = 6",
    "int w[2] = {n, 1};": "w[0] = n\nw[1] = 1",
    "{ int n = 1; m = n; } m = n;": "n_2 = 1\nm = n_2\nm = n",
}
CALLS = {
    "n = g(m);": "n = call g(copy(m))",
    "g(n + 1);": "call g((n + 1))",
    "take(a, n);": "call take(a, copy(n))",
    "take(a + n, 3);": "call take(a[n], 3)",
    "take(&a[n], 3);": "call take(a[n], 3)",
    "take(&x, 1);": "call take(x, 1)",
    "see(&n);": "call see(copy(n))",
    "n = twice(twice(m));": "n = call twice(call twice(copy(m)))",
    "n = h();": "n = call h()",
    "int (*q)(int) = twice; n = q(m);": "q = 1\ntmp1 = call twice(copy(m))\nn = tmp1",
    'printf("%d %g\\n", n, x);': "write items(n, x)",
    'scanf("%d", &n);': "read standard as '%d' results(n)",
    "n = atoi(argv[1]);": "read as '%d' text(argv[][1, 0]) results(n)",
    "n = strtol(argv[2], NULL, 10);": "read as '%ld' text(argv[][2, 0]) results(n)",
    "x = atof(argv[1]);": "read as '%lf' text(argv[][1, 0]) results(x)",
    "g(atoi(argv[3]));": "read as '%d' text(argv[][3, 0]) results(argv3)\ncall g(copy(argv3))",
    '__asm__("nop");': 'opaque \'"\\\\"nop\\\\""\': inline assembly',
}


@pytest.mark.parametrize("text", LOOPS)
def test_loops_are(text: str) -> None:
    assert body(text) == dedent(LOOPS[text]).strip("\n ")


@pytest.mark.parametrize("text", CHOICES)
def test_choices_are(text: str) -> None:
    assert body(text) == dedent(CHOICES[text]).strip("\n ")


@pytest.mark.parametrize("text", VALUES)
def test_values_are(text: str) -> None:
    assert body(text) == VALUES[text]


@pytest.mark.parametrize("text", PLACES)
def test_places_are(text: str) -> None:
    assert body(text) == PLACES[text]


@pytest.mark.parametrize("text", CALLS)
def test_calls_are(text: str) -> None:
    assert body(text) == CALLS[text]
