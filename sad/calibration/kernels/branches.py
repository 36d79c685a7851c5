"""Branches on data: six probabilities in four shapes, conditions joined, arms in a row, searches.

The data are new before each call: what comes back is learnt. An independent branch of probability p is
mispredicted min(p, 1 - p) of the time by the best predictor there can be.
"""

from __future__ import annotations

from fractions import Fraction

from sad.calibration.kernels.template import Template, needed

_SHARES = ("0", "1/20", "1/5", "1/2", "4/5", "1")
_COUNT = 2000
_DATA = (
    f"n = {_COUNT}; double x[n] spread 0 1; double z[n] spread 0 1; double y[n]; "
    "in double p = {}; in double r = {}; integer k[n] cycle 0 7; out double s; out integer q; "
    "local double t; local double u; local integer m"
)
_SHAPES = {
    "conditional sum": """
t = 0.0
for i in range(0, n):
    if {}:
        t = t + x[i]
s = t
""",
    "two arms": """
for i in range(0, n):
    if {}:
        y[i] = x[i]*2.0
    else:
        y[i] = x[i] + 0.5
""",
    "long arm": """
t = 0.0
m = 0
for i in range(0, n):
    if {}:
        m = m + 1
        t = t + sqrt(x[i])/(1.0 + x[i])
        y[i] = t
s = t
q = m
""",
    "conditional store": """
for i in range(0, n):
    if {}:
        y[i] = x[i]
""",
}


def templates() -> list[Template]:
    """Return the branches."""
    made: list[Template] = []
    for title, shape in _SHAPES.items():
        for share in _SHARES:
            p = Fraction(share)
            body = shape.format(_probable("x[i] < p", p))
            data = needed(_DATA.format(float(p), 0), body)
            made.append(Template("branch", f"{title} at {float(p):g}", data, body, fresh=0 < p < 1))
    return [*made, *_joined(), *_searches()]


def _probable(condition: str, share: Fraction) -> str:
    return f"probable({condition}, {share}, {min(share, 1 - share)})"


def _joined() -> list[Template]:
    half, fifth = Fraction(1, 2), Fraction(1, 5)
    made: list[Template] = []
    for join in ("both", "either"):
        for first, second in ((half, half), (fifth, half), (Fraction(1), Fraction(1))):
            one, two = _probable("x[i] < p", first), _probable("z[i] < r", second)
            body = (
                f"m = 0\nfor i in range(0, n):\n    if {join}({one}, {two}):\n        m = m + 1\n"
            )
            body += "q = m\n"
            data = needed(_DATA.format(float(first), float(second)), body)
            title = f"{join} at {float(first):g} and {float(second):g}"
            made.append(Template("joined branch", title, data, body, fresh=first < 1))
    body = """
t = 0.0
for i in range(0, n):
    if probable(x[i] < 0.25, 1/4, 1/4):
        t = t + 0.5
    elif probable(x[i] < 0.5, 1/3, 1/3):
        t = t - x[i]
    elif probable(x[i] < 0.75, 1/2, 1/2):
        t = t*0.5
s = t
"""
    made.append(
        Template("joined branch", "four ways", needed(_DATA.format(0, 0), body), body, fresh=True)
    )
    body = """
m = 0
for i in range(0, n):
    if probable(k[i]%8 == 0, 1/8, 1/8):
        m = m + 3
    if probable((k[i] & 1) == 0, 1/2, 1/2):
        m = m ^ 5
q = m
"""
    made.append(
        Template("joined branch", "remainders", needed(_DATA.format(0, 0), body), body, fresh=True)
    )
    body = """
for i in range(0, n):
    if i%2 == 0:
        y[i] = x[i]
    else:
        y[i] = x[i]*0.5
"""
    made.append(Template("joined branch", "alternating", needed(_DATA.format(0, 0), body), body))
    body = """
for i in range(0, n):
    y[i] = larger(x[i], 0.5, 1/2, 1/2)
"""
    made.append(
        Template("joined branch", "larger", needed(_DATA.format(0, 0), body), body, fresh=True)
    )
    body = """
t = 0.0
for i in range(0, n):
    if probable(x[i] < 0.5, 1/2, 1/2):
        if probable(z[i] < 0.5, 1/2, 1/2):
            t = t + x[i]
        else:
            t = t - z[i]
s = t
"""
    made.append(
        Template("joined branch", "nested", needed(_DATA.format(0, 0), body), body, fresh=True)
    )
    body = """
t = 0.0
for i in range(0, n):
    u = sqrt(x[i])*z[i]
    if probable(u < 2.0, 1):
        t = t + u
s = t
"""
    made.append(Template("joined branch", "after a chain", needed(_DATA.format(0, 0), body), body))
    return made


def _searches() -> list[Template]:
    made: list[Template] = []
    for steps in (6, 10, 14):
        size = 2**steps
        data = (
            f"m = {size}; n = 300; double x[m] ramp 0 1; double v[n] spread 0 1; integer q[n]; "
            "local integer lo; local integer hi; local integer c"
        )
        body = f"""
for i in range(0, n):
    lo = 0
    hi = m
    while average(lo + 1 < hi, {steps}):
        c = (lo + hi)//2
        if probable(x[c] <= v[i], 1/2, 1/2):
            lo = c
        else:
            hi = c
    q[i] = lo
"""
        made.append(Template("search", f"bisection of {size}", data, body, fresh=True))
    data = "n = 1000; integer k[n] ring 1 0; out integer q; local integer j"
    body = "j = BASE\nfor i in range(0, n):\n    j = k[j]\nq = j\n"
    made.append(Template("search", "walk", data, body))
    data = (
        "n = 1000; integer k[n] ring 1 0; double x[n] spread 0 1; out double s; "
        "local integer j; local double t"
    )
    body = """
j = BASE
t = 0.0
for i in range(0, n):
    if probable(x[j] < 0.5, 1/2, 1/2):
        t = t + x[j]
    j = k[j]
s = t
"""
    made.append(Template("search", "walk with tests", data, body, fresh=True))
    data = "n = 1000; integer k[n] ring 1 0; double x[n]; out double s; local integer j; local double t"
    body = "j = BASE\nt = 0.0\nfor i in range(0, n):\n    t = t + x[j]\n    j = k[j]\ns = t\n"
    made.append(Template("search", "walk with sums", data, body))
    return made
