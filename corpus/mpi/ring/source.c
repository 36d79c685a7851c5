/* Product of two matrices on a ring of processes. Every process keeps a block of rows of A and of the
   product; the blocks of columns of B go round. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Values are small whole numbers: sums are exact in any order. b holds columns. */
static void fill(double *a, double *b, double *c, int n, int nl, int first)
{
    for (int i = 0; i < nl; i++)
        for (int j = 0; j < n; j++) {
            a[i * n + j] = (first + i + 1) * (j + 1) % 7;
            c[i * n + j] = 0.0;
        }
    for (int j = 0; j < nl; j++)
        for (int i = 0; i < n; i++)
            b[j * n + i] = (i + 1 + 2 * (first + j + 1)) % 5;
}

/* A block goes to the right; even processes send first. */
static void shift(double *b, double *t, int length, int rank, int nprocs)
{
    int right = (rank + 1) % nprocs;
    int left = (rank - 1 + nprocs) % nprocs;
    MPI_Status status;
    if (rank % 2 == 0) {
        MPI_Send(b, length, MPI_DOUBLE, right, 1, MPI_COMM_WORLD);
        MPI_Recv(t, length, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &status);
    } else {
        MPI_Recv(t, length, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &status);
        MPI_Send(b, length, MPI_DOUBLE, right, 1, MPI_COMM_WORLD);
    }
    for (int i = 0; i < length; i++)
        b[i] = t[i];
}

/* All blocks of B come by once, and each is back at its owner in the end. */
static void turn(const double *a, double *b, double *c, double *t, int n, int nl, int rank, int nprocs)
{
    for (int step = 0; step < nprocs; step++) {
        int owner = (rank - step + nprocs) % nprocs;
        for (int i = 0; i < nl; i++)
            for (int j = 0; j < nl; j++)
                for (int k = 0; k < n; k++)
                    c[i * n + owner * nl + j] += a[i * n + k] * b[j * n + k];
        if (nprocs > 1)
            shift(b, t, n * nl, rank, nprocs);
    }
}

/* Sum with weights of the places. */
static double check(const double *c, int n, int nl, int first)
{
    double sum = 0.0;
    for (int i = 0; i < nl; i++)
        for (int j = 0; j < n; j++)
            sum += c[i * n + j] * ((first + i + j + 2) % 3 + 1);
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
    double *a = malloc(n * nl * sizeof(double)), *b = malloc(n * nl * sizeof(double));
    double *c = malloc(n * nl * sizeof(double)), *t = malloc(n * nl * sizeof(double));
    fill(a, b, c, n, nl, rank * nl);

    double start = MPI_Wtime();
    for (int rep = 0; rep < nreps; rep++)
        turn(a, b, c, t, n, nl, rank, nprocs);
    double finish = MPI_Wtime();

    double total = check(c, n, nl, rank * nl), sum;
    MPI_Reduce(&total, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", sum);
        printf("seconds: %.6f\n", finish - start);
    }
    free(a);
    free(b);
    free(c);
    free(t);
    MPI_Finalize();
    return 0;
}
