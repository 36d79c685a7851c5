#include <stdio.h>
#include <stdlib.h>
static int stored(const char *form, int *where)
{
    char b[40];
    sprintf(b, form, 7, where);             //=
    return b[0];
}
int main(int argc, char **argv)
{
    char b[40] = "x", c[2] = "y", *e = 0, *next[2] = {"12", "34"};
    int m = 2, n = 0, o = 1, p = 1, k = 0;  //=
    short s = 4;
    sprintf(b, "%d%n", 12345, &m);
    for (int i = 0; i < m; i++)
        k++;
    sprintf(b, "%d%n%s%hn", 12, &n, "xyz", &s);
    for (int i = 0; i < n; i++)
        k++;
    for (int i = 0; i < s; i++)
        k++;
    stored("abc%d%n", &o);
    for (int i = 0; i < o; i++)
        k++;
    printf("%d %s\n", p, b);
    for (int i = 0; i < p; i++)
        k++;                                //=
    strtol("12x", &e, 10);
    if (e != 0)
        k++;
    char **where = &e;
    e = 0;
    strtod("1.5", where);
    if (e != 0)
        k++;
    p = 0;
    k += atoi(next[p++]);
    for (int i = 0; i < p; i++)
        k++;                                //=
    int first = atoi(next[p++]) - 34;
    for (int i = 0; i < p; i++)
        k++;                                //=
    snprintf(c, sizeof c, "%s", "z");
    if (c[0] == 'y')
        k++;
    printf("%d\n", p++);
    for (int i = 0; i < p; i++)
        k++;                                //=
    fprintf(p++ ? stdout : stderr, "%d", 1);
    for (int i = 0; i < p; i++)
        k++;                                //=
    int q[3] = {1, 2, 3};
    sprintf(b, "abcd%n", q + 1);
    for (int i = 0; i < q[1]; i++)
        k++;
    return k < 0;
}
