/* A rod that cools, in blocks: the same two messages either way in every step, so that they are described once
   and started again and again. The ends of the rod are cold. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, nprocs;
    MPI_Request receives[2], sends[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]), nsteps = atoi(argv[2]);
    int nl = n / nprocs;
    double *u = calloc(nl + 2, sizeof(double)), *v = calloc(nl + 2, sizeof(double));
    for (int i = 1; i <= nl; i++)
        u[i] = (rank * nl + i) * 7 % 19;
    int left = MPI_PROC_NULL, right = MPI_PROC_NULL;
    if (rank > 0)
        left = rank - 1;
    if (rank < nprocs - 1)
        right = rank + 1;

    MPI_Recv_init(u, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &receives[0]);
    MPI_Recv_init(u + nl + 1, 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &receives[1]);
    MPI_Send_init(u + nl, 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &sends[0]);
    MPI_Send_init(u + 1, 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &sends[1]);
    for (int step = 0; step < nsteps; step++) {
        MPI_Startall(2, receives);
        MPI_Start(&sends[0]);
        MPI_Start(&sends[1]);
        for (int i = 2; i < nl; i++)
            v[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
        MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
        v[1] = 0.5 * u[1] + 0.25 * (u[0] + u[2]);
        v[nl] = 0.5 * u[nl] + 0.25 * (u[nl - 1] + u[nl + 1]);
        MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
        for (int i = 1; i <= nl; i++)
            u[i] = v[i];
    }
    for (int i = 0; i < 2; i++) {
        MPI_Request_free(&receives[i]);
        MPI_Request_free(&sends[i]);
    }

    double part = 0.0, total;
    for (int i = 1; i <= nl; i++)
        part += u[i] * ((rank * nl + i) % 7);
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    free(u);
    free(v);
    MPI_Finalize();
    return 0;
}
