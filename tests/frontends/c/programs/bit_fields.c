//< n=13
#include <stdio.h>
struct b { unsigned n : 3; int s : 3; unsigned long w : 40; _Bool t : 1; };
struct mixed { int plain; unsigned a : 4, : 2, b : 5; unsigned char c : 2; };
static struct b g = {9, 7, 1, 5}, list[2] = {{.n = 10}, {12}};
static const struct b fixed = {11, 2};
static struct mixed start = {1, 17, 33, 7};
enum { WIDTH = sizeof(char) + 1 };
struct late { unsigned v : WIDTH; unsigned u : (int)(3.5); };
int main(void)
{
    int n, k = 0;                           //=
    scanf("%d", &n);
    for (int i = 0; i < g.n; i++)
        k++;                                //=
    for (int i = 0; i < g.s; i++)
        k++;
    for (int i = 0; i < list[0].n; i++)
        k++;
    for (int i = 0; i < fixed.n; i++)
        k++;
    for (int i = 0; i < start.a + start.b; i++)
        k++;                                //=
    for (int i = 0; i < start.c; i++)
        k++;                                //=
    struct b x = {9, 1}, y;
    for (int i = 0; i < x.n; i++)
        k++;                                //=
    x.n = n;
    for (int i = 0; i < x.n; i++)
        k++;                                //=
    x.n += 6;
    for (int i = 0; i < x.n; i++)
        k++;                                //=
    x.n = 7;
    x.n++;
    for (int i = 0; i < x.n; i++)
        k++;
    x.n--;
    for (int i = 0; i < x.n; i++)
        k++;
    k = (x.n = 10);
    for (int i = 0; i < k; i++)
        k--;
    y = x;
    for (int i = 0; i < y.n; i++)
        k++;                                //=
    struct b *p = &y, z = {.n = 15};
    p->n = 12;
    for (int i = 0; i < y.n; i++)
        k++;
    *p = z;
    for (int i = 0; i < y.n; i++)
        k++;
    struct late l = {5, 9};
    for (int i = 0; i < l.v + l.u; i++)
        k++;
    x.s = 5;
    if (x.s < 0)
        k++;
    x.t = 4;
    for (int i = 0; i < x.t; i++)
        k++;
    for (x.n = 5; x.n != 0; x.n++)
        k++;
    return k < 0;
}
