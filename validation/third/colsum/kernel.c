/* Sums of the columns, one row after the other, and the largest element of each column. */
void colsum(int rows, int columns, const double *a, double *sum, double *largest)
{
    for (int c = 0; c < columns; c++) {
        sum[c] = 0.0;
        largest[c] = a[c];
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            double v = a[r * columns + c];

            sum[c] += v;
            largest[c] = v > largest[c] ? v : largest[c];
        }
}
