/* Each of blocks*length numbers becomes the sum of itself and all before it; ends has room for a number a block. */
void scan(int blocks, int length, double *a, double *ends)
{
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int b = 0; b < blocks; b++) {
            double *block = a + (long)b * length, sum = 0.0;

            for (int i = 0; i < length; i++) {
                sum += block[i];
                block[i] = sum;
            }
            ends[b] = sum;
        }
#pragma omp single
        {
            double sum = 0.0;

            for (int b = 0; b < blocks; b++) {
                double own = ends[b];

                ends[b] = sum;
                sum += own;
            }
        }
#pragma omp for schedule(static)
        for (int b = 1; b < blocks; b++) {
            double *block = a + (long)b * length, before = ends[b];

            for (int i = 0; i < length; i++)
                block[i] += before;
        }
    }
}
