#include "../check.h"

#define MOST 30

void prefix(int n, int x[n]);
void prefix_(const int *n, int *x);

int main(void)
{
    int x[MOST], u[MOST], bad = 0;
    for (int n = 1; n <= MOST; n += 7) {
        fill_whole(n, x, u, 100);
        prefix(n, x);
        prefix_(&n, u);
        bad += differ_whole(n, x, u);
    }
    printf("prefix: %s\n", bad ? "different" : "same");
    return bad;
}
