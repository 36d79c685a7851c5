"""Programs in C in which members have addresses, and pointers move through what callers hand over.

Over 400 lines: each program counts its own executions.
"""

from __future__ import annotations

MEMBERS = {
    "texts in a structure that a callee fills": (
        r"""
#include <stdio.h>
#include <string.h>
long kc[9];
struct config { char flux[16]; int order; char names[3][8]; };
static void set(struct config *c, const char *value)
{
    strcpy(c->flux, value);
    strncpy(c->names[c->order % 3], value, 7);
}
static void fill(struct config *c, int n)
{
    memset(c, 0, sizeof *c);
    strcpy(c->flux, "none");
    c->order = n;
    if (n > 3)
        set(c, "hll");
}
int main(void)
{
    struct config c, d;
    int n, i;
    scanf("%d", &n);
    fill(&c, n);
    fill(&d, 1);
    if (strcmp(c.flux, "hll") == 0)
        kc[0]++;
    if (strcmp(d.flux, "none") == 0)
        kc[1]++;
    for (i = 0; i < (int)strlen(c.names[n % 3]); i++)
        kc[2]++;
    memset(c.flux, 'x', 5);
    c.flux[7] = 0;
    for (i = 0; c.flux[i] == 'x'; i++)
        kc[3]++;
    printf("%ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3]);
    return 0;
}
""",
        {"n": 5},
    ),
    "pointers that move through local arrays": (
        r"""
#include <stdio.h>
#include <ctype.h>
#include <string.h>
long kc[9];
static int lower(char *s)
{
    int changed = 0;
    for (; *s; s++)
        if (isupper((unsigned char)*s)) {
            *s = (char)tolower((unsigned char)*s);
            changed++;
        }
    return changed;
}
static char *skip(char *s)
{
    while (*s == ' ')
        s++;
    return s;
}
static int letters(const char *s)
{
    int k = 0;
    while (*s++)
        k++;
    return k;
}
static void twice(int *v, int n)
{
    while (n-- > 0)
        *v++ *= 2;
}
int main(void)
{
    char word[20], more[20] = "  Ab";
    int n, i, a[12];
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        word[i] = i % 3 ? 'a' : 'B';
        a[i] = i;
    }
    word[n] = 0;
    for (i = lower(word); i > 0; i--)
        kc[0]++;
    if (strcmp(word, "bbaba") != 0 && word[0] == 'b')
        kc[1]++;
    for (i = letters(skip(more)); i > 0; i--)
        kc[2]++;
    twice(a + 2, n - 2);
    for (i = 0; i < a[n - 1] + a[1]; i++)
        kc[3]++;
    printf("%ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3]);
    return 0;
}
""",
        {"n": 7},
    ),
    "pointers to members that are pointers": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
struct node { int col; struct node *next; struct node *other; };
struct part { int n, m; };
struct whole { int n; struct part left, right; struct part *best; };
static void add(struct node **rows, int i, int j)
{
    struct node **p = &rows[i];
    while (*p && (*p)->col < j)
        p = &(*p)->next;
    if (*p && (*p)->col == j) {
        kc[0]++;
        (*p)->other = rows[0];
    } else {
        struct node *q = malloc(sizeof *q);
        q->col = j;
        q->next = *p;
        q->other = NULL;
        *p = q;
    }
}
static void grow(struct part *p, int by) { p->n += by; p->m = 2 * by; }
static void count(int *where, int n) { while (n-- > 0) ++*where; }
int main(void)
{
    struct node *rows[8] = {NULL}, *q;
    struct whole w = {1, {2, 3}, {4, 5}, NULL};
    int n, i;
    scanf("%d", &n);
    for (i = 0; i < 3 * n; i++)
        add(rows, i % 4, (5 * i) % 7);
    for (i = 0; i < 4; i++)
        for (q = rows[i]; q; q = q->next) {
            kc[1]++;
            if (q->other)
                kc[2]++;
        }
    grow(&w.left, n);
    grow(&w.right, 1);
    w.best = w.left.n > w.right.n ? &w.left : &w.right;
    count(&w.n, 4);
    count(&w.best->m, 2);
    for (i = 0; i < w.n; i++)
        kc[3]++;
    for (i = 0; i < w.left.m + w.right.n; i++)
        kc[4]++;
    printf("%ld %ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3], kc[4]);
    return 0;
}
""",
        {"n": 9},
    ),
    "memory that is new in every iteration": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
int main(void)
{
    int n, i, k;
    scanf("%d", &n);
    for (i = 1; i <= n; i++) {
        int *v = calloc(n, sizeof(int));
        char *seen = calloc(n, 1);
        for (k = 0; k < n; k += i) {
            v[k] = i;
            seen[k] = 1;
        }
        for (k = 0; k < n; k++) {
            if (v[k])
                kc[0]++;
            if (!seen[k])
                kc[1]++;
        }
        free(v);
        free(seen);
    }
    printf("%ld %ld\n", kc[0], kc[1]);
    return 0;
}
""",
        {"n": 6},
    ),
    "structures passed and given back as copies": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
typedef struct { int n; int *ptr; double w; } rows;
struct event { int time, who; };
struct queue { struct event a[20]; int n; };
static rows make(int n)
{
    rows r;
    r.n = n;
    r.w = 0.5;
    r.ptr = malloc((n + 1) * sizeof(int));
    r.ptr[0] = 0;
    for (int i = 0; i < n; i++)
        r.ptr[i + 1] = r.ptr[i] + i % 3;
    return r;
}
static void count(rows r)
{
    r.n--;
    for (int i = 0; i < r.n; i++)
        for (int j = r.ptr[i]; j < r.ptr[i + 1]; j++)
            if (j * r.w > 1.0)
                kc[0]++;
}
static void put(struct queue *q, struct event e) { q->a[q->n++] = e; }
static struct event take(struct queue *q) { return q->a[--q->n]; }
int main(void)
{
    struct queue q;
    int n, i;
    scanf("%d", &n);
    rows a = make(n), b = a;
    b.n -= 2;
    count(a);
    count(b);
    q.n = 0;
    for (i = 0; i < n; i++) {
        struct event e;
        e.time = i;
        e.who = 2 * i % 5;
        put(&q, e);
    }
    while (q.n > 0) {
        struct event e = take(&q);
        for (i = 0; i < e.who; i++)
            kc[1]++;
    }
    printf("%ld %ld\n", kc[0], kc[1]);
    return 0;
}
""",
        {"n": 9},
    ),
    "functions that tables and members hold": (
        r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
long kc[9];
typedef int (*rule)(int, int);
typedef void (*callback)(int, void *);
struct ring { int size, sum; };
struct level { int n; rule apply; struct level *next; };
static int plus(int a, int b) { kc[0]++; return a + b; }
static int times(int a, int b) { kc[1]++; return a * b; }
static const struct { const char *name; rule f; } table[] = {
    {"plus", plus}, {"times", times}, {NULL, NULL}
};
static rule all[] = {times, plus};
static rule find(const char *name)
{
    for (int i = 0; table[i].name; i++)
        if (!strcmp(table[i].name, name))
            return table[i].f;
    return NULL;
}
static void note(int i, void *user)
{
    struct ring *r = user;
    r->size++;
    r->sum += i;
}
static int run(int n, rule f, callback cb, void *user)
{
    int s = 1;
    for (int i = 1; i < n; i++) {
        s = f(s, i) % 50;
        if (cb)
            cb(s, user);
        if (f == times)
            kc[2]++;
    }
    return s;
}
static struct level *build(int n, rule f)
{
    struct level *l = malloc(sizeof *l);
    l->n = n;
    l->apply = f;
    l->next = n > 1 ? build(n / 2, f) : NULL;
    return l;
}
int main(void)
{
    struct ring r = {0, 0};
    int n, i;
    scanf("%d", &n);
    rule f = find(n % 2 ? "times" : "plus");
    if (f == NULL)
        return 1;
    i = run(n, f, note, &r) + run(4, all[n % 2], NULL, NULL);
    for (struct level *l = build(n, f); l; l = l->next)
        if (l->apply)
            i += l->apply(i, l->n) % 5;
    for (; r.size + r.sum > 0; r.sum -= 3)
        kc[3]++;
    for (; i > 0; i--)
        kc[4]++;
    printf("%ld %ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3], kc[4]);
    return 0;
}
""",
        {"n": 7},
    ),
    "members of elements, and structures that are assigned": (
        r"""
#include <stdio.h>
#include <ctype.h>
#include <string.h>
#include <stdlib.h>
long kc[9];
struct atom { char name[8]; int type; double q; };
struct system { struct atom atoms[10]; int n; };
struct par { int n; int m; double w; };
static struct system sys;
static struct par now, before = {3, 4, 0.5};
static int element(const char *name)
{
    int k = 0;
    while (isalpha((unsigned char)name[k]) && k < 2)
        k++;
    return k;
}
static char *copy(const char *s, size_t n)
{
    char *p = malloc(n + 1);
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}
static struct par next(struct par p)
{
    p.n += p.m;
    p.m = p.n % 3;
    p.w *= 2;
    return p;
}
int main(void)
{
    int i, n, t = 0;
    struct atom loc, *q = &loc;
    scanf("%d", &n);
    sys.n = n;
    for (i = 0; i < sys.n; i++) {
        struct atom *a = &sys.atoms[i];
        strcpy(a->name, i % 2 ? "He2" : "O1");
        a->type = i;
        t += element(a->name);
    }
    char *word = copy("XXY", 2);
    strcpy(q->name, word);
    sys.atoms[3].type += 5;
    for (q = sys.atoms; q < sys.atoms + sys.n; q++)
        t += q->type;
    if (strcmp(loc.name, "XX") == 0)
        t += 10;
    for (i = 0; i < t; i++)
        kc[0]++;
    now = before;
    while (now.n < 4 * n) {
        before = now;
        now = next(now);
        kc[1]++;
    }
    for (i = before.n; i < now.n + (now.w > 4); i++)
        kc[2]++;
    printf("%ld %ld %ld\n", kc[0], kc[1], kc[2]);
    return 0;
}
""",
        {"n": 6},
    ),
}

WHOLE_LINES = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
long kc[9];
int main(void)
{
    char *line = NULL, *word, name[9];
    size_t cap = 0;
    int total = 0;
    while (getline(&line, &cap, stdin) > 0) {
        kc[0]++;
        if (sscanf(line, "%8s", name) == 1 && !strcmp(name, "skip"))
            continue;
        for (word = strtok(line, " ,\n"); word; word = strtok(NULL, " ,\n")) {
            kc[1]++;
            total += atoi(word);
        }
    }
    for (int i = 0; i < total; i++)
        kc[2]++;
    printf("%ld %ld %ld\n", kc[0], kc[1], kc[2]);
    free(line);
    return 0;
}
"""

LINES = r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
static int unknown(void) { return (int)(8.0 * rand() / RAND_MAX) > 9; }
static int words(FILE *in, int *known)
{
    char line[80];
    int n = 0;
    while (fgets(line, sizeof line, in) != NULL) {
        kc[0]++;
        if (line[0] != '#')
            known[n++] = atoi(line);
    }
    return n;
}
int main(void)
{
    int *v = calloc(20, sizeof(int));
    int i, n = words(stdin, v), k = unknown();
    for (i = 0; i < n; i++) {
        if (v[i] > 2)
            kc[1]++;
    }
    printf("%ld %ld\n", kc[0], kc[1]);
    free(v);
    return k;
}
"""

LOST = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n, i, j;
    scanf("%d", &n);
    int *v = calloc(n, sizeof(int)), **all = &v, *w = malloc(n * sizeof(int));
    for (i = 0; i < n; i++)
        if (w[i] > 0)
            (*all)[i] = w[i];
    for (i = 0; i < n; i++)
        for (j = 0; j < v[i]; j++)
            w[0]++;
    printf("%d\n", w[0]);
    return 0;
}
"""
"""Memory that was cleared is not known to be zero where what is not set decides."""

IN_A_UNION = r"""
#include <stdio.h>
#include <string.h>
union leaf { int i; short s[2]; };
struct pairing { int a; union leaf leaf; };
union tree { struct pairing p; int v[2]; struct { short x, y; int z; } q; };
static void set_leaf(union leaf *x, int n) { x->s[0] = n; }
static void set_pair(struct pairing *x, int n) { x->a = n; }
int main(void)
{
    int n, i, k = 0;
    union tree cells, *to = &cells;
    union leaf *leaf = &cells.p.leaf;
    scanf("%d", &n);
    memset(&cells, 0, sizeof cells);
    set_leaf(leaf, n);
    set_pair(&cells.p, n);
    for (i = 0; i < cells.q.z; i++)
        k++;
    for (i = 0; i < to->v[0]; i++)
        k++;
    printf("%d\n", k);
    return 0;
}
"""
"""Both loops run ``n`` times, if that is told."""
