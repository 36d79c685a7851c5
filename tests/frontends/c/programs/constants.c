struct s { int a; char b[3]; };
enum { A = (int)(2.5 + 1), B, C = __builtin_strlen("abcde"), D, E = sizeof(struct s), F = (char)300 };
enum { G = 1.5 > 1 ? 4 : 2, H, I = (int)(10 * 0.3f), J = -(-3), K = (int)-2.75, L = (unsigned char)(511.0) };
enum { M = __builtin_offsetof(struct s, b[1]), N = __builtin_constant_p(1), O = 'a' + 1, P = !0 << 3 };
enum { Q = _Generic(1, int: 6, default: 2), R, S = 07 + 0x1f, T = (int)1e1f / 3, U = (long)2 - 5 > 0u, V };
static int table[(int)3.99], list[C];
int main(void)
{
    int k = 0;                              //=
    for (int i = 0; i < A + B; i++)
        k++;                                //=
    for (int i = 0; i < C + D + E; i++)
        k++;                                //=
    for (int i = 0; i < F; i++)
        k++;                                //=
    for (int i = 0; i < G + H; i++)
        k++;
    for (int i = 0; i < I; i++)
        k++;                                //=
    for (int i = 0; i < J + 5 + K; i++)
        k++;                                //=
    for (int i = 0; i < L; i++)
        k++;                                //=
    for (int i = 0; i < M; i++)
        k++;                                //=
    for (int i = 0; i < N; i++)
        k++;
    for (int i = 0; i < O; i++)
        k++;                                //=
    for (int i = 0; i < P; i++)
        k++;                                //=
    for (int i = 0; i < Q + R; i++)
        k++;
    for (int i = 0; i < S + T; i++)
        k++;                                //=
    for (int i = 0; i < U + V; i++)
        k++;                                //=
    for (int i = 0; i < sizeof table / sizeof *table; i++)
        k++;                                //=
    for (int i = 0; i < sizeof list / sizeof *list; i++)
        k++;                                //=
    switch (k) {
    case G:
        k++;
        break;
    default:
        k--;
    }
    return k < 0;
}
