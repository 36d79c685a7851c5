/* Tasks dealt out in turn before the work begins: process r does the tasks r+1, r+1+nprocs, ... Process 0 works
   too, then takes the results as they come. */
#include <mpi.h>
#include <stdio.h>

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

int main(int argc, char **argv)
{
    int rank, nprocs, ntasks;
    double total = 0.0, result;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d", &ntasks);
    MPI_Bcast(&ntasks, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int task = rank + 1; task <= ntasks; task += nprocs) {
        result = work(task);
        if (rank == 0)
            total += result * task;
        else
            MPI_Send(&result, 1, MPI_DOUBLE, 0, task, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        int own = (ntasks + nprocs - 1) / nprocs;
        for (int i = 0; i < ntasks - own; i++) {
            MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            total += result * status.MPI_TAG;
        }
        printf("checksum: %.15e\n", total);
    }
    MPI_Finalize();
    return 0;
}
