"""Random loop bodies: statements nobody chose, in one and two dimensions.

Every scalar that is assigned is used by the next statement or stored, so that nothing can be dropped;
values stay between 0.05 and 20, because each statement averages or scales what it reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.calibration.kernels.template import Template, needed

if TYPE_CHECKING:
    from random import Random

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
