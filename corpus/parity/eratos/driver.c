#include "../check.h"

#define MOST 200

int eratos(int n, int *mark);
int eratos_(const int *n, int *mark);

int main(void)
{
    int mark[MOST + 1], other[MOST + 1], bad = 0;
    for (int n = 2; n <= MOST; n += 49) {
        int c = eratos(n, mark), fortran = eratos_(&n, other);
        bad += differ_whole(1, &c, &fortran) + differ_whole(n + 1, mark, other);
    }
    printf("eratos: %s\n", bad ? "different" : "same");
    return bad;
}
