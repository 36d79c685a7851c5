/* Tasks of different lengths, handed out one by one: whoever is ready gets the next one. How many a worker
   does depends on the run; a single process does them all. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TASK = 1, END = 2 };

/* Steps of Collatz from the task's number to 1. */
static double work(int task)
{
    double steps = 0.0;
    while (task != 1) {
        task = task % 2 == 0 ? task / 2 : 3 * task + 1;
        steps += 1.0;
    }
    return steps;
}

/* The next task, or the end if there is none; the task after it is returned. */
static int hand(int next, int ntasks, int dest)
{
    if (next > ntasks) {
        MPI_Send(&next, 0, MPI_INT, dest, END, MPI_COMM_WORLD);
        return next;
    }
    MPI_Send(&next, 1, MPI_INT, dest, TASK, MPI_COMM_WORLD);
    return next + 1;
}

static double master(int ntasks, int nprocs)
{
    double total = 0.0, result;
    int next = 1;
    MPI_Status status;
    for (int dest = 1; dest < nprocs; dest++)
        next = hand(next, ntasks, dest);
    for (int i = 0; i < ntasks; i++) {
        MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        total += result;
        next = hand(next, ntasks, status.MPI_SOURCE);
    }
    return total;
}

static void worker(void)
{
    int task;
    MPI_Status status;
    for (;;) {
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == END)
            break;
        double result = work(task);
        MPI_Send(&result, 1, MPI_DOUBLE, 0, TASK, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, nprocs;
    double total = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int ntasks = atoi(argv[1]);
    if (nprocs == 1) {
        for (int task = 1; task <= ntasks; task++)
            total += work(task);
    } else if (rank == 0) {
        total = master(ntasks, nprocs);
    } else {
        worker();
    }
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    MPI_Finalize();
    return 0;
}
