#include "../check.h"

#define N 10

void nbody(int n, double pos[][3], const double *mass, double acc[][3]);
void nbody_(const int *n, double pos[][3], const double *mass, double acc[][3]);

int main(void)
{
    double pos[N][3], mass[N], acc[N][3], u[N][3], v[N], w[N][3];
    const int n = N;
    fill(3 * N, &pos[0][0], &u[0][0]);
    fill(N, mass, v);
    nbody(n, pos, mass, acc);
    nbody_(&n, u, v, w);
    int bad = differ(3 * N, &acc[0][0], &w[0][0]);
    printf("nbody: %s\n", bad ? "different" : "same");
    return bad;
}
