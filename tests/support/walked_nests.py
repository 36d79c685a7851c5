"""Loop nests in Fortran, and the places each touches, written out by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Places = Iterator[tuple[str, int]]


@dataclass(frozen=True)
class WalkedNest:
    """A subroutine, the value of N, and what it touches: array and byte, in order.

    ``within`` is the factor that predictions of lines are held to, for all sizes of caches: they are
    worst for those that hold hardly what a loop touches.
    """

    name: str
    source: str
    size: int
    places: Callable[[int], Places]
    within: float = 1.02


def _unit(header: str, declarations: str, *body: str) -> str:
    lines = [f"SUBROUTINE {header}", f"DOUBLE PRECISION {declarations}", *body, "END"]
    return "".join(f"{item if item[:1].isdigit() else '      ' + item}\n" for item in lines)


def _at(*subscripts: int, leading: int) -> int:
    """The byte of an element of doubles, subscripts from 1, all extents ``leading``."""
    place, stride = 0, 8
    for subscript in subscripts:
        place += (subscript - 1) * stride
        stride *= leading
    return place


def _copy(n: int) -> Places:
    for i in range(n):
        yield "A", 8 * i
        yield "B", 8 * i


def _triad(n: int) -> Places:
    for i in range(n):
        yield from (("B", 8 * i), ("C", 8 * i), ("A", 8 * i))


def _butterflies(n: int) -> Places:
    for passes in range(10):
        half = 2**passes
        for j in range(half):
            for i in range(j, n, 2 * half):
                yield from (("X", 8 * i), ("X", 8 * (i + half)))


def _doubling(n: int) -> Places:
    for passes in range(12):
        step = 2**passes
        for i in range(0, n - step, 2 * step):
            yield from (("X", 8 * i), ("X", 8 * (i + step)))


def _steps(n: int) -> Places:
    for step in range(1, 17):
        for i in range(step, n + 1, step):
            yield "X", 8 * (i - 1)


def _total(n: int) -> Places:
    for _ in range(4):
        for i in range(n):
            yield "A", 8 * i


def _strided(n: int) -> Places:
    for i in range(n):
        yield "A", 8 * 5 * i


def _far(n: int) -> Places:
    for i in range(n):
        yield "A", 8 * 24 * i


def _backward(n: int) -> Places:
    for i in reversed(range(n)):
        yield "A", 8 * i
        yield "B", 8 * (n - 1 - i)


def _transposed(n: int) -> Places:
    for j in range(1, n + 1):
        for i in range(1, n + 1):
            yield "A", _at(i, j, leading=n)
            yield "B", _at(j, i, leading=n)


def _rows(n: int) -> Places:
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            yield "A", _at(i, j, leading=n)


def _matrix_vector(n: int) -> Places:
    for j in range(1, n + 1):
        for i in range(1, n + 1):
            yield from (("Y", 8 * i - 8), ("A", _at(i, j, leading=n)), ("X", 8 * j - 8))


def _product(order: str) -> Callable[[int], Places]:
    def places(n: int) -> Places:
        names = list(order)
        for first in range(1, n + 1):
            for second in range(1, n + 1):
                for third in range(1, n + 1):
                    at = dict(zip(names, (first, second, third), strict=True))
                    yield "C", _at(at["I"], at["J"], leading=n)
                    yield "A", _at(at["I"], at["K"], leading=n)
                    yield "B", _at(at["K"], at["J"], leading=n)

    return places


def _five_points(n: int) -> Places:
    for j in range(2, n):
        for i in range(2, n):
            for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                yield "A", _at(i + x, j + y, leading=n)
            yield "B", _at(i, j, leading=n)


def _five_points_across(n: int) -> Places:
    for i in range(2, n):
        for j in range(2, n):
            for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                yield "A", _at(i + x, j + y, leading=n)
            yield "B", _at(i, j, leading=n)


def _seven_points(n: int) -> Places:
    for k in range(2, n):
        for j in range(2, n):
            for i in range(2, n):
                for x, y, z in (
                    (0, 0, 0), (-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1)
                ):  # fmt: skip
                    yield "A", _at(i + x, j + y, k + z, leading=n)
                yield "B", _at(i, j, k, leading=n)


def _lower(n: int) -> Places:
    for j in range(1, n + 1):
        for i in range(j, n + 1):
            yield "A", _at(i, j, leading=n)
            yield "X", 8 * i - 8


def _elimination(n: int) -> Places:
    for k in range(1, n):
        for j in range(k + 1, n + 1):
            for i in range(k + 1, n + 1):
                yield from (
                    ("A", _at(i, j, leading=n)),
                    ("A", _at(i, k, leading=n)),
                    ("A", _at(k, j, leading=n)),
                )


def picked_index(i: int, n: int) -> int:
    """Return what element i of the index array holds, both from 1: a bad random number."""
    return (i * 7919 + i * i * 104729) % n + 1


def _gather(n: int) -> Places:
    for _ in range(4):
        for i in range(1, n + 1):
            yield from (("IX", 4 * i - 4), ("X", 8 * picked_index(i, n) - 8), ("Y", 8 * i - 8))


def _two_sweeps(n: int) -> Places:
    for _ in range(3):
        for i in range(n):
            yield from (("A", 8 * i), ("B", 8 * i))
        for i in range(n):
            yield from (("B", 8 * i), ("A", 8 * i))


def _columns(n: int) -> Places:
    for k in range(1, n + 1):
        for i in range(n):
            yield from (("Y", 8 * i), ("A", _at(i + 1, k, leading=n)))


NESTS = (
    WalkedNest(
        "copy", _unit("F (N, A, B)", "A(N), B(N)", "DO 10 I = 1, N", "10    B(I) = A(I)"), 4000, _copy
    ),
    WalkedNest(
        "triad",
        _unit(
            "F (N, A, B, C, S)", "A(N), B(N), C(N), S",
            "DO 10 I = 1, N", "10    A(I) = B(I) + S*C(I)",
        ),
        3000,
        _triad,
    ),
    WalkedNest(
        "repeated sum",
        _unit(
            "F (N, A, S)", "A(N), S", "DO 10 K = 1, 4", "DO 10 I = 1, N", "10    S = S + A(I)"
        ),
        3000,
        _total,
    ),
    WalkedNest(
        "stride 5",
        _unit("F (N, A, S)", "A(5,N), S", "DO 10 I = 1, N", "10    S = S + A(1,I)"),
        2000,
        _strided,
    ),
    WalkedNest(
        "stride 24",
        _unit("F (N, A, S)", "A(24,N), S", "DO 10 I = 1, N", "10    S = S + A(1,I)"),
        1500,
        _far,
    ),
    WalkedNest(
        "backward",
        _unit(
            "F (N, A, B)", "A(N), B(N)", "DO 10 I = N, 1, -1", "10    B(N + 1 - I) = A(I)"
        ),
        3000,
        _backward,
    ),
    WalkedNest(
        "transposition",
        _unit(
            "F (N, A, B)", "A(N,N), B(N,N)",
            "DO 10 J = 1, N", "DO 10 I = 1, N", "10    B(J,I) = A(I,J)",
        ),
        100,
        _transposed,
    ),
    WalkedNest(
        "by rows",
        _unit(
            "F (N, A, S)", "A(N,N), S", "DO 10 I = 1, N", "DO 10 J = 1, N", "10    S = S + A(I,J)"
        ),
        100,
        _rows,
    ),
    WalkedNest(
        "matrix times vector",
        _unit(
            "F (N, A, X, Y)", "A(N,N), X(N), Y(N)",
            "DO 10 J = 1, N", "DO 10 I = 1, N", "10    Y(I) = Y(I) + A(I,J)*X(J)",
        ),
        96,
        _matrix_vector,
        1.15,
    ),
    *(
        WalkedNest(
            f"matrix product {order.lower()}",
            _unit(
                "F (N, A, B, C)", "A(N,N), B(N,N), C(N,N)",
                *(f"DO 10 {name} = 1, N" for name in order),
                "10    C(I,J) = C(I,J) + A(I,K)*B(K,J)",
            ),
            40,
            _product(order),
            2.2,
        )
        for order in ("IJK", "JKI", "KIJ")
    ),
    WalkedNest(
        "five points",
        _unit(
            "F (N, A, B)", "A(N,N), B(N,N)", "DO 10 J = 2, N - 1", "DO 10 I = 2, N - 1",
            "10    B(I,J) = A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1)",
        ),
        100,
        _five_points,
        1.1,
    ),
    WalkedNest(
        "five points across",
        _unit(
            "F (N, A, B)", "A(N,N), B(N,N)", "DO 10 I = 2, N - 1", "DO 10 J = 2, N - 1",
            "10    B(I,J) = A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1)",
        ),
        100,
        _five_points_across,
        1.2,
    ),
    WalkedNest(
        "seven points",
        _unit(
            "F (N, A, B)", "A(N,N,N), B(N,N,N)",
            "DO 10 K = 2, N - 1", "DO 10 J = 2, N - 1", "DO 10 I = 2, N - 1",
            "10    B(I,J,K) = A(I,J,K) + A(I-1,J,K) + A(I+1,J,K) + A(I,J-1,K)",
            "     *     + A(I,J+1,K) + A(I,J,K-1) + A(I,J,K+1)",
        ).replace("           *", "     *"),
        26,
        _seven_points,
        1.25,
    ),
    WalkedNest(
        "lower triangle",
        _unit(
            "F (N, A, X)", "A(N,N), X(N)", "DO 10 J = 1, N", "DO 10 I = J, N",
            "10    X(I) = X(I) + A(I,J)",
        ),
        110,
        _lower,
        1.7,
    ),
    WalkedNest(
        "elimination",
        _unit(
            "F (N, A)", "A(N,N)",
            "DO 10 K = 1, N - 1", "DO 10 J = K + 1, N", "DO 10 I = K + 1, N",
            "10    A(I,J) = A(I,J) - A(I,K)*A(K,J)",
        ),
        48,
        _elimination,
        2.8,
    ),
    WalkedNest(
        "gather",
        _unit(
            "F (N, X, Y, IX)", "X(N), Y(N)", "INTEGER IX(N)",
            "DO 10 K = 1, 4", "DO 10 I = 1, N", "10    Y(I) = Y(I) + X(IX(I))",
        ),
        3000,
        _gather,
        1.4,
    ),
    WalkedNest(
        "two sweeps",
        _unit(
            "F (N, A, B)", "A(N), B(N)", "DO 30 K = 1, 3",
            "DO 10 I = 1, N", "10    B(I) = 2*A(I)", "DO 20 I = 1, N", "20    A(I) = B(I) + 1",
            "30    CONTINUE",
        ),
        2000,
        _two_sweeps,
    ),
    WalkedNest(
        "columns by calls",
        _unit(
            "F (N, A, Y)", "A(N,N), Y(N)", "DO 10 K = 1, N", "10    CALL G (N, A(1,K), Y)"
        )
        + _unit("G (M, X, Y)", "X(M), Y(M)", "DO 10 I = 1, M", "10    Y(I) = Y(I) + X(I)"),
        90,
        _columns,
        1.1,
    ),
    WalkedNest(
        "butterflies",
        _unit(
            "F (N, X)", "X(N), T", "DO 10 L = 1, 10", "DO 10 J = 1, 2**L/2",
            "DO 10 I = J, N, 2**L", "T = X(I+2**L/2)", "X(I+2**L/2) = X(I) - T",
            "10    X(I) = X(I) + T",
        ),
        1024,
        _butterflies,
        1.6,
    ),
    WalkedNest(
        "steps that double",
        _unit(
            "F (N, X)", "X(N)", "K = 1", "DO 20 L = 1, 12", "DO 10 I = 1, N - K, 2*K",
            "10    X(I) = X(I) + X(I+K)", "20    K = 2*K",
        ),
        4096,
        _doubling,
        1.6,
    ),
    WalkedNest(
        "steps that grow",
        _unit("F (N, X)", "X(N)", "DO 10 K = 1, 16", "DO 10 I = K, N, K", "10    X(I) = X(I) + 1"),
        6000,
        _steps,
        1.6,
    ),
)  # fmt: skip
