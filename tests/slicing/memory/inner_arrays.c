#include <stdio.h>
#include <stdlib.h>
struct grid { int n; int dims[3]; int cells[2][4]; double w[2]; };
static void setup(int *d, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = 2 * i + n;
}
static void fill(struct grid *g, int n)
{
    setup(g->dims, 3);
    setup(&g->dims[1], 2);
    setup(g->cells[1], n);
    g->n = n;
}
static int work(struct grid *g)
{
    int i, j, k = 0;
    for (i = 0; i < g->n; i++)
        for (j = 0; j < g->dims[i] + g->cells[1][i]; j++)
            if ((i * j) % 3 == 1)
                k++;
    return k;
}
static int sum(const int d[], int n)
{
    return n == 0 ? 0 : d[0] + sum(d + 1, n - 1);
}
int main(void)
{
    struct grid g, h[3], *p = malloc(2 * sizeof *p);
    int n = 0, k, i;
    if (scanf("%d", &n) != 1)
        return 1;
    fill(&g, n);
    fill(&h[1], n);
    fill(p + 1, n);
    setup(&h[1].dims[0], 3);
    k = work(&g) + work(&h[1]) + work(p + 1);
    for (i = 0; i < sum(g.dims, 3) + sum(p[1].cells[1] + 1, 2); i++)
        printf(".");
    while (k > 0)
        k -= g.dims[k % 3];
    free(p);
    return 0;
}
