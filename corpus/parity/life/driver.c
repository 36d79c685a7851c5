#include "../check.h"

#define M 14
#define N 11

void life(int m, int n, int cell[n][m], int next[n][m]);
void life_(const int *m, const int *n, int cell[][M], int next[][M]);

int main(void)
{
    int cell[N][M], next[N][M], u[N][M], v[N][M];
    const int m = M, n = N;
    fill_whole(M * N, &cell[0][0], &u[0][0], 2);
    fill_whole(M * N, &next[0][0], &v[0][0], 2);
    life(m, n, cell, next);
    life_(&m, &n, u, v);
    int bad = differ_whole(M * N, &next[0][0], &v[0][0]);
    printf("life: %s\n", bad ? "different" : "same");
    return bad;
}
