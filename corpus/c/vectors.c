/* Structures by pointer and by value: members, copies, views. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { size_t size, cap; double *data; } vec;
typedef struct mat { size_t r, c, tda; double *d; struct mat *block; } mat;
static vec *vnew(size_t n)
{
    vec *v = malloc(sizeof *v);
    v->size = n;
    v->cap = n;
    v->data = calloc(n + 4, sizeof(double));
    return v;
}
static void grow(vec *v)
{
    if (v->size == v->cap)
        v->cap *= 2;
    v->size++;
}
static double vsum(const vec *v)
{
    double s = 0;
    for (size_t i = 0; i < v->size; i++)
        s += v->data[i];
    return s;
}
static vec sub(vec *v, size_t a, size_t n)
{
    vec w = { n, n, v->data + a };
    return w;
}
static void swap(vec *a, vec *b)
{
    vec t = *a;
    *a = *b;
    *b = t;
}
static void msize(mat *m, size_t r, size_t c)
{
    m->r = r;
    m->c = c;
    m->block = m;
}
static int mcount(mat *m)
{
    int k = 0;
    for (size_t i = 0; i < m->r; i++)
        for (size_t j = 0; j < m->block->c; j++)
            k++;
    return k;
}
int main(void)
{
    int c = 0;
    vec *v = vnew(4), *w = v;
    c += (int)vsum(v);
    grow(v);
    c += (int)vsum(v);
    for (size_t i = 0; i < v->cap; i++)
        c++;
    w->size = 2;
    for (size_t i = 0; i < v->size; i++)
        c++;
    vec s = sub(v, 1, 3);
    for (size_t i = 0; i < s.size; i++)
        c++;
    vec t = { 6, 6, NULL };
    swap(&s, &t);
    for (size_t i = 0; i < s.size; i++)
        c++;
    for (size_t i = 0; i < t.size; i++)
        c++;
    vec *both[2] = { &s, &t };
    both[1]->size = 9;
    for (size_t i = 0; i < t.size; i++)
        c++;
    mat m;
    msize(&m, 2, 5);
    c += mcount(&m);
    m.block->c = 3;
    for (size_t i = 0; i < m.c; i++)
        c++;
    mat *p = &m, **pp = &p;
    (*pp)->r = 8;
    for (size_t i = 0; i < m.r; i++)
        c++;
    memset(&m, 0, sizeof m);
    for (size_t i = 0; i < m.r; i++)
        c++;
    mat n2 = m;
    n2.r = 4;
    memcpy(&m, &n2, sizeof m);
    for (size_t i = 0; i < m.r; i++)
        c++;
    struct { int n; } an[2] = { {3}, {5} };
    an[0] = an[1];
    for (int i = 0; i < an[0].n; i++)
        c++;
    vec z = s;
    z.size++;
    for (size_t i = 0; i < s.size; i++)
        c++;
    printf("%d\n", c);
    free(v->data);
    free(v);
    return 0;
}
