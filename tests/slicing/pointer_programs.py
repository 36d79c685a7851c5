"""Programs in C with pointers that lead nowhere, and pointers to pointers."""

from __future__ import annotations

POINTERS = {
    "arrays that are only passed on": (
        r"""
#include <stdio.h>
long kc[9];
static int walked(const char *s)
{
    int sum = 0;
    while (*s) {
        kc[0]++;
        sum += *s++;
    }
    return sum;
}
static int indexed(const int *p, int n)
{
    int most = 0;
    for (int i = 0; i < n && p[i] < 40; i++) {
        kc[1]++;
        most = p[i];
    }
    return most;
}
static int through(const char *s) { return walked(s); }
static int twice_through(const int *p, int n) { return indexed(p, n) + 1; }
static int behind(const int *p, int n) { return twice_through(p, n); }
int main(void)
{
    int n, a[9];
    char text[20];
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        text[i] = 'a' + i;
        a[i] = 11 * i;
    }
    text[n] = 0;
    for (int i = 0; i < through(text) % 7; i++)
        kc[2]++;
    for (int i = 0; i < behind(a, n); i++)
        kc[3]++;
    printf("%ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3]);
    return 0;
}
""",
        {"n": 6},
    ),
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
    "lists and functions that pointers to pointers change": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
struct node { int value; struct node *next; };
static int sum;
static void up(int n) { sum += n; kc[0]++; }
static void down(int n) { sum -= n; kc[1]++; }
static void push(struct node **head, int n)
{
    struct node *p = malloc(sizeof *p);
    p->value = n;
    p->next = *head;
    *head = p;
}
static void room(int **row, int n)
{
    *row = malloc(n * sizeof **row);
    for (int i = 0; i < n; i++)
        (*row)[i] = 2 * i;
    **row = 3;
}
static void swap(char **a, char **b)
{
    char *t = *a;
    *a = *b;
    *b = t;
}
static void turn(void (**f)(int), int n)
{
    (*f)(n);
    *f = down;
    (*f)(1);
}
static void once(void (*f)(int), int n)
{
    f(n);
    f = up;
    f(2);
}
int main(void)
{
    struct node *head = NULL, *p;
    void (*f)(int) = up;
    char x[] = "abc", y[] = "defgh", *s = x, *t = y;
    int n, *row;
    scanf("%d", &n);
    for (int i = 0; i < n; i++)
        if (i % 3)
            push(&head, i);
    for (p = head; p; p = p->next)
        if (p->value > 2)
            kc[2]++;
    room(&row, n);
    for (int i = 0; i < row[0] + row[2]; i++)
        kc[3]++;
    swap(&s, &t);
    for (; *s; s++)
        kc[4]++;
    turn(&f, n);
    f(1);
    once(down, 2);
    for (int i = 0; i < sum; i++)
        kc[5]++;
    for (int i = 0; i < 6; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 9},
    ),
    "memory of a size that is not known": (
        """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
long kc[9];
int main(void)
{
    int n, m, *p, *q, *r = NULL;
    if (scanf("%d", &n) != 1)
        return 1;
    m = n + (int)(time(NULL) % 3);
    p = malloc(m * sizeof *p);
    q = calloc(m, sizeof *q);
    r = realloc(r, m);
    if (p == NULL || !q || !r || p == q)
        return 2;
    for (int i = 0; i < n; i++)
        p[i] = i % 4;
    q[1] = 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p[i] + q[i]; j++)
            kc[0]++;
    free(p);
    for (int i = 0; i < n + q[n - 1]; i++)
        kc[1]++;
    for (int i = 0; i < 2; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 6},
    ),
    "pointers in structures that are zero at the start": (
        """
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n, cap; double *t; const char *name; } history;
static history all, other = {2, 4, NULL, "other"};
history shared;
long kc[9];
static void record(history *h, double t)
{
    if (h->n == h->cap) {
        h->cap = h->cap ? 2 * h->cap : 4;
        h->t = realloc(h->t, h->cap * sizeof *h->t);
        if (!h->t)
            exit(1);
        kc[0]++;
    }
    if (!h->t) {
        h->t = malloc(100);
        kc[1]++;
    }
    h->t[h->n++] = t;
}
static int length(const history *h)
{
    int k = 0;
    if (h->name)
        while (h->name[k])
            k++;
    return k;
}
int main(void)
{
    static history own;
    history local = {1};
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int s = 0; s < n; s++) {
        record(&all, s);
        record(&own, s);
        record(&local, s);
        if (s % 2)
            record(&other, s);
        if (s % 3)
            record(&shared, s);
    }
    for (int i = 0; i < all.n + other.n + shared.n + own.n + local.n; i++)
        kc[2]++;
    for (int i = 0; i < length(&other) + length(&all) + length(&local); i++)
        kc[3]++;
    for (int i = 0; i < 4; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 10},
    ),
    "rows of pointers that are passed on": (
        """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
long kc[9];
static int count(int n, char **v)
{
    int c = 0;
    for (int i = 0; i < n; i++)
        if (!strcmp(v[i], "a"))
            c++;
    return c;
}
static int outer(int n, char **v)
{
    return count(n, v) + 1;
}
static int total(int n, int **a)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            s += a[i][j];
    return s;
}
static int mean(int n, int **a)
{
    return total(n, a) / n;
}
int main(void)
{
    char *words[3] = {"a", "b", "a"};
    int n, **rows;
    if (scanf("%d", &n) != 1)
        return 1;
    rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++) {
        rows[i] = malloc(n * sizeof **rows);
        for (int j = 0; j < n; j++)
            rows[i][j] = i % (j + 1);
    }
    for (int i = 0; i < outer(3, words); i++)
        kc[0]++;
    for (int i = 0; i < mean(n, rows); i++)
        kc[1]++;
    for (int i = 0; i < 2; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 8},
    ),
}
