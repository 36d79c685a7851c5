/* Poisson's equation by red-black over-relaxation, rows in blocks, until the largest change is small: the
   number of iterations depends on the data. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* The last row goes to the right, the first one to the left. Nobody waits in a circle: the process at the
   end does not send. */
static void swap(double *u, int n, int nl, int rank, int nprocs)
{
    int width = n + 2;
    MPI_Status status;
    if (rank < nprocs - 1)
        MPI_Send(&u[nl * width + 1], n, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
    if (rank > 0) {
        MPI_Recv(&u[1], n, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, &status);
        MPI_Send(&u[width + 1], n, MPI_DOUBLE, rank - 1, 2, MPI_COMM_WORLD);
    }
    if (rank < nprocs - 1)
        MPI_Recv(&u[(nl + 1) * width + 1], n, MPI_DOUBLE, rank + 1, 2, MPI_COMM_WORLD, &status);
}

/* The points of one colour; the largest change so far is returned. */
static double sweep(double *u, int n, int nl, int first, int color, double change)
{
    int width = n + 2;
    for (int i = 1; i <= nl; i++)
        for (int j = 1 + (first + i + color) % 2; j <= n; j += 2) {
            double *c = &u[i * width + j];
            double d = 0.25 * (c[-1] + c[1] + c[-width] + c[width] + 1.0) - *c;
            *c += 1.6 * d;
            if (fabs(d) > change)
                change = fabs(d);
        }
    return change;
}

static double sum_up(const double *u, int n, int nl)
{
    double sum = 0.0;
    for (int i = 1; i <= nl; i++)
        for (int j = 1; j <= n; j++)
            sum += u[i * (n + 2) + j];
    return sum;
}

int main(int argc, char **argv)
{
    const double tol = 1e-6;
    int rank, nprocs, n, maxit, iter = 0;
    double change = 2 * tol;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d", &n, &maxit);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&maxit, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int nl = n / nprocs;
    double *u = calloc((n + 2) * (nl + 2), sizeof(double));

    double start = MPI_Wtime();
    while (iter < maxit && change >= tol) {
        iter++;
        swap(u, n, nl, rank, nprocs);
        double part = sweep(u, n, nl, rank * nl, 0, 0.0);
        swap(u, n, nl, rank, nprocs);
        part = sweep(u, n, nl, rank * nl, 1, part);
        MPI_Allreduce(&part, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    double finish = MPI_Wtime();

    double part = sum_up(u, n, nl), total;
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("checksum: %.15e\n", total);
        printf("iterations: %d\n", iter);
        printf("seconds: %.6f\n", finish - start);
    }
    free(u);
    MPI_Finalize();
    return 0;
}
