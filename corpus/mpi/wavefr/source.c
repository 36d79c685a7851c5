/* A sweep from the upper left to the lower right, columns in blocks over the processes. A process waits for a
   piece of its left neighbour's last column before it computes the same rows. A column is a row of memory. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void begin(double *u, int n, int nl, int first)
{
    for (int j = 0; j <= nl; j++)
        for (int i = 0; i <= n; i++)
            u[j * (n + 1) + i] = (i * 3 + (first + j) * 5) % 11;
}

/* Rows in pieces of nb, the last one shorter. */
static void sweep(double *u, int n, int nl, int nb, int rank, int nprocs)
{
    int width = n + 1;
    for (int low = 1; low <= n; low += nb) {
        int length = nb < n - low + 1 ? nb : n - low + 1;
        if (rank > 0)
            MPI_Recv(u + low, length, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int j = 1; j <= nl; j++)
            for (int i = low; i < low + length; i++) {
                double *c = u + j * width + i;
                *c = 0.25 * (c[-1] + c[-width]) + 0.5 * *c;
            }
        if (rank < nprocs - 1)
            MPI_Send(u + nl * width + low, length, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
    }
}

static double sum_up(const double *u, int n, int nl)
{
    double sum = 0.0;
    for (int j = 1; j <= nl; j++)
        for (int i = 1; i <= n; i++)
            sum += u[j * (n + 1) + i];
    return sum;
}

int main(int argc, char **argv)
{
    int rank, nprocs, n, nb, nsweep;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d %d", &n, &nb, &nsweep);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&nb, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&nsweep, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int nl = n / nprocs;
    double *u = malloc((n + 1) * (nl + 1) * sizeof(double));
    begin(u, n, nl, rank * nl);

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < nsweep; i++)
        sweep(u, n, nl, nb, rank, nprocs);
    MPI_Barrier(MPI_COMM_WORLD);
    double finish = MPI_Wtime();

    double part = sum_up(u, n, nl), total;
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("seconds: %.6f\n", finish - start);
    }
    free(u);
    MPI_Finalize();
    return 0;
}
