"""The C half: dot products, a matrix times a vector, a sweep and a table."""

from __future__ import annotations

from tests.checks.history.commits import CHEAPER, EITHER, GONE, LEADING, LOWER, ORDER, Commit

START = {
    "vector.c": """\
#include <math.h>
#define WIDTH 8
static double dot(int n, const double *x, const double *y)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
void times(int n, const double *a, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = dot(n, a + i * n, x);
}
void smear(int n, int m, double *x, double w)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i] = x[i] * sqrt(w);
}
void table(int n, double *x)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < WIDTH; k++)
            x[i] += k;
}
void run(int n, int steps, double *a, double *x, double *y)
{
    for (int s = 0; s < steps; s++)
        times(n, a, x, y);
    table(n, x);
}
int rank(int n, const int *x, int v)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (x[i] < v)
            k++;
    return k;
}
""",
}
_LINEAR = """\
    for (int i = 0; i < n; i++)
        if (x[i] < v)
            k++;
"""
_HALVING = """\
    for (int i = n; i > 1; i = i / 2)
        if (x[k] < v)
            k++;
"""
COMMITS = [
    Commit(
        "Explain dot",
        "comments, braces and blanks",
        {
            "vector.c": [
                ("static double dot", "/* for (;;) of two vectors */\nstatic double dot"),
                (
                    "        s += x[i] * y[i];\n",
                    "    {\n        // one product\n        s += x[ i ]*y[ i ];\n    }\n",
                ),
            ]
        },
    ),
    Commit(
        "Write the loop of dot out",
        "for becomes while: the test and the step are operations like others, where a for loop that "
        "counts has one loop.iteration in their place",
        {
            "vector.c": [
                (
                    (
                        "    for (int i = 0; i < n; i++)\n    {\n        // one product\n        s +="
                        " x[ i ]*y[ i ];\n"
                    ),
                    (
                        "    int i = 0;\n    while (i < n)\n    {\n        s += x[i] * y[i];\n"
                        "        i++;\n"
                    ),
                )
            ]
        },
        {"dot": LEADING, "times": LEADING, "run": LEADING},
    ),
    Commit(
        "Call the sum sum",
        "a local variable is renamed",
        {
            "vector.c": [
                ("double s = 0.0;", "double sum = 0.0;"),
                ("s += x[i] * y[i];", "sum += x[i] * y[i];"),
                ("return s;", "return sum;"),
            ]
        },
    ),
    Commit(
        "Call WIDTH COLUMNS",
        "a macro constant is renamed",
        {"vector.c": [("#define WIDTH 8", "#define COLUMNS 8"), ("k < WIDTH", "k < COLUMNS")]},
    ),
    Commit(
        "Sixteen columns",
        "the constant factor of n doubles, in run it is below steps*n**2",
        {"vector.c": [("COLUMNS 8", "COLUMNS 16")]},
        {"table": LEADING, "run": LOWER},
    ),
    Commit(
        "Take the root once",
        "an invariant leaves both loops",
        {
            "vector.c": [
                ("x[i] * sqrt(w)", "x[i] * w"),
                ("double w)\n{\n", "double w)\n{\n    w = sqrt(w);\n"),
            ]
        },
        {"smear": CHEAPER},
    ),
    Commit(
        "Smear three times",
        "an extra loop of constant length around all: a constant factor",
        {
            "vector.c": [
                ("    w = sqrt(w);\n", "    w = sqrt(w);\n    for (int r = 0; r < 3; r++)\n"),
            ]
        },
        {"smear": LEADING},
    ),
    Commit(
        "Smear n times",
        "the same loop to n: n*n*m",
        {"vector.c": [("r < 3", "r < n")]},
        {"smear": ORDER},
    ),
    Commit(
        "Skip zeros",
        "a new branch that leaves work out: how often is not known",
        {
            "vector.c": [
                (
                    "            x[i] = x[i] * w;\n",
                    "            if (x[i] != 0.0)\n                x[i] = x[i] * w;\n",
                ),
            ]
        },
        {"smear": EITHER},
    ),
    Commit(
        "Rank by halving",
        "n becomes log2(n)",
        {"vector.c": [(_LINEAR, _HALVING)]},
        {"rank": CHEAPER},
    ),
    Commit(
        "Rank one by one",
        "log2(n) becomes n",
        {"vector.c": [(_HALVING, _LINEAR)]},
        {"rank": ORDER},
    ),
    Commit(
        "Fill the table once",
        "a call goes into the loop over steps: steps*n is below steps*n**2",
        {
            "vector.c": [
                (
                    "        times(n, a, x, y);\n    table(n, x);\n",
                    "    {\n        times(n, a, x, y);\n        table(n, x);\n    }\n",
                )
            ]
        },
        {"run": LOWER},
    ),
    Commit(
        "Call times product",
        "a function and its calls are renamed",
        {"vector.c": [("void times(", "void product("), ("        times(n", "        product(n")]},
        renamed={"product": "times"},
    ),
    Commit(
        "Move table",
        "a function moves to a file of its own, with the macro it needs",
        {
            "vector.c": [
                ("#define COLUMNS 16\n", ""),
                ("k < COLUMNS", "k < 16"),
                ("void run(", "void table(int n, double *x);\nvoid run("),
            ]
        },
        moved=(("vector.c", "table.c", "void table(int n, double *x)\n{", "\n}\n"),),
    ),
    Commit(
        "Count in dot again",
        "while becomes for: the other way round",
        {
            "vector.c": [
                ("    int i = 0;\n    while (i < n)\n", "    for (int i = 0; i < n; i++)\n"),
                ("        i++;\n", ""),
            ]
        },
        {"dot": CHEAPER, "product": CHEAPER, "run": CHEAPER},
    ),
    Commit(
        "Put dot into product",
        "a function is inlined: n calls and returns less, the same loop",
        {
            "vector.c": [
                (
                    "        y[i] = dot(n, a + i * n, x);\n",
                    (
                        "    {\n        const double *row = a + i * n;\n        double sum = 0.0;\n"
                        "        for (int j = 0; j < n; j++)\n            sum += row[j] * x[j];\n"
                        "        y[i] = sum;\n    }\n"
                    ),
                )
            ]
        },
        {"product": CHEAPER, "run": CHEAPER},
    ),
    Commit(
        "Drop dot",
        "a function that nobody calls goes",
        {
            "vector.c": [
                (
                    (
                        "/* for (;;) of two vectors */\nstatic double dot(int n, "
                        "const double *x, const double *y)\n{\n    double sum = 0.0;\n"
                        "    for (int i = 0; i < n; i++)\n    {\n"
                        "        sum += x[i] * y[i];\n    }\n    return sum;\n}\n"
                    ),
                    "",
                )
            ]
        },
        {"dot": GONE},
    ),
]
