"""Loops with the steps of their dependence chains, worked out by hand.

A case is a body (its subroutine has ``IMPLICIT DOUBLE PRECISION (A-H, O-Z)`` and a first dummy ``N``; ``|`` ends
a line), the loop's path, and the carried chains of plain and of optimised code, as the sum of the
steps of one iteration: ``forward`` is a store and a load of the same place. "restarts" chains start
anew each time their loop is entered. The chain of a plain loop's counter is left out. ``through`` is the
longest path through one iteration of optimised code.
"""

# ruff: noqa: E501

from __future__ import annotations

from dataclasses import dataclass

COUNTER = "restarts: add.integer + forward.integer.scalar"


@dataclass(frozen=True, slots=True)
class Fortran:
    """Dummy arguments after N, a declaration, the body; what is expected of a loop."""

    dummies: str
    declaration: str
    body: str
    loop: str
    plain: tuple[str, ...]
    optimised: tuple[str, ...]
    through: str

    @property
    def source(self) -> str:
        """The source text."""
        lines = [
            f"      SUBROUTINE S(N, {self.dummies})",
            "      IMPLICIT DOUBLE PRECISION (A-H, O-Z)",
        ]
        for line in (*self.declaration.split("|"), *self.body.split("|"), "END"):
            label, _, rest = line.partition(" ")
            lines.append(f"{label:>5} {rest}" if label.isdigit() else f"      {line}")
        return "\n".join(lines) + "\n"


FORTRAN = {
    "dot product": Fortran(
        "X, Y, R", "DIMENSION X(N), Y(N)",
        "S = 0|DO 10 I = 1, N|10 S = S + X(I)*Y(I)|R = S", "do10",
        ("restarts: add.double + forward.double.scalar",), ("restarts: add.double",),
        "add.double + load.double + mul.double",
    ),
    "dot product in a dummy": Fortran(
        "X, Y, R", "DIMENSION X(N), Y(N)",
        "DO 10 I = 1, N|10 R = R + X(I)*Y(I)", "do10",
        ("add.double + forward.double.scalar",), ("add.double",),
        "add.double + load.double + mul.double",
    ),
    "two sums": Fortran(
        "X, R", "DIMENSION X(N)",
        "S = 0|T = 0|DO 10 I = 1, N|S = S + X(I)|10 T = T + X(I)*X(I)|R = S + T", "do10",
        ("restarts: add.double + forward.double.scalar",), ("restarts: add.double",),
        "add.double + load.double + mul.double",
    ),
    "prefix sum": Fortran(
        "X", "DIMENSION X(N)",
        "DO 10 I = 2, N|10 X(I) = X(I) + X(I-1)", "do10",
        ("restarts: add.double + forward.double.element",), ("restarts: add.double",),
        "add.double + load.double",
    ),
    "prefix sum under a condition": Fortran(
        "X", "DIMENSION X(N)",
        "DO 10 I = 2, N|10 IF (X(I) .GT. 0) X(I) = X(I) + X(I-1)", "do10",
        ("restarts: add.double + forward.double.element",), ("restarts: add.double + forward.double.element",),
        "add.double + load.double",
    ),
    "Horner": Fortran(
        "C, X, R", "DIMENSION C(N)",
        "S = 0|DO 10 I = N, 1, -1|10 S = S*X + C(I)|R = S", "do10",
        ("restarts: add.double + forward.double.scalar + mul.double",), ("restarts: add.double + mul.double",),
        "add.double + mul.double",
    ),
    "second-order recurrence": Fortran(
        "X", "DIMENSION X(N)",
        "DO 10 I = 3, N|10 X(I) = X(I-1)*0.5D0 + X(I-2)", "do10",
        ("restarts: add.double + forward.double.element + mul.double",), ("restarts: add.double + mul.double",),
        "add.double + mul.double",
    ),
    "lag of three": Fortran(
        "X", "DIMENSION X(N)",
        "DO 10 I = 4, N|10 X(I) = X(I-3)*0.5D0 + 1", "do10",
        ("restarts: 0.333 add.double + 0.333 forward.double.element + 0.333 mul.double",), ("restarts: 0.333 add.double + 0.333 mul.double",),
        "add.double + mul.double",
    ),
    "lag of four": Fortran(
        "X", "DIMENSION X(N)",
        "DO 10 I = 5, N|10 X(I) = X(I-4)*0.5D0 + 1", "do10",
        ("restarts: 0.25 add.double + 0.25 forward.double.element + 0.25 mul.double",), ("restarts: 0.25 add.double + 0.25 forward.double.element + 0.25 mul.double",),
        "add.double + load.double + mul.double",
    ),
    "wrap-around index": Fortran(
        "X", "DIMENSION X(N)",
        "J = 1|DO 10 I = 2, N|X(I) = X(J) + 1|10 J = I", "do10",
        ("restarts: add.double + forward.double.element",), ("restarts: add.double",),
        "add.double",
    ),
    "column with a leading dimension": Fortran(
        "A, L, M", "DIMENSION A(*)",
        "DO 10 J = 2, N|10 A(L + (J-1)*M) = A(L + (J-2)*M) + 1", "do10",
        ("restarts: add.double + forward.double.element",), ("restarts: add.double",),
        "add.double",
    ),
    "elimination of a tridiagonal matrix": Fortran(
        "A, B, C, D", "DIMENSION A(N), B(N), C(N), D(N)",
        "DO 10 I = 2, N|W = A(I)/B(I-1)|B(I) = B(I) - W*C(I-1)|10 D(I) = D(I) - W*D(I-1)", "do10",
        ("restarts: add.double + div.double + forward.double.element + forward.double.scalar + mul.double",), ("restarts: add.double + div.double + mul.double",),
        "add.double + div.double + load.double + mul.double",
    ),
    "back substitution": Fortran(
        "B, C, D, X", "DIMENSION B(N), C(N), D(N), X(N)",
        "DO 10 I = N - 1, 1, -1|10 X(I) = (D(I) - C(I)*X(I+1))/B(I)", "do10",
        ("restarts: add.double + div.double + forward.double.element + mul.double",), ("restarts: add.double + div.double + mul.double",),
        "add.double + div.double + load.double + mul.double",
    ),
    "Newton": Fortran(
        "A, R", "",
        "X = 1|DO 10 I = 1, N|10 X = X - (X*X - A)/(2*X)|R = X", "do10",
        ("restarts: 2 add.double + div.double + forward.double.scalar + mul.double",), ("restarts: 2 add.double + div.double + mul.double",),
        "2 add.double + div.double + mul.double",
    ),
    "exponential": Fortran(
        "R", "",
        "S = 1|DO 10 I = 1, N|10 S = S*EXP(-S)|R = S", "do10",
        ("restarts: forward.double.scalar + intrinsic.exp.double + mul.double + neg.double",), ("restarts: intrinsic.exp.double + mul.double + neg.double",),
        "intrinsic.exp.double + mul.double + neg.double",
    ),
    "powers": Fortran(
        "X, R", "",
        "S = X|DO 10 I = 1, N|10 S = S**3 + X|R = S", "do10",
        ("restarts: add.double + forward.double.scalar + 2 mul.double",), ("restarts: add.double + 2 mul.double",),
        "add.double + 2 mul.double",
    ),
    "statement function": Fortran(
        "R", "F(X) = X*X + 1",
        "S = 0|DO 10 I = 1, N|10 S = F(S)|R = S", "do10",
        ("restarts: add.double + forward.double.scalar + mul.double",), ("restarts: add.double + mul.double",),
        "add.double + mul.double",
    ),
    "quotient by a power of two": Fortran(
        "R", "",
        "S = 1|DO 10 I = 1, N|10 S = S/4|R = S", "do10",
        ("restarts: div.double + forward.double.scalar",), ("restarts: mul.double",),
        "mul.double",
    ),
    "linear congruential": Fortran(
        "M", "",
        "K = 1|DO 10 I = 1, N|10 K = MOD(K*1103 + 12345, 65536)|M = K", "do10",
        ("restarts: add.integer + forward.integer.scalar + intrinsic.mod.integer.power2 + mul.integer",), ("restarts: add.integer + intrinsic.mod.integer.power2 + mul.integer",),
        "add.integer + intrinsic.mod.integer.power2 + mul.integer",
    ),
    "halving": Fortran(
        "L, M", "",
        "K = M|DO 10 I = 1, N|10 K = K/3 + L|M = K", "do10",
        ("add.integer + div.integer.constant + forward.integer.scalar",), ("add.integer + div.integer.constant",),
        "add.integer + div.integer.constant",
    ),
    "Fibonacci": Fortran(
        "J", "",
        "K = 1|L = 1|DO 10 I = 1, N|M = K + L|K = L|10 L = M|J = L", "do10",
        ("restarts: add.integer + 2 forward.integer.scalar",), ("restarts: add.integer",),
        "add.integer",
    ),
    "greatest common divisor": Fortran(
        "J", "",
        "L = N|M = J|5 IF (M .EQ. 0) GOTO 10|K = MOD(L, M)|L = M|M = K|GOTO 5|10 J = L", "goto5",
        ("2 forward.integer.scalar + intrinsic.mod.integer",), ("intrinsic.mod.integer",),
        "intrinsic.mod.integer",
    ),
    "binary search": Fortran(
        "A, X, J", "DIMENSION A(N)",
        "L = 0|K = N|5 IF (K - L .LE. 1) GOTO 20|M = (L + K)/2|IF (A(M) .LE. X) THEN|L = M|ELSE|K = M|END IF|GOTO 5|20 J = L", "goto5",
        ("restarts: add.integer + div.integer.power2 + 2 forward.integer.scalar",), ("restarts: add.integer + compare.double + div.integer.power2 + load.double + select.integer",),
        "add.integer + compare.double + div.integer.power2 + load.double + select.integer",
    ),
    "list in an array": Fortran(
        "NEXT, K, M", "DIMENSION NEXT(N), K(N)",
        "J = 1|M = 0|5 IF (J .EQ. 0) GOTO 20|M = M + K(J)|J = NEXT(J)|GOTO 5|20 CONTINUE", "goto5",
        ("restarts: forward.integer.scalar + load.integer",), ("restarts: load.integer",),
        "add.integer + load.integer",
    ),
    "bubble sort": Fortran(
        "A", "DIMENSION A(N)",
        "DO 20 I = 1, N - 1|DO 10 J = 1, N - I|IF (A(J) .GT. A(J+1)) THEN|T = A(J)|A(J) = A(J+1)|A(J+1) = T|END IF|10 CONTINUE|20 CONTINUE", "do20.do10",
        ("restarts: forward.double.element + forward.double.scalar",), ("restarts: forward.double.element",),
        "load.double",
    ),
    "maximum by MAX": Fortran(
        "X, R", "DIMENSION X(N)",
        "S = X(1)|DO 10 I = 2, N|10 S = MAX(S, X(I))|R = S", "do10",
        ("restarts: forward.double.scalar + intrinsic.max.double",), ("restarts: intrinsic.max.double",),
        "intrinsic.max.double + load.double",
    ),
    "maximum by IF": Fortran(
        "X, R", "DIMENSION X(N)",
        "S = X(1)|DO 10 I = 2, N|10 IF (X(I) .GT. S) S = X(I)|R = S", "do10",
        (), ("restarts: select.double",),
        "load.double + select.double",
    ),
    "maximum of integers": Fortran(
        "K, M", "DIMENSION K(N)",
        "J = K(1)|DO 10 I = 2, N|10 IF (K(I) .GT. J) J = K(I)|M = J", "do10",
        (), ("restarts: compare.integer + select.integer",),
        "compare.integer + load.integer + select.integer",
    ),
    "count": Fortran(
        "X, M", "DIMENSION X(N)",
        "K = 0|DO 10 I = 1, N|10 IF (X(I) .GT. 0) K = K + 1|M = K", "do10",
        ("restarts: add.integer + forward.integer.scalar",), ("restarts: add.integer",),
        "add.integer + compare.double + load.double",
    ),
    "sum under a condition": Fortran(
        "X, R", "DIMENSION X(N)",
        "S = 0|DO 10 I = 1, N|10 IF (X(I) .GT. 0) S = S + X(I)|R = S", "do10",
        ("restarts: add.double + forward.double.scalar",), ("restarts: add.double",),
        "add.double + load.double",
    ),
    "alternatives": Fortran(
        "X, R", "DIMENSION X(N)",
        "S = 0|DO 10 I = 1, N|IF (X(I) .GT. 0) THEN|S = S + X(I)|ELSE|S = S*X(I)|END IF|10 CONTINUE|R = S", "do10",
        ("restarts: add.double + 2 forward.double.scalar + mul.double",), ("restarts: add.double + mul.double",),
        "add.double + 2 load.double + mul.double",
    ),
    "complex sum": Fortran(
        "X, R", "COMPLEX*16 X(N), S, R",
        "S = 0|DO 10 I = 1, N|10 S = S + X(I)|R = S", "do10",
        ("restarts: add.double_complex + forward.double_complex.scalar",), ("restarts: add.double_complex",),
        "add.double_complex + load.double_complex",
    ),
    "Mandelbrot": Fortran(
        "A, B, M", "",
        "X = 0|Y = 0|DO 10 I = 1, N|U = X*X|V = Y*Y|IF (U + V .GT. 4) GOTO 20|Y = 2*X*Y + B|10 X = U - V + A|20 M = I", "do10",
        ("restarts: 2 add.double + 2 forward.double.scalar + mul.double",), ("restarts: 2 add.double + mul.double",),
        "2 add.double + mul.double",
    ),
    "Mandelbrot in complex numbers": Fortran(
        "A, M", "COMPLEX*16 A, W",
        "W = 0|DO 10 I = 1, N|W = W*W + A|IF (ABS(W) .GT. 2) GOTO 20|10 CONTINUE|20 M = I", "do10",
        ("restarts: add.double_complex + forward.double_complex.scalar + mul.double_complex",), ("restarts: add.double_complex + mul.double_complex",),
        "add.double_complex + mul.double_complex",
    ),
    "matrix product by inner products": Fortran(
        "A, B, C", "DIMENSION A(N,N), B(N,N), C(N,N)",
        "DO 30 I = 1, N|DO 20 J = 1, N|S = 0|DO 10 K = 1, N|10 S = S + A(I,K)*B(K,J)|20 C(I,J) = S|30 CONTINUE", "do30.do20.do10",
        ("restarts: add.double + forward.double.scalar",), ("restarts: add.double",),
        "add.double + load.double + mul.double",
    ),
    "matrix product in an element": Fortran(
        "A, B, C", "DIMENSION A(N,N), B(N,N), C(N,N)",
        "DO 30 I = 1, N|DO 20 J = 1, N|DO 10 K = 1, N|10 C(I,J) = C(I,J) + A(I,K)*B(K,J)|20 CONTINUE|30 CONTINUE", "do30.do20.do10",
        ("restarts: add.double + forward.double.element",), ("restarts: add.double",),
        "add.double + load.double + mul.double",
    ),
    "matrix product by columns": Fortran(
        "A, B, C", "DIMENSION A(N,N), B(N,N), C(N,N)",
        "DO 30 J = 1, N|DO 20 K = 1, N|DO 10 I = 1, N|10 C(I,J) = C(I,J) + A(I,K)*B(K,J)|20 CONTINUE|30 CONTINUE", "do30.do20.do10",
        (), (),
        "add.double + load.double + mul.double",
    ),
    "sum in an element over two loops": Fortran(
        "A, B", "DIMENSION A(N), B(N,N)",
        "DO 20 J = 1, N|DO 10 I = 1, N|10 A(3) = A(3) + B(I,J)|20 CONTINUE", "do20.do10",
        ("add.double + forward.double.element",), ("add.double",),
        "add.double + load.double",
    ),
    "sum in an element set before": Fortran(
        "A, B", "DIMENSION A(N), B(N,N)",
        "DO 20 J = 1, N|A(3) = 0|DO 10 I = 1, N|10 A(3) = A(3) + B(I,J)|20 CONTINUE", "do20.do10",
        ("restarts: add.double + forward.double.element",), ("restarts: add.double",),
        "add.double + load.double",
    ),
    "Gauss-Seidel": Fortran(
        "A", "DIMENSION A(N,N)",
        "DO 20 J = 2, N - 1|DO 10 I = 2, N - 1|10 A(I,J) = (A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1))*0.25D0|20 CONTINUE", "do20.do10",
        ("restarts: 3 add.double + forward.double.element + mul.double",), ("restarts: 3 add.double + mul.double",),
        "3 add.double + load.double + mul.double",
    ),
    "histogram": Fortran(
        "K, L", "DIMENSION K(N), L(N)",
        "DO 10 I = 1, N|10 L(K(I)) = L(K(I)) + 1", "do10",
        (), (),
        "add.integer + 2 load.integer",
    ),
    "outer sum through an inner one": Fortran(
        "A, R", "DIMENSION A(N,N)",
        "S = 0|DO 20 J = 1, N|S = S*0.3D0|DO 10 I = 1, N|10 S = S + A(I,J)|20 CONTINUE|R = S", "do20",
        ("restarts: forward.double.scalar + mul.double",), ("restarts: mul.double",),
        "mul.double",
    ),
    "inner sum that goes on": Fortran(
        "A, R", "DIMENSION A(N,N)",
        "S = 0|DO 20 J = 1, N|DO 10 I = 1, N|10 S = S + A(I,J)|20 CONTINUE|R = S", "do20.do10",
        ("add.double + forward.double.scalar",), ("add.double",),
        "add.double + load.double",
    ),
    "sums over short vectors": Fortran(
        "A, R", "DIMENSION A(3,N)",
        "S = 0|DO 20 J = 1, N|DO 10 I = 1, 3|10 S = S + A(I,J)|20 CONTINUE|R = S", "do20",
        (), ("restarts: 3 add.double",),
        "3 add.double + load.double",
    ),
    "Runge-Kutta": Fortran(
        "X, H", "EXTERNAL F",
        "DO 10 I = 1, N|A = F(X)|B = F(X + H*A/2)|C = F(X + H*B/2)|D = F(X + H*C)|10 X = X + H*(A + 2*B + 2*C + D)/6|END|FUNCTION F(X)|IMPLICIT DOUBLE PRECISION (A-H, O-Z)|F = X*SIN(X) + EXP(X)*COS(X) - 1", "do10",
        ("13 add.double + 4 call + 3 div.double + 12 forward.double.scalar + 4 intrinsic.sin.double + 8 mul.double",), ("13 add.double + 4 call + div.double + 4 forward.double.scalar + 4 intrinsic.sin.double + 10 mul.double",),
        "13 add.double + 4 call + div.double + 3 forward.double.scalar + 4 intrinsic.sin.double + 10 mul.double",
    ),
    "generator in a function": Fortran(
        "L, R", "EXTERNAL F",
        "S = 0|DO 10 I = 1, N|10 S = S + F(L)|R = S|END|FUNCTION F(L)|IMPLICIT DOUBLE PRECISION (A-H, O-Z)|L = MOD(L*1103 + 12345, 65536)|F = L/65536D0", "do10",
        ("add.integer + call + forward.integer.scalar + intrinsic.mod.integer.power2 + mul.integer", "restarts: add.double + forward.double.scalar"), ("add.integer + intrinsic.mod.integer.power2 + mul.integer", "restarts: add.double"),
        "add.double + add.integer + convert.integer.double + intrinsic.mod.integer.power2 + mul.double + mul.integer",
    ),
    "recurrence in a pointer's target": Fortran(
        "X", "DOUBLE PRECISION, POINTER :: X(:,:)",
        "DO 10 I = 2, N|10 X(I,3) = X(I-1,3)*0.3D0 + 1", "do10",
        ("restarts: add.double + forward.double.element + mul.double",), ("restarts: add.double + mul.double",),
        "add.double + mul.double",
    ),
    "function": Fortran(
        "X, R", "",
        "R = SQRT(X*X + 1)/X", "",
        (), (),
        "add.double + div.double + intrinsic.sqrt.double + mul.double",
    ),
}  # fmt: skip
