#include "../check.h"

#define M 7
#define N 10

void wavefr(int m, int n, double t[n][m]);
void wavefr_(const int *m, const int *n, double t[][M]);

int main(void)
{
    double t[N][M], u[N][M];
    const int m = M, n = N;
    fill(M * N, &t[0][0], &u[0][0]);
    wavefr(m, n, t);
    wavefr_(&m, &n, u);
    int bad = differ(M * N, &t[0][0], &u[0][0]);
    printf("wavefr: %s\n", bad ? "different" : "same");
    return bad;
}
