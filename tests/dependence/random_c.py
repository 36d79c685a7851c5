"""Random programs of C whose loops touch one place under several names."""

from __future__ import annotations

from random import Random

_SUBSCRIPTS = (
    "{v}", "{v} + 2", "{v}*2", "2*{v} + 1", "n - {v}", "{v}/2", "{v} % 5", "{v} & 7", "{v} ^ 1",
    "{v} >> 1", "{v} << 1", "(unsigned char){v}", "{v}*{v} % 50", "k[{v}]", "m + {v}", "m*{v}",
    "{v}*n/4 % 90", "n/2 + {v}", "{v} > 5 ? {v} : 5", "(int)({v}*0.5)", "3", "m", "{v}*3 - {v}",
    "abs({v} - 9)",
)  # fmt: skip
_VALUES = (
    "{e}",
    "{e} + 1",
    "{e}*0.5 + a[{s}]",
    "{e}*0.5 + b[{s}]",
    "t",
    "get({s})",
    "s",
    "loc[{d}]",
)
_STATEMENTS = (
    "{a}[{s}] = {x};", "{a}[{s}] = {x};", "{a}[{s}] = {x};", "t = {x};", "s += {x};",
    "w[{s}].x = {x};", "w[{s}].y = {x};", "loc[{d}] = {x};", "put({s}, {x});",
    "if ({x} > 1) {{\n{a}[{s}] = {x};\n}}", "m2 = {s};\na[m2] = {x};", "*pp++ = {x};",
    "{{ double u = {x};\n{a}[{s}] = u;\n}}", "k[{s}] = ({s}) % 60;",
)  # fmt: skip
_HEAD = """\
#include <stdlib.h>
struct w { double x, y; };
double a[1000], b[1000], c[1000], sink; int k[1000]; struct w w[1000];
static double get(int i) { return b[i]; }
static void put(int i, double v) { a[i] = v; }
"""
_BEGIN = """\
static void f%d(int n, int m, double *p, double *q) {
double t = 0, s = 0, loc[4] = {0}; int m2 = 0; double *pp = a;
"""
_END = "sink += t + s + loc[1] + m2 + (pp - a);\n}\n"
_FUNCTIONS = 6


def random_c(seed: int) -> str:
    """Return a program; no two loops begin on one line, and no subscript leaves its array."""
    chance = Random(seed)

    def subscript(variable: str) -> str:
        return chance.choice(_SUBSCRIPTS).format(v=variable)

    def value(variable: str) -> str:
        array = chance.choice(("a", "b", "p", "q", "w"))
        element = f"{array}[{subscript(variable)}]" + ".x" * (array == "w")
        form = chance.choice(_VALUES)
        return form.format(e=element, s=subscript(variable), d=chance.randint(0, 3))

    def statement(variable: str) -> str:
        form, array = chance.choice(_STATEMENTS), chance.choice(("a", "b", "p", "q"))
        place, digit = subscript(variable), chance.randint(0, 3)
        return form.format(a=array, s=place, x=value(variable), d=digit)

    def loop() -> str:
        lines = [f"for (int i = {chance.randint(0, 1)}; i < n; i += {chance.choice((1, 1, 2))}) {{"]
        if chance.random() < 0.35:
            bounds = chance.choice(("j = 0; j < 4", "j = i; j < n", "j = 0; j < i"))
            lines.append(f"for (int {bounds}; j++) {{")
            lines += [statement(chance.choice(("i", "j", "(i*4 + j) % 99", "(i + j)")))]
            lines.append("}")
        lines += [statement("i") for _ in range(chance.randint(1, 3))]
        return "\n".join([*lines, "}\n"])

    functions = [_BEGIN % number + loop() + loop() + _END for number in range(_FUNCTIONS)]
    calls = [
        f"f{number}({chance.randint(8, 20)}, {chance.randint(0, 4)}, "
        f"{chance.choice(('a', 'b', 'a + 5', 'c'))}, {chance.choice(('b', 'a', 'c', 'c + 3'))});"
        for number in range(_FUNCTIONS)
    ]
    first = "int main(void) {\nfor (int i = 0; i < 1000; i++)\nk[i] = i % 37;\n"
    return _HEAD + "".join(functions) + first + "\n".join(calls) + "\nreturn 0;\n}\n"
