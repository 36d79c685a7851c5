/* Resource allocation by dynamic programming: best(x) is the greatest gain of x units given to some activities. Bands
   of G activities are dealt out to the processes in turn. A process takes the gains without its band in pieces of B
   from the process before it and puts its activities to them. It passes a piece on as soon as that is final, and only
   then puts it to all gains behind: the later the piece, the fewer these are. From the last process pieces go back to
   the first one, for its next band. A column, one for each activity, is a row of memory. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* What each of x = 0, ..., m units gains in the activities of this process, band after band. */
static void activities(double *gain, int m, int G, int rounds, int rank, int nprocs)
{
    for (int round = 0; round < rounds; round++)
        for (int j = 0; j < G; j++) {
            int activity = (round * nprocs + rank) * G + j;
            for (int x = 0; x <= m; x++)
                gain[(round * G + j) * (m + 1) + x] = (1 + 7 * activity % 13) * x % (11 + activity % 5);
        }
}

static void begin(double *best, int m, int G)
{
    for (int j = 0; j <= G; j++)
        for (int x = 0; x <= m; x++)
            best[j * (m + 1) + x] = 0.0;
}

/* Units in pieces of B, the last one shorter. What goes back to the first process waits in a buffer. */
static void fill(double *best, const double *gain, int m, int G, int B, int rounds, int rank, int nprocs)
{
    int width = m + 1;
    for (int round = 0; round < rounds; round++) {
        for (int j = 1; j <= G; j++)
            for (int x = 1; x <= m; x++)
                best[j * width + x] = gain[(round * G + j - 1) * width + x];
        for (int low = 1; low <= m; low += B) {
            int length = B < m - low + 1 ? B : m - low + 1;
            if (rank > 0)
                MPI_Recv(best + low, length, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            else if (round > 0)
                MPI_Recv(best + low, length, MPI_DOUBLE, nprocs - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int j = 1; j <= G; j++)
                for (int y = low; y < low + length; y++)
                    for (int x = y; x < low + length; x++)
                        best[j * width + x] = fmax(best[j * width + x],
                                                   best[(j - 1) * width + y] + gain[(round * G + j - 1) * width + x - y]);
            if (rank < nprocs - 1)
                MPI_Send(best + G * width + low, length, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
            else if (round < rounds - 1)
                MPI_Bsend(best + G * width + low, length, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
            for (int j = 1; j <= G; j++)
                for (int y = low; y < low + length; y++)
                    for (int x = low + length; x <= m; x++)
                        best[j * width + x] = fmax(best[j * width + x],
                                                   best[(j - 1) * width + y] + gain[(round * G + j - 1) * width + x - y]);
        }
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
    double *best = malloc((m + 1) * (G + 1) * sizeof(double));
    double *gain = malloc((m + 1) * rounds * G * sizeof(double));
    begin(best, m, G);
    activities(gain, m, G, rounds, rank, nprocs);

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    fill(best, gain, m, G, B, rounds, rank, nprocs);
    MPI_Barrier(MPI_COMM_WORLD);
    double finish = MPI_Wtime();

    /* The last process has all activities in its last column. */
    double part = 0.0, total;
    if (rank == nprocs - 1)
        for (int x = 1; x <= m; x++)
            part += best[G * (m + 1) + x];
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("seconds: %.6f\n", finish - start);
    }
    MPI_Buffer_detach(&buffer, &room);
    free(buffer);
    free(best);
    free(gain);
    MPI_Finalize();
    return 0;
}
