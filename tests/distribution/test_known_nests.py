"""Programs of which everybody knows how they are distributed, against running them."""

from __future__ import annotations

import pytest

from tests.distribution.compared import check
from tests.distribution.nests import Access, Assign, Do, Nest

KINDS = ("block", "cyclic", "cyclic(2)")


def read(text: str) -> Access:
    """Return ``A(I,J+1)`` as an access."""
    array, _, rest = text.partition("(")
    return Access(array, tuple(rest.removesuffix(")").split(",")))


def assign(target: str, *reads: str) -> Assign:
    """Return an assignment."""
    return Assign(read(target), tuple(map(read, reads)))


SQUARE = "N,N"

JACOBI = Nest(
    {"A": SQUARE, "B": SQUARE},
    (
        Do(
            "L",
            "1",
            "2",
            (
                Do(
                    "J",
                    "2",
                    "N-1",
                    (
                        Do(
                            "I",
                            "2",
                            "N-1",
                            (assign("B(I,J)", "A(I-1,J)", "A(I+1,J)", "A(I,J-1)", "A(I,J+1)"),),
                        ),
                    ),
                ),
                Do("J", "2", "N-1", (Do("I", "2", "N-1", (assign("A(I,J)", "B(I,J)"),)),)),
            ),
        ),
    ),
)
NINE = Nest(
    {"A": SQUARE, "B": SQUARE},
    (
        Do(
            "J",
            "2",
            "N-1",
            (
                Do(
                    "I",
                    "2",
                    "N-1",
                    (
                        assign(
                            "B(I,J)",
                            *(f"A(I{a},J{b})" for a in ("-1", "", "+1") for b in ("-1", "", "+1")),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
PRODUCT = Nest(
    {"A": SQUARE, "B": SQUARE, "C": SQUARE},
    (
        Do(
            "I",
            "1",
            "N",
            (Do("J", "1", "N", (Do("K", "1", "N", (assign("C(I,J)", "A(I,K)", "B(K,J)"),)),)),),
        ),
    ),
)
LU = Nest(
    {"A": SQUARE},
    (
        Do(
            "K",
            "1",
            "N-1",
            (
                Do("I", "K+1", "N", (assign("A(I,K)", "A(I,K)", "A(K,K)"),)),
                Do(
                    "J",
                    "K+1",
                    "N",
                    (Do("I", "K+1", "N", (assign("A(I,J)", "A(I,J)", "A(I,K)", "A(K,J)"),)),),
                ),
            ),
        ),
    ),
)
TRANSPOSE = Nest(
    {"A": SQUARE, "B": SQUARE},
    (Do("J", "1", "N", (Do("I", "1", "N", (assign("A(I,J)", "B(J,I)"),)),)),),
)
SEIDEL = Nest(
    {"A": SQUARE},
    (
        Do(
            "J",
            "2",
            "N-1",
            (
                Do(
                    "I",
                    "2",
                    "N-1",
                    (assign("A(I,J)", "A(I-1,J)", "A(I+1,J)", "A(I,J-1)", "A(I,J+1)"),),
                ),
            ),
        ),
    ),
)
TRIANGULAR = Nest(
    {"A": SQUARE, "X": "N"},
    (
        Do(
            "J",
            "1",
            "N",
            (
                assign("X(J)", "X(J)", "A(J,J)"),
                Do("I", "J+1", "N", (assign("X(I)", "X(I)", "A(I,J)", "X(J)"),)),
            ),
        ),
    ),
)
ROWWISE = Nest(
    {"A": SQUARE, "X": "N"},
    (
        Do(
            "I",
            "1",
            "N",
            (
                Do("J", "1", "I-1", (assign("X(I)", "X(I)", "A(I,J)", "X(J)"),)),
                assign("X(I)", "X(I)", "A(I,I)"),
            ),
        ),
    ),
)
ADI = Nest(
    {"A": SQUARE, "B": SQUARE},
    (Do("I", "2", "N-1", (Do("J", "1", "N", (assign("A(I,J)", "A(I-1,J)", "B(I,J)"),)),)),),
)
VECTOR = Nest({"X": "N", "Y": "N"}, (Do("I", "1", "N", (assign("Y(I)", "Y(I)", "X(I)"),)),))
FAR = Nest(
    {"X": "0:N+4", "Y": "0:N+4"}, (Do("I", "0", "N", (assign("Y(I)", "X(I+3)", "X(I+4)"),)),)
)

MATRICES = {
    "jacobi": JACOBI,
    "product": PRODUCT,
    "lu": LU,
    "transpose": TRANSPOSE,
    "seidel": SEIDEL,
    "adi": ADI,
    "nine points": NINE,
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("kind", KINDS)
def test_matrices_by_rows_and_columns(name: str, kind: str):
    nest = MATRICES[name]
    for ranks in (1, 2, 3, 4):
        for n in (6, 9):
            for formats in ((kind, "*"), ("*", kind)):
                check(nest, dict.fromkeys(nest.arrays, formats), n, (ranks,))


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("kind", KINDS)
def test_matrices_on_grids(name: str, kind: str):
    nest = MATRICES[name]
    for ranks in ((1, 2), (2, 2), (2, 3), (3, 1)):
        other = "block" if kind == "cyclic(2)" else kind
        check(nest, dict.fromkeys(nest.arrays, (kind, other)), 7, ranks)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nest", [TRIANGULAR, ROWWISE], ids=["by columns", "by rows"])
def test_triangular_solutions(nest: Nest, kind: str):
    for ranks in (1, 2, 3, 4):
        for n in (5, 8):
            for matrix in ((kind, "*"), ("*", kind)):
                check(nest, {"A": matrix, "X": (kind,)}, n, (ranks,))


@pytest.mark.parametrize("kind", KINDS)
def test_vectors(kind: str):
    for ranks in (1, 2, 3, 5):
        assert check(VECTOR, {"X": (kind,), "Y": (kind,)}, 9, (ranks,)) == 0
        check(VECTOR, {"X": (kind,)}, 9, (ranks,))
        check(VECTOR, {"Y": (kind,)}, 9, (ranks,))
        check(FAR, {"X": (kind,), "Y": (kind,)}, 11, (ranks,))


def test_arrays_distributed_differently():
    for ranks in (2, 3):
        assert check(VECTOR, {"X": ("cyclic",), "Y": ("block",)}, 10, (ranks,)) == 1
        check(TRANSPOSE, {"A": ("block", "*"), "B": ("*", "cyclic")}, 7, (ranks,))
        check(PRODUCT, {"A": ("block", "*"), "B": ("*", "block"), "C": ("block", "*")}, 6, (ranks,))
