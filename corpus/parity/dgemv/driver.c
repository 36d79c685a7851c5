#include "../check.h"

#define LDA 20

void dgemv(int m, int n, double alpha, int lda, const double a[][lda], const double *x,
           double beta, double *y);
void dgemv_(const int *m, const int *n, const double *alpha, const int *lda,
            const double a[][LDA], const double *x, const double *beta, double *y);

int main(void)
{
    static double a[30][LDA], b[30][LDA];
    double x[30], y[LDA], u[30], v[LDA];
    const int lda = LDA;
    int bad = 0;
    for (int n = 0; n <= 30; n += 6) {
        int m = LDA - n / 2;
        double alpha = 0.75, beta = n == 12 ? 0.0 : 0.5;
        fill(30 * LDA, &a[0][0], &b[0][0]);
        fill(30, x, u);
        fill(LDA, y, v);
        x[1] = u[1] = 0.0;
        dgemv(m, n, alpha, lda, a, x, beta, y);
        dgemv_(&m, &n, &alpha, &lda, b, u, &beta, v);
        bad += differ(LDA, y, v);
    }
    printf("dgemv: %s\n", bad ? "different" : "same");
    return bad;
}
