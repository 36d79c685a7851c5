/* A sweep through a cube of nx by ny by nz cells from one corner to the other, over px by py processes,
   h layers in a piece. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void sweep(double *u, double *west, double *north, int nx, int ny, int nz, int h, int rank, int px,
                  int py)
{
    int column = rank % px, row = rank / px;

    for (int low = 0; low < nz; low += h) {
        int layers = h < nz - low ? h : nz - low;
        if (column > 0)
            MPI_Recv(west, layers * ny, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (row > 0)
            MPI_Recv(north, layers * nx, MPI_DOUBLE, rank - px, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < layers; k++)
            for (int j = 0; j < ny; j++)
                for (int i = 0; i < nx; i++) {
                    double *c = u + ((low + k) * ny + j) * nx + i;
                    double value = 0.25 * (west[k * ny + j] + north[k * nx + i]) + 0.5 * *c;
                    *c = value;
                    west[k * ny + j] = value;
                    north[k * nx + i] = value;
                }
        if (column < px - 1)
            MPI_Send(west, layers * ny, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
        if (row < py - 1)
            MPI_Send(north, layers * nx, MPI_DOUBLE, rank + px, 2, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]), nz = atoi(argv[2]), h = atoi(argv[3]), px = atoi(argv[4]);
    int py = nprocs / px, nx = n / px, ny = n / py;
    double *u = calloc((size_t)nx * ny * nz, sizeof(double));
    double *west = calloc((size_t)ny * h, sizeof(double)), *north = calloc((size_t)nx * h, sizeof(double));
    if (rank == 0)
        for (int i = 0; i < ny * h; i++)
            west[i] = 1.0;
    sweep(u, west, north, nx, ny, nz, h, rank, px, py);
    double part = 0.0, total;
    for (int i = 0; i < nx * ny * nz; i++)
        part += u[i];
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("checksum: %.12e\n", total);
    MPI_Finalize();
    return 0;
}
