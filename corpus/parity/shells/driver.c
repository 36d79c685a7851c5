#include "../check.h"

#define MOST 60

void shells(int n, int *a);
void shells_(const int *n, int *a);

int main(void)
{
    int a[MOST], u[MOST], bad = 0;
    for (int n = 0; n <= MOST; n += 15) {
        fill_whole(n, a, u, 1000);
        shells(n, a);
        shells_(&n, u);
        bad += differ_whole(n, a, u);
    }
    printf("shells: %s\n", bad ? "different" : "same");
    return bad;
}
