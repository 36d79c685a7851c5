"""Branches and tests: conditions on data, loops that test one, tables looked up, small decisions.

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
_DECISION_DATA = (
    "n = 600; double x[n]; double z[n]; double y[n]; integer k[n] cycle 1 60; integer m[n]; "
    "integer ix[n] permutation; double g[64]; integer h[64] cycle 0 63; "
    "integer near[n] positions 0 63; out double s; out integer q; in double a = 0.5; "
    "local double t; local double u; local integer c; local integer d; local integer j"
)
_CONDITIONED = {
    "count down": "c = n\nt = 0.0\nwhile c > 0:\n    t = t + 0.5\n    c = c - 1\ns = t\n",
    "count up": "c = 0\nwhile c < n:\n    c = c + 1\n    y[c-1+BASE] = 0.5\n",
    "count up and sum": "j = 0\nt = 0.0\nwhile j < n:\n    t = t + x[j+BASE]\n"
    "    j = j + 1\ns = t\n",
    "repeat": "j = 0\nt = 0.0\nwhile again(j < n):\n    t = t + x[j+BASE]*z[j+BASE]\n"
    "    j = j + 1\ns = t\n",
    "repeat and store": "j = 0\nwhile again(j < n):\n    y[j+BASE] = x[j+BASE]*0.5\n"
    "    j = j + 1\n",
    "halving": "for i in range(0, 100):\n    c = p\n    while c > 0:\n"
    "        c = c//2\n    m[i] = c + i\n",
    "doubling": "for i in range(0, 100):\n    c = 1\n    d = 0\n    while c < p:\n"
    "        c = c*2\n        d = d + 1\n    m[i] = d\n",
    "common divisor": "for i in range(0, 60):\n    c = p\n    d = r\n"
    "    while average(d != 0, 14):\n        j = c%d\n        c = d\n        d = j\n    m[i] = c\n",
    "digits": "for i in range(0, 100):\n    c = p\n    d = 0\n    while c > 0:\n"
    "        d = d + c%10\n        c = c//10\n    m[i] = d\n",
    "bits of a number": "for i in range(0, 60):\n    c = p\n    d = 0\n"
    "    while c != 0:\n        d = d + (c & 1)\n        c = c//2\n    m[i] = d\n",
    "relaxation": "for i in range(0, 40):\n    t = h\n    c = 0\n    while average(t > 0.5, 7):\n"
    "        t = t*0.5\n        c = c + 1\n    m[i] = c\n",
    "root by repetition": "for i in range(0, 60):\n    t = x[i]\n    c = 0\n"
    "    while again(c < 5):\n        t = 0.5*(t + x[i]/t)\n        c = c + 1\n"
    "    y[i] = t\n",
    "power by squaring": "for i in range(0, 60):\n    c = p\n    t = 1.0\n    u = x[i]*0.5\n"
    "    while c > 0:\n        if c%2 == 1:\n            t = t*u\n"
    "        u = u*u\n        c = c//2\n    y[i] = t\n",
}
_VALUES = {
    "halving": "p = 1000",
    "doubling": "p = 1000",
    "common divisor": "p = 987; r = 610",
    "digits": "p = 123456",
    "bits of a number": "p = 43690",
    "relaxation": "in double h = 64.0",
    "power by squaring": "p = 181",
}
"""Arguments whose values the trips follow from; as constants a compiler would compute the result."""
_PLACES = {
    "gather": "for i in range(0, n):\n    y[i] = x[ix[i]]\n",
    "scatter": "for i in range(0, n):\n    y[ix[i]] = x[i]\n",
    "gathered sum": "t = 0.0\nfor i in range(0, n):\n    t = t + x[ix[i]]\ns = t\n",
    "gathered products": "t = 0.0\nfor i in range(0, n):\n    t = t + x[ix[i]]*z[i]\ns = t\n",
    "two gathers": "for i in range(0, n):\n    y[i] = x[ix[i]] + z[ix[i]]\n",
    "gather and update": "for i in range(0, n):\n    y[ix[i]] = y[ix[i]]*0.5 + x[i]\n",
    "table": "for i in range(0, n):\n    y[i] = g[near[i]]*x[i]\n",
    "table of integers": "for i in range(0, n):\n    m[i] = h[near[i]] + k[i]\n",
    "table by remainder": "for i in range(0, n):\n    m[i] = h[k[i]%64+BASE]\n",
    "stride two": "for i in range(0, n//2):\n    y[i] = x[2*i]\n",
    "stride in the loop": "for i in range(0, n, 4):\n    y[i] = x[i]*0.5\n",
    "stride five": "t = 0.0\nfor i in range(0, n, 5):\n    t = t + x[i]\ns = t\n",
    "backward": "for i in range(0, n):\n    y[i] = x[n-1-i+2*BASE]\n",
    "swap": "for i in range(0, n):\n    t = y[i]\n    y[i] = z[i]\n    z[i] = t\n",
    "swap ends": "for i in range(0, n//2):\n    t = y[i]\n    y[i] = y[n-1-i+2*BASE]\n"
    "    y[n-1-i+2*BASE] = t\n",
    "integer swap": "for i in range(0, n):\n    c = k[i]\n    k[i] = m[i]\n    m[i] = c\n",
    "shift along": "for i in range(0, n-1):\n    y[i] = y[i+1]\n",
    "neighbours swap": "for i in range(0, n-1):\n    t = y[i]\n    y[i] = y[i+1]\n    y[i+1] = t\n",
    "running pair": "c = 0\nd = 1\nfor i in range(0, n):\n    j = (c + d) & 4095\n    c = d\n"
    "    d = j\n    m[i] = j\n",
    "interleave": "for i in range(0, n//2):\n    y[2*i] = x[i]\n    y[2*i+1-2*BASE] = z[i]\n",
}
_SORTED = {
    "compare and swap": """
for i in range(0, n-1):
    if probable(v[i] > v[i+1], 0):
        t = v[i]
        v[i] = v[i+1]
        v[i+1] = t
""",
    "insertion steps": """
for i in range(1, n):
    t = v[i]
    j = i - 1
    while average(v[j] > t, 0):
        v[j+1] = v[j]
        j = j - 1
    v[j+1] = t
""",
    "index of the largest": """
j = BASE
for i in range(0, n):
    if probable(v[i] > v[j], 599/600):
        j = i
q = j
""",
    "count and store": """
c = 0
for i in range(0, n):
    if probable(v[i] > 0.0, 1):
        c = c + 1
        y[c-1+BASE] = v[i]
q = c
""",
}


def branch_templates() -> list[Template]:
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


def decision_templates() -> list[Template]:
    """Return the loops with conditions and the accesses in odd places."""
    made: list[Template] = []
    for title, body in _CONDITIONED.items():
        data = "; ".join(
            filter(
                None, (_VALUES.get(title), _DECISION_DATA.replace("integer h[64] cycle 0 63; ", ""))
            )
        )
        made.append(Template("while", title, needed(data, body), body))
    for title, body in _PLACES.items():
        made.append(Template("place", title, needed(_DECISION_DATA, body), body))
    data = _DECISION_DATA.replace("double x[n];", "double v[n] ramp 0.5 2; double x[n];")
    for title, body in _SORTED.items():
        made.append(Template("place", title, needed(data, body), body))
    return made
