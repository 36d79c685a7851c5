/* Broadcast, sum and barrier made of messages: binomial trees by masks that double, and rounds with ever farther
   neighbours. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Broadcast from process 0: in each round, all that have it pass it on. */
static void spread(double *x, int n, int rank, int nprocs)
{
    for (int mask = 1; mask < nprocs; mask <<= 1) {
        if (rank < mask) {
            if (rank + mask < nprocs)
                MPI_Send(x, n, MPI_DOUBLE, rank + mask, 1, MPI_COMM_WORLD);
        } else if (rank < 2 * mask) {
            MPI_Recv(x, n, MPI_DOUBLE, rank - mask, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
}

/* Sum at process 0: in each round, the processes with the bit of the mask pass theirs on and are done. */
static void group(double *x, double *y, int n, int rank, int nprocs)
{
    int mask = 1;
    while (mask < nprocs) {
        if (rank & mask) {
            MPI_Send(x, n, MPI_DOUBLE, rank - mask, 2, MPI_COMM_WORLD);
            break;
        }
        if (rank + mask < nprocs) {
            MPI_Recv(y, n, MPI_DOUBLE, rank + mask, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = 0; i < n; i++)
                x[i] += y[i];
        }
        mask <<= 1;
    }
}

/* Barrier: empty messages to farther and farther neighbours. */
static void meet(int rank, int nprocs)
{
    int dummy;
    for (int mask = 1; mask < nprocs; mask <<= 1)
        MPI_Sendrecv(&dummy, 0, MPI_INT, (rank + mask) % nprocs, 3, &dummy, 0, MPI_INT,
                     (rank - mask + nprocs) % nprocs, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, nprocs, input[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d", &input[0], &input[1]);
    MPI_Bcast(input, 2, MPI_INT, 0, MPI_COMM_WORLD);
    int n = input[0], nreps = input[1];
    double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double)), total = 0.0;
    for (int rep = 1; rep <= nreps; rep++) {
        if (rank == 0)
            for (int i = 0; i < n; i++)
                x[i] = rep + i + 1;
        spread(x, n, rank, nprocs);
        /* each process keeps its share of what it got */
        for (int i = 0; i < n; i++)
            if ((i + 1) % nprocs != rank)
                x[i] = 0.0;
        group(x, y, n, rank, nprocs);
        meet(rank, nprocs);
        for (int i = 0; i < n; i++)
            total += x[i] * ((i + 1) % 3);
    }
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    free(x);
    free(y);
    MPI_Finalize();
    return 0;
}
