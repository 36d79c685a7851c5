/* Addresses that functions keep, return and pass on. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
struct s { int n, m; };
static int g = 4;
static struct s gs = { 3, 6 };
static int *keep;
static void save(int *p) { keep = p; }
static void through(void) { *keep = 9; }
static void viaglobal(struct s *p) { p->n++; gs.m = 1; }
static struct s make(int k) { struct s t = { k, k + 1 }; return t; }
static struct s *self(struct s *p) { return p; }
static void setg(int v) { g = v; }
static int readg(void) { return g; }
static void clear(struct s *a, int n) { for (int i = 0; i < n; i++) a[i].n = 0; }
static void out2(int *a, int *b) { *a = 3; *b = 7; }
static void byval(struct s t) { t.n = 100; }
static void rec(int *k) { if (*k < 5) { ++*k; rec(k); } }
static void (*hook)(int) = setg;
int main(void)
{
    int c = 0, a = 1, b = 2;
    save(&a);
    through();
    for (int i = 0; i < a; i++)
        c++;
    viaglobal(&gs);
    for (int i = 0; i < gs.n; i++)
        c++;
    for (int i = 0; i < gs.m; i++)
        c++;
    struct s t = make(5);
    for (int i = 0; i < t.m; i++)
        c++;
    self(&t)->n = 2;
    for (int i = 0; i < t.n; i++)
        c++;
    setg(6);
    for (int i = 0; i < readg(); i++)
        c++;
    for (int i = 0; i < g; i++) {
        c++;
        if (c > 1000000)
            setg(0);
    }
    struct s arr[4] = { {1, 1}, {2, 2}, {3, 3}, {4, 4} };
    clear(arr + 1, 2);
    for (int i = 0; i < arr[0].n; i++)
        c++;
    for (int i = 0; i < arr[2].n; i++)
        c++;
    out2(&a, &a);
    for (int i = 0; i < a; i++)
        c++;
    out2(&a, &b);
    for (int i = 0; i < a * b; i++)
        c++;
    byval(t);
    for (int i = 0; i < t.n; i++)
        c++;
    int k = 0;
    rec(&k);
    for (int i = 0; i < k; i++)
        c++;
    hook(2);
    for (int i = 0; i < g; i++)
        c++;
    struct s u;
    memcpy(&u, &t, sizeof t);
    for (int i = 0; i < u.n; i++)
        c++;
    memset(&t, 0, sizeof t);
    for (int i = 0; i < t.m; i++)
        c++;
    int len = snprintf(NULL, 0, "abc");
    for (int i = 0; i < len; i++)
        c++;
    int sw = 1, sx = 2;
    int *ps = &sw, *pt = &sx, *tmp;
    tmp = ps; ps = pt; pt = tmp;
    *ps = 5;
    for (int i = 0; i < sx; i++)
        c++;
    for (int i = 0; i < sw; i++)
        c++;
    int loc = 3;
    for (int rep = 0; rep < 2; rep++) {
        int inner = loc;
        loc = rep ? 1 : 6;
        for (int i = 0; i < inner; i++)
            c++;
    }
    char *dup = strdup("xyz");
    for (size_t i = 0; i < strlen(dup); i++)
        c++;
    free(dup);
    printf("%d\n", c);
    return 0;
}
