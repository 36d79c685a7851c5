/* Membrane potentials of unconnected neurons by the equations of Hodgkin and Huxley, gates by exponential Euler steps.
   Millivolts, milliseconds, current per area. */
#include <math.h>

struct neurons {
    int n;
    double *v, *m, *h, *g, *current;
};

static double gate(double x, double alpha, double beta, double dt)
{
    double rate = alpha + beta, limit = alpha / rate;
    return limit + (x - limit) * exp(-rate * dt);
}

/* x/(exp(x) - 1), at 0 by its series */
static double linoid(double x)
{
    if (fabs(x) < 1e-5)
        return 1.0 - 0.5 * x;
    return x / (exp(x) - 1.0);
}

void integrate(struct neurons *p, int steps, double dt)
{
    for (int step = 0; step < steps; step++)
        for (int i = 0; i < p->n; i++) {
            double v = p->v[i], m = p->m[i], h = p->h[i], g = p->g[i];
            m = gate(m, linoid(-(v + 40.0) / 10.0), 4.0 * exp(-(v + 65.0) / 18.0), dt);
            h = gate(h, 0.07 * exp(-(v + 65.0) / 20.0), 1.0 / (1.0 + exp(-(v + 35.0) / 10.0)), dt);
            g = gate(g, 0.1 * linoid(-(v + 55.0) / 10.0), 0.125 * exp(-(v + 65.0) / 80.0), dt);
            v += dt * (p->current[i] - 120.0 * m * m * m * h * (v - 50.0) - 36.0 * g * g * g * g * (v + 77.0)
                       - 0.3 * (v + 54.387));
            p->v[i] = v;
            p->m[i] = m;
            p->h[i] = h;
            p->g[i] = g;
        }
}
