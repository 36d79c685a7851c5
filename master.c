#include <stdio.h>
#include <stdlib.h>
#include "mpi.h"
static double x[20000], y[20000];

int main(int argc, char **argv)
{
    int me, np, i, n = 0;
    MPI_Status st;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    int rows, offset, extra;
    if (me == 0) {
        if (np < 3)
            MPI_Abort(MPI_COMM_WORLD, 2);
        extra = 50 % (np - 1);
        for (i = 1, offset = 0; i < np; i++, offset += rows) {
            rows = i <= extra ? 50 / (np - 1) + 1 : 50 / (np - 1);
            MPI_Send(&rows, 1, MPI_INT, i, 1, MPI_COMM_WORLD);
            MPI_Send(&x[offset], rows, MPI_DOUBLE, i, 2, MPI_COMM_WORLD);
        }
        for (i = 1; i < np; i++)
            MPI_Recv(y, 20000, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &st);
    } else {
        MPI_Recv(&rows, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &st);
        MPI_Recv(x, rows, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, &st);
        for (i = 0; i < rows; i++)
            y[i] = 2 * x[i];
        MPI_Send(y, rows, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
