/* CASE globals: 3 4 | 0 2 EXACT 1 2 3 4 */
int size[3];
static int table[2][2] = {{1, 2}, {3, 4}};
int total;
static void set_sizes(int n, int m) {
    size[0] = n;
    size[1] = m + size[0];
    total = size[1];
    table[1][0] = 7;
}
void globals(int n, int m) {
    size[2] = 2;
    set_sizes(n, m);
    for (int i = 0; i < size[1]; i++)
        kount[1]++;
    for (int i = 0; i < total; i++)
        kount[2]++;
    for (int i = 0; i < table[1][0]; i++)
        kount[3]++;
    for (int i = 0; i < size[2]; i++)
        kount[4]++;
}
/* CASE arrays: 3 4 | 5 1 EXACT 1 2 3 4 */
static void put(int *d, int n) {
    d[0] = n;
    d[1] = n + 1;
}
static void use(int d[]) {
    for (int i = 0; i < d[1]; i++)
        kount[1]++;
}
void arrays(int n, int m) {
    int own[2], more[4];
    put(own, n);
    use(own);
    put(more + 2, m);
    for (int i = 0; i < own[0]; i++)
        kount[2]++;
    for (int i = 0; i < more[3]; i++)
        kount[3]++;
    put(&own[0], m);
    for (int i = 0; i < own[1]; i++)
        kount[4]++;
}
/* CASE members: 3 4 | 1 6 EXACT 1 2 3 4 */
struct grid { int n; int size[2]; double h; };
static struct grid one;
static void fill(struct grid *g, int n, int m) {
    g->n = n;
    g->size[1] = m;
    g->h = 1.0 / n;
}
static void work(const struct grid *g) {
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->size[1]; j++)
            kount[1]++;
}
static void both(struct grid *g, struct grid *other) {
    g->n = 2;
    other->n = 5;
    for (int i = 0; i < g->n; i++)
        kount[6]++;
}
void members(int n, int m) {
    struct grid own;
    fill(&one, n, m);
    fill(&own, m, n);
    work(&one);
    for (int i = 0; i < one.n; i++)
        kount[2]++;
    for (int i = 0; i < one.size[1]; i++)
        kount[3]++;
    for (int i = 0; i < own.size[1]; i++)
        kount[4]++;
    both(&own, &one);
    for (int i = 0; i < own.n; i++)
        kount[5]++;
}
/* CASE alike: 3 4 | 2 1 EXACT 3 */
struct part { int n; int size[2]; };
static void twice(struct part *a, struct part *b) {
    a->n = 1;
    b->n = 2;
    for (int i = 0; i < a->n; i++)
        kount[1]++;
}
static void ints(int *a, int *b) {
    a[0] = 1;
    b[0] = 2;
    for (int i = 0; i < a[0]; i++)
        kount[2]++;
}
void alike(int n, int m) {
    struct part p;
    int v[2];
    twice(&p, &p);
    ints(v, v);
    for (int i = 0; i < p.n; i++)
        kount[3]++;
}
/* CASE by_pointer: 3 4 | 2 1 EXACT 3 */
struct node { int n; int size[2]; struct node *next; };
static void change(struct node *a, int n) {
    a->n = n;
    a->next->n = n + 1;
    a->next->size[0] = n + 2;
}
void by_pointer(int n, int m) {
    struct node p, q, *r = n > 2 ? &p : &q;
    p.next = &q;
    q.next = &p;
    p.n = q.n = 9;
    q.size[0] = 1;
    p.size[0] = 3;
    change(&p, m);
    for (int i = 0; i < q.n; i++)
        kount[1]++;
    for (int i = 0; i < q.size[0]; i++)
        kount[2]++;
    r->n = 4;
    r->size[0] = 5;
    for (int i = 0; i < r->n; i++)
        kount[3]++;
    for (int i = 0; i < p.n; i++)
        kount[4]++;
    change(r, m);
    for (int i = 0; i < p.size[0]; i++)
        kount[5]++;
    for (int i = 0; i < q.n; i++)
        kount[6]++;
}
/* CASE filled: 3 4 | 5 1 EXACT 1 */
#include <stdlib.h>
#include <string.h>
struct filled { int count; int size; };
void filled(int n, int m) {
    struct filled *p = malloc(3 * sizeof *p), *r = p;
    p->size = n;
    p[1].size = m;
    p[2].size = 2;
    for (int i = 0; i < p[1].size; i++)
        kount[1]++;
    memset(r + 1, 0, 2 * sizeof *r);
    for (int i = 0; i < p[1].size; i++)
        kount[2]++;
    for (int i = 0; i < p[2].size; i++)
        kount[3]++;
    memcpy(r + 2, r, sizeof *r);
    for (int i = 0; i < p[2].size; i++)
        kount[4]++;
}
