/* A counter with one clerk: n customers come and are served, both at random. */
#include <math.h>
#include <stdio.h>

static double draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return ((*state >> 8) + 0.5) / 16777216.0;
}

int main(void)
{
    double now = 0.0, arrival, leave = 1e30;
    int n, served = 0, waiting = 0, longest = 0, idle = 0;
    unsigned seed;

    if (scanf("%d %u", &n, &seed) != 2)
        return 1;
    arrival = -log(draw(&seed));
    while (served < n) {
        if (arrival < leave) {
            now = arrival;
            waiting++;
            if (waiting > longest)
                longest = waiting;
            if (waiting == 1) {
                idle++;
                leave = now - 0.8 * log(draw(&seed));
            }
            arrival = now - log(draw(&seed));
        } else {
            now = leave;
            waiting--;
            served++;
            if (waiting > 0)
                leave = now - 0.8 * log(draw(&seed));
            else
                leave = 1e30;
        }
    }
    printf("%d %d\n", longest, idle);
    return 0;
}
