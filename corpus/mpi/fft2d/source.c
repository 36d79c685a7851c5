/* Fourier transform in two dimensions: lines are transformed, the matrix is transposed by an exchange of all
   with all, lines are transformed again, and the matrix is transposed back. A number is two doubles. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void begin(double *x, int n, int nl, int first)
{
    for (int j = 0; j < nl; j++)
        for (int i = 0; i < n; i++) {
            x[2 * (j * n + i)] = (i + 1) * (first + j + 1) % 7;
            x[2 * (j * n + i) + 1] = (i + 1) % 3;
        }
}

/* Radix 2; n is a power of two. */
static void fft(double *x, int n)
{
    const double pi = 3.14159265358979324;
    for (int i = 0, j = 0; i < n; i++) {
        if (j > i)
            for (int k = 0; k < 2; k++) {
                double t = x[2 * j + k];
                x[2 * j + k] = x[2 * i + k];
                x[2 * i + k] = t;
            }
        int m = n / 2;
        while (m >= 1 && j >= m) {
            j -= m;
            m /= 2;
        }
        j += m;
    }
    for (int length = 1; length < n; length *= 2)
        for (int m = 0; m < length; m++) {
            double angle = -pi * m / length;
            double re = cos(angle), im = sin(angle);
            for (int i = m; i < n; i += 2 * length) {
                double *a = x + 2 * i, *b = x + 2 * (i + length);
                double t0 = re * b[0] - im * b[1], t1 = re * b[1] + im * b[0];
                b[0] = a[0] - t0;
                b[1] = a[1] - t1;
                a[0] += t0;
                a[1] += t1;
            }
        }
}

/* All lines of this process, with the factor that keeps the sum of squares. */
static void lines(double *x, int n, int nl)
{
    for (int j = 0; j < nl; j++) {
        fft(x + 2 * j * n, n);
        for (int i = 0; i < 2 * n; i++)
            x[2 * j * n + i] /= sqrt(n);
    }
}

/* Transpose: a square block goes to every process. */
static void turn(double *x, double *s, double *r, int n, int nl, int nprocs)
{
    for (int k = 0; k < nprocs; k++)
        for (int j = 0; j < nl; j++)
            for (int i = 0; i < 2 * nl; i++)
                s[2 * (k * nl + j) * nl + i] = x[2 * (j * n + k * nl) + i];
    MPI_Alltoall(s, 2 * nl * nl, MPI_DOUBLE, r, 2 * nl * nl, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int k = 0; k < nprocs; k++)
        for (int j = 0; j < nl; j++)
            for (int i = 0; i < nl; i++) {
                x[2 * (i * n + k * nl + j)] = r[2 * ((k * nl + j) * nl + i)];
                x[2 * (i * n + k * nl + j) + 1] = r[2 * ((k * nl + j) * nl + i) + 1];
            }
}

/* Parts with weights of the places. */
static double sum_up(const double *x, int n, int nl, int first)
{
    double sum = 0.0;
    for (int j = 0; j < nl; j++)
        for (int i = 0; i < n; i++) {
            sum += x[2 * (j * n + i)] * ((i + 1) % 5);
            sum += x[2 * (j * n + i) + 1] * ((first + j + 1) % 3);
        }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, nprocs, n, nreps;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d", &n, &nreps);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&nreps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int nl = n / nprocs;
    double *x = malloc(2 * n * nl * sizeof(double));
    double *s = malloc(2 * n * nl * sizeof(double)), *r = malloc(2 * n * nl * sizeof(double));
    begin(x, n, nl, rank * nl);

    double start = MPI_Wtime();
    for (int rep = 0; rep < nreps; rep++) {
        lines(x, n, nl);
        turn(x, s, r, n, nl, nprocs);
        lines(x, n, nl);
        turn(x, s, r, n, nl, nprocs);
    }
    double finish = MPI_Wtime();

    double part = sum_up(x, n, nl, rank * nl), total;
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("seconds: %.6f\n", finish - start);
    }
    free(x);
    free(s);
    free(r);
    MPI_Finalize();
    return 0;
}
