/* Explicit heat conduction in a rod whose state is kept between the calls. */
#define MAXPTS 50

static double t[MAXPTS], tnew[MAXPTS];
static int npts;

void heat1d(int nsteps, double r)
{
    for (int k = 1; k <= nsteps; k++) {
        for (int i = 1; i < npts - 1; i++)
            tnew[i] = t[i] + r * (t[i - 1] - 2.0 * t[i] + t[i + 1]);
        for (int i = 1; i < npts - 1; i++)
            t[i] = tnew[i];
    }
}

/* Sets the number of points and the temperatures. */
void setrod(int n, double cold, double hot)
{
    npts = n;
    for (int i = 0; i < npts; i++)
        t[i] = cold;
    t[0] = hot;
}

/* The temperature of a point, for those who look from outside. */
double rodtmp(int i)
{
    return t[i];
}
