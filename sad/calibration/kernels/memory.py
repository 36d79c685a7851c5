"""Arrays that do not fit in the first-level cache: along, across, back and forth, and all over.

Three footprints: half the second-level cache, a few times that cache, and one beyond the last level, or
64 MB where the last level is larger: a calibration has to end.
"""

from __future__ import annotations

from math import isqrt

from sad.calibration.kernels.template import Template, needed

_LONGEST = 64 << 20
_APART = 16  # integers: each step of a walk goes to another line
_LINES = {
    "copy": (2, "y[i] = x[i]"),
    "fill": (1, "y[i] = 0.5"),
    "scale": (1, "y[i] = y[i]*0.75 + 0.25"),
    "triad": (3, "y[i] = x[i] + 0.5*z[i]"),
    "sum": (1, "t = t + x[i]"),
    "four-way sum": (
        1,
        "t = t + x[i]\n    u = u + x[i+m]\n    v = v + x[i+2*m]\n    w = w + x[i+3*m]",
    ),
    "stride sum": (1, "t = t + x[i]"),
}
_PLANES = {
    "transpose": (2, "b[i,j] = a[j,i]"),
    "columns": (1, "b[j,i] = b[j,i]*0.75 + 0.25"),
    "five points": (2, "b[i,j] = 0.25*(a[i-1,j] + a[i+1,j] + a[i,j-1] + a[i,j+1])"),
}


def templates(l2_bytes: int, l3_bytes: int) -> list[Template]:
    """Return the memory kernels for caches of these sizes [bytes]."""
    far = min(2 * l3_bytes, _LONGEST)
    footprints = {
        "half the second level": l2_bytes // 2,
        "four times the second level": min(4 * l2_bytes, far),
        "far": far,
    }
    made: list[Template] = []
    for where, size in footprints.items():
        made += _at(where, size)
    return made


def _at(where: str, size: int) -> list[Template]:
    made: list[Template] = []
    for title, (arrays, text) in _LINES.items():
        count = size // (8 * arrays) // 64 * 64
        step, end, more = "", "n", ""
        if title == "stride sum":
            step = ", 16"
        if title == "four-way sum":
            end, more = "m", f"; m = {count // 4}"
        data = f"n = {count}{more}; double x[n] constant 1.5 0; double z[n] constant 0.75 0; "
        data += "double y[n] constant 0.5 0; out double s; "
        data += "local double t; local double u; local double v; local double w"
        body = f"for i in range(0, {end}{step}):\n    {text}\n"
        if "t =" in text:
            used = [name for name in "tuvw" if f"{name} =" in text]
            start = "".join(f"{name} = 0.0\n" for name in used)
            body = f"{start}{body}s = {' + '.join(used)}\n"
        made.append(Template("memory", f"{title}, {where}", needed(data, body), body))
    for title, (arrays, text) in _PLANES.items():
        side = isqrt(size // (8 * arrays)) // 8 * 8 + 8
        first, last = ("1", "n-1") if "i-1" in text else ("0", "n")
        data = f"n = {side}; double a[n,n] constant 1.5 0; double b[n,n] constant 0.5 0"
        body = f"for i in range({first}, {last}):\n    for j in range({first}, {last}):\n"
        body += f"        {text}\n"
        made.append(Template("memory", f"{title}, {where}", needed(data, body), body))
    count = size // 12 // 64 * 64
    data = f"n = {count}; integer ix[n] permutation; double x[n] constant 0.5 0; out double s; "
    data += "local double t"
    body = "t = 0.0\nfor i in range(0, n):\n    t = t + x[ix[i]]\ns = t\n"
    made.append(Template("memory", f"gather, {where}", data, body))
    count = size // 4 // 64 * 64
    data = f"n = {count}; m = {count // _APART}; integer k[n] ring {_APART} 0; out integer q; "
    data += "local integer j"
    body = "j = BASE\nfor i in range(0, m):\n    j = k[j]\nq = j\n"
    made.append(Template("memory", f"walk, {where}", data, body))
    return made
