#include "../check.h"

#define MOST 30

void insert(int n, double *a);
void insert_(const int *n, double *a);

int main(void)
{
    double a[MOST], u[MOST];
    int bad = 0;
    for (int n = 1; n <= MOST; n += 7) {
        fill(n, a, u);
        insert(n, a);
        insert_(&n, u);
        bad += differ(n, a, u);
    }
    printf("insert: %s\n", bad ? "different" : "same");
    return bad;
}
