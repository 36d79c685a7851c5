/* A wave carried along n cells until a fixed time; the steps are as long as stability allows. */
#include <stdio.h>

#define MOST 2000

int main(void)
{
    static double u[MOST], flux[MOST];
    double t = 0.0, sum = 0.0;
    const double end = 1.0, speed = 2.0;
    int n, steps = 0;

    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        u[i] = i < n / 3 ? 1.0 : 0.0;
    while (t < end) {
        double dx = 1.0 / n;
        double dt = 0.8 * dx / speed;
        if (t + dt > end)
            dt = end - t;
        for (int i = 0; i < n; i++)
            flux[i] = speed * (u[i] - (i > 0 ? u[i - 1] : u[n - 1]));
        for (int i = 0; i < n; i++)
            u[i] -= dt / dx * flux[i];
        t += dt;
        steps++;
    }
    for (int i = 0; i < n; i++)
        sum += u[i];
    printf("%d %.3f\n", steps, sum / n);
    return 0;
}
