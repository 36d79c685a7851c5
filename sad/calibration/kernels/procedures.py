"""Calls: functions and subroutines, scalars and arrays as arguments, chains that go through calls."""

from __future__ import annotations

from sad.calibration.kernel import Kind
from sad.calibration.kernels.template import Procedure, Template, needed

_DATA = (
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


def templates() -> list[Template]:
    """Return the kernels with calls."""
    return [
        Template("call", title, needed(_DATA, body), body, callees)
        for title, (callees, body) in _CASES.items()
    ]
