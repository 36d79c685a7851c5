#include <math.h>

struct body { double x, y, z, vx, vy, vz, mass; };

static void kick(int n, struct body *b, double dt, double soft2)
{
    for (int i = 0; i < n; i++) {
        double ax = 0.0, ay = 0.0, az = 0.0;

        for (int j = 0; j < n; j++) {
            double dx = b[j].x - b[i].x;
            double dy = b[j].y - b[i].y;
            double dz = b[j].z - b[i].z;
            double d2 = dx * dx + dy * dy + dz * dz + soft2;
            double pull = b[j].mass / (d2 * sqrt(d2));

            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        b[i].vx += dt * ax;
        b[i].vy += dt * ay;
        b[i].vz += dt * az;
    }
}

static void drift(int n, struct body *b, double dt)
{
    for (int i = 0; i < n; i++) {
        b[i].x += dt * b[i].vx;
        b[i].y += dt * b[i].vy;
        b[i].z += dt * b[i].vz;
    }
}

/* Moves n bodies that attract each other by steps leapfrog steps of dt. */
void integrate(int n, struct body *b, int steps, double dt, double softening)
{
    double soft2 = softening * softening;

    for (int step = 0; step < steps; step++) {
        drift(n, b, 0.5 * dt);
        kick(n, b, dt, soft2);
        drift(n, b, 0.5 * dt);
    }
}
