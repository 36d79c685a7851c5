"""Dependency chains: what cannot start before the last step is done; calls, and chains through them.

Through scalars, through memory, through several accumulators at once, through loops inside loops, and
through unrolled statements. The reductions that start anew (``reset``) end in time for the next one to
overlap with them: how far a core looks ahead follows from where that stops.
"""

from __future__ import annotations

from sad.calibration.kernel import Kind
from sad.calibration.kernels.template import Procedure, Template, needed

_DATA = (
    "n = 1000; double x[n]; double z[n]; double y[n] uniform 0.99 1.01; "
    "integer k[n] cycle 1 100; in double a = 0.5; in double b = 0.25; out double s; out integer q; "
    "local double t; local double u; local double v; local double w; local integer m"
)
_SCALAR = {
    "sum": "t = t + x[i]",
    "product": "t = t*y[i]",
    "sum of products": "t = t + x[i]*z[i]",
    "geometric": "t = t*a + x[i]",
    "quotient": "t = x[i]/(t + 1.0)",
    "reciprocal sum": "t = t + 1.0/x[i]",
    "root": "t = sqrt(t + x[i])",
    "decay": "t = exp(-t*x[i])",
    "logarithm": "t = log(t + 1.0) + x[i]",
    "sine": "t = sin(t + x[i])",
    "largest": "t = max(t, x[i])",
    "larger": "t = larger(t, 0.1*x[i], 1)",
    "smallest": "t = min(t, x[i])",
    "distance sum": "t = t + abs(x[i] - z[i])",
    "quadratic": "t = t*(1.0 - 0.5*t) + 0.1*x[i]",
    "conversion": "t = t*a + double(k[i])",
    "two sums": "t = t + x[i]\nu = u + z[i]",
    "four sums": "t = t + x[i]\nu = u + z[i]\nv = v + x[i]*z[i]\nw = w + x[i]*x[i]",
    "coupled pair": "v = t*a + u*b\nu = u*a - t*b + x[i]\nt = v",
    "lag": "u = t\nt = x[i]*a\ny[i] = u + t",
    "sum and store": "t = t + x[i]\ny[i] = t",
    "unrolled sum": "t = t + x[i]\nt = t + z[i]\nt = t + x[i]*z[i]",
    "unrolled recurrence": "t = t*a + x[i]\nt = t*b + z[i]\nt = t*a - x[i]\nt = t*b - z[i]",
}
_INTEGER = {
    "integer sum": "m = m + k[i]",
    "bounded multiply": "m = (m*5 + k[i]) & 1023",
    "remainder chain": "m = (m*77 + k[i])%8191",
    "division chain": "m = 100000//(m + k[i])",
    "halving chain": "m = (m + k[i])//2",
    "generator": "m = (m*1103 + 12345)%65536",
    "exclusive or": "m = m ^ k[i]",
    "mixer": "m = (m ^ (m << 3) ^ (k[i] >> 1)) & 65535",
    "truncation chain": "m = int(double(m)*0.5) + k[i]",
    "largest integer": "m = max(m, k[i])",
    "seventh": "m = (m + k[i])//7",
    "remainder by ten": "m = (m*3 + k[i])%10",
    "integer distance": "m = abs(m - k[i])",
}
_MEMORY = {
    "first order": (1, "y[i] = y[i-1]*a + x[i]"),
    "prefix sum": (1, "y[i] = 0.001*y[i-1] + x[i]"),
    "second order": (2, "y[i] = y[i-1]*a - y[i-2]*b + x[i]"),
    "distance two": (2, "y[i] = y[i-2]*a + x[i]"),
    "distance four": (4, "y[i] = y[i-4]*a + x[i]"),
    "division carried": (1, "y[i] = x[i]/(y[i-1] + 1.0)"),
    "backward neighbour": (1, "y[i] = 0.5*(y[i-1] + x[i])"),
    "elimination": (1, "v = z[i]/(1.5 + x[i]*y[i-1])\ny[i] = v"),
    "integer carried": (1, "k[i] = (k[i-1] + 3) & 127"),
}
_CELLS = {
    "cell sum": "y[0] = y[0]*a + x[i]",
    "two cells": "y[0] = y[0]*a + x[i]\ny[1] = y[1]*a - x[i]",
    "histogram": "h[k[i]] = h[k[i]] + 1",
    "weighted histogram": "g[k[i]] = g[k[i]]*a + x[i]",
    "integer cell": "h[0] = h[0] ^ k[i]",
}
_RESETS = (6, 12, 25, 50, 100, 200, 500)
_GEOMETRIC_RESETS = (6, 25, 100)
_CALL_DATA = (
    "n = 300; double x[n]; double z[n]; double y[n]; integer k[n] cycle 1 50; integer m[n]; "
    "double g[8]; in double h = 0.01; out double s; local double t; local double u; local double v; "
    "local double d1; local double d2; local double d3; local double d4; local integer c"
)
_D = Kind.DOUBLE
_HALF = Procedure("F", "in double p = 0", "result = 0.5*p + 0.25", _D)
_TWO = Procedure("F", "in double p = 0; in double r = 0", "result = p*r - 0.5*p", _D)
_FOUR = Procedure(
    "F",
    "in double p = 0; in double r = 0; in double v = 0; in double w = 0",
    "result = (p + r)*(v - w)",
    _D,
)
_LIMIT = Procedure(
    "F",
    "in double p = 0; in double r = 0; local double t",
    "t = p\nif probable(p < r, 0):\n    t = r\nresult = t",
    _D,
)
_COUNT = Procedure("F", "in integer p = 0", "result = (p*3 + 1)%17", Kind.INTEGER)
_DEEPER = Procedure("G", "in double p = 0", "result = F(p) + F(p + 0.5)", _D)
_STORE = Procedure("S", "in double p = 0; out double r", "r = p*0.5 + 0.125")
_PAIR = Procedure("S", "out double p; out double r; local double t", "t = p\np = r\nr = t")
_NORM = Procedure(
    "F",
    "m = 0; double x[m]; local double t",
    "t = 0.0\nfor j in range(0, m):\n    t = t + x[j]*x[j]\nresult = t",
    _D,
)
_SCALE = Procedure(
    "S", "m = 0; in double p = 0; double x[m]", "for j in range(0, m):\n    x[j] = x[j]*p + 0.5"
)
_SLOPE = Procedure("F", "in double p = 0; in double r = 0", "result = r - 0.5*p*p", _D)
_FORCE = Procedure("F", "in double p = 0", "result = -p/(1.0 + p*p)", _D)
_CASES: dict[str, tuple[tuple[Procedure, ...], str]] = {
    "one argument": ((_HALF,), "for i in range(0, n):\n    y[i] = F(x[i])\n"),
    "two arguments": ((_TWO,), "for i in range(0, n):\n    y[i] = F(x[i], z[i])\n"),
    "four arguments": (
        (_FOUR,),
        "for i in range(0, n):\n    y[i] = F(x[i], z[i], x[i] + 0.5, h)\n",
    ),
    "with a branch": ((_LIMIT,), "for i in range(0, n):\n    y[i] = F(x[i], 0.25)\n"),
    "of an integer": ((_COUNT,), "for i in range(0, n):\n    m[i] = F(k[i])\n"),
    "two levels": ((_HALF, _DEEPER), "for i in range(0, n):\n    y[i] = G(x[i])\n"),
    "subroutine": ((_STORE,), "for i in range(0, n):\n    S(x[i], t)\n    y[i] = t + 1.0\n"),
    "subroutine of an element": ((_STORE,), "for i in range(0, n):\n    S(x[i], y[i])\n"),
    "swapping": ((_PAIR,), "for i in range(0, n):\n    S(y[i], z[i])\n"),
    "of an array": ((_NORM,), "for i in range(0, n):\n    y[i] = F(8, g)\n"),
    "of a long array": ((_NORM,), "for i in range(0, 4):\n    y[i] = F(n, x)\n"),
    "changing an array": ((_SCALE,), "for i in range(0, 60):\n    S(8, 0.75, g)\n"),
    "sum through calls": ((_HALF,), "t = 0.0\nfor i in range(0, n):\n    t = t + F(x[i])\ns = t\n"),
    "chain through calls": ((_HALF,), "t = 1.0\nfor i in range(0, n):\n    t = F(t)\ns = t\n"),
    "midpoint steps": (
        (_SLOPE,),
        (
            "t = 0.0\nu = 1.0\nfor i in range(0, n):\n    d1 = F(t, u)\n"
            "    d2 = F(t + 0.5*h, u + 0.5*h*d1)\n    u = u + h*d2\n    t = t + h\n"
            "    y[i] = u\ns = u\n"
        ),
    ),
    "steps of four slopes": (
        (_SLOPE,),
        (
            "t = 0.0\nu = 1.0\nfor i in range(0, n):\n    d1 = F(t, u)\n"
            "    d2 = F(t + 0.5*h, u + 0.5*h*d1)\n    d3 = F(t + 0.5*h, u + 0.5*h*d2)\n"
            "    d4 = F(t + h, u + h*d3)\n    u = u + h*(d1 + 2.0*d2 + 2.0*d3 + d4)/6.0\n"
            "    t = t + h\ns = u\n"
        ),
    ),
    "two coupled by calls": (
        (_FORCE,),
        (
            "t = 1.0\nu = 0.0\nfor i in range(0, n):\n    u = u + h*F(t)\n    t = t + h*u\n"
            "    y[i] = t\ns = u\n"
        ),
    ),
    "search for a zero": (
        (_FORCE,),
        (
            "for i in range(0, 30):\n    t = x[i]\n    c = 0\n    while c < 6:\n"
            "        t = t - 0.3*F(t)\n        c = c + 1\n    y[i] = t\n"
        ),
    ),
    "quadrature": (
        (_FORCE,),
        "t = 0.0\nfor i in range(0, n):\n    t = t + h*F(double(i)*h)\ns = t\n",
    ),
}


def chain_templates() -> list[Template]:
    """Return the chains."""
    return [*_through_scalars(), *_through_memory(), *_resets(), *_nested()]


def _through_scalars() -> list[Template]:
    made: list[Template] = []
    for title, text in _SCALAR.items():
        used = [name for name in "tuvw" if f"{name} =" in text]
        start = "".join(f"{name} = 0.5\n" for name in used)
        end = "s = " + " + ".join(used)
        body = f"{start}for i in range(0, n):\n{_inner(text)}\n{end}\n"
        made.append(Template("chain", title, needed(_DATA, body), body))
    for title, text in _INTEGER.items():
        body = f"m = 1\nfor i in range(0, n):\n{_inner(text)}\nq = m\n"
        made.append(Template("chain", title, needed(_DATA, body), body))
    data = "n = 512; integer l[n] ring 1 0; out integer q; local integer j"
    body = "j = BASE\nfor i in range(0, n):\n    j = l[j]\nq = j\n"
    made.append(Template("chain", "walk", data, body))
    return made


def _through_memory() -> list[Template]:
    made: list[Template] = []
    for title, (first, text) in _MEMORY.items():
        body = f"for i in range({first}, n):\n{_inner(text)}\n"
        made.append(Template("carried", title, needed(_DATA, body), body))
    data = _DATA.replace("cycle 1 100", "cycle 0 99") + "; integer h[100]; double g[100]"
    data = data.replace("uniform 0.99 1.01", "uniform 0.5 2")
    for title, text in _CELLS.items():
        body = f"for i in range(0, n):\n{_inner(text)}\n"
        if "[k[i]]" in text:
            data_here = data.replace("integer k[n] cycle 0 99", "integer k[n] positions 0 99")
        else:
            data_here = data
        made.append(Template("cell", title, needed(data_here, body), body))
    return made


def _resets() -> list[Template]:
    made: list[Template] = []
    for trip in _RESETS:
        rows = max(4, 3000 // trip)
        data = f"n = {rows}; m = {trip}; double x[m]; double y[n]; local double t"
        for title, text in (("sum", "t = t + x[j]"), ("geometric", "t = t*0.5 + x[j]")):
            if title == "geometric" and trip not in _GEOMETRIC_RESETS:
                continue
            body = (
                f"for i in range(0, n):\n    t = 0.0\n    for j in range(0, m):\n        {text}\n"
            )
            body += "    y[i] = t\n"
            made.append(Template("reset", f"{title} of {trip}", data, body))
    return made


def _nested() -> list[Template]:
    made: list[Template] = []
    for trip in (3, 8):
        body = (
            f"t = 0.5\nfor i in range(0, n):\n    for j in range(0, {trip}):\n"
            "        t = t*a + c[j]\n    y[i] = t\ns = t\n"
        )
        data = f"n = 400; double c[{trip}]; double y[n]; in double a = 0.5; out double s; "
        data += "local double t"
        made.append(Template("nested chain", f"geometric by {trip}", data, body))
        body = (
            f"t = 0.5\nfor i in range(0, n):\n    u = 0.0\n    for j in range(0, {trip}):\n"
            "        u = u + c[j]*t\n    t = u*0.1 + x[i]\ns = t\n"
        )
        data = (
            f"n = 400; double c[{trip}]; double x[n]; out double s; local double t; local double u"
        )
        made.append(Template("nested chain", f"sums in a chain by {trip}", data, body))
    body = (
        "for i in range(1, n):\n    for j in range(0, 4):\n        y[i,j] = y[i-1,j]*0.5 + x[j]\n"
    )
    made.append(Template("nested chain", "rows", "n = 200; double x[4]; double y[n,4]", body))
    body = (
        "for i in range(0, n):\n    t = x[i]\n    for j in range(0, 6):\n"
        "        t = 0.5*(t + x[i]/t)\n    y[i] = t\n"
    )
    data = "n = 200; double x[n]; double y[n]; local double t"
    made.append(Template("nested chain", "square roots by iteration", data, body))
    body = (
        "u = 0.5\nv = 0.25\nfor i in range(0, n):\n    t = u*c + v*d\n    w = v*c - u*d\n"
        "    u = t + w*0.1\n    v = w - t*0.1\n    u = u*c + x[i]\n    v = v*d + x[i]\ns = u + v\n"
    )
    data = (
        "n = 400; double x[n]; in double c = 0.75; in double d = 0.3; out double s; "
        "local double t; local double u; local double v; local double w"
    )
    made.append(Template("nested chain", "unrolled step", data, body))
    return made


def _inner(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


def call_templates() -> list[Template]:
    """Return the kernels with calls."""
    return [
        Template("call", title, needed(_CALL_DATA, body), body, callees)
        for title, (callees, body) in _CASES.items()
    ]
