#include <stdio.h>

/* Writes rows of numbers with their sums as text; returns the sum of all. */
double rowout(FILE *out, int rows, int columns, const double *table)
{
    double all = 0.0;

    for (int r = 0; r < rows; r++) {
        double sum = 0.0;

        for (int c = 0; c < columns; c++) {
            fprintf(out, "%.6g,", table[r * columns + c]);
            sum += table[r * columns + c];
        }
        fprintf(out, "%.6g\n", sum);
        all += sum;
    }
    return all;
}
