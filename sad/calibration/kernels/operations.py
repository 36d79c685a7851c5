"""Single operations over arrays in the first-level cache, mixes of them, and random bodies.

Each single-operation kernel differs from a copy by one operation, so that the additive table can be
read off; the mixes have several operations and temporaries in one body.

Every scalar that is assigned is used by the next statement or stored, so that nothing can be dropped;
values stay between 0.05 and 20, because each statement averages or scales what it reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.calibration.kernels.template import Template, needed

if TYPE_CHECKING:
    from random import Random


_N = "n = 800; "
_DOUBLE = _N + "double x[n]; double z[n]; double y[n]"
_INTEGER = _N + "integer k[n] cycle 1 400; integer l[n] cycle 1 400; integer m[n]"
_DOUBLES = {
    "copy": "y[i] = x[i]",
    "fill": "y[i] = 1.5",
    "add": "y[i] = x[i] + z[i]",
    "subtract": "y[i] = x[i] - z[i]",
    "multiply": "y[i] = x[i]*z[i]",
    "divide": "y[i] = x[i]/z[i]",
    "divide by constant": "y[i] = x[i]/3.0",
    "negate": "y[i] = -x[i]",
    "square": "y[i] = square(x[i])",
    "power": "y[i] = power(x[i], z[i])",
    "sqrt": "y[i] = sqrt(x[i])",
    "exp": "y[i] = exp(x[i])",
    "log": "y[i] = log(x[i])",
    "sin": "y[i] = sin(x[i])",
    "cos": "y[i] = cos(x[i])",
    "abs": "y[i] = abs(x[i] - 1.0)",
    "min": "y[i] = min(x[i], z[i])",
    "max": "y[i] = max(x[i], z[i])",
    "sign": "y[i] = sign(x[i], z[i])",
    "larger": "y[i] = larger(x[i], 0.25, 1)",
    "two adds": "y[i] = x[i] + z[i] + 0.75",
    "three adds": "y[i] = (x[i] + z[i]) + (0.75 + x[i]*0.5)",
    "two multiplies": "y[i] = x[i]*z[i]*0.75",
    "multiply and add": "y[i] = x[i]*z[i] + 0.75",
}
_INTEGERS = {
    "integer copy": "m[i] = k[i]",
    "integer add": "m[i] = k[i] + l[i]",
    "integer subtract": "m[i] = k[i] - l[i]",
    "integer multiply": "m[i] = k[i]*l[i]",
    "integer divide": "m[i] = k[i]//l[i]",
    "integer divide by 8": "m[i] = k[i]//8",
    "integer divide by 7": "m[i] = k[i]//7",
    "remainder": "m[i] = k[i]%l[i]",
    "remainder by 16": "m[i] = k[i]%16",
    "remainder by 10": "m[i] = k[i]%10",
    "bitwise and": "m[i] = k[i] & l[i]",
    "bitwise or": "m[i] = k[i] | l[i]",
    "bitwise exclusive or": "m[i] = k[i] ^ l[i]",
    "shift": "m[i] = k[i] << 3",
    "shift right": "m[i] = k[i] >> 2",
    "integer abs": "m[i] = abs(k[i] - 200)",
    "bit mix": "m[i] = ((k[i] << 2) ^ (l[i] >> 1)) & 255",
}
_CONVERSIONS = {
    "integer to double": "y[i] = double(k[i])",
    "double to integer": "m[i] = int(x[i]*100.0)",
    "round": "m[i] = nint(x[i]*100.0)",
    "there and back": "y[i] = x[i] - double(int(x[i]))",
}
_MIXES = {
    "temporaries": """
u = x[i] + z[i]
v = x[i] - z[i]
y[i] = u*v
""",
    "long temporaries": """
u = x[i]*0.5 + z[i]*0.25
v = u*u - x[i]
w = v*0.125 + u*z[i]
y[i] = w + v - u
""",
    "polynomial": "y[i] = 0.5 + x[i]*(0.25 + x[i]*(0.125 + x[i]*(0.0625 + x[i]*0.03125)))",
    "rational": "y[i] = (0.5 + x[i]*z[i])/(1.0 + x[i]*x[i])",
    "distance": "y[i] = sqrt(x[i]*x[i] + z[i]*z[i])",
    "inverse distance": """
u = x[i]*x[i] + z[i]*z[i] + 0.01
v = 1.0/u
y[i] = v*v*v - v
""",
    "damped exponential": "y[i] = x[i]*exp(-0.5*z[i])",
    "waves": "y[i] = sin(x[i])*cos(z[i])",
    "two results": """
y[i] = x[i]*2.0
z[i] = x[i] + 1.0
""",
    "difference": "y[i] = 0.5*(x[i+1] - x[i])",
    "three points": "y[i] = 0.25*x[i] + 0.5*x[i+1] + 0.25*x[i+2]",
    "five points": "y[i] = (x[i] + x[i+1] + x[i+2] + x[i+3] + x[i+4])*0.2",
    "scaled sum": "y[i] = 0.5*y[i] + 0.25*x[i]",
    "scalars": """
u = a*x[i]
v = b*z[i]
y[i] = u + v + c
""",
}
_COMPLEX = (
    "n = 400; double_complex u[n]; double_complex v[n]; double_complex w[n]; double x[n]; "
    "double y[n]; out double_complex s; local double_complex t; in double a = 0.5"
)
_COMPLEXES = {
    "add": "w[i] = u[i] + v[i]",
    "multiply": "w[i] = u[i]*v[i]",
    "multiply and add": "w[i] = 0.1*w[i] + u[i]*v[i]",
    "by a real number": "w[i] = u[i]*x[i]",
    "parts": "y[i] = re(u[i])*re(v[i]) + im(u[i])*im(v[i])",
    "conjugate": "w[i] = conj(u[i])*v[i]",
    "compose": "w[i] = cmplx(x[i], y[i])",
    "copy": "w[i] = u[i]",
    "square of modulus": "y[i] = re(u[i])*re(u[i]) + im(u[i])*im(u[i])",
}
_COMPLEX_CHAINS = {
    "sum": "t = t + u[i]",
    "products": "t = t + u[i]*v[i]",
    "recurrence": "t = t*a + u[i]",
    "iteration": "t = t*t*0.05 + u[i]",
}
_REAL = "n = 1200; real x[n]; real z[n]; real y[n]; out real s; local real t; in real a = 0.5"
_REALS = {
    "copy": "y[i] = x[i]",
    "add": "y[i] = x[i] + z[i]",
    "multiply": "y[i] = x[i]*z[i]",
    "divide": "y[i] = x[i]/z[i]",
    "update": "y[i] = 0.5*y[i] + a*x[i]",
    "sqrt": "y[i] = sqrt(x[i])",
    "exp": "y[i] = exp(x[i])",
    "three points": "y[i] = 0.25*x[i] + 0.5*z[i] + 0.25*a",
}
_REAL_CHAINS = {
    "sum": "t = t + x[i]",
    "products": "t = t + x[i]*z[i]",
    "geometric": "t = t*a + x[i]",
}
_INTEGER_PLANE = (
    "n = 48; integer k[n,n] cycle 0 9; integer l[n,n] cycle 0 9; integer m[n,n]; out integer q; "
    "local integer c"
)
_INTEGER_PLANES = {
    "copy": "m[i,j] = k[i,j]",
    "add": "m[i,j] = k[i,j] + l[i,j]",
    "difference": "m[i,j] = abs(k[i,j] - l[i,j])",
    "smaller": "m[i,j] = min(k[i,j], l[i,j])",
    "sum": "c = c + k[i,j]",
    "largest": "c = max(c, k[i,j])",
}
_LINES = 32
_PLANES = 12
_DATA = (
    "n = 500; double x[n+2]; double y[n+2]; double z[n+2]; integer k[n+2] cycle 1 200; "
    "integer l[n+2] cycle 1 200; double r[n]; double w[n]; integer m[n]; in double a = 0.3; "
    "in double b = 0.7; out double s; out integer q; local double t; local double u; local double v; "
    "local double e; local integer c; local integer d; integer ix[n+2] permutation"
)
_PLANE = (
    "n = 28; double x[n,n]; double y[n,n]; double z[n,n]; double r[n,n]; double w[n,n]; "
    "double h[n]; in double a = 0.3; in double b = 0.7; out double s; local double t; "
    "local double u; local double v; local double e"
)


def operation_templates() -> list[Template]:
    """Return the kernels of one and of several operations."""
    loop = "for i in range(0, n):\n    {}"
    singles = [
        *((title, _DOUBLE, text) for title, text in _DOUBLES.items()),
        *((title, _INTEGER, text) for title, text in _INTEGERS.items()),
        *(
            (
                title,
                "n = 800; double x[n]; double y[n]; integer k[n] cycle 1 400; integer m[n]",
                text,
            )
            for title, text in _CONVERSIONS.items()
        ),
    ]
    made = [
        Template("operation", title, needed(data, text), loop.format(text))
        for title, data, text in singles
    ]
    data = (
        "n = 800; double x[n+4]; double z[n]; double y[n]; in double a = 0.5; in double b = 0.25; "
    )
    data += "in double c = 0.125; local double u; local double v; local double w"
    for title, text in _MIXES.items():
        body = loop.format(text.strip().replace("\n", "\n    "))
        made.append(Template("mix", title, needed(data, text), body))
    return made


def type_templates() -> list[Template]:
    """Return the kernels of other types."""
    made: list[Template] = []
    for title, text in _COMPLEXES.items():
        made.append(_loop("complex", title, _COMPLEX, text))
    for title, text in _COMPLEX_CHAINS.items():
        body = f"t = cmplx(0.5, 0.25)\nfor i in range(0, n):\n    {text}\ns = t\n"
        made.append(Template("complex", f"chain {title}", needed(_COMPLEX, body), body))
    single = _COMPLEX.replace("double_complex", "complex").replace("double ", "real ")
    made += [
        _loop("complex", f"single {title}", single, _COMPLEXES[title])
        for title in ("multiply", "add")
    ]
    for title, text in _REALS.items():
        made.append(_loop("single", title, _REAL, text))
    for title, text in _REAL_CHAINS.items():
        body = f"t = 0.0\nfor i in range(0, n):\n    {text}\ns = t\n"
        made.append(Template("single", f"chain {title}", needed(_REAL, body), body))
    body = (
        "for i in range(0, n):\n    for j in range(0, n):\n        t = 0.0\n"
        "        for k in range(0, n):\n            t = t + a[i,k]*b[k,j]\n        c[i,j] = t\n"
    )
    data = "n = 24; real a[n,n]; real b[n,n]; real c[n,n]; local real t"
    made.append(Template("single", "matrix product", data, body))
    made.append(
        _loop("single", "to double", "n = 1200; real x[n]; double y[n]", "y[i] = double(x[i])")
    )
    for constant in (False, True):
        for title, text in _INTEGER_PLANES.items():
            body = f"for i in range(0, n):\n    for j in range(0, n):\n        {text}\n"
            if text.startswith("c "):
                body = f"c = 0\n{body}q = c\n"
            data = needed(_INTEGER_PLANE, body)
            if constant:
                data = data.replace("[n,n]", "[48,48]")
            name = f"{title}, constant size" if constant else title
            made.append(Template("integer plane", name, data, body))
    return made


def _loop(family: str, title: str, data: str, text: str) -> Template:
    body = f"for i in range(0, n):\n    {text}\n"
    return Template(family, title, needed(data, body), body)


def random_templates(random: Random) -> list[Template]:
    """Return the random kernels; the same generator state gives the same ones."""
    made: list[Template] = []
    for number in range(1, _LINES + 1):
        body = _line_body(random)
        made.append(Template("random line", str(number), needed(_DATA, body), body))
    for number in range(1, _PLANES + 1):
        body = _plane_body(random)
        flat = number % 2 == 0
        made.append(Template("random plane", str(number), needed(_PLANE, body), body, flat=flat))
    return made


def _line_body(random: Random) -> str:
    places = ["i", "i", "i", "i", "i+1", "i+2"] + (["ix[i]"] if random.random() < 0.2 else [])
    names = ["x", "y", "z"][: random.randint(1, 3)]
    leaves = [f"{name}[{place}]" for name in names for place in places] + ["a", "b"]
    lines, open_scalars = list[str](), list[str]()
    carried = random.random() < 0.45
    if carried:
        leaves = [*leaves, "e", "e"]
    integers = random.random() < 0.3
    for name in ("t", "u", "v")[: random.randint(0, 3)]:
        lines.append(f"{name} = {_value(random, leaves, open_scalars, random.randint(1, 4))}")
        open_scalars = [name]
        leaves = [*leaves, name]
    lines.append(f"r[i] = {_value(random, leaves, open_scalars, random.randint(1, 5))}")
    if random.random() < 0.4:
        lines.append(f"w[i] = {_value(random, leaves, [], random.randint(1, 3))}")
    if carried:
        last = _value(random, [leaf for leaf in leaves if leaf != "e"], [], random.randint(1, 2))
        lines.append(random.choice([f"e = 0.5*e + {last}", f"e = e + {last}", f"e = e*a + {last}"]))
    if integers:
        lines += _integer_lines(random)
    start = ["e = 0.5"] if carried else []
    start += ["d = 1"] if any(line.startswith("d =") for line in lines) else []
    end = ["s = e"] if carried else []
    end += ["q = d"] if "d = 1" in start else []
    inner = "\n".join(f"    {line}" for line in lines)
    return "\n".join([*start, f"for i in range(0, n):\n{inner}", *end]) + "\n"


def _integer_lines(random: Random) -> list[str]:
    operand = random.choice(["l[i]", "7", "c", "l[i+1]"])
    lines = [f"c = k[i]{random.choice(['*3 +', ' +', ' -', '*2 -'])} l[i]"]
    lines.append(
        random.choice(
            [
                f"m[i] = c + {operand}",
                f"m[i] = (c & 63) + {operand}",
                f"m[i] = (c + 1000)%13 + {operand}",
                "m[i] = (c + 1000)//9",
                "d = (d + c) & 1023\n    m[i] = d",
            ]
        )
    )
    return [part.strip() for line in lines for part in line.split("\n")]


def _plane_body(random: Random) -> str:
    names = ["x", "y", "z"][: random.randint(1, 3)]
    places = ["i,j", "i,j", "i,j", "i-1,j", "i+1,j", "i,j-1", "i,j+1"]
    if random.random() < 0.3:
        places.append("j,i")
    leaves = [f"{name}[{place}]" for name in names for place in places] + ["a", "b", "h[j]", "h[i]"]
    lines, open_scalars = list[str](), list[str]()
    for name in ("t", "u")[: random.randint(0, 2)]:
        lines.append(f"{name} = {_value(random, leaves, open_scalars, random.randint(1, 4))}")
        open_scalars = [name]
        leaves = [*leaves, name]
    lines.append(f"r[i,j] = {_value(random, leaves, open_scalars, random.randint(1, 5))}")
    if random.random() < 0.3:
        lines.append(f"w[i,j] = {_value(random, leaves, [], random.randint(1, 3))}")
    carried = random.random() < 0.4
    if carried:
        lines.append(f"e = 0.5*e + {_value(random, leaves, [], 1)}")
    inner = "\n".join(f"        {line}" for line in lines)
    body = f"for i in range(1, n-1):\n    for j in range(1, n-1):\n{inner}\n"
    if carried:
        body = f"e = 0.5\n{body}s = e\n"
    return body


def _value(random: Random, leaves: list[str], must: list[str], operations: int) -> str:
    """Return an expression with about so many operations in which all of ``must`` stand."""
    text = must[0] if must else random.choice(leaves)
    for _ in range(operations):
        leaf = random.choice(leaves)
        text = _joined(random, text, leaf)
    return text


def _joined(random: Random, text: str, leaf: str) -> str:
    pick = random.random()
    if pick < 0.30:
        return f"0.5*({text} + {leaf})"
    if pick < 0.45:
        return f"({text} + {leaf})*b"
    if pick < 0.60:
        return f"{text}*a + {leaf}"
    if pick < 0.72:
        return f"({leaf} + 0.25*({text}))"
    if pick < 0.80:
        return f"abs({text} - 0.5*{leaf})"
    if pick < 0.86:
        return f"{leaf}/(1.0 + square({text}))"
    if pick < 0.91:
        return f"sqrt(abs({text}) + {leaf})"
    if pick < 0.95:
        return f"max({text}, {leaf})"
    return f"min({text}, 2.0*{leaf})"
