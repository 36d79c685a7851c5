/* Reproducible values for the drivers. */
#ifndef FILL_H
#define FILL_H

static unsigned long fill_state = 12345;

/* The next of a sequence of values between 0 and 1. */
static double next_value(void)
{
    fill_state = (fill_state * 16807) % 2147483647;
    return (double)fill_state / 2147483647.0;
}

#endif
