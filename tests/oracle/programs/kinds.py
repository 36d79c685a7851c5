"""Units around one kind of memory or unit in Fortran: stored one way, read another, then deciding.

Each kind has units of its own (``{s}`` is the program's number), what a unit that uses it declares and
does first, stores (``{v}`` is a small value, ``{i}`` a subscript from 1 to 4) and integers to read.
What is read is masked where it is used, so any value will do.
"""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind; all parts are source text. ``interpreted``: the interpreter knows all of it."""

    name: str
    units: tuple[tuple[str, ...], ...]
    declared: tuple[str, ...]
    first: tuple[str, ...]
    stores: tuple[str, ...]
    reads: tuple[str, ...]
    interpreted: bool = True


_EQUIVALENCE = Kind(
    "EQUIVALENCE of several types",
    (),
    (
        *("INTEGER IE(4), JE", "INTEGER*2 HE(4), H", "REAL RE(2)", "LOGICAL LE", "CHARACTER*4 CE"),
        *("DOUBLE PRECISION DE", "EQUIVALENCE (IE(1), HE(1), DE), (IE(2), JE)"),
        "EQUIVALENCE (IE(3), RE(1), LE), (CE, IE(4), RE(2))",
    ),
    ("IE(1) = 2", "JE = M", "RE(1) = 1.0", "CE = 'ABCD'", "H = 1"),
    (
        *("IE({i}) = {v}", "HE({i}) = {v}", "JE = {v}", "RE(1) = {v}", "RE(2) = 1.5", "DE = {v}"),
        *("LE = .TRUE.", "LE = N .GT. 2", "CE = 'AB'", "CE(2:3) = 'XY'", "IE(4) = IE(4) + 1"),
        *("H = N*9000 + {v}", "HE({i}) = H", "HE(3) = HE(3) - 1", "IE({i}) = HE({i})"),
        *("IE(2) = IE(1)", "CE(1:1) = CHAR(66 + IAND(N, 7))", "RE(1) = RE(2)", "JE = -JE"),
    ),
    (
        *("IE({i})", "HE({i})", "JE", "H", "ICHAR(CE(1:1))", "ICHAR(CE(3:3))", "JE + 1"),
        *("IE(2)", "HE(4)", "HE(1)", "IE(1) + H", "INT(SIGN(2.0, RE(2)))"),
    ),
)
_COMMON = Kind(
    "COMMON of several types",
    (
        (
            *("SUBROUTINE G{s}(N)", "COMMON /Q{s}/ AQ, KQ(4), LQ", "SAVE /Q{s}/", "KQ(1) = N"),
            *("IF (KQ(4) .GT. N) LQ = LQ - 1", "IF (N .GT. 2) AQ = 2.0", "KQ(3) = KQ(3) + N"),
            "END",
        ),
        (
            *("INTEGER FUNCTION JG{s}(N)", "INTEGER*2 HQ(8)", "CHARACTER*4 CQ(2)"),
            *("COMMON /Q{s}/ HQ, CQ", "SAVE /Q{s}/", "JG{s} = HQ(IAND(N, 7) + 1)"),
            *("IF (N .EQ. 1) CQ(1) = 'ZZ'", "END"),
        ),
    ),
    (
        *("INTEGER IQ(2)", "REAL RQ", "INTEGER*2 HQ(2)", "CHARACTER*4 CQ", "INTEGER JQ, JG{s}"),
        *("COMMON /Q{s}/ IQ, RQ, HQ, CQ, JQ", "SAVE /Q{s}/"),
    ),
    ("IQ(1) = 3", "IQ(2) = M", "RQ = 2.0", "HQ(1) = 1", "HQ(2) = 0", "CQ = 'AB'", "JQ = 2"),
    (
        *("IQ(1) = {v}", "IQ(IAND(N, 1) + 1) = {v}", "RQ = {v}", "HQ(1) = {v}", "HQ(2) = {v}"),
        *("CQ = 'CDEF'", "JQ = {v}", "CALL G{s}({v})", "CALL G{s}(2)", "JQ = JG{s}({v})"),
        *(
            "JQ = JG{s}(1)",
            "IQ(1) = IQ(1) + 1",
            "CQ(1:1) = CHAR(65 + IAND(N, 7))",
            "HQ(1) = -HQ(1)",
        ),
    ),
    (
        *("IQ(1)", "IQ(2)", "HQ(1)", "HQ(2)", "JQ", "ICHAR(CQ(1:1))", "ICHAR(CQ(4:4))"),
        *("JG{s}(0)", "JG{s}(2)", "JG{s}(6)", "JG{s}(7)", "IQ(IAND(N, 1) + 1)"),
    ),
)
_ENTRIES = Kind(
    "ENTRY",
    (
        (
            *("SUBROUTINE Y{s}(N, K)", "INTEGER N, K, L, KEPT", "SAVE KEPT", "DATA KEPT /2/"),
            *("K = N", "KEPT = KEPT + 1", "IF (KEPT .GT. 4) KEPT = 0", "ENTRY X{s}(K)"),
            *("K = K + KEPT", "RETURN", "ENTRY Z{s}(K, N, L)", "KEPT = N", "DO 10 I = 1, N"),
            *("K = K + L", "   10 CONTINUE", "END"),
        ),
        (
            *(
                "INTEGER FUNCTION JY{s}(N)",
                "INTEGER N, M, JZ{s}, KEPT",
                "SAVE KEPT",
                "DATA KEPT /1/",
            ),
            *("JY{s} = N + KEPT", "IF (N .GT. 2) RETURN", "ENTRY JZ{s}(M)", "JZ{s} = 2*KEPT"),
            *("KEPT = 3 - KEPT", "END"),
        ),
        (
            *("REAL FUNCTION RY{s}(N)", "INTEGER JW{s}, N", "RY{s} = 0.5*N", "RETURN"),
            *("ENTRY JW{s}(N)", "JW{s} = N - 2", "END"),
        ),
    ),
    ("INTEGER JE, JF", "INTEGER JY{s}, JZ{s}, JW{s}", "REAL RY{s}"),
    ("JE = 1", "JF = N"),
    (
        *("CALL Y{s}({v}, JE)", "CALL Y{s}(2, JF)", "CALL X{s}(JE)", "CALL Z{s}(JE, {v}, 2)"),
        *(
            "CALL Z{s}(JF, 3, JE)",
            "JE = JY{s}({v})",
            "JF = JZ{s}(JE)",
            "JE = JW{s}({v})",
            "JE = {v}",
        ),
        *("JF = INT(RY{s}(JE))", "JF = IAND(JF, 7)", "JE = JF"),
    ),
    ("JE", "JF", "JE + JF", "JW{s}(JE)", "INT(RY{s}(4))", "JE - 1", "2*JF"),
)
_RECURSIVE = Kind(
    "RECURSIVE units",
    (
        (
            *("RECURSIVE SUBROUTINE U{s}(N, K)", "INTEGER N, K, LOC, DEEP, LAST(2)", "SAVE DEEP"),
            *("DATA DEEP /0/", "DEEP = DEEP + 1", "LOC = N", "LAST(1) = N", "IF (N .GT. 0) THEN"),
            *("CALL U{s}(N - 1, K)", "K = K + LOC - LAST(1) + 1", "END IF", "DO 10 I = 1, LOC"),
            *("   10 CONTINUE", "IF (DEEP .GT. 5) DEEP = 0", "IF (DEEP .EQ. 2) K = 0", "END"),
        ),
        (
            *("RECURSIVE FUNCTION JU{s}(N) RESULT(J)", "INTEGER N, J"),
            *("IF (N .LE. 1) THEN", "J = 1", "ELSE", "J = JU{s}(N - 1) + JU{s}(N - 2)", "END IF"),
            "END",
        ),
        (
            *("RECURSIVE SUBROUTINE V{s}(N, K)", "INTEGER N, K", "IF (N .LE. 0) RETURN"),
            *("K = IAND(K + N, 7)", "CALL V{s}(N - 2, K)", "IF (K .GT. 3) CALL V{s}(N/3, K)"),
            "END",
        ),
    ),
    ("INTEGER JE, JF", "INTEGER JU{s}"),
    ("JE = 1", "JF = N"),
    (
        *("CALL U{s}(IAND({v}, 3), JE)", "CALL U{s}(2, JF)", "JE = JU{s}(IAND({v}, 3))"),
        *(
            "CALL V{s}(IAND({v}, 7), JF)",
            "CALL V{s}(5, JE)",
            "JE = {v}",
            "JF = JE",
            "JF = JU{s}(4)",
        ),
    ),
    ("JE", "JF", "JE + JF", "JU{s}(3)", "JE - 1", "JU{s}(IAND(JF, 3))"),
)
_ARRAYS = Kind(
    "array assignments",
    (),
    ("INTEGER A(4), B(4), C(2,3), D(0:3), V(4)", "LOGICAL T(4)", "DATA V /3, 1, 4, 2/"),
    ("A = 1", "B = (/2, 0, 3, 1/)", "C = 2", "T = .FALSE.", "D = 0"),
    (
        *("A = {v}", "A = B", "B = A", "A(1:2) = B(3:4)", "A(:) = A(:) + 1", "A(4:1:-1) = B"),
        *("A(2:4) = A(1:3)", "B(1:3) = B(2:4)", "A(1:4:2) = {v}", "A({i}) = {v}", "B({i}) = {v}"),
        *("C = {v}", "C(1,:) = {v}", "C(:,2) = A(1:2)", "C(2,2:3) = B(1:4:2)", "A(1:2) = C(:,3)"),
        *("A = MOD(2*A - B, 9)", "A = IAND(A, 7)", "B = (/1, {v}, 2, 0/)", "D = A", "D(0:2) = {v}"),
        *(
            "WHERE (A .GT. 2) A = 0",
            "WHERE (T) B = A",
            "T = A .GT. B",
            "T(2) = N .GT. 2",
            "D(:) = B",
        ),
        *("A = MERGE(A, B, T)", "A = MAX(A, B)", "A = CSHIFT(B, 1)", "A = A(V)", "A(V) = B"),
        *(
            "B(2:) = D(:2)",
            "A(:IAND(N, 3)) = 3",
            "A(IAND(N, 3)+1:) = {v}",
            "A = (/(I, I = 1, 4)/)",
            "A = IABS(B - {v})",
        ),
        *("D = D(3:0:-1)", "A = SPREAD({v}, 1, 4)", "B = RESHAPE(C(:,1:2), (/4/))"),
    ),
    (
        *("A({i})", "B({i})", "SUM(A)", "MAXVAL(B)", "COUNT(T)", "C(1,2)", "C(2,3)", "SIZE(A)"),
        *("MINVAL(C(1,:))", "DOT_PRODUCT(A, B)", "COUNT(A .GT. 2)", "SUM(A(2:3))", "D(0)", "D(3)"),
        *("SUM(C)", "D(IAND(N, 3))", "SUM(A, A .GT. 1)", "UBOUND(D, 1)", "MINVAL(A - B)"),
        *("A(1) + B(4)", "SUM(C(:,2))", "SIZE(C, 2)"),
    ),
    interpreted=False,
)
_TURNS = Kind(
    "variables of loops that depend on each other, kept by SAVE",
    (
        (
            *("SUBROUTINE V{s}(N, K, M)", "INTEGER N, K, M, L", "SAVE", "DATA L /1/"),
            *("DO 10 I = 1, MOD(IABS(N), 6) + IAND(K, 3)", "IF (MOD(I*I, 5) .EQ. 1) GOTO 10"),
            *("M = M + 1", "N = N + MOD(M, 2)", "   10 CONTINUE", "L = MOD(L + N, 50)"),
            *("DO 20 I = 1, MOD(IABS(L), 5)", "   20 K = K + 1", "END"),
        ),
        (
            *("INTEGER FUNCTION JV{s}(N, K)", "INTEGER N, K, L, M, LAST", "SAVE", "L = 0", "M = 1"),
            *("DO 10 I = 1, MIN(IABS(N), 9)", "IF (I .GT. K) M = M + I", "L = L + M"),
            *("IF (MOD(L, 3) .EQ. 0) LAST = L", "   10 CONTINUE", "JV{s} = MOD(L, 64)"),
            *("IF (N .GT. 1) JV{s} = MOD(IABS(LAST), 64)", "END"),
        ),
    ),
    ("INTEGER JE, JF, JG", "INTEGER JV{s}"),
    ("JE = N", "JF = 2", "JG = 0"),
    (
        *("CALL V{s}(JE, JF, JG)", "CALL V{s}(JG, JE, JF)", "JE = JV{s}({v}, 2)", "JF = {v}"),
        *("JG = JV{s}(JE, JG)", "JE = MOD(JE, 20)", "JG = {v}", "JF = JE", "JE = {v}"),
    ),
    ("JE", "JF", "JG", "JV{s}(1, 0)", "JE + JG", "JV{s}(0, 1)", "MOD(JF, 4)"),
)
KINDS = (_EQUIVALENCE, _COMMON, _ENTRIES, _RECURSIVE, _ARRAYS, _TURNS)


class Memory:
    """One kind as the program of a seed uses it."""

    def __init__(self, rng: random.Random, kind: Kind, seed: int) -> None:
        self._rng = rng
        self._kind = kind
        self._seed = seed

    @property
    def units(self) -> tuple[tuple[str, ...], ...]:
        """The lines of the kind's own units."""
        return tuple(tuple(map(self._numbered, unit)) for unit in self._kind.units)

    @property
    def declared(self) -> tuple[str, ...]:
        """What a unit that uses the kind declares."""
        return tuple(map(self._numbered, self._kind.declared))

    @property
    def first(self) -> tuple[str, ...]:
        """What such a unit does first."""
        return self._kind.first

    def store(self, value: str) -> str:
        """Return a statement that stores ``value``, or changes memory in another way."""
        return self._filled(self._rng.choice(self._kind.stores), value)

    def read(self) -> str:
        """Return a small integer that is read."""
        return self._filled(f"IAND(INT({self._rng.choice(self._kind.reads)}), 7)", "0")

    def _filled(self, text: str, value: str) -> str:
        subscript = self._rng.choice(["1", "2", "2", "3", "4", "IAND(N, 3) + 1", "IAND(K, 3) + 1"])
        return self._numbered(text.replace("{v}", f"({value})").replace("{i}", subscript))

    def _numbered(self, text: str) -> str:
        return text.replace("{s}", str(self._seed))


def kind_of(seed: int) -> Kind | None:
    """Return the kind that the program of a seed uses, if any."""
    rng = random.Random(f"kinds {seed}")
    return rng.choice((*KINDS, None))
