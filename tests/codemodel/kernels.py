"""Small loops with what an optimising compiler leaves of one iteration of the innermost one.

Each is the body of a procedure; ``load``, ``store``, ``add``, ``mul``, ``div``, ``sqrt``, ``max``,
``compare`` (of reals) and ``branch`` are what one iteration does, all its statements executed.
"""

FORTRAN: dict[str, tuple[str, str]] = {
    "axpy": ("D A, X(N), Y(N)", "Y(I) = Y(I) + A*X(I)"),
    "copy": ("D X(N), Y(N), Z(N)", "Y(I) = X(I) + Z(I)"),
    "dot in a dummy": ("D S, X(N), Y(N)", "S = S + X(I)*Y(I)"),
    "three point": ("D X(0:N+1), Y(N)", "Y(I) = 0.5D0*(X(I-1) + X(I) + X(I+1))"),
    "recurrence": ("D X(0:N), Y(N)", "X(I) = X(I-1)*Y(I)"),
    "second order": ("D X(-1:N), Y(N)", "X(I) = X(I-1)*Y(I) + X(I-2)"),
    "smoothing in place": ("D X(0:N+1)", "X(I) = 0.5D0*(X(I-1) + X(I+1))"),
    "gather": ("D X(*), Y(N)|INTEGER K(N)", "Y(I) = X(K(I))"),
    "scatter": ("D X(*), Y(N)|INTEGER K(N)", "X(K(I)) = X(K(I)) + Y(I)"),
    "common subexpression": (
        "D X(N), Y(N), Z(N)",
        "Y(I) = X(I)*Z(I) + 1.0D0|Z(I) = X(I)*Z(I) - Y(I)",
    ),
    "invariant quotient": ("D X(N), A, B", "X(I) = X(I) + A/B"),
    "divide": ("D X(N), Y(N)", "Y(I) = 1.0D0/X(I)"),
    "divide by a constant": ("D X(N), Y(N)", "Y(I) = X(I)/3.0D0"),
    "halve": ("D X(N), Y(N)", "Y(I) = X(I)/4.0D0"),
    "double": ("D X(N), Y(N)", "Y(I) = 2.0D0*X(I)"),
    "square and cube": ("D X(N), Y(N)", "Y(I) = X(I)**2 + X(I)**3"),
    "root": ("D X(N), Y(N)", "Y(I) = SQRT(X(I))"),
    "largest": ("D S, X(N)", "S = MAX(S, X(I))"),
    "magnitude": ("D S, X(N)", "S = S + ABS(X(I))"),
    "conditional real": ("D T, X(N)|DOUBLE PRECISION S", "IF (X(I) .GT. T) X(I) = T"),
    "swap": ("D X(N), Y(N), T", "T = X(I)|X(I) = Y(I)|Y(I) = T"),
    "single precision": ("R A, X(N), Y(N)", "Y(I) = Y(I) + A*X(I)"),
    "mixed precision": ("D Y(N)|REAL X(N)", "Y(I) = Y(I) + X(I)*X(I)"),
    "index as a value": ("D Y(N)", "Y(I) = DBLE(I)*Y(I)"),
    "two columns": ("D A(N,2), Y(N)", "Y(I) = A(I,1)*A(I,2)"),
    "common block": ("D X(N)|COMMON /C/ Q|DOUBLE PRECISION Q", "Q = Q + X(I)"),
    "polynomial": ("D X(N), A, B, C", "X(I) = (A*X(I) + B)*X(I) + C"),
    "stride two": ("D X(*), Y(N)", "Y(I) = X(2*I) + X(2*I-1)"),
    "histogram": ("I K(N), H(*)", "H(K(I)) = H(K(I)) + 1"),
    "integer sum in a dummy": ("I K(N), M", "M = M + K(I)*3"),
    "complex axpy": ("Z X(N), Y(N), A", "Y(I) = Y(I) + A*X(I)"),
    "local accumulators": (
        "D X(N), Y(2)|DOUBLE PRECISION S, T",
        "S = S + X(I)|T = T + X(I)*X(I)|Y(1) = S|Y(2) = T",
    ),
    "both operands": ("D X(N), Y(N), T", "IF (X(I).GT.T .AND. Y(I).GT.T) Y(I) = X(I)"),
    "reversed": ("D X(N), Y(N)", "Y(N+1-I) = X(I)"),
    "count": ("D X(N), T|INTEGER M, C", "IF (X(I) .LT. T) C = C + 1|M = C"),
    "largest integer": ("I K(N), M|INTEGER C", "IF (K(I) .GT. C) C = K(I)|M = C"),
    "pivot": ("D X(N), S, T|INTEGER M, C", "IF (X(I) .GT. T) THEN|C = I|T = X(I)|END IF|M = C"),
    "parity": (
        "I K(N), M|INTEGER C",
        "IF (MOD(K(I), 2) .EQ. 0) THEN|C = C + K(I)|ELSE|C = C - 3|END IF|M = C",
    ),
    "conditional sum": ("I K(N), M|INTEGER C", "IF (K(I) .LT. 7) C = C + I|M = C"),
    "matrix vector row": ("D A(N,N), X(N), S", "S = S + A(3,I)*X(I)"),
    "rank one": ("D A(N,N), X(N), S", "A(I,3) = A(I,3) - S*X(I)"),
    "five point": ("D A(N,N), B(N,N)", "B(I,3) = A(I-1,3) + A(I+1,3) + A(I,2) + A(I,4) - 4*A(I,3)"),
    "rotation": (
        "D X(N), Y(N), C, S|DOUBLE PRECISION T",
        "T = C*X(I) + S*Y(I)|Y(I) = C*Y(I) - S*X(I)|X(I) = T",
    ),
    "table": (
        "D X(N), Y(*)|INTEGER J",
        "J = INT(X(I)*10.0D0)|X(I) = Y(J) + (X(I) - J)*(Y(J+1) - Y(J))",
    ),
    "while": ("D X(*), S", "S = S + 1.0D0/(X(I) + S)"),
    "negate": ("D X(N), Y(N)", "Y(I) = -X(I)*ABS(Y(I))"),
    "distance": ("D X(N), Y(N), Z(N), R(N)", "R(I) = SQRT(X(I)**2 + Y(I)**2 + Z(I)**2)"),
    "dummy stored conditionally": ("D X(N), S", "IF (X(I) .GT. 0.0D0) S = S + X(I)"),
    "local array": (
        "D X(N), Y(N)|DOUBLE PRECISION W(3)",
        "W(1) = X(I)|W(2) = Y(I)|Y(I) = W(1)*W(2)",
    ),
    "integer quotients": ("I K(N), L(N), M(N)", "M(I) = K(I)/L(I) + K(I)/8 + MOD(K(I), 10)"),
    "offset": ("D X(*), Y(N)|INTEGER M", "Y(I) = X(I+M)*X(I)"),
}

C: dict[str, str] = {
    "axpy without restrict": "void f(int n, double a, double *x, double *y) {"
    "for (int i = 0; i < n; i++) y[i] += a*x[i]; }",
    "three point without restrict": "void f(int n, double *x, double *y) {"
    "for (int i = 1; i < n - 1; i++) y[i] = 0.5*(x[i-1] + x[i] + x[i+1]); }",
    "sum through a pointer": "void f(int n, double *x, double *s) {"
    "for (int i = 0; i < n; i++) *s += x[i]; }",
    "sum through a pointer of another type": "void f(int n, double *x, float *s) {"
    "for (int i = 0; i < n; i++) *s += (float) x[i]; }",
    "local sum": "double f(int n, const double *x) { double s = 0;"
    "for (int i = 0; i < n; i++) s += x[i]*x[i]; return s; }",
    "largest so far": "double f(int n, const double *x) { double s = 0.5;"
    "for (int i = 0; i < n; i++) s = x[i] > s ? x[i] : s; return s; }",
    "smallest so far, the other way": "double f(int n, const double *x) { double s = 0.5;"
    "for (int i = 0; i < n; i++) s = s < 0.1*x[i] ? s : 0.1*x[i]; return s; }",
    "larger than a bound": "void f(int n, const double *restrict x, double *restrict y) {"
    "for (int i = 0; i < n; i++) y[i] = x[i] > 0.3 ? x[i] : 0.3; }",
    "one of two values": "void f(int n, const double *restrict x, double *restrict y) {"
    "for (int i = 0; i < n; i++) y[i] = x[i] > 0.3 ? 3.0*x[i] : x[i]; }",
    "choice in a choice": "void f(int n, const int *restrict x, unsigned char *restrict y) {"
    "for (int i = 0; i < n; i++) { int v = 3*x[i]; y[i] = v < 0 ? 0 : v > 255 ? 255 : v; } }",
    "choice in a choice, of a sum": "void f(int n, const int *restrict x, int *restrict y) {"
    "for (int i = 0; i < n; i++) y[i] = x[i] + n < 0 ? 0 : x[i] + n > 9 ? 9 : x[i] + n; }",
    "kept within bounds": "void f(int n, const int *restrict x, int *restrict y) {"
    "for (int i = 0; i < n; i++) { int v = 3*x[i]; if (v < 0) v = 0; else if (v > 255) v = 255;"
    "y[i] = v; } }",
    "choice that loads": "void f(int n, const int *restrict x, const int *z, int *restrict y)"
    "{ for (int i = 0; i < n; i++) y[i] = x[i] < 0 ? 0 : x[i] > z[i] ? z[i] : x[i]; }",
    "magnitudes": "int f(int n, const int *x, const int *y) { int s = 0;"
    "for (int i = 0; i < n; i++) { int d = x[i] - y[i]; s += d < 0 ? -d : d; } return s; }",
    "short circuit": "int f(int n, const double *x, const double *y) { int c = 0;"
    "for (int i = 0; i < n; i++) { if (x[i] > 1.0 && y[i] > 1.0) c += 7; } return c; }",
    "bisection by length": "int f(int n, const double *x, double v) { int l = 0, h = n;"
    "while (h - l > 1) { int c = (l + h)/2; if (x[c] <= v) l = c; else h = c; } return l; }",
    "larger child": "int f(int n, const double *x) { int j = 1;"
    "while (j < n) { if (x[j] < x[j+1]) j = j + 1; j = j + j; } return j; }",
    "structures": "struct p { double x, y, z; }; double f(int n, struct p *q) { double s = 0;"
    "for (int i = 0; i < n; i++) s += q[i].x*q[i].y + q[i].z; return s; }",
    "members": "struct m { int n; double *v, *w; }; void f(struct m *m) {"
    "for (int i = 0; i < m->n; i++) m->v[i] = 2.5*m->w[i]; }",
    "walking pointer": "double f(int n, const double *x) { double s = 0;"
    "while (n-- > 0) s += *x++; return s; }",
    "letters": "int f(const char *t) { int c = 0; while (*t) if (*t++ == 'a') c++; return c; }",
    "rows": "double f(int n, double a[100][100], double *x) { double s = 0;"
    "for (int i = 0; i < n; i++) s += a[i][3]*x[i]; return s; }",
    "pointers to rows": "double f(int n, double **a, int j, double *x) { double s = 0;"
    "for (int i = 0; i < n; i++) s += a[i][j]*x[i]; return s; }",
    "one row": "double f(int n, double **a, int j, double *x) { double s = 0;"
    "for (int i = 0; i < n; i++) s += a[j][i]*x[i]; return s; }",
    "global sum": "double total; void f(int n, double *x) {"
    "for (int i = 0; i < n; i++) total += x[i]; }",
    "bits": "unsigned f(int n, const unsigned *x) { unsigned h = 7;"
    "for (int i = 0; i < n; i++) h = (h << 5) ^ (h >> 3) ^ x[i]; return h; }",
    "store and load": "void f(int n, int *a, int *b) {"
    "for (int i = 0; i < n; i++) { a[i] = b[i] + 1; b[i] = b[i] + 2; } }",
}

VECTOR: dict[str, str] = {
    "row scaled": "      SUBROUTINE F(N, A, X)\n      DOUBLE PRECISION A(N,N), X(N)\n"
    "      DO I = 1, N\n      A(3,I) = 2.5D0*A(3,I)\n      END DO\n      END\n",
    "exponential": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 1, N\n      X(I) = EXP(X(I))\n      END DO\n      END\n",
    "power": "      SUBROUTINE F(N, X, P)\n      DOUBLE PRECISION X(N), P\n"
    "      DO I = 1, N\n      X(I) = X(I)**P\n      END DO\n      END\n",
    "tangent": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 1, N\n      X(I) = TAN(X(I))\n      END DO\n      END\n",
    "conditional store": "      SUBROUTINE F(N, X, Y)\n      DOUBLE PRECISION X(N), Y(N)\n"
    "      DO I = 1, N\n      IF (X(I) .GT. 0) Y(I) = X(I)\n      END DO\n      END\n",
    "conditional product": "      SUBROUTINE F(N, X, Y)\n      DOUBLE PRECISION X(N), Y(N)\n"
    "      DO I = 1, N\n      IF (X(I) .GT. 0) Y(I) = X(I)*2.5D0\n      END DO\n      END\n",
    "clipped": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 1, N\n      IF (X(I) .GT. 1D0) X(I) = 1D0\n      END DO\n      END\n",
    "either": "      SUBROUTINE F(N, X, Y)\n      DOUBLE PRECISION X(N), Y(N), T\n"
    "      DO I = 1, N\n      IF (X(I) .GT. 1D0) THEN\n      T = X(I)\n      ELSE\n      T = Y(I)\n"
    "      END IF\n      Y(I) = T\n      END DO\n      END\n",
    "words": "int f(int n, const char *s) { int v = 0, w = 0; for (int i = 0; i < n; i++) {\n"
    "if (s[i] == ' ') w = 0; else if (!w) { w = 1; v++; } } return v; }\n",
    "turns": "int f(int n, const double *x) { int v = 0, up = 0; for (int i = 0; i < n; i++) {\n"
    "if (up) { if (x[i] < 0.0) { up = 0; v++; } } else if (x[i] > 1.0) up = 1; } return v; }\n",
    "clipped sum": "      SUBROUTINE F(N, K, S)\n      INTEGER K(N), S\n      DO I = 1, N\n"
    "      S = S + K(I)\n      IF (S .GT. 100) S = 0\n      END DO\n      END\n",
    "rises": "      SUBROUTINE F(N, K, M)\n      INTEGER K(N)\n      L = 0\n      DO I = 1, N\n"
    "      IF (K(I) .GT. L) THEN\n      L = K(I)\n      M = M + 1\n      END IF\n      END DO\n"
    "      END\n",
    "search": "      SUBROUTINE F(N, X, J)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 1, N\n      IF (X(I) .GT. 1D0) GOTO 20\n      END DO\n   20 J = I\n      END\n",
    "distance four": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 5, N\n      X(I) = X(I-4)*2.5D0\n      END DO\n      END\n",
    "distance one": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 2, N\n      X(I) = X(I-1)*2.5D0\n      END DO\n      END\n",
    "ahead": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(0:N)\n"
    "      DO I = 1, N\n      X(I-1) = X(I)*2.5D0\n      END DO\n      END\n",
    "zero": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 1, N\n      X(I) = 0D0\n      END DO\n      END\n",
    "one": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 1, N\n      X(I) = 1D0\n      END DO\n      END\n",
    "copied": "      SUBROUTINE F(N, X, Y)\n      DOUBLE PRECISION X(N), Y(N)\n"
    "      DO I = 1, N\n      X(I) = Y(I)\n      END DO\n      END\n",
    "truncated": "      SUBROUTINE F(N, X, K)\n      DOUBLE PRECISION X(N)\n      INTEGER K(N)\n"
    "      DO I = 1, N\n      K(I) = INT(X(I))\n      END DO\n      END\n",
    "rounded": "      SUBROUTINE F(N, X, K)\n      DOUBLE PRECISION X(N)\n      INTEGER K(N)\n"
    "      DO I = 1, N\n      K(I) = NINT(X(I))\n      END DO\n      END\n",
    "remainders": "      SUBROUTINE F(N, K)\n      INTEGER K(N)\n"
    "      DO I = 1, N\n      K(I) = MOD(K(I), 10)\n      END DO\n      END\n",
    "quotients": "      SUBROUTINE F(N, K, L)\n      INTEGER K(N), L(N)\n"
    "      DO I = 1, N\n      K(I) = K(I)/L(I)\n      END DO\n      END\n",
    "other column": "      SUBROUTINE F(N, A, J, K)\n      DOUBLE PRECISION A(N,N)\n"
    "      DO I = 1, N\n      A(I,J) = A(I,J) - 0.5D0*A(I,K)\n      END DO\n      END\n",
    "prefix sum": "      SUBROUTINE F(N, X, S)\n      DOUBLE PRECISION X(N), S\n"
    "      DO I = 1, N\n      S = S + X(I)\n      X(I) = S\n      END DO\n      END\n",
    "previous": "      SUBROUTINE F(N, X, Y)\n      DOUBLE PRECISION X(N), Y(N), P\n      P = 0\n"
    "      DO I = 1, N\n      Y(I) = X(I) - P\n      P = X(I)\n      END DO\n      END\n",
    "every other": "      SUBROUTINE F(N, X)\n      DOUBLE PRECISION X(N)\n"
    "      DO I = 1, N, 2\n      X(I) = X(I)*2.5D0\n      END DO\n      END\n",
    "largest of two": "      SUBROUTINE F(N, X, Y)\n      DOUBLE PRECISION X(N), Y(N)\n"
    "      DO I = 1, N\n      X(I) = MAX(X(I), Y(I))\n      END DO\n      END\n",
    "calls": "double g(double); void f(int n, double *x) {"
    "for (int i = 0; i < n; i++) x[i] = g(x[i]); }",
    "cosine in C": "#include <math.h>\nvoid f(int n, double *x) {"
    "for (int i = 0; i < n; i++) x[i] = cos(x[i]); }",
    "bytes": "void f(int n, unsigned char *restrict x, const unsigned char *restrict y) {"
    "for (int i = 0; i < n; i++) x[i] = (x[i] + y[i]) / 2; }",
    "while counted": "void f(int n, double *x) { int i = 0; while (i < n) { x[i] *= 2.5; i++; } }",
    "list": "struct l { struct l *next; int v; }; int f(struct l *p) { int s = 0;"
    "while (p) { s += p->v; p = p->next; } return s; }",
    "eight": "void f(double *x) { for (int i = 0; i < 8; i++) x[i] *= 2.5; }",
}
