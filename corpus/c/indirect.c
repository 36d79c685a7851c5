/* Functions called through tables, structures, variables and the library. */
#include <stdio.h>
#include <stdlib.h>
typedef int (*op)(int);
static int inc(int k) { return k + 1; }
static int dec(int k) { return k - 1; }
static op table[2] = { inc, dec };
static int cmp(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
struct vt { op f; int n; };
static int run(const struct vt *v)
{
    int s = 0;
    for (int i = 0; i < v->n; i++)
        s = v->f(s);
    return s;
}
static void bye(void)
{
    printf("bye\n");
}
int main(void)
{
    int c = 0;
    int a[5] = {3, 2, 5, 1, 4};
    atexit(bye);
    for (int i = 0; i < 6; i++)
        c = table[i % 2](c);
    struct vt v = { dec, 5 };
    c += run(&v);
    op q = c > 3 ? inc : dec;
    c = q(c);
    qsort(a, 5, sizeof a[0], cmp);
    printf("%d\n", c);
    return 0;
}
