/* What the drivers share: reproducible values, and comparison bit by bit. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

/* The next of a sequence of values between -1 and 1. */
static inline double value(void)
{
    static int state = 12345;
    state = (state * 421 + 1663) % 7875;
    return 2.0 * state / 7875.0 - 1.0;
}

static inline void fill(int n, double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        x[i] = value();
        y[i] = x[i];
    }
}

static inline void fill_whole(int n, int *x, int *y, int most)
{
    for (int i = 0; i < n; i++) {
        x[i] = (int)((value() + 1.0) * 0.5 * most);
        y[i] = x[i];
    }
}

static inline int differ(int n, const double *x, const double *y)
{
    for (int i = 0; i < n; i++)
        if (x[i] != y[i]) {
            printf("element %d: C %.17g, Fortran %.17g\n", i, x[i], y[i]);
            return 1;
        }
    return 0;
}

static inline int differ_whole(int n, const int *x, const int *y)
{
    for (int i = 0; i < n; i++)
        if (x[i] != y[i]) {
            printf("element %d: C %d, Fortran %d\n", i, x[i], y[i]);
            return 1;
        }
    return 0;
}

#endif
