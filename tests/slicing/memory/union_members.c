#include <stdio.h>
union v { struct { int a, b; } s; int v[2]; struct { unsigned lo : 4, hi : 4; } f; };
union w { struct { int a, b; } s; int v[2]; };
static union w gw;
static void set(union w *p, int k)
{
    p->v[1] = k;
}
static int get(union w *p)
{
    int k = 0, i;
    p->s.b = 3;
    set(p, 6);
    for (i = 0; i < p->s.b; i++)
        k++;
    p->v[0] = 4;
    p->s.a = 9;
    for (i = 0; i < p->v[0]; i++)
        k += 2;
    return k;
}
static int bits(union v *p)
{
    int k = 0;
    p->v[0] = 1;
    p->f.lo = 9;
    if (p->v[0] > 5)
        k++;
    return k;
}
int main(void)
{
    union w x;
    union v y;
    int k, i;
    x.s.a = 2;
    x.v[0] = 5;
    k = get(&x) + bits(&y);
    gw.s.b = 2;
    gw.v[1] = 5;
    for (i = 0; i < gw.s.b; i++)
        k += 3;
    y.v[0] = 0;
    y.f.lo = 7;
    if (y.v[0] > 5)
        k++;
    printf("%d\n", k);
    return 0;
}
