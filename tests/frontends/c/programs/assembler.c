static int g = 3;
static void set(void) { __asm__ volatile("movl $5,%0" : "=m"(g)); }
static void hide(int *p)
{
    __asm__ volatile("movl $6,(%0)" : : "r"(p) : "memory");
}
static void barrier(void) { __asm__ volatile("" ::: "memory"); }
int main(void)
{
    int k = 3, m = 4, n = 2, o = 1, w = 0, *p = &k; //=
    static int s = 1;
    __asm__ volatile("movl $6,(%0)" : : "r"(p) : "memory");
    for (int i = 0; i < k; i++)
        w++;
    for (int i = 0; i < m; i++)
        w++;
    set();
    for (int i = 0; i < g; i++)
        w++;
    hide(&n);
    for (int i = 0; i < n; i++)
        w++;
    asm("movl %1,%0" : "=r"(o) : "r"(m));
    for (int i = 0; i < o; i++)
        w++;
    barrier();
    asm("incl %0" : "+m"(s));
    for (int i = 0; i < s; i++)
        w++;
    int a[3] = {1, 2, 3}, *q = a;
    asm volatile("movl $7,4(%0)" : : "r"(q) : "memory");
    for (int i = 0; i < a[1]; i++)
        w++;
    struct { int x, y; } r = {2, 3};
    asm volatile("movl $4,(%0)" : : "r"(&r) : "memory");
    for (int i = 0; i < r.x; i++)
        w++;
    int t = 2;
    asm goto("jmp %l0" : : : : behind);
    t = 9;
behind:
    for (int i = 0; i < t; i++)
        w++;
    return w < 0;
}
