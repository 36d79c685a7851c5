static int total = 1;
static void add(void) { total += 4; }
static int apply(int (*by)(int), int n) { return by(n); }
int main(void)
{
    int n = 3, k = 0, list[2] = {1, 1}, unseen = 2; //=
    void f(int by) { n = by; list[1] = 4; }
    int twice(int by)
    {
        add();
        total++;
        return 2 * by + n;
    }
    f(6);
    for (int i = 0; i < n; i++)
        k++;
    for (int i = 0; i < list[1]; i++)
        k++;
    for (int i = 0; i < unseen; i++)
        k++;                                //=
    k += twice(1);
    for (int i = 0; i < total; i++)
        k++;
    k = apply(twice, 2);
    for (int i = 0; i < k; i++)
        total++;
    return k < 0;
}
