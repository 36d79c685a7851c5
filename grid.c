#include <stdio.h>
#include <stdlib.h>
#include "mpi.h"
static double x[20000], y[20000];
static void around(MPI_Comm grid, int *side)
{
    int d;
    for (d = 0; d < 2; d++)
        MPI_Cart_shift(grid, d, 1, &side[2 * d], &side[2 * d + 1]);
}
int main(int argc, char **argv)
{
    int me, np, i, n = 0;
    MPI_Status st;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    int dims[2] = {0, 0}, periods[2] = {0, 1}, at[2], side[4], k, count;
    MPI_Comm grid;
    MPI_Request rq[8];
    MPI_Dims_create(np, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, me, 2, at);
    around(grid, side);
    for (k = 0, count = 0; k < 4; k++)
        if (side[k] >= 0) {
            n = k < 2 ? 10 + dims[1] : 20 + at[1] * 0;
            MPI_Irecv(y + 100 * k, n, MPI_DOUBLE, side[k], k ^ 1, grid, &rq[count++]);
            MPI_Isend(x, n, MPI_DOUBLE, side[k], k, grid, &rq[count++]);
        }
    MPI_Waitall(count, rq, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
