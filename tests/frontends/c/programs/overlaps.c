static int w, g = 3, list[3] = {1, 2, 3};
struct pair { int low, high; };
static void f(const int *p, int *q)
{
    *q = 8;
    for (int i = 0; i < *p; i++)
        w++;
}
static void outer(int *p, int *q)
{
    *q = 5;
    f(p, q);
}
static void elements(const int *p, int *q, int n)
{
    q[0] = n;
    for (int i = 0; i < p[1]; i++)
        w++;
}
static void members(struct pair *p, struct pair *q)
{
    q->low = 6;
    for (int i = 0; i < p->low; i++)
        w++;
}
static void member(struct pair *p, int *q)
{
    *q = 7;
    for (int i = 0; i < p->low; i++)
        w++;
}
static void global(int *p)
{
    g = 9;
    for (int i = 0; i < *p; i++)
        w++;
}
struct node { struct node *next; int value; };
static void chained(struct node *p, struct node *q)
{
    q->value = 4;
    for (int i = 0; i < p->value; i++)
        w++;
}
static void set_list(void) { list[1] = 4; }
static void global_list(int *p)
{
    set_list();
    for (int i = 0; i < p[1]; i++)
        w++;
}
static void apart(const int *p, int *q)
{
    *q = 8;
    for (int i = 0; i < *p; i++)
        w++;
}
int main(void)
{
    int x = 3, y = 4, *p = &y, a[3] = {1, 2, 3}, u = 2, v = 2; //=
    f(&x, &x);
    f(p, &y);
    outer(&x, &x);
    elements(a, a + 1, 6);
    struct pair s = {1, 2};
    members(&s, &s);
    member(&s, &s.low);
    global(&g);
    global_list(list);
    apart(&u, &v);
    struct node only = {&only, 2};
    chained(&only, only.next);
    chained(&only, &only);
    for (int i = 0; i < x; i++)
        w++;
    return 0;
}
