#include "../check.h"

int collat(int n);
int collat_(const int *n);

int main(void)
{
    int bad = 0;
    for (int n = 1; n <= 40; n += 13) {
        int c = collat(n), fortran = collat_(&n);
        bad += differ_whole(1, &c, &fortran);
    }
    printf("collat: %s\n", bad ? "different" : "same");
    return bad;
}
