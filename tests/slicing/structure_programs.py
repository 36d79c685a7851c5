"""Programs in C with structures in static arrays, copied as a whole, and functions in tables.

Over 400 lines: each program stands alone.
"""

from __future__ import annotations

STRUCTURES = {
    "structures with arrays that functions give back": (
        r"""
#include <stdio.h>
long kc[9];
struct grid { int size[3]; char name[8]; double x; int of[2][2]; };
static struct grid make(int n)
{
    struct grid g = {{n, n / 2, n / 4}, "grid", 1.0, {{n}, {2, 3}}};
    return g;
}
static struct grid halved(struct grid g)
{
    for (int i = 0; i < 3; i++)
        g.size[i] /= 2;
    g.name[0] = 0;
    return g;
}
static void add(struct grid *g, int by)
{
    for (int i = 0; i < 3; i++)
        g->size[i] += by;
}
int main(void)
{
    int n, i, j;
    struct grid g, h;
    scanf("%d", &n);
    g = make(n);
    h = halved(g);
    add(&g, 1);
    for (i = 0; i < 3; i++) {
        for (j = 0; j < g.size[i]; j++)
            kc[0]++;
        for (j = 0; j < h.size[i]; j++)
            kc[1]++;
    }
    while (h.size[0] < n * n) {
        h = make(h.size[0] + 3);
        kc[2]++;
    }
    if (g.name[0] == 'g')
        kc[3]++;
    if (halved(h).name[0] == 0)
        kc[4]++;
    printf("%ld %ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3], kc[4]);
    return 0;
}
""",
        {"n": 13},
    ),
    "structures that calls give back for other calls": (
        r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
long kc[9];
typedef struct { int x, y; } pt;
static pt mk(int x) { pt p = { x, 2 * x }; return p; }
static pt plus(pt a, pt b) { pt c; c.x = a.x + b.x; c.y = a.y + b.y; return c; }
static int area(pt p) { return p.x * p.y; }
int main(void)
{
    int n;
    scanf("%d", &n);
    for (int i = 0; i < area(mk(n)); i++)
        kc[0]++;
    pt s = mk(0);
    for (int i = 0; i < n; i++)
        s = plus(s, mk(i));
    for (int i = 0; i < s.y; i++)
        kc[1]++;
    s = plus(plus(s, mk(1)), plus(mk(2), s));
    for (int i = 0; i < s.x; i++)
        kc[2]++;
    while (n > 1 && area(mk(n)) > 10) {
        n--;
        kc[3]++;
    }
    int k = n > 0 ? area(mk(3)) : area(mk(4));
    for (int i = 0; i < k; i++)
        kc[4]++;
    printf("%ld %ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3], kc[4]);
    return 0;
}
""",
        {"n": 6},
    ),
    "structures that are swapped and moved": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
typedef struct { int id, cell; double x; } part;
static void swap(part *a, part *b) { part t = *a; *a = *b; *b = t; }
int main(void)
{
    int n, np, i, j, k;
    part *p, one = {7, 3, 0.5}, *q = &one;
    scanf("%d", &n);
    np = n;
    p = malloc(n * sizeof *p);
    for (i = 0; i < n; i++) {
        p[i].id = i;
        p[i].cell = (i * 13) % 7;
        p[i].x = i;
    }
    for (i = 0; i < np; )
        if (p[i].cell == 3) {
            p[i] = p[--np];
            kc[0]++;
        } else
            i++;
    for (i = 0; i < np; i++)
        for (j = i + 1; j < np; j++)
            if (p[j].cell < p[i].cell) {
                swap(&p[i], &p[j]);
                kc[1]++;
            }
    *q = p[np - 1];
    for (k = 0; k < one.cell; k++)
        kc[2]++;
    printf("%ld %ld %ld\n", kc[0], kc[1], kc[2]);
    return 0;
}
""",
        {"n": 25},
    ),
    "members of a static array that a pointer leads to": (
        r"""
#include <stdio.h>
long kc[9];
struct s { int a, b, v[2]; } t[3] = {{1, 2, {3, 4}}, {5, 6, {7, 8}}};
static void f(int k)
{
    struct s *e = t;
    while (k-- > 0)
        e++;
    e->a = 5;
    e->b += e->v[1];
}
int main(void)
{
    int n, i;
    scanf("%d", &n);
    t[1].a = 2;
    f(n);
    for (i = 0; i < t[1].a; i++)
        kc[0]++;
    for (i = 0; i < t[1].b; i++)
        kc[1]++;
    for (i = 0; i < t[0].v[1] + t[2].v[0]; i++)
        kc[2]++;
    printf("%ld %ld %ld\n", kc[0], kc[1], kc[2]);
    return 0;
}
""",
        {"n": 1},
    ),
    "calls as pointers that are passed": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
struct node { int k; struct node *l, *r; };
static struct node *make(int k, struct node *l, struct node *r)
{
    struct node *n = malloc(sizeof *n);
    n->k = k;
    n->l = l;
    n->r = r;
    kc[0]++;
    return n;
}
static struct node *build(int d)
{
    if (d == 0)
        return NULL;
    kc[1]++;
    return make(d, build(d - 1), build(d - 2 > 0 ? d - 2 : 0));
}
static void walk(struct node *n)
{
    if (n == NULL)
        return;
    if (n->k % 2)
        kc[2]++;
    walk(n->l);
    walk(n->r);
}
int main(void)
{
    int d;
    scanf("%d", &d);
    walk(build(d));
    printf("%ld %ld %ld\n", kc[0], kc[1], kc[2]);
    return 0;
}
""",
        {"d": 5},
    ),
    "functions in a static table": (
        r"""
#include <stdio.h>
#include <string.h>
long kc[9];
static int once(int n) { int i; for (i = 0; i < n; i++)
        kc[0]++;
    return n; }
static int square(int n) { int i; for (i = 0; i < n * n; i++)
        kc[1]++;
    return n * n; }
static struct entry { const char *name; int (*f)(int); int times; } table[] = {
    {"once", once, 3}, {"square", square, 2}, {NULL, NULL, 0} };
static int (*chosen(const char *name))(int)
{
    struct entry *e;
    for (e = table; e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e->f;
    return NULL;
}
int main(void)
{
    int n, i, k, s;
    int (*f)(int);
    scanf("%d", &n);
    f = chosen(n % 2 ? "once" : "square");
    s = f(n);
    for (k = 0; table[k].name; k++)
        for (i = 0; i < table[k].times; i++)
            s += table[k].f(k + 1);
    for (i = 0; i < s; i++)
        kc[2]++;
    printf("%ld %ld %ld\n", kc[0], kc[1], kc[2]);
    return 0;
}
""",
        {"n": 5},
    ),
    "arrays that grow and lists in a table": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
static void *again(void *p, size_t n)
{
    void *q = realloc(p, n);
    if (!q)
        exit(1);
    return q;
}
static void *cleared(size_t n, size_t s) { void *p = calloc(n, s); if (!p) exit(1); return p; }
struct vec { int *d, n, cap; };
static void push(struct vec *v, int x)
{
    if (v->n == v->cap) {
        v->cap = v->cap ? 2 * v->cap : 4;
        v->d = again(v->d, v->cap * sizeof(int));
        kc[0]++;
    }
    v->d[v->n++] = x;
}
typedef struct list { int key; struct list *next; } list;
typedef struct { int nb, count; list **b; } table;
static void insert(table *t, int key)
{
    list *p, *n;
    for (p = t->b[key % t->nb]; p; p = p->next)
        if (p->key == key) {
            kc[1]++;
            return;
        }
    n = again(NULL, sizeof(list));
    n->key = key;
    n->next = t->b[key % t->nb];
    t->b[key % t->nb] = n;
    t->count++;
}
int main(void)
{
    int n, i, j;
    struct vec v = {0};
    table t = {7, 0, NULL};
    scanf("%d", &n);
    t.b = cleared(t.nb, sizeof *t.b);
    for (i = 0; i < n; i++) {
        push(&v, i * i % 53);
        insert(&t, v.d[i]);
    }
    for (i = 0; i < t.count; i++)
        kc[2]++;
    for (i = 0; i < v.n; i++)
        for (j = v.d[i]; j > 40; j--)
            kc[3]++;
    printf("%ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3]);
    return 0;
}
""",
        {"n": 40},
    ),
    "functions in structures": (
        r"""
#include <stdio.h>
#include <stdlib.h>
long kc[9];
struct grid;
struct solver {
    void (*init)(struct grid *);
    int (*step)(struct grid *, int);
    void (*done)(struct grid *);
};
struct grid { int n, steps, *cells; struct solver *s; };
static void fill(struct grid *g) { int i; for (i = 0; i < g->n; i++)
        g->cells[i] = i; }
static int relax(struct grid *g, int t)
{
    int i, changed = 0;
    for (i = 1; i < g->n; i++)
        if (g->cells[i] % (t + 2) == 0) {
            g->cells[i] = g->cells[i - 1];
            changed++;
            kc[0]++;
        }
    g->steps++;
    return changed;
}
static int count(struct grid *g, int t)
{
    g->steps += 2;
    kc[1]++;
    return t < 3;
}
static void done(struct grid *g) { int i; for (i = 0; i < g->steps; i++)
        kc[2]++; }
static struct solver solvers[] = {{fill, relax, done}, {fill, count, NULL}, {fill, count, done}};
static struct grid *make(int n, int which)
{
    struct grid *g = malloc(sizeof(struct grid));
    g->n = n;
    g->steps = 0;
    g->cells = calloc(n, sizeof(int));
    g->s = &solvers[which];
    return g;
}
int main(void)
{
    int n, k, t;
    scanf("%d", &n);
    for (k = 0; k < 3; k++) {
        struct grid *g = make(n, k);
        g->s->init(g);
        t = 0;
        while (g->s->step(g, t))
            t++;
        if (g->s->done)
            g->s->done(g);
        if (t > 2)
            kc[3]++;
    }
    printf("%ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3]);
    return 0;
}
""",
        {"n": 12},
    ),
    "arrays that are sorted": (
        r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
long kc[9];
typedef struct { int key, v[2]; char name[4]; } rec;
static rec all[40];
static int used[3];
static int by_number(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
static int by_key(const void *a, const void *b)
{
    const rec *x = a, *y = b;
    return x->key - y->key;
}
static int by_pointer(const void *a, const void *b)
{
    const rec *x = *(rec *const *)a, *y = *(rec *const *)b;
    if (x->v[1] != y->v[1])
        return x->v[1] < y->v[1] ? -1 : 1;
    return 0;
}
static int by_name(const void *a, const void *b)
{
    return strcmp(((const rec *)a)->name, ((const rec *)b)->name);
}
int main(void)
{
    int n, i, j, *m;
    rec *r, **p;
    scanf("%d", &n);
    m = malloc(n * sizeof *m);
    r = malloc(n * sizeof *r);
    p = malloc(n * sizeof *p);
    for (i = 0; i < n; i++) {
        m[i] = i * 37 % 11;
        r[i].key = all[i].key = i * 7919 % 103;
        r[i].v[0] = all[i].v[0] = i;
        r[i].v[1] = all[i].v[1] = i * 13 % 29;
        p[i] = &r[i];
    }
    qsort(m, n, sizeof(int), by_number);
    for (i = 0; i < n; i++)
        for (j = i; j < m[i]; j++)
            kc[0]++;
    qsort(p, n, sizeof(rec *), by_pointer);
    for (i = 0; i < n; i++)
        for (j = 0; j < p[i]->key; j += i + 1)
            kc[1]++;
    qsort(r, n, sizeof(rec), by_key);
    for (i = 0; i < n; i++)
        for (j = i; j < r[i].v[0]; j++)
            kc[2]++;
    qsort(all + 1, n - 1, sizeof all[0], by_key);
    for (i = 0; i < n; i++)
        for (j = i; j < all[i].v[1]; j++)
            kc[3]++;
    qsort(used, 3, sizeof used[0], by_number);
    for (i = 0; i <= used[2]; i++)
        kc[4]++;
    printf("%ld %ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3], kc[4]);
    return 0;
}
""",
        {"n": 25},
    ),
    "structures that are filled as bytes": (
        r"""
#include <stdio.h>
#include <string.h>
long kc[9];
struct in { int a, b; };
struct sim { int n; double x; int m[3], wide[20]; struct in q; };
static void reset(struct sim *s) { memset(s, 0, sizeof *s); }
static void start(struct sim *s) { memset(s, 0, sizeof(struct sim)); s->m[1] = 2; }
static void copy(struct sim *a, const struct sim *b) { memcpy(a, b, sizeof *a); }
int main(void)
{
    struct sim s, t;
    int i, k;
    scanf("%d", &k);
    s.n = k; s.m[0] = 3; s.m[1] = 1; s.m[2] = 1; s.wide[7] = 9; s.q.a = 4; s.q.b = 5;
    t = s;
    reset(&s);
    for (i = 0; i <= s.n + s.wide[7]; i++)
        kc[0]++;
    for (i = 0; i <= s.q.b; i++)
        kc[1]++;
    start(&t);
    for (i = 0; i <= t.m[0] + t.m[1]; i++)
        kc[2]++;
    s.n = 9; s.q.a = 6;
    copy(&t, &s);
    for (i = 0; i < t.n + t.q.a; i++)
        kc[3]++;
    printf("%ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3]);
    return 0;
}
""",
        {"k": 5},
    ),
    "texts that are put together": (
        r"""
#include <stdio.h>
#include <string.h>
long kc[9];
struct rec { char name[10]; int n; };
int main(void)
{
    char buf[40], small[6];
    struct rec r[3];
    int i, n, len, x;
    unsigned char c = 'q';
    scanf("%d", &n);
    x = -n;
    sprintf(buf, "%d:%05d:%-4s|%c%c%x", x, 37, "ab", 'z', c, n);
    for (i = 0; buf[i]; i++)
        kc[0]++;
    len = snprintf(small, sizeof small, "%s", buf);
    for (i = 0; i < len; i++)
        kc[1]++;
    for (i = 0; small[i]; i++)
        kc[2]++;
    for (i = 0; i < 3; i++) {
        snprintf(r[i].name, sizeof r[i].name, "n%d_%o", i * 50, 250 + i);
        r[i].n = (int)strlen(r[i].name);
    }
    for (i = 0; i < r[1].n + r[2].n; i++)
        kc[3]++;
    len = 0;
    for (i = 0; i < 5; i++)
        len += sprintf(buf + len, "%u,%.*f;", (unsigned)i * 11u, i, n / 7.0);
    for (i = 0; i < len; i++)
        if (buf[i] == ',' || buf[i] == '3')
            kc[4]++;
    printf("%ld %ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3], kc[4]);
    return 0;
}
""",
        {"n": 42},
    ),
    "what comparing texts gives back": (
        r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
long kc[9];
static int order(const char *a, const char *b) { return strcmp(a, b); }
static int back(const void *a, const void *b) { return -strcmp(*(char *const *)a, *(char *const *)b); }
static int is_name(int c) { return isalpha(c); }
static int sides(const char *a, const char *b)
{
    int c = strncmp(a, b, 2);
    if (c < 0)
        return 1;
    else if (c > 0)
        return 2;
    return 3;
}
int main(void)
{
    char *words[] = {"pear", "apple", "fig", "date", "figs"};
    int i, j, k = 0, n;
    scanf("%d", &n);
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++)
            if (order(words[i], words[j]) > 0) {
                char *t = words[i];
                words[i] = words[j];
                words[j] = t;
                kc[0]++;
            }
    qsort(words, n, sizeof words[0], back);
    for (i = 1; i < n; i++)
        k += sides(words[i - 1], words[i]);
    for (i = 0; i < k; i++)
        kc[1]++;
    for (i = 0; words[0][i]; i++)
        if (is_name(words[0][i]))
            kc[2]++;
    printf("%ld %ld %ld\n", kc[0], kc[1], kc[2]);
    return 0;
}
""",
        {"n": 5},
    ),
    "members that only functions of a table ask for": (
        r"""
#include <stdio.h>
long kc[9];
typedef struct { char kind; int from, to; } move;
static int balance[4];
static int into(const move *m) { balance[m->to] += m->from; return m->to; }
static int out(const move *m) { balance[m->from]--; return m->from; }
static const struct { char kind; int (*run)(const move *); } table[] = {{'i', into}, {'o', out}};
static int run(const move *m)
{
    int i;
    for (i = 0; i < 2; i++)
        if (table[i].kind == m->kind)
            return table[i].run(m);
    return 3;
}
int main(void)
{
    static const move work[] = {{'i', 5, 1}, {'i', 4, 2}, {'o', 1, 0}, {'x', 0, 0}, {'o', 2, 2}};
    int i, j, n, counts[4] = {0};
    scanf("%d", &n);
    for (i = 0; i < n; i++)
        counts[run(&work[i])]++;
    for (i = 0; i < 4; i++)
        for (j = 0; j < counts[i] + balance[i]; j++)
            kc[0]++;
    printf("%ld\n", kc[0]);
    return 0;
}
""",
        {"n": 5},
    ),
}
