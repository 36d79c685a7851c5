#include "../check.h"

#define LDA 12

void trsolv(int n, int lda, const double (*a)[lda], double *b);
void trsolv_(const int *n, const int *lda, const double (*a)[LDA], double *b);

int main(void)
{
    static double a[LDA][LDA], u[LDA][LDA];
    double b[LDA], v[LDA];
    const int lda = LDA;
    int bad = 0;
    for (int n = 1; n <= LDA; n += 4) {
        fill(LDA * LDA, &a[0][0], &u[0][0]);
        fill(LDA, b, v);
        for (int i = 0; i < LDA; i++)
            a[i][i] = u[i][i] = 3.0 + i;
        trsolv(n, lda, a, b);
        trsolv_(&n, &lda, u, v);
        bad += differ(n, b, v);
    }
    printf("trsolv: %s\n", bad ? "different" : "same");
    return bad;
}
