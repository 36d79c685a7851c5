"""Types beside doubles and short integers: complex numbers, single precision, integer planes."""

from __future__ import annotations

from sad.calibration.kernels.template import Template, needed

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


def templates() -> list[Template]:
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
