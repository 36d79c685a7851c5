/* Heat in a plate by Jacobi's method on a grid of processes. Lines in the second direction have gaps in
   memory: they are sent by a derived type. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* The four neighbours of a process, and the type of a line with gaps. */
struct place {
    MPI_Comm comm;
    MPI_Datatype line;
    int north, south, west, east;
};

/* Cold inside, warm borders in the west and in the north. */
static void begin(double *u, int nx, int ny, const struct place *at)
{
    for (int i = 0; i <= nx + 1; i++)
        for (int j = 0; j <= ny + 1; j++) {
            u[i * (ny + 2) + j] = 0.0;
            if (at->west == MPI_PROC_NULL && j == 0)
                u[i * (ny + 2) + j] = 1.0;
            if (at->north == MPI_PROC_NULL && i == 0)
                u[i * (ny + 2) + j] = 2.0;
        }
}

/* Lines to all four neighbours; there are none beyond the border. */
static void swap(double *u, int nx, int ny, const struct place *at)
{
    int width = ny + 2;
    MPI_Sendrecv(u + width + 1, ny, MPI_DOUBLE, at->north, 1, u + (nx + 1) * width + 1, ny, MPI_DOUBLE,
                 at->south, 1, at->comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + nx * width + 1, ny, MPI_DOUBLE, at->south, 2, u + 1, ny, MPI_DOUBLE, at->north, 2,
                 at->comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + width + 1, 1, at->line, at->west, 3, u + width + ny + 1, 1, at->line, at->east, 3,
                 at->comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + width + ny, 1, at->line, at->east, 4, u + width, 1, at->line, at->west, 4, at->comm,
                 MPI_STATUS_IGNORE);
}

static void relax(double *u, double *v, int nx, int ny)
{
    int width = ny + 2;
    for (int i = 1; i <= nx; i++)
        for (int j = 1; j <= ny; j++) {
            int k = i * width + j;
            v[k] = 0.25 * (u[k - width] + u[k + width] + u[k - 1] + u[k + 1]);
        }
    for (int i = 1; i <= nx; i++)
        for (int j = 1; j <= ny; j++)
            u[i * width + j] = v[i * width + j];
}

static double sum_up(const double *u, int nx, int ny)
{
    double sum = 0.0;
    for (int i = 1; i <= nx; i++)
        for (int j = 1; j <= ny; j++)
            sum += u[i * (ny + 2) + j];
    return sum;
}

int main(int argc, char **argv)
{
    int rank, nprocs, input[2], dims[2] = {0, 0}, periods[2] = {0, 0}, coords[2];
    struct place at;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d", &input[0], &input[1]);
    MPI_Bcast(input, 2, MPI_INT, 0, MPI_COMM_WORLD);
    int n = input[0], nsteps = input[1];

    MPI_Dims_create(nprocs, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &at.comm);
    MPI_Comm_rank(at.comm, &rank);
    MPI_Cart_coords(at.comm, rank, 2, coords);
    MPI_Cart_shift(at.comm, 0, 1, &at.north, &at.south);
    MPI_Cart_shift(at.comm, 1, 1, &at.west, &at.east);
    int nx = n / dims[0], ny = n / dims[1];
    MPI_Type_vector(nx, 1, ny + 2, MPI_DOUBLE, &at.line);
    MPI_Type_commit(&at.line);
    double *u = malloc((nx + 2) * (ny + 2) * sizeof(double));
    double *v = malloc((nx + 2) * (ny + 2) * sizeof(double));
    begin(u, nx, ny, &at);

    double start = MPI_Wtime();
    for (int step = 0; step < nsteps; step++) {
        swap(u, nx, ny, &at);
        relax(u, v, nx, ny);
    }
    double finish = MPI_Wtime();

    double part = sum_up(u, nx, ny), total;
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, at.comm);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("seconds: %.6f\n", finish - start);
    }
    free(u);
    free(v);
    MPI_Type_free(&at.line);
    MPI_Comm_free(&at.comm);
    MPI_Finalize();
    return 0;
}
