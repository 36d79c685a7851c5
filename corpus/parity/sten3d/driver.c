#include "../check.h"

#define NX 5
#define NY 6
#define NZ 7

void sten3d(int nx, int ny, int nz, double c0, double c1,
            double a[nz][ny][nx], double b[nz][ny][nx]);
void sten3d_(const int *nx, const int *ny, const int *nz, const double *c0, const double *c1,
             double a[][NY][NX], double b[][NY][NX]);

int main(void)
{
    double a[NZ][NY][NX], b[NZ][NY][NX], u[NZ][NY][NX], v[NZ][NY][NX];
    const int nx = NX, ny = NY, nz = NZ;
    const double c0 = 0.4, c1 = 0.1;
    fill(NX * NY * NZ, &a[0][0][0], &u[0][0][0]);
    fill(NX * NY * NZ, &b[0][0][0], &v[0][0][0]);
    sten3d(nx, ny, nz, c0, c1, a, b);
    sten3d_(&nx, &ny, &nz, &c0, &c1, u, v);
    int bad = differ(NX * NY * NZ, &b[0][0][0], &v[0][0][0]);
    printf("sten3d: %s\n", bad ? "different" : "same");
    return bad;
}
