"""Programs in C with pointers that lead nowhere."""

from __future__ import annotations

POINTERS = {
    "arrays that may be missing": (
        r"""
#include <stdio.h>
long kc[9];
void sym(int n, int Ap[], int P[], int Pinv[])
{
    int k, kk;
    if (P)
        for (k = 0; k < n; k++)
            Pinv[P[k]] = k;
    for (k = 0; k < n; k++) {
        kk = P ? P[k] : k;
        if (Pinv != NULL)
            kc[0]++;
        while (Ap[kk] > 0) {
            kc[1]++;
            Ap[kk]--;
        }
    }
}
int main(void)
{
    int n, i, a[10], p[10], q[10];
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        a[i] = i;
        p[i] = n - 1 - i;
    }
    sym(n, a, NULL, NULL);
    for (i = 0; i < n; i++) a[i] = i;
    sym(n, a, p, q);
    for (i = 0; i < q[0]; i++)
        kc[2]++;
    printf("%ld %ld %ld\n", kc[0], kc[1], kc[2]);
    return 0;
}
""",
        {"n": 6},
    ),
    "places that may be missing": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
static int *make(int n)
{
    int *a = malloc(n * sizeof *a);
    int i;
    for (i = 0; i < n; i++)
        a[i] = i + 1;
    return a;
}
static int sum(const int *a, int n)
{
    int i, s = 0;
    if (a == NULL)
        return -1;
    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}
static int opt(int n, const int *limit, double *out)
{
    if (limit != NULL && n > *limit)
        n = *limit;
    if (out)
        *out = n;
    return n;
}
int main(void)
{
    int n, i, s, lim = 4;
    double d = 0;
    int *q = NULL;
    scanf("%d", &n);
    q = make(n);
    s = sum(q, n);
    q = NULL;
    for (i = 0; i < s; i++)
        kc[0]++;
    s = sum(q, n);
    for (i = 0; i < s + 3; i++)
        kc[1]++;
    q = make(3);
    s = sum(q + 1, 2);
    for (i = 0; i < s; i++)
        kc[2]++;
    for (i = 0; i < opt(n, NULL, NULL); i++)
        kc[3]++;
    for (i = 0; i < opt(n, &lim, &d); i++)
        kc[4]++;
    for (i = 0; i < d; i++)
        kc[5]++;
    for (i = 0; i < opt(n, q, 0); i++)
        kc[6]++;
    for (i = 0; i < 7; i++) printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 6},
    ),
}
