#include "../check.h"

void setrod(int n, double cold, double hot);
void heat1d(int nsteps, double r);
double rodtmp(int i);
void setrod_(const int *n, const double *cold, const double *hot);
void heat1d_(const int *nsteps, const double *r);
double rodtmp_(const int *i);

int main(void)
{
    const int n = 30, nsteps = 25;
    const double cold = 10.0, hot = 90.0, r = 0.3;
    int bad = 0;
    setrod(n, cold, hot);
    heat1d(nsteps, r);
    setrod_(&n, &cold, &hot);
    heat1d_(&nsteps, &r);
    for (int i = 1; i <= n; i++) {
        double c = rodtmp(i - 1), fortran = rodtmp_(&i);
        bad += differ(1, &c, &fortran);
    }
    printf("heat1d: %s\n", bad ? "different" : "same");
    return bad;
}
