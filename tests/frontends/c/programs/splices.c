#define LONG_\
NAME 3
static int fi\
rst(int v\
alue) { return value; } /* a comm\
ent */
int main(void)
{
    int nn\
n = 4, k = 0, m = 1\
2; // a comment \
k = 100;
    for (int i = 0; i < nnn; i++)
        k++;                                //=
    for (int i = 0; i < m; i+\
+)
        k++;                                //=
    k +\
= first(LONG_\
NAME);
    for (int i = 0; i <\
= LONG_\
N\
AME; i++)
        k++;                                //=
    return k < 0;
}
