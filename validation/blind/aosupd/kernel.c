/* A kick and a drift of particles kept as an array of structures. */
struct particle {
    double x[3], v[3];
    double mass;
    int cell, kind;
};

void push(int n, double dt, double g, struct particle *p)
{
    for (int i = 0; i < n; i++) {
        p[i].v[2] -= g * dt;
        p[i].x[0] += dt * p[i].v[0];
        p[i].x[1] += dt * p[i].v[1];
        p[i].x[2] += dt * p[i].v[2];
    }
}
