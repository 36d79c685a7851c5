"""C loops with the steps of their dependence chains; see ``chain_cases``."""

# ruff: noqa: E501

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class C:
    """A function, and what is expected of its loop."""

    source: str
    loop: str
    plain: tuple[str, ...]
    optimised: tuple[str, ...]
    through: str


C_CASES = {
    "CRC by bits": C(
        "unsigned f(unsigned c, int n) { for (int i = 0; i < n; i++) c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1; return c; }", "loop1",
        ("restarts: 3 forward.integer.scalar + intrinsic.ieor.integer + 2 intrinsic.shifta.integer",), ("restarts: intrinsic.ieor.integer + intrinsic.shifta.integer + select.integer",),
        "intrinsic.ieor.integer + intrinsic.shifta.integer + select.integer",
    ),
    "linked list": C(
        "struct s { double v; struct s *next; }; double f(struct s *p) { double t = 0; while (p) { t += p->v; p = p->next; } return t; }", "while1",
        ("restarts: add.double + forward.double.scalar", "restarts: forward.integer.scalar + load.integer"), ("restarts: add.double", "restarts: load.integer"),
        "add.double + load.double",
    ),
    "two links": C(
        "struct s { double v; struct s *next, *left; }; double f(struct s *p) { double t = 0; while (p) { t += p->v; p = p->next->left; } return t; }", "while1",
        ("restarts: add.double + forward.double.scalar", "restarts: forward.integer.scalar + 2 load.integer"), ("restarts: 2 load.integer", "restarts: add.double"),
        "add.double + load.double",
    ),
    "greatest common divisor": C(
        "int f(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }", "while1",
        ("restarts: 2 forward.integer.scalar + intrinsic.mod.integer",), ("restarts: intrinsic.mod.integer",),
        "intrinsic.mod.integer",
    ),
    "Collatz": C(
        "int f(int n) { int k = 0; while (n != 1) { if (n % 2 == 0) n /= 2; else n = 3*n + 1; k++; } return k; }", "while1",
        ("restarts: add.integer + div.integer.power2 + 2 forward.integer.scalar + mul.integer",), ("restarts: add.integer + div.integer.power2 + mul.integer",),
        "add.integer + div.integer.power2 + mul.integer",
    ),
    "64-bit generator": C(
        "unsigned long f(unsigned long s, int n) { for (int i = 0; i < n; i++) s = s*6364136223846793005UL + 1442695040888963407UL; return s; }", "loop1",
        ("restarts: add.integer + forward.integer.scalar + mul.integer",), ("restarts: add.integer + mul.integer",),
        "add.integer + mul.integer",
    ),
    "xorshift": C(
        "unsigned f(unsigned x, int n) { for (int i = 0; i < n; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; } return x; }", "loop1",
        ("restarts: 3 forward.integer.scalar + 3 intrinsic.ieor.integer + intrinsic.shifta.integer + 2 intrinsic.shiftl.integer",), ("restarts: 3 intrinsic.ieor.integer + intrinsic.shifta.integer + 2 intrinsic.shiftl.integer",),
        "3 intrinsic.ieor.integer + intrinsic.shifta.integer + 2 intrinsic.shiftl.integer",
    ),
    "hash of a string": C(
        "unsigned f(const char *t) { unsigned h = 5381; while (*t) h = h*33 + *t++; return h; }", "while1",
        ("restarts: add.integer + forward.integer.scalar + mul.integer",), ("restarts: add.integer + mul.integer",),
        "add.integer + mul.integer",
    ),
    "sum through a pointer": C(
        "void f(int n, double *x, double *s) { for (int i = 0; i < n; i++) *s += x[i]; }", "loop1",
        ("add.double + forward.double.scalar",), ("add.double",),
        "add.double + load.double",
    ),
    "sum through a pointer beside another store": C(
        "void f(int n, double *x, double *s, double *y) { for (int i = 0; i < n; i++) { *s += x[i]; y[i] = x[i]; } }", "loop1",
        ("add.double + forward.double.scalar",), ("add.double + forward.double.scalar",),
        "add.double + load.double",
    ),
    "sum through a pointer under a condition": C(
        "void f(int n, double *x, double *s) { for (int i = 0; i < n; i++) if (x[i] > 0) *s += x[i]; }", "loop1",
        ("add.double + forward.double.scalar",), ("add.double + forward.double.scalar",),
        "add.double + load.double",
    ),
    "walking pointer": C(
        "double f(int n, const double *x) { double s = 0; while (n-- > 0) s += *x++; return s; }", "while1",
        ("restarts: add.double + forward.double.scalar",), ("restarts: add.double",),
        "add.double + load.double",
    ),
    "recurrence beside another array": C(
        "void f(int n, double *x, double *y) { for (int i = 1; i < n; i++) { x[i] = x[i-1]*0.3; y[i] = 1; } }", "loop1",
        ("restarts: forward.double.element + mul.double",), ("restarts: forward.double.element + mul.double",),
        "load.double + mul.double",
    ),
    "structure's member": C(
        "struct s { double v; }; void f(struct s *p, int n) { for (int i = 0; i < n; i++) p->v = p->v*0.3 + 1; }", "loop1",
        ("add.double + forward.double.scalar + mul.double",), ("add.double + mul.double",),
        "add.double + mul.double",
    ),
    "array of structures": C(
        "struct s { double v, w; }; void f(struct s *p, int n) { for (int i = 1; i < n; i++) p[i].v = p[i-1].v + p[i].w; }", "loop1",
        ("restarts: add.double + forward.double.element",), ("restarts: add.double",),
        "add.double + load.double",
    ),
    "recurrence in a row that a pointer leads to": C(
        "void f(double **x, int n) { for (int i = 1; i < n; i++) x[3][i] = x[3][i-1]*0.3 + 1; }", "loop1",
        ("restarts: add.double + forward.double.element + mul.double",), ("restarts: add.double + mul.double",),
        "add.double + mul.double",
    ),
    "recurrence through a pointer that each iteration sets": C(
        "void f(int n, double *x) { for (int i = 1; i < n; i++) { double *c = x + i; *c = c[-1]*0.3 + *c; } }", "loop1",
        ("restarts: add.double + forward.double.element + mul.double",), ("restarts: add.double + mul.double",),
        "add.double + mul.double",
    ),
    "a pointer that is set to one of two": C(
        "void f(int n, double *x, double *y) { for (int i = 1; i < n; i++) { double *c = i % 2 ? x + i : y + i; *c = c[-1]*0.3; } }", "loop1",
        (), (),
        "2 add.integer + load.double + mul.double",
    ),
    "bisection": C(
        "double f(double a, double b, double y) { while (b - a > 1e-9) { double m = 0.5*(a + b); if (m*m < y) a = m; else b = m; } return a; }", "while1",
        ("restarts: add.double + 2 forward.double.scalar + mul.double",), ("restarts: add.double + mul.double",),
        "add.double + mul.double",
    ),
}  # fmt: skip
