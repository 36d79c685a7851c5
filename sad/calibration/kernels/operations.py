"""Single operations and mixes of them over arrays in the first-level cache.

Each single-operation kernel differs from a copy by one operation, so that the additive table can be
read off; the mixes have several operations and temporaries in one body.
"""

from __future__ import annotations

from sad.calibration.kernels.template import Template, needed

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


def templates() -> list[Template]:
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
