/* Functions in structures, recursion in a loop, arrays of pointers, heaps and bands. */
#include <stdio.h>
#include <stdlib.h>
#define N 7
static double A[N][N];
static int perm[N];
struct ctx { int n; int (*cb)(struct ctx *, int); int depth; };
static int cb(struct ctx *x, int k)
{
    x->depth++;
    return k + x->n;
}
static int drive(struct ctx *x)
{
    int s = 0;
    for (int i = 0; i < x->n; i++)
        s += x->cb(x, i);
    for (int i = 0; i < x->depth; i++)
        s++;
    return s;
}
static void heap(int *a, int n)
{
    for (int start = n / 2 - 1; start >= 0; start--)
        for (int root = start; 2 * root + 1 < n;) {
            int child = 2 * root + 1;
            if (child + 1 < n && a[child] < a[child + 1])
                child++;
            if (a[root] >= a[child])
                break;
            int t = a[root];
            a[root] = a[child];
            a[child] = t;
            root = child;
        }
}
static int fib(int n)
{
    int a = 0, b = 1;
    while (n-- > 0) {
        int t = a + b;
        a = b;
        b = t;
    }
    return a;
}
static int permute(int k)
{
    int c = 0;
    if (k == N)
        return 1;
    for (int i = k; i < N; i++) {
        int t = perm[k];
        perm[k] = perm[i];
        perm[i] = t;
        if (k < 2)
            c += permute(k + 1);
        t = perm[k];
        perm[k] = perm[i];
        perm[i] = t;
    }
    return c;
}
static void bands(int lo, int hi)
{
    for (int i = 0; i < N; i++)
        for (int j = i - lo < 0 ? 0 : i - lo; j <= (i + hi > N - 1 ? N - 1 : i + hi); j++)
            A[i][j] = 1.0;
}
int main(void)
{
    int c = 0;
    struct ctx x = { .n = 4, .cb = cb };
    c += drive(&x);
    for (int i = 0; i < x.depth; i++)
        c++;
    heap(perm, N);
    c += fib(9);
    for (int i = 0; i < N; i++)
        perm[i] = i;
    c += permute(0);
    bands(1, 2);
    bands(2, 0);
    int rows = 3, cols = 5;
    double **m = malloc(rows * sizeof *m);
    for (int i = 0; i < rows; i++)
        m[i] = calloc(cols, sizeof **m);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] += i;
    for (int i = rows; i--;)
        free(m[i]);
    free(m);
    int (*cube)[2][3] = calloc(4, sizeof *cube);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++)
                cube[i][j][k] = i * j * k;
    int *lin = &cube[0][0][0];
    for (int i = 0; i < 24; i++)
        c += lin[i];
    free(cube);
    printf("%d\n", c);
    exit(0);
}
