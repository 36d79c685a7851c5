/* Conjugate gradients with a dense matrix, rows in blocks that differ by at most one row. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* The rows after the first ones. */
static void matrix(double *a, int n, int nl, int first)
{
    for (int i = 0; i < nl; i++) {
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1.0 / (1 + abs(first + i - j));
        a[i * n + first + i] = 3.0;
    }
}

static void matvec(const double *a, int n, int nl, const double *p, double *q)
{
    for (int i = 0; i < nl; i++) {
        double s = 0.0;
        for (int j = 0; j < n; j++)
            s += a[i * n + j] * p[j];
        q[i] = s;
    }
}

/* Scalar product over all processes. */
static double dot(const double *x, const double *y, int nl)
{
    double part = 0.0, total;
    for (int i = 0; i < nl; i++)
        part += x[i] * y[i];
    MPI_Allreduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return total;
}

int main(int argc, char **argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]), niter = atoi(argv[2]);
    int *counts = malloc(nprocs * sizeof(int)), *places = malloc(nprocs * sizeof(int));
    for (int i = 0, sum = 0; i < nprocs; i++) {
        counts[i] = n / nprocs + (i < n % nprocs);
        places[i] = sum;
        sum += counts[i];
    }
    int nl = counts[rank];
    double *a = malloc(nl * n * sizeof(double)), *whole = malloc(n * sizeof(double));
    double *x = malloc(nl * sizeof(double)), *r = malloc(nl * sizeof(double));
    double *p = malloc(nl * sizeof(double)), *q = malloc(nl * sizeof(double));
    matrix(a, n, nl, places[rank]);
    for (int i = 0; i < nl; i++) {
        x[i] = 0.0;
        p[i] = r[i] = 1.0 + (places[rank] + i + 1) % 3;
    }

    double start = MPI_Wtime();
    double rr = dot(r, r, nl);
    for (int iter = 0; iter < niter; iter++) {
        MPI_Allgatherv(p, nl, MPI_DOUBLE, whole, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
        matvec(a, n, nl, whole, q);
        double alpha = rr / dot(p, q, nl);
        for (int i = 0; i < nl; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double rnew = dot(r, r, nl);
        double beta = rnew / rr;
        rr = rnew;
        for (int i = 0; i < nl; i++)
            p[i] = r[i] + beta * p[i];
    }
    double finish = MPI_Wtime();

    double part = 0.0, total;
    for (int i = 0; i < nl; i++)
        part += x[i];
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("seconds: %.6f\n", finish - start);
    }
    free(a);
    free(whole);
    free(x);
    free(r);
    free(p);
    free(q);
    free(counts);
    free(places);
    MPI_Finalize();
    return 0;
}
