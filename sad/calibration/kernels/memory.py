"""Arrays beyond the first-level cache, and loops in loops over arrays of two and three dimensions.

Three footprints: half the second-level cache, a few times that cache, and one beyond the last level, or
64 MB where the last level is larger: a calibration has to end.

Sizes as arguments and as constants, rows and columns, triangles, stencils, products of matrices.
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
_PLANE = (
    "n = 34; double a[n,n]; double b[n,n]; double c[n,n]; double x[n]; double y[n]; "
    "in double w = 0.25; out double s; local double t"
)
_NESTS = {
    "copy": "c[i,j] = a[i,j]",
    "add": "c[i,j] = a[i,j] + b[i,j]",
    "scale rows": "c[i,j] = a[i,j]*x[i]",
    "scale columns": "c[i,j] = a[i,j]*x[j]",
    "outer product": "c[i,j] = x[i]*y[j]",
    "rank one update": "c[i,j] = 0.5*c[i,j] + x[i]*y[j]",
    "transpose": "c[i,j] = a[j,i]",
    "add transposed": "c[i,j] = a[i,j] + b[j,i]",
    "fill": "c[i,j] = 0.0",
}
_WALKS = {
    "row sums": "for i in range(0, n):\n    t = 0.0\n    for j in range(0, n):\n"
    "        t = t + a[i,j]\n    y[i] = t\n",
    "column sums": "for i in range(0, n):\n    t = 0.0\n    for j in range(0, n):\n"
    "        t = t + a[j,i]\n    y[i] = t\n",
    "columns": "for i in range(0, n):\n    for j in range(0, n):\n        c[j,i] = a[j,i]*w\n",
    "matrix by vector": "for i in range(0, n):\n    t = 0.0\n    for j in range(0, n):\n"
    "        t = t + a[i,j]*x[j]\n    y[i] = t\n",
    "vector by matrix": "for j in range(0, n):\n    y[j] = 0.0\nfor i in range(0, n):\n"
    "    for j in range(0, n):\n        y[j] = y[j] + a[i,j]*x[i]\n",
    "sum in memory": "for i in range(0, n):\n    y[i] = 0.0\n    for j in range(0, n):\n"
    "        y[i] = y[i] + a[i,j]\n",
    "five points": "for i in range(1, n-1):\n    for j in range(1, n-1):\n"
    "        c[i,j] = w*(a[i-1,j] + a[i+1,j] + a[i,j-1] + a[i,j+1])\n",
    "nine points": "for i in range(1, n-1):\n    for j in range(1, n-1):\n"
    "        c[i,j] = 0.1*(a[i-1,j-1] + a[i-1,j] + a[i-1,j+1] + a[i,j-1] + a[i,j]\n"
    "            + a[i,j+1] + a[i+1,j-1] + a[i+1,j] + a[i+1,j+1])\n",
    "sweep in place": "for i in range(1, n-1):\n    for j in range(1, n-1):\n"
    "        c[i,j] = w*(c[i-1,j] + c[i+1,j] + c[i,j-1] + c[i,j+1])\n",
    "largest": "t = 0.0\nfor i in range(0, n):\n    for j in range(0, n):\n"
    "        t = max(t, abs(a[i,j] - b[i,j]))\ns = t\n",
    "triangle": "for i in range(0, n):\n    for j in range(0, i):\n        c[i,j] = a[i,j]*w\n",
    "upper triangle": "for i in range(0, n):\n    for j in range(i, n):\n"
    "        c[i,j] = a[i,j] + b[i,j]\n",
    "forward solve": "for i in range(0, n):\n    t = x[i]\n    for j in range(0, i):\n"
    "        t = t - 0.01*a[i,j]*y[j]\n    y[i] = t\n",
    "pairs": "t = 0.0\nfor i in range(0, n):\n    for j in range(i+1, n):\n"
    "        t = t + 1.0/(0.1 + square(x[i] - x[j]) + square(y[i] - y[j]))\ns = t\n",
    "dynamic table": "for i in range(1, n):\n    for j in range(1, n):\n"
    "        c[i,j] = max(c[i-1,j], c[i,j-1])\n",
}
_CUBES = {
    "matrix product": "for i in range(0, n):\n    for j in range(0, n):\n        t = 0.0\n"
    "        for k in range(0, n):\n            t = t + a[i,k]*b[k,j]\n        c[i,j] = t\n",
    "matrix product by rows": "for i in range(0, n):\n    for j in range(0, n):\n"
    "        c[i,j] = 0.0\n    for k in range(0, n):\n        for j in range(0, n):\n"
    "            c[i,j] = c[i,j] + a[i,k]*b[k,j]\n",
    "matrix product in memory": "for i in range(0, n):\n    for j in range(0, n):\n"
    "        c[i,j] = 0.0\n        for k in range(0, n):\n"
    "            c[i,j] = c[i,j] + a[i,k]*b[k,j]\n",
    "transposed product": "for i in range(0, n):\n    for j in range(0, n):\n        t = 0.0\n"
    "        for k in range(0, n):\n            t = t + a[i,k]*b[j,k]\n        c[i,j] = t\n",
    "elimination": "for k in range(0, n):\n    for i in range(k+1, n):\n"
    "        t = a[i,k]*0.01\n        for j in range(k+1, n):\n"
    "            c[i,j] = 0.5*c[i,j] - t*b[k,j]\n",
}
_BOXES = {
    "box copy": "for i in range(0, n):\n    for j in range(0, n):\n        for k in range(0, n):\n"
    "            e[i,j,k] = d[i,j,k]\n",
    "seven points": "for i in range(1, n-1):\n    for j in range(1, n-1):\n"
    "        for k in range(1, n-1):\n"
    "            e[i,j,k] = d[i,j,k]*0.4 + 0.1*(d[i-1,j,k] + d[i+1,j,k]\n"
    "                + d[i,j-1,k] + d[i,j+1,k] + d[i,j,k-1] + d[i,j,k+1])\n",
    "box sum": "t = 0.0\nfor i in range(0, n):\n    for j in range(0, n):\n"
    "        for k in range(0, n):\n            t = t + d[i,j,k]\ns = t\n",
    "box columns": "for k in range(0, n):\n    for j in range(0, n):\n"
    "        for i in range(0, n):\n            e[i,j,k] = d[i,j,k]*0.5\n",
}
_TESSERACT = "n = 6; double d[n,n,n,n]; double e[n,n,n,n]; out double s; local double t"
_TESSERACTS = {
    "copy": "e[i,j,k,l] = d[i,j,k,l]",
    "sum": "t = t + d[i,j,k,l]",
    "update": "e[i,j,k,l] = 0.5*e[i,j,k,l] + d[i,j,k,l]",
    "differences": "e[i,j,k,l] = d[i+1,j,k,l] - d[i,j+1,k,l] + d[i,j,k,l+1]",
}
_PENTERACT = "n = 4; double d[n,n,n,n,n]; double e[n,n,n,n,n]; out double s; local double t"
_PENTERACTS = {
    "copy": "e[i,j,k,l,m] = d[i,j,k,l,m]",
    "update": "e[i,j,k,l,m] = 0.5*e[i,j,k,l,m] + d[i,j,k,l,m]",
}
_CROWDED = "n = 64; m = 512; double a[n,m]; double b[n,m]; out double s; local double t"
_CROWDS = {
    "sum": "t = t + a[i,j]",
    "update": "a[i,j] = 0.5*a[i,j] + 0.25*a[i+1,j-1]",
    "two arrays": "b[i,j] = 0.5*b[i+1,j-1] + a[i,j]",
}
"""Down columns whose elements are 4 KiB apart, so that a few sets of the first cache have them all.

Each needs the column before, or is one sum: so no compiler exchanges the loops.
"""
_CONSTANT = ("copy", "rank one update", "transpose")
_CONSTANT_WALKS = ("matrix by vector", "five points", "triangle")
_TRIPS = (1, 2, 3, 4, 5, 8, 16, 40)


def memory_templates(l2_bytes: int, l3_bytes: int) -> list[Template]:
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
    for title, text in _CROWDS.items():
        body = f"for j in range(1, m):\n    for i in range(0, n-1):\n        {text}\n"
        if "t =" in text:
            body = f"t = 0.0\n{body}s = t\n"
        made.append(Template("memory", f"crowded {title}", needed(_CROWDED, body), body))
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


def nest_templates() -> list[Template]:
    """Return the nests."""
    made: list[Template] = []
    planes = {
        title: f"for i in range(0, n):\n    for j in range(0, n):\n        {text}\n"
        for title, text in _NESTS.items()
    }
    for number, (title, body) in enumerate((planes | _WALKS).items()):
        flat = number % 2 == 1
        made.append(Template("plane", title, needed(_PLANE, body), body, flat=flat))
    for title in (*_CONSTANT, *_CONSTANT_WALKS):
        body = (planes | _WALKS)[title]
        data = needed(_PLANE, body).replace("[n,n]", "[34,34]")
        made.append(Template("constant plane", title, data, body))
    for number, (title, body) in enumerate(_CUBES.items()):
        data = needed(_PLANE.replace("n = 34", "n = 24"), body)
        made.append(Template("cube", title, data, body, flat=number % 2 == 0))
    box = "n = 12; double d[n,n,n]; double e[n,n,n]; out double s; local double t"
    for number, (title, body) in enumerate(_BOXES.items()):
        made.append(Template("cube", title, needed(box, body), body, flat=number % 2 == 0))
    for number, (data, indices, texts) in enumerate(
        ((_TESSERACT, "ijkl", _TESSERACTS), (_PENTERACT, "ijklm", _PENTERACTS)), start=4
    ):
        for title, text in texts.items():
            last = "n-1" if "+1" in text else "n"
            body = "".join(
                f"{'    ' * depth}for {index} in range(0, {last}):\n"
                for depth, index in enumerate(indices)
            )
            body += f"{'    ' * number}{text}\n"
            if "t =" in text:
                body = f"t = 0.0\n{body}s = t\n"
            used = needed(data, body)
            made.append(Template("cube", f"{number} dimensions, {title}", used, body))
    return [*made, *_trips()]


def _trips() -> list[Template]:
    made: list[Template] = []
    for trip in _TRIPS:
        rows = 1200 // (trip + 2)
        data = f"n = {rows}; m = {trip}; double a[n,m]; double x[m]; double c[n,m]"
        body = "for i in range(0, n):\n    for j in range(0, m):\n        c[i,j] = a[i,j] + x[j]\n"
        made.append(Template("trips", f"argument {trip}", data, body, flat=trip % 2 == 0))
    for trip in (2, 3, 4, 7):
        data = f"n = 400; double x[{trip}]; double y[n]; double z[n]"
        body = f"for i in range(0, n):\n    y[i] = z[i]\n    for j in range(0, {trip}):\n"
        body += "        y[i] = y[i] + x[j]\n"
        made.append(Template("trips", f"constant {trip}", data, body))
    for most in (3, 8, 30):
        average = f"{most + 1}/2"
        rows = 2400 // most * most
        misses = _exit_misses(most)
        data = f"n = {rows}; integer k[n] cycle 1 {most}; double x[{most}]; double y[n]; "
        data += "local double t"
        body = (
            f"for i in range(0, n):\n    t = 0.0\n    for j in range(0, average(k[i], {average}, "
        )
        body += f"{misses})):\n        t = t + x[j]\n    y[i] = t\n"
        made.append(Template("trips", f"random up to {most}", data, body, fresh=True))
    return made


def _exit_misses(most: int) -> str:
    """Mispredictions per entry of a loop with 1 to ``most`` trips, each as likely, by a predictor
    that knows how many iterations are behind: in iteration j the loop ends with 1/(most - j + 1).
    """
    expected = sum(
        (most - j + 1) / most * min(1 / (most - j + 1), 1 - 1 / (most - j + 1))
        for j in range(1, most + 1)
    )
    return f"{expected:.6f}"
