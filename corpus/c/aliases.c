/* Variables that change through pointers kept in other places. */
#include <stdio.h>
static int data[6] = {1, 2, 3};
static int *alias = data;
static int count = 3;
static int *pc = &count;
static int hits;
static void poke(int *p) { *p = 5; }
static int *where(void) { return &count; }
struct s { int n; int a[4]; } gs = { 2 }, *gp = &gs;
static void both(int *p, int *q) { *p = 1; *q = 2; for (int i = 0; i < *p; i++) hits++; }
int main(void)
{
    int c = 0;
    for (int i = 0; i < count; i++)
        c++;
    *pc = 6;
    for (int i = 0; i < count; i++)
        c++;
    *where() = 7;
    for (int i = 0; i < count; i++)
        c++;
    alias[1] = 9;
    for (int i = 0; i < data[1]; i++)
        c++;
    poke(&data[2]);
    for (int i = 0; i < data[2]; i++)
        c++;
    gp->n = 4;
    for (int i = 0; i < gs.n; i++)
        c++;
    int x = 0;
    both(&x, &x);
    for (int i = 0; i < x; i++)
        c++;
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int *flat = &m[0][0];
    flat[4] = 8;
    for (int i = 0; i < m[1][1]; i++)
        c++;
    int (*row)[3] = m;
    row[0][1] = 9;
    for (int i = 0; i < m[0][1]; i++)
        c++;
    struct s l = gs, *lp = &l;
    lp->a[2] = 3;
    int *ip = &l.n;
    *ip = 8;
    for (int i = 0; i < l.n; i++)
        c++;
    for (int i = 0; i < l.a[2]; i++)
        c++;
    int y = 4;
    {
        int y = 2;
        y++;
        for (int i = 0; i < y; i++)
            c++;
    }
    for (int i = 0; i < y; i++)
        c++;
    for (int i = 0; i < 2; i++) {
        static int s = 1;
        s += 2;
        for (int j = 0; j < s; j++)
            c++;
    }
    printf("%d %d\n", c, hits);
    return 0;
}
