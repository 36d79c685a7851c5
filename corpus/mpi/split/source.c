/* Power iteration with a matrix in blocks on two rows of processes (one, if their number is odd): sums along
   rows of processes, pieces of the vector along columns. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void matrix(double *a, int nr, int nc, int row, int col)
{
    for (int i = 0; i < nr; i++)
        for (int j = 0; j < nc; j++)
            a[i * nc + j] = ((row + i + 1) * 3 + (col + j + 1) * 2) % 7;
}

static void matvec(const double *a, int nr, int nc, const double *x, double *y)
{
    for (int i = 0; i < nr; i++) {
        y[i] = 0.0;
        for (int j = 0; j < nc; j++)
            y[i] += a[i * nc + j] * x[j];
    }
}

int main(int argc, char **argv)
{
    int rank, nprocs, n, niter, nprow = 1;
    MPI_Comm world, rows, cols;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_size(world, &nprocs);
    MPI_Comm_rank(world, &rank);
    if (rank == 0)
        scanf("%d %d", &n, &niter);
    MPI_Bcast(&n, 1, MPI_INT, 0, world);
    MPI_Bcast(&niter, 1, MPI_INT, 0, world);
    if (nprocs % 2 == 0)
        nprow = 2;
    int npcol = nprocs / nprow;
    int row = rank / npcol, col = rank % npcol;
    MPI_Comm_split(world, row, col, &rows);
    MPI_Comm_split(world, col, row, &cols);
    int nr = n / nprow, nc = n / npcol;
    double *a = malloc(nr * nc * sizeof(double)), *x = malloc(n * sizeof(double));
    double *y = malloc(n * sizeof(double)), *z = malloc(n * sizeof(double));
    matrix(a, nr, nc, row * nr, col * nc);
    for (int i = 0; i < n; i++)
        x[i] = 1.0;

    for (int iter = 0; iter < niter; iter++) {
        matvec(a, nr, nc, x + col * nc, y);
        MPI_Allreduce(y, z, nr, MPI_DOUBLE, MPI_SUM, rows);
        MPI_Allgather(z, nr, MPI_DOUBLE, x, nr, MPI_DOUBLE, cols);
        for (int i = 0; i < n; i++)
            x[i] /= 2 * n;
    }

    /* Sums of the columns of the matrix, at the top of each column of processes. */
    for (int j = 0; j < nc; j++) {
        y[j] = 0.0;
        for (int i = 0; i < nr; i++)
            y[j] += a[i * nc + j];
    }
    MPI_Reduce(y, z, nc, MPI_DOUBLE, MPI_SUM, 0, cols);
    double part = 0.0, total;
    if (row == 0)
        for (int j = 0; j < nc; j++)
            part += z[j] * x[col * nc + j];
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, world);
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    free(a);
    free(x);
    free(y);
    free(z);
    MPI_Comm_free(&rows);
    MPI_Comm_free(&cols);
    MPI_Comm_free(&world);
    MPI_Finalize();
    return 0;
}
