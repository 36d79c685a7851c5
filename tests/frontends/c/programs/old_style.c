int limit(c, s, t, u, f, p) unsigned char c; short s; signed char t; unsigned short u; float f; int *p;
{
    int i, k = 0;                           //=
    for (i = 0; i < c; i++)
        k++;                                //=
    for (i = 0; i < s; i++)
        k++;                                //=
    for (i = 0; i < t; i++)
        k++;
    for (i = 0; i < u; i++)
        k++;                                //=
    for (i = 0; i < *p; i++)
        k++;                                //=
    if (f == 0.5)
        k++;
    return k;
}
_Bool truth(b) _Bool b;
{
    if (b)
        return 1;
    return 0;
}
unsigned char cut(n) int n;
{
    return n;                               //=
}
int main(void)
{
    int n = 3, k = 0;                       //=
    limit(260, 65541, 258, 65543, 0.5, &n);
    truth(256);
    for (int i = 0; i < cut(261); i++)
        k++;
    return k < 0;
}
