/* The knapsack problem by dynamic programming: most(c) is the greatest value of objects that weigh c at most. Bands of
   G objects are dealt out to the processes in turn. A process takes the table without its band in pieces of B
   capacities from the process before it, puts each object of the band to them, and passes the pieces on; from the
   last process they go back to the first one, for its next band. A column, one for each object, is a row of memory. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEAVIEST = 16 };

/* Below a capacity of 0 nothing fits. */
static void begin(double *most, int m, int G)
{
    int width = m + HEAVIEST + 1;
    for (int j = 0; j <= G; j++)
        for (int c = 0; c < width; c++)
            most[j * width + c] = c < HEAVIEST ? -1.0e30 : 0.0;
}

/* Band after band: the objects of this process. */
static void objects(int *weight, double *value, int G, int rounds, int rank, int nprocs)
{
    for (int round = 0; round < rounds; round++)
        for (int j = 0; j < G; j++) {
            int object = (round * nprocs + rank) * G + j;
            weight[round * G + j] = 1 + 7 * object % HEAVIEST;
            value[round * G + j] = 1 + 11 * object % 23;
        }
}

/* Capacities in pieces of B, the last one shorter. What goes back to the first process waits in a buffer. */
static void fill(double *most, const int *weight, const double *value, int m, int G, int B, int rounds, int rank,
                 int nprocs)
{
    int width = m + HEAVIEST + 1;
    for (int round = 0; round < rounds; round++)
        for (int low = 1; low <= m; low += B) {
            int length = B < m - low + 1 ? B : m - low + 1;
            if (rank > 0)
                MPI_Recv(most + HEAVIEST + low, length, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            else if (round > 0)
                MPI_Recv(most + HEAVIEST + low, length, MPI_DOUBLE, nprocs - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int j = 1; j <= G; j++)
                for (int c = low; c < low + length; c++) {
                    const double *before = most + (j - 1) * width + HEAVIEST + c;
                    most[j * width + HEAVIEST + c] =
                        fmax(*before, before[-weight[round * G + j - 1]] + value[round * G + j - 1]);
                }
            if (rank < nprocs - 1)
                MPI_Send(most + G * width + HEAVIEST + low, length, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
            else if (round < rounds - 1)
                MPI_Bsend(most + G * width + HEAVIEST + low, length, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
        }
}

int main(int argc, char **argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]), m = atoi(argv[2]), G = atoi(argv[3]), B = atoi(argv[4]);
    int rounds = n / (G * nprocs);
    int room = 2 * (m * (int)sizeof(double) + (m / B + 1) * MPI_BSEND_OVERHEAD);
    void *buffer = malloc(room);
    MPI_Buffer_attach(buffer, room);
    double *most = malloc((m + HEAVIEST + 1) * (G + 1) * sizeof(double));
    int *weight = malloc(rounds * G * sizeof(int));
    double *value = malloc(rounds * G * sizeof(double));
    begin(most, m, G);
    objects(weight, value, G, rounds, rank, nprocs);

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    fill(most, weight, value, m, G, B, rounds, rank, nprocs);
    MPI_Barrier(MPI_COMM_WORLD);
    double finish = MPI_Wtime();

    /* The last process has all objects in its last column. */
    double part = 0.0, total;
    if (rank == nprocs - 1)
        for (int c = 1; c <= m; c++)
            part += most[G * (m + HEAVIEST + 1) + HEAVIEST + c];
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("seconds: %.6f\n", finish - start);
    }
    MPI_Buffer_detach(&buffer, &room);
    free(buffer);
    free(most);
    free(weight);
    free(value);
    MPI_Finalize();
    return 0;
}
