/* Farmer and workers: each of P workers works for LOCAL microseconds, then is served by rank 0 for
 * SERVICE microseconds, N times. Work and service are pauses, so that few cores serve many ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void pause_us(long us)
{
    struct timespec t = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&t, NULL);
}

int main(int argc, char **argv)
{
    int rank, nprocs, word = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    long n = atol(argv[1]), local = atol(argv[2]), service = atol(argv[3]);
    double served = 0.0, worked = 0.0;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    if (rank == 0) {
        for (long i = 0; i < n * (nprocs - 1); i++) {
            MPI_Status status;
            int there = 0;
            while (!there) { /* a rank that waits for nothing takes a core: ask, and give it away */
                MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
                if (!there)
                    pause_us(20);
            }
            double begin = MPI_Wtime();
            MPI_Recv(&word, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, &status);
            pause_us(service);
            MPI_Send(&word, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
            served += MPI_Wtime() - begin;
        }
    } else {
        for (long i = 0; i < n; i++) {
            int there = 0;
            double begin = MPI_Wtime();
            pause_us(local);
            worked += MPI_Wtime() - begin;
            MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
            while (!there) {
                MPI_Iprobe(0, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
                if (!there)
                    pause_us(20);
            }
            MPI_Recv(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double seconds = MPI_Wtime() - start, each[2] = {0.0, worked / n}, mean[2];
    if (rank == 0)
        each[0] = served / (n * (nprocs - 1));
    MPI_Reduce(each, mean, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f %.9f %.9f\n", seconds, mean[1] / (nprocs - 1), mean[0]);
    MPI_Finalize();
    return 0;
}
