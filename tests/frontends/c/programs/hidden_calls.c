static int g = 2, c = 3, d = 4, many;
int real_n = 3;
extern int ali __attribute__((alias("real_n")));
static void cl(int *p) { g = 5; }
__attribute__((constructor)) static void init(void) { c = 7; }
static void late(void) __attribute__((destructor(101)));
static void late(void) { many++; }
static void twice(void)
{
    many += 2;
}
void again(void) __attribute__((alias("twice_")));
void twice_(void) { twice(); }
static inline __attribute__((always_inline)) int same(int n) { return n; }
int main(void)
{
    int k = 0, y = 1;                       //=
    { int x __attribute__((cleanup(cl))) = 1, z = 2; x++; }
    for (int i = 0; i < g; i++)
        k++;
    ali = 9;
    for (int i = 0; i < c; i++)
        k++;
    for (int i = 0; i < real_n; i++)
        k++;
    for (int i = 0; i < same(d); i++)
        k++;                                //=
    again();
    for (int i = 0; i < many; i++)
        k++;
    for (int i = 0; i < 2; i++) {
        __attribute__((cleanup(cl))) int v = i;
        g = 1;
        if (i)
            continue;
        k++;
    }
    for (int i = 0; i < g; i++)
        k++;
    return k < 0;
}
