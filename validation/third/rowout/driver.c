#include <stdio.h>
#include <stdlib.h>

double rowout(FILE *out, int rows, int columns, const double *table);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { ROWS = 120, COLUMNS = 6 };

static int rows = ROWS, columns = COLUMNS;
static double table[ROWS * COLUMNS], all;
static FILE *out;

void setup(void)
{
    out = fopen("/dev/null", "w");
    if (out == NULL)
        exit(1);
    reset(1);
}

void reset(int seed)
{
    for (int i = 0; i < ROWS * COLUMNS; i++)
        table[i] = (double)((i * 7919 + seed) % 1000) / 7.0;
}

void once(void)
{
    all = rowout(out, rows, columns, table);
}

double check(void)
{
    return all;
}
