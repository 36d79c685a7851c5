#include "../check.h"

void setran(int start);
float mcarea(int n);
void setran_(const int *start);
float mcarea_(const int *n);

int main(void)
{
    int bad = 0;
    for (int start = 1; start <= 9; start += 4) {
        const int n = 100 * start;
        setran(start);
        setran_(&start);
        double c = mcarea(n), fortran = mcarea_(&n);
        bad += differ(1, &c, &fortran);
    }
    printf("mcarea: %s\n", bad ? "different" : "same");
    return bad;
}
