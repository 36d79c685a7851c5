#include "../check.h"

int digsum(int n);
int digsum_(const int *n);

int main(void)
{
    int bad = 0;
    for (int n = 0; n <= 1200; n += 300) {
        int c = digsum(n), fortran = digsum_(&n);
        bad += differ_whole(1, &c, &fortran);
    }
    printf("digsum: %s\n", bad ? "different" : "same");
    return bad;
}
