/* Calls of functions in a file that sad does not see (outside_rest.c). */
#include <stdio.h>
struct ctx { int n; int depth; int *p; };
void ext(struct ctx *x);
void ext2(int *x);
void ext3(void *x);
void ext4(struct ctx **x);
void again(void);
int shared = 2;
static int glob = 2;
static int *const pg = &glob;
static int drive(struct ctx *x)
{
    int s = 0;
    ext(x);
    for (int i = 0; i < x->depth; i++)
        s++;
    return s;
}
int main(void)
{
    int c = 0;
    struct ctx x = { 4, 3, 0 };
    c += drive(&x);
    for (int i = 0; i < x.n; i++)
        c++;
    x.n = 2;
    ext2(&x.n);
    for (int i = 0; i < x.n; i++)
        c++;
    x.n = 2;
    ext3(&x);
    for (int i = 0; i < x.n; i++)
        c++;
    struct ctx *q = &x;
    x.n = 2;
    ext4(&q);
    for (int i = 0; i < x.n; i++)
        c++;
    int k = 5;
    struct ctx y = { 1, 1, &k };
    ext(&y);
    for (int i = 0; i < k; i++)
        c++;
    int arr[3] = {1, 2, 3};
    ext2(arr);
    for (int i = 0; i < arr[1]; i++)
        c++;
    ext2(pg);
    for (int i = 0; i < glob; i++)
        c++;
    for (int i = 0; i < shared; i++)
        c++;
    int late = 3;
    ext2(&late);
    again();
    for (int i = 0; i < late; i++)
        c++;
    int *h = &k;
    k = 2;
    ext2(h);
    for (int i = 0; i < k; i++)
        c++;
    printf("%d\n", c);
    return 0;
}
