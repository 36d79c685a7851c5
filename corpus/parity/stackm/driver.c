#include "../check.h"

#define N 9

int stackm(int n, const int *code);
int stackm_(const int *n, const int *code);

int main(void)
{
    const int code[N][2] = {{0, 5}, {0, 7}, {3, 0}, {0, 4}, {2, 0}, {4, 0}, {0, 1}, {1, 0}, {9, 0}};
    int bad = 0;
    for (int n = 1; n <= N; n++) {
        int c = stackm(n, &code[0][0]), fortran = stackm_(&n, &code[0][0]);
        bad += differ_whole(1, &c, &fortran);
    }
    printf("stackm: %s\n", bad ? "different" : "same");
    return bad;
}
