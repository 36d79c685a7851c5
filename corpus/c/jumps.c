/* A computed goto. */
#include <stdio.h>
int main(void)
{
    int c = 0, k = 0;
    void *tab[2];
    tab[0] = &&again;
    tab[1] = &&out;
again:
    c++;
    k = c > 4;
    goto *tab[k];
    c += 100;
out:
    printf("%d\n", c);
    return 0;
}
