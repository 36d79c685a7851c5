/* The knapsack problem by dynamic programming: most(c) is the greatest value of objects that weigh c at most. Each
   process has a band of objects. It takes pieces of the table without its objects from the process before it, puts
   each of its objects to them, and passes the pieces on. A column, one for each object, is a row of memory. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEAVIEST = 16 };

/* Below a capacity of 0 nothing fits. */
static void begin(double *most, int m, int nl)
{
    int width = m + HEAVIEST + 1;
    for (int j = 0; j <= nl; j++)
        for (int c = 0; c < width; c++)
            most[j * width + c] = c < HEAVIEST ? -1.0e30 : 0.0;
}

static void objects(int *weight, double *value, int nl, int first)
{
    for (int j = 0; j < nl; j++) {
        weight[j] = 1 + 7 * (first + j) % HEAVIEST;
        value[j] = 1 + 11 * (first + j) % 23;
    }
}

/* Capacities in pieces of nb, the last one shorter. */
static void fill(double *most, const int *weight, const double *value, int m, int nl, int nb, int rank, int nprocs)
{
    int width = m + HEAVIEST + 1;
    for (int low = 1; low <= m; low += nb) {
        int length = nb < m - low + 1 ? nb : m - low + 1;
        if (rank > 0)
            MPI_Recv(most + HEAVIEST + low, length, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int j = 1; j <= nl; j++)
            for (int c = low; c < low + length; c++) {
                const double *before = most + (j - 1) * width + HEAVIEST + c;
                most[j * width + HEAVIEST + c] = fmax(*before, before[-weight[j - 1]] + value[j - 1]);
            }
        if (rank < nprocs - 1)
            MPI_Send(most + nl * width + HEAVIEST + low, length, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, nprocs, n, m, nb;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d %d", &n, &m, &nb);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&m, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&nb, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int nl = n / nprocs;
    double *most = malloc((m + HEAVIEST + 1) * (nl + 1) * sizeof(double));
    int *weight = malloc(nl * sizeof(int));
    double *value = malloc(nl * sizeof(double));
    begin(most, m, nl);
    objects(weight, value, nl, rank * nl);

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    fill(most, weight, value, m, nl, nb, rank, nprocs);
    MPI_Barrier(MPI_COMM_WORLD);
    double finish = MPI_Wtime();

    /* The last process has all objects in its last column. */
    double part = 0.0, total;
    if (rank == nprocs - 1)
        for (int c = 1; c <= m; c++)
            part += most[nl * (m + HEAVIEST + 1) + HEAVIEST + c];
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("seconds: %.6f\n", finish - start);
    }
    free(most);
    free(weight);
    free(value);
    MPI_Finalize();
    return 0;
}
