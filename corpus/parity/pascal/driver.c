#include "../check.h"

#define MOST 20

void pascal(int n, int *c);
void pascal_(const int *n, int *c);

int main(void)
{
    int c[MOST + 1], u[MOST + 1], bad = 0;
    for (int n = 0; n <= MOST; n += 5) {
        pascal(n, c);
        pascal_(&n, u);
        bad += differ_whole(n + 1, c, u);
    }
    printf("pascal: %s\n", bad ? "different" : "same");
    return bad;
}
