#include <string.h>
struct s { int a, b; };
static int shared = 2;
static void put(void *where, int what) { *(int *)where = what; }
static void put_first(struct s *where) { int *first = (int *)where; *first = 6; }
static void bytes(void *where) { unsigned char *c = where; c[0] = 4; }
static void deep(void **where) { *(int *)*where = 8; }
int main(void)
{
    int m = 3, n = 2, o = 1, q = 3, a[3] = {1, 2, 3}, k = 0; //=
    void *v = &m, *u = a;
    *(int *)v = 5;
    for (int i = 0; i < m; i++)
        k++;
    ((int *)u)[1] = 7;
    for (int i = 0; i < a[1]; i++)
        k++;
    put(&n, 4);
    for (int i = 0; i < n; i++)
        k++;
    put(&a[2], 5);
    for (int i = 0; i < a[2]; i++)
        k++;
    put(&shared, 6);
    for (int i = 0; i < shared; i++)
        k++;
    struct s x = {1, 2}, y = {3, 4};
    put_first(&x);
    for (int i = 0; i < x.a; i++)
        k++;
    put(&y, 9);
    for (int i = 0; i < y.a; i++)
        k++;
    put(&y.b, 2);
    for (int i = 0; i < y.b; i++)
        k++;
    bytes(&o);
    for (int i = 0; i < o; i++)
        k++;
    int *p = &q;
    unsigned char *c = (unsigned char *)p;
    *c = 9;
    for (int i = 0; i < q; i++)
        k++;
    void *w = &x;
    *(int *)w = 3;
    for (int i = 0; i < x.a; i++)
        k++;
    struct s *back = w;
    back->b = 5;
    for (int i = 0; i < x.b; i++)
        k++;
    deep(&v);
    for (int i = 0; i < m; i++)
        k++;
    void *z = p;
    memset(z, 0, sizeof q);
    for (int i = 0; i < q; i++)
        k++;
    unsigned *sign = (unsigned *)&n;
    *sign = 11;
    for (int i = 0; i < n; i++)
        k++;
    long whole = 5;
    ((char *)&whole)[0] = 2;
    for (int i = 0; i < whole; i++)
        k++;
    int far = 2, near = 2;
    int *to_far = &far;
    unsigned char *byte = (unsigned char *)to_far;
    *byte = 4;
    for (int i = 0; i < far; i++)
        k++;
    void *to_near = &near;
    char *text = to_near;
    text[0] = 1;
    for (int i = 0; i < near; i++)
        k++;
    union word { int i; unsigned char c[4]; };
    int both = 1;
    ((union word *)&both)->c[0] = 4;
    for (int i = 0; i < both; i++)
        k++;
    return k < 0;
}
