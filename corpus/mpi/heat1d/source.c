/* Heat in a plate by Jacobi's method. Every process has a block of rows, with a row of its neighbours on
   either side. The border is held at fixed temperatures. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Cold inside, warm borders in the west and in the south. */
static void begin(double *u, int n, int nl, int rank)
{
    for (int i = 0; i <= nl + 1; i++) {
        for (int j = 0; j <= n + 1; j++)
            u[i * (n + 2) + j] = 0.0;
        u[i * (n + 2) + n + 1] = 2.0;
    }
    if (rank == 0)
        for (int j = 0; j <= n + 1; j++)
            u[j] = 1.0;
}

/* Rows to both neighbours; there is none beyond the border. */
static void swap(double *u, int n, int nl, int west, int east)
{
    int width = n + 2;
    MPI_Sendrecv(u + width + 1, n, MPI_DOUBLE, west, 1, u + (nl + 1) * width + 1, n, MPI_DOUBLE, east, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + nl * width + 1, n, MPI_DOUBLE, east, 2, u + 1, n, MPI_DOUBLE, west, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* One step; the largest difference is returned. */
static double relax(double *u, double *v, int n, int nl)
{
    int width = n + 2;
    double change = 0.0;
    for (int i = 1; i <= nl; i++)
        for (int j = 1; j <= n; j++) {
            int k = i * width + j;
            v[k] = 0.25 * (u[k - 1] + u[k + 1] + u[k - width] + u[k + width]);
        }
    for (int i = 1; i <= nl; i++)
        for (int j = 1; j <= n; j++) {
            int k = i * width + j;
            change = fmax(change, fabs(v[k] - u[k]));
            u[k] = v[k];
        }
    return change;
}

static double sum_up(const double *u, int n, int nl)
{
    double sum = 0.0;
    for (int i = 1; i <= nl; i++)
        for (int j = 1; j <= n; j++)
            sum += u[i * (n + 2) + j];
    return sum;
}

int main(int argc, char **argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]);
    int nsteps = atoi(argv[2]);
    int nl = n / nprocs;
    int west = rank == 0 ? MPI_PROC_NULL : rank - 1;
    int east = rank == nprocs - 1 ? MPI_PROC_NULL : rank + 1;
    double *u = malloc((n + 2) * (nl + 2) * sizeof(double));
    double *v = malloc((n + 2) * (nl + 2) * sizeof(double));
    begin(u, n, nl, rank);
    begin(v, n, nl, rank);

    double part, total, start = MPI_Wtime();
    for (int step = 1; step <= nsteps; step++) {
        swap(u, n, nl, west, east);
        part = relax(u, v, n, nl);
        if (step % 10 == 0)
            MPI_Allreduce(&part, &total, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    double finish = MPI_Wtime();

    part = sum_up(u, n, nl);
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("seconds: %.6f\n", finish - start);
    }
    free(u);
    free(v);
    MPI_Finalize();
    return 0;
}
