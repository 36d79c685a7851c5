"""Loop nests everybody knows, and what their sums look like."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.nests import Loop, Nest


@dataclass(frozen=True)
class KnownNest:
    """A nest under the assumptions of its context, and its sum as people write it (as Python)."""

    nest: Nest
    expected: str


def _known(
    expected: str, loops: str, *, guard: str = "", body: str = "1", context: str = ""
) -> KnownNest:
    """``loops`` are ``name=first,last[,step]``, ``context`` expressions, both separated by ``;``."""
    parsed: list[Loop] = []
    for text in loops.split(";"):
        name, _, bounds = text.strip().partition("=")
        parsed.append(Loop(name, *_arguments(bounds)))
    facts = tuple(item.strip() for item in context.split(";") if item.strip())
    return KnownNest(Nest(tuple(parsed), (guard,) if guard else (), body, facts), expected)


def _arguments(text: str) -> list[str]:
    """Split at the commas outside parentheses."""
    parts, depth = [""], 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]


_N, _NM = "n - 1", "n - 1; m - 1"

KNOWN_NESTS: dict[str, KnownNest] = {
    "rect1": _known("n", "i=1,n", context=_N),
    "rect2": _known("m*n", "i=1,n; j=1,m", context=_NM),
    "rect3": _known("m*n*p", "i=1,n; j=1,m; k=1,p", context="n-1; m-1; p-1"),
    "rect4": _known("m*n*p*q", "i=1,n; j=1,m; k=1,p; l=0,q-1", context="n-1; m-1; p-1; q-1"),
    "tri2": _known("n*(n + 1)/2", "i=1,n; j=i,n", context=_N),
    "tri2s": _known("n*(n - 1)/2", "i=1,n; j=i+1,n", context=_N),
    "LU": _known("n**3/3 - n**2/2 + n/6", "k=1,n-1; i=k+1,n; j=k+1,n", context=_N),
    "Cholesky": _known("n**3/6 - n/6", "k=1,n; i=k+1,n; j=k+1,i", context=_N),
    "Gauss+rhs": _known(
        "m*n**2/2 + n**3/3 - m*n/2 - n**2/2 + n/6", "k=1,n-1; i=k+1,n; j=k+1,n+m", context=_NM
    ),
    "tet4": _known("n**4/24 + n**3/4 + 11*n**2/24 + n/4", "i=1,n; j=i,n; k=j,n; l=k,n", context=_N),
    "trap": _known("m*n + n", "i=1,n; j=i,i+m", context=_NM),
    "band": _known(
        "(n**2 if b+1 >= n else -b**2 + 2*b*n - b + n)",
        "i=1,n; j=max(1,i-b),min(n,i+b)",
        context="n - 1; b",
    ),
    "zerotrip": _known(
        "((m**2/2 + m/2 if m >= 1 else 0) if n >= m else (m*n - n**2/2 + n/2 if n >= 1 else 0))",
        "i=1,n; j=i,m",
    ),
    "zerotrip3": _known(
        "((m**3/6 - m/6 if m >= 2 else 0) if n+1 >= m else"
        " (m**2*n/2 - m*n**2/2 + n**3/6 - n/6 if n >= 1 else 0))",
        "i=1,n; j=i+1,m; k=j,m",
    ),
    "tri_step2": _known(
        "floor((n)/2)**2/2 + floor((n+1)/2)**2/2 + floor((n)/2)/2 + floor((n+1)/2)/2",
        "i=1,n; j=i,n,2",
        context=_N,
    ),
    "stride3": _known(
        "-3*floor((n+2)/3)**2/2 + floor((n+2)/3)*n + 3*floor((n+2)/3)/2",
        "i=1,n,3; j=i,n",
        context=_N,
    ),
    "down": _known("n**2/2 + n/2", "i=n,1,-1; j=1,i", context=_N),
    "tile8": _known("n", "ii=1,n,8; i=ii,min(ii+7,n)", context=_N),
    "tile32_2d": _known(
        "m*n", "ii=1,n,32; jj=1,m,32; i=ii,min(ii+31,n); j=jj,min(jj+31,m)", context=_NM
    ),
    "tile4_tri": _known("n**2/2 + n/2", "ii=1,n,4; i=ii,min(ii+3,n); j=i,n", context=_N),
    "guard_eq": _known("(m if n >= m else n)", "i=1,n; j=1,m", guard="i == j", context=_NM),
    "guard_lt": _known(
        "(m**2/2 - m/2 if n+1 >= m else m*n - n**2/2 - n/2)",
        "i=1,n; j=1,m",
        guard="i < j",
        context=_NM,
    ),
    "guard_lt_nn": _known("n**2/2 - n/2", "i=1,n; j=1,n", guard="i < j", context=_N),
    "guard_mod": _known("floor((n)/2)*m", "i=1,n; j=1,m", guard="mod(i,2) == 0", context=_NM),
    "guard_mod_tri": _known(
        "floor((n)/2)**2 + floor((n)/2)", "i=1,n; j=1,i", guard="mod(i,2) == 0", context=_N
    ),
    "checker": _known(
        "floor((m)/2)*floor((n)/2) + floor((m+1)/2)*floor((n+1)/2)",
        "i=1,n; j=1,m",
        guard="mod(i+j,2) == 0",
        context=_NM,
    ),
    "half": _known("floor((n)/2)**2/2 + floor((n)/2)/2", "i=1,quot(n,2); j=1,i", context=_N),
    "halo": _known(
        "(n**3 - 6*n**2 + 12*n - 8 if n >= 3 else 0)", "i=2,n-1; j=2,n-1; k=2,n-1", context=_N
    ),
    "syr2k_w": _known(
        "2*m*n**3/3 + 3*m*n**2/2 + 5*m*n/6", "i=1,n; j=i,n; k=1,m", body="2*i + j", context=_NM
    ),
    "band_ctx": _known(
        "-b**2 + 2*b*n - b + n", "i=1,n; j=max(1,i-b),min(n,i+b)", context="b; n - 2*b - 1"
    ),
    "zerotrip_ctx": _known("m*n - n**2/2 + n/2", "i=1,n; j=i,m", context="m - n; n - 1"),
    "zerotrip_rect": _known("((m*n if n >= 1 else 0) if m >= 1 else 0)", "i=1,n; j=1,m"),
    "tile_LU8": _known(
        "n**3/3 - n**2/2 + n/6",
        "k=1,n-1; jj=k+1,n,8; i=k+1,n; j=jj,min(jj+7,n)",
        context=_N,
    ),
    "guard_ne": _known("n**2 - n", "i=1,n; j=1,n", guard="i != j", context=_N),
    "lohi": _known(
        "((a**2/2 - a*c - b**2/2 + b*c - 3*a/2 + b/2 + c + 1 if b >= a else 0) if c >= b else"
        " (a**2/2 - a*c + c**2/2 - 3*a/2 + 3*c/2 + 1 if c >= a else 0))",
        "i=a,b; j=i,c",
    ),
    "2var": _known("n**3/6 - n**2/2 + n/3", "i=1,n; j=1,n; k=1,n-i-j", context=_N),
    "diag": _known("m*n", "d=2,n+m; i=max(1,d-m),min(n,d-1)", context=_NM),
}
