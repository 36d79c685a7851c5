"""Kernels in Fortran 77 and as Fortran 90 writes them: whole arrays, sections, intrinsics, structures.

Each is the body of a procedure, with the sizes N and M and arrays of double precision. Scalars are S
and T, in Fortran 90 also a field of ``F``.
"""

from __future__ import annotations

FORTRAN_77 = """\
      SUBROUTINE KERNEL(N, M, S, X, Y, Z, A, B, C)
      INTEGER N, M, I, J, K, L
      DOUBLE PRECISION S, T, X(N), Y(N), Z(N), A(N,M), B(M,N), C(N,N)
{}
      END
"""
FORTRAN_90 = """\
module kernels
  implicit none
  integer, parameter :: dp = kind(1d0)
  type pair
    real(dp) :: s, t
  end type
contains
  subroutine kernel(n, m, s, x, y, z, a, b, c)
    integer, intent(in) :: n, m
    real(dp), intent(inout) :: s, x(n), y(n), z(n), a(n,m), b(m,n), c(n,n)
    integer :: i, j, k, l
    real(dp) :: t
    type(pair) :: f
{}
  end subroutine
end module
"""
KERNELS = {
    "copy": ("DO I=1,N|Y(I) = X(I)|END DO", "y = x"),
    "scale": ("DO I=1,N|X(I) = S*X(I)|END DO", "x = s*x"),
    "axpy": ("DO I=1,N|Y(I) = Y(I)+S*X(I)|END DO", "y = y + s*x"),
    "triad": ("DO I=1,N|Z(I) = X(I)+S*Y(I)|END DO", "z(:) = x(:) + s*y(:)"),
    "dot": ("T = 0|DO I=1,N|T = T+X(I)*Y(I)|END DO|S = T", "s = dot_product(x, y)"),
    "sum": ("T = 0|DO I=1,N|T = T+ABS(X(I))|END DO|S = T", "s = sum(abs(x))"),
    "norm": ("T = 0|DO I=1,N|T = T+X(I)*X(I)|END DO|S = SQRT(T)", "s = norm2(x)"),
    "fields": ("T = 0|DO I=1,N|T = T+S*X(I)|END DO", "f%t = 0|do i = 1, n|f%t = f%t + s*x(i)|end do"),
    "product": (
        (
            "DO J=1,N|DO I=1,N|C(I,J) = 0|END DO|END DO|"
            "DO J=1,N|DO K=1,M|DO I=1,N|C(I,J) = C(I,J)+A(I,K)*B(K,J)|END DO|END DO|END DO"
        ),
        "c = matmul(a, b)",
    ),
    "transposed": ("DO J=1,N|DO I=1,M|B(I,J) = A(J,I)|END DO|END DO", "b = transpose(a)"),
    "inner": (
        "DO I=2,N-1|Y(I) = X(I-1)-2*X(I)+X(I+1)|END DO",
        "y(2:n-1) = x(1:n-2) - 2*x(2:n-1) + x(3:n)",
    ),
    "outer": (
        "DO J=1,N|DO I=1,N|C(I,J) = X(I)*Y(J)|END DO|END DO",
        "forall (i = 1:n, j = 1:n) c(i,j) = x(i)*y(j)",
    ),
    "where": (
        "DO I=1,N|IF (X(I) .GT. 0) THEN|Y(I) = SQRT(X(I))|END IF|END DO",
        "where (x > 0) y = sqrt(x)",
    ),
    "count": ("K = 0|DO I=1,N|IF (X(I) .GT. S) THEN|K = K+1|END IF|END DO|L = K", "l = count(x > s)"),
    "masked": (
        "T = 0|DO I=1,N|IF (X(I) .GT. S) THEN|T = T+X(I)|END IF|END DO|S = T",
        "s = sum(x, mask=x > s)",
    ),
    "largest": ("T = -HUGE(T)|DO I=1,N|T = MAX(T,X(I))|END DO|S = T", "s = maxval(x)"),
    "column": ("DO I=1,N|A(I,2) = A(I,1)*S|END DO", "a(:,2) = a(:,1)*s"),
    "backwards": ("DO I=0,N-1|Y(1+I) = X(N-I)|END DO", "do i = 0, n - 1|y(1+i) = x(n-i)|end do"),
    "associate": (
        "DO I=1,N|A(I,M) = X(I)+S|END DO",
        "associate (last => a(:,m))|last = x + s|end associate",
    ),
    "elimination": (
        (
            "DO K=1,N-1|DO I=K+1,N|C(I,K) = C(I,K)/C(K,K)|END DO|DO J=K+1,N|DO I=K+1,N|"
            "C(I,J) = C(I,J)-C(I,K)*C(K,J)|END DO|END DO|END DO"
        ),
        (
            "do k = 1, n - 1|c(k+1:n,k) = c(k+1:n,k)/c(k,k)|do j = k + 1, n|"
            "do i = k + 1, n|c(i,j) = c(i,j) - c(i,k)*c(k,j)|end do|end do|end do"
        ),
    ),
    "steps": (
        "DO I=1,N|IF (MOD(I,2) .EQ. 0) THEN|X(I) = S|ELSE|X(I) = -S|END IF|END DO",
        "do concurrent (i = 1:n)|if (mod(i, 2) == 0) then|x(i) = s|else|x(i) = -s|end if|end do",
    ),
    "block": ("DO J=1,M|DO I=1,N|A(I,J) = 0|END DO|END DO", "block|a(1:n,1:m) = 0|end block"),
}  # fmt: skip
"""Statements of each kernel in both languages, apart by ``|``."""


def texts(name: str) -> tuple[str, str]:
    """Return a kernel in Fortran 77 and in Fortran 90."""
    fixed, free = KERNELS[name]
    return (
        FORTRAN_77.format("\n".join(f"      {line}" for line in fixed.split("|"))),
        FORTRAN_90.format("\n".join(f"    {line}" for line in free.split("|"))),
    )
