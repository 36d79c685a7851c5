"""Kernels as loops of FORTRAN 77 and as statements of Fortran 90: the same counts and operations."""

from __future__ import annotations

import pytest

from sad.algebra.poly import ZERO, Poly
from tests.corpus.shape import Names, operations, same, shown
from tests.support.model import description_of

_HEAD = "subroutine s(n, m, a, b, x, y, z, t, k)\n integer n, m, k, i, j, l\n"
_OLD = _HEAD + " double precision a(n,m), b(m,n), x(n), y(n), z(m), t, r\n{}end\n"
_NEW = _HEAD + " double precision :: a(n,m), b(m,n), x(n), y(n), z(m), t\n{}end subroutine\n"

KERNELS = {
    "fill": ("do i = 1, n\n x(i) = 0d0\nend do\n", "x = 0d0\n"),
    "copy": ("do i = 1, n\n x(i) = y(i)\nend do\n", "x = y\n"),
    "axpy": ("do i = 1, n\n y(i) = y(i) + t*x(i)\nend do\n", "y = y + t*x\n"),
    "triad": ("do i = 1, n\n x(i) = y(i) + t*a(i,1)\nend do\n", "x = y + t*a(:,1)\n"),
    "part": ("do i = 2, n - 1\n x(i) = y(i)*2d0\nend do\n", "x(2:n-1) = y(2:n-1)*2d0\n"),
    "matrix": (
        "do j = 1, m\n do i = 1, n\n  a(i,j) = a(i,j)/t\n end do\nend do\n",
        "a = a/t\n",
    ),
    "column": ("do i = 1, n\n a(i,k) = x(i)\nend do\n", "a(:,k) = x\n"),
    "row": ("do j = 1, m\n a(k,j) = z(j)\nend do\n", "a(k,:) = z\n"),
    "stride": ("do i = 1, n, 1\n x(i) = sqrt(y(i))\nend do\n", "x(:) = sqrt(y(:))\n"),
    "sum": ("r = 0\ndo i = 1, n\n r = r + x(i)\nend do\nt = r\n", "t = sum(x)\n"),
    "dot": (
        "r = 0\ndo i = 1, n\n r = r + x(i)*y(i)\nend do\nt = r\n",
        "t = dot_product(x, y)\n",
    ),
    "norm": (
        "r = 0\ndo i = 1, n\n r = r + x(i)*x(i)\nend do\nt = sqrt(r)\n",
        "t = sqrt(sum(x*x))\n",
    ),
    "product": ("r = 1\ndo i = 1, n\n r = r*x(i)\nend do\nt = r\n", "t = product(x)\n"),
    "total": (
        "r = 0\ndo j = 1, m\n do i = 1, n\n  r = r + a(i,j)\n end do\nend do\nt = r\n",
        "t = sum(a)\n",
    ),
    "multiply": (
        (
            "do i = 1, n\n x(i) = 0\nend do\ndo j = 1, m\n do i = 1, n\n"
            "  x(i) = x(i) + a(i,j)*z(j)\n end do\nend do\n"
        ),
        "x = matmul(a, z)\n",
    ),
    "transpose": (
        "do j = 1, n\n do i = 1, m\n  b(i,j) = a(j,i)\n end do\nend do\n",
        "b = transpose(a)\n",
    ),
    "spread": (
        "do j = 1, m\n do i = 1, n\n  a(i,j) = x(i)\n end do\nend do\n",
        "a = spread(x, 2, m)\n",
    ),
    "mask": (
        "do i = 1, n\n if (x(i) > t) then\n  y(i) = x(i)\n end if\nend do\n",
        "where (x > t) y = x\n",
    ),
    "forall": (
        "do i = 1, n\n x(i) = a(i,1)*i\nend do\n",
        "forall (i = 1:n) x(i) = a(i,1)*i\n",
    ),
    "count": (
        "l = 0\ndo i = 1, n\n if (x(i) > t) then\n  l = l + 1\n end if\nend do\nk = l\n",
        "k = count(x > t)\n",
    ),
    "condition": (
        "if (n > 4) then\n do i = 1, n\n  x(i) = 1d0\n end do\nend if\n",
        "if (n > 4) x = 1d0\n",
    ),
}


def _with_copies(found: dict[str, Poly]) -> dict[str, Poly]:
    """Operations with loads of dummy integers as those of local ones: bounds of arrays are copies."""
    result: dict[str, Poly] = {}
    for key, count in found.items():
        one = key.replace("load.integer.scalar.dummy", "load.integer.scalar.local")
        result[one] = result.get(one, ZERO) + count
    return result


@pytest.mark.parametrize("name", KERNELS)
def test_counts_and_operations_are_the_same(name: str, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp(name)
    found: list[dict[str, Poly]] = []
    for text, form in zip(KERNELS[name], (_OLD, _NEW), strict=True):
        path = folder / f"{len(found)}.f90"
        path.write_text(form.format(text))
        description = description_of(path)
        (unit,) = (item for item in description.units if item.name == "S")
        found.append(_with_copies(operations(description, unit, Names(description))))
    old, new = found
    keys = {key for key in old.keys() | new.keys() if not key.startswith("convert")}
    unequal = {
        key: (shown(old.get(key, ZERO)), shown(new.get(key, ZERO)))
        for key in keys
        if not same(old.get(key, ZERO), new.get(key, ZERO))
    }
    assert unequal == {}
