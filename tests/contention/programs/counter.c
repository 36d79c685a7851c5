/* A counter in the memory of rank 0: each of P ranks works for LOCAL microseconds, then holds the lock
 * for SERVICE microseconds while it counts, N times. Both are pauses, so that few cores serve many. */
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
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    long n = atol(argv[1]), local = atol(argv[2]), service = atol(argv[3]);
    long *counter, *flag;
    MPI_Win window;
    MPI_Win_allocate_shared(rank == 0 ? 2 * (MPI_Aint)sizeof(long) : 0, sizeof(long), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &counter, &window);
    MPI_Aint size;
    int unit;
    MPI_Win_shared_query(window, 0, &size, &unit, &counter);
    flag = counter + 1;
    if (rank == 0)
        counter[0] = counter[1] = 0;
    double held = 0.0, worked = 0.0;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (long i = 0; i < n; i++) {
        double begin = MPI_Wtime();
        pause_us(local);
        worked += MPI_Wtime() - begin;
        while (__sync_lock_test_and_set(flag, 1)) /* a lock that gives the core away */
            pause_us(20);
        begin = MPI_Wtime();
        pause_us(service);
        counter[0]++;
        held += MPI_Wtime() - begin;
        __sync_lock_release(flag);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double seconds = MPI_Wtime() - start, each[2] = {worked / n, held / n}, mean[2];
    MPI_Reduce(each, mean, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        if (counter[0] != n * nprocs)
            return 1;
        printf("%.6f %.9f %.9f\n", seconds, mean[0] / nprocs, mean[1] / nprocs);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
