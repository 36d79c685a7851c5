//< n=5
#include <stdio.h>
static int calls;
static int length(void) { calls++; return 3; }
static int taken(int n, int b[][n])
{
    int k = 0;
    for (unsigned i = 0; i < sizeof b[0] / sizeof(int); i++)
        k++;
    n = 1;
    for (unsigned i = 0; i < sizeof b[0] / sizeof(int); i++)
        k++;
    return k;
}
static int counted(int n, int a[n++])
{
    int k = 0;
    for (int i = 0; i < n; i++)
        k++;                                //=
    return k;
}
int main(void)
{
    int n, k = 0, m = 4, c = 0;
    scanf("%d", &n);
    int a[n];
    n = 3;
    for (unsigned i = 0; i < sizeof a / sizeof *a; i++)
        k++;                                //=
    int b[m++];
    for (int i = 0; i < m; i++)
        k++;                                //=
    for (unsigned i = 0; i < sizeof b / sizeof *b; i++)
        k++;                                //=
    typedef int row[m];
    m = 2;
    for (unsigned i = 0; i < sizeof(row) / sizeof(int); i++)
        k++;                                //=
    row rows[m];
    m = 9;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        k++;                                //=
    double d[length()][2];
    for (int i = 0; i < calls; i++)
        k++;
    for (unsigned i = 0; i < sizeof d / sizeof d[0]; i++)
        k++;
    for (unsigned i = 0; i < sizeof(int[c++]) / sizeof(int); i++)
        k++;
    for (int i = 0; i < c; i++)
        k++;
    int (*p)[n] = 0;
    n = 8;
    for (unsigned i = 0; i < sizeof *p / sizeof(int); i++)
        k++;                                //=
    int e[4][6];
    k += taken(6, e) + counted(4, e[0]);
    for (int j = 1; j < 4; j++) {
        char t[j];
        for (unsigned i = 0; i < sizeof t; i++)
            k++;                            //=
    }
    return k < 0;
}
