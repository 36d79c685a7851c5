/* Growing buffers in structures, global state, tables, pointers to rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int len; int cap; int *v; } buf;
typedef struct { buf in, out; int mode; union { int a; short b; } u; } state;
static state st;
static const char *names[] = { "one", "three", "seven", NULL };
static int lut[4][2] = { {1, 2}, {3}, {5, 6} };
static int total(state *s);
static void push(buf *b, int x)
{
    if (b->len == b->cap) {
        b->cap = b->cap ? 2 * b->cap : 4;
        b->v = realloc(b->v, b->cap * sizeof *b->v);
    }
    b->v[b->len++] = x;
}
static int pop(buf *b) { return b->len ? b->v[--b->len] : -1; }
static void run(state *s, int n)
{
    for (int i = 0; i < n; i++)
        push(&s->in, i);
    while (s->in.len)
        push(&s->out, pop(&s->in));
    s->mode = s->out.len > 3 ? 2 : 1;
    s->u.a = 7;
}
static int total(state *s)
{
    int t = 0;
    for (int i = 0; i < s->out.len; i++)
        t += s->out.v[i];
    for (int i = 0; i < s->mode; i++)
        t++;
    for (int i = 0; i < s->u.b; i++)
        t++;
    return t;
}
static int *slot(buf *b, int i) { return &b->v[i]; }
static inline int clampi(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
static void shift(int *p, int n) { for (; n > 1; n--, p++) p[0] = p[1]; }
static int count(const char *s, char ch) { int n = 0; for (; *s; ++s) n += *s == ch; return n; }
static double norm(int n, const double v[static n]) { double s = 0; for (const double *p = v, *e = v + n; p != e; ++p) s += *p * *p; return s; }
int main(void)
{
    int c = 0;
    run(&st, 10);
    c += total(&st);
    state copy = st;
    copy.out.len = 3;
    c += total(&copy);
    st.out.len -= 4;
    c += total(&st);
    *slot(&st.out, 0) = 5;
    for (int i = 0; i < st.mode; i++)
        c++;
    for (int i = 0; names[i]; i++)
        c += count(names[i], 'e');
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < lut[i][1]; j++)
            c++;
    for (int i = 0; i < clampi(c, 2, 6); i++)
        c--;
    int arr[6] = {6, 5, 4, 3, 2, 1};
    shift(arr, 6);
    for (int i = 0; i < arr[0]; i++)
        c++;
    shift(arr + 1, arr[5] + 2);
    for (int i = 0; i < arr[1]; i++)
        c++;
    double v[5] = {1, 2, 3, 4, 5};
    c += (int)norm(5, v);
    c += (int)norm(3, v + 1);
    buf local = {0};
    for (int i = 0; i < 3; i++)
        push(&local, i);
    for (int i = 0; i < local.cap; i++)
        c++;
    buf *alias = &local;
    alias->len = 1;
    while (alias->len)
        pop(&local);
    for (int i = 0; i < local.len + 2; i++)
        c++;
    for (state *s = &st; s; s = NULL)
        for (int i = 0; i < s->mode; i++)
            c++;
    int m[3][4], (*row)[4] = m, *cell = *m;
    for (; row < m + 3; row++)
        for (int j = 0; j < 4; j++)
            (*row)[j] = j;
    for (; cell < *m + 12; cell++)
        c += *cell;
    int w = 0;
    for (int i = 0; i < 5; i++) {
        int *t = i % 2 ? &w : &c;
        ++*t;
    }
    for (int i = 0; i < w; i++)
        c++;
    int q = 4;
    int *volatile vp = &q;
    *vp = 6;
    for (int i = 0; i < q; i++)
        c++;
    volatile int vol = 3;
    for (int i = 0; i < vol; i++)
        c++;
    struct { unsigned lo : 4, hi : 4; } nib = { 17, 3 };
    for (unsigned i = 0; i < nib.lo + nib.hi; i++)
        c++;
    int z = -9;
    for (unsigned i = 0; i < (unsigned)(z + 12); i++)
        c++;
    for (int i = 0; i < abs(z); i++)
        c++;
    for (int i = z; i; i++)
        c++;
    for (long i = 5; i >= -5L; i -= 2)
        c++;
    free(local.v);
    free(st.in.v);
    free(st.out.v);
    printf("%d\n", c);
    return 0;
}
