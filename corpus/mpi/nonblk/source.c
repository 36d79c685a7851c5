/* Waves on a cylinder, columns in blocks around it: the columns at the edges travel while the columns inside
   are computed. A column is a row of memory. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void begin(double *u, int m, int nl, int first)
{
    for (int j = 1; j <= nl; j++)
        for (int i = 0; i < m; i++)
            u[j * m + i] = (i + 1) * (first + j) % 13;
}

static void column(const double *u, double *v, int m, int j)
{
    for (int i = 0; i < m; i++)
        v[j * m + i] = 0.5 * u[j * m + i] + 0.375 * u[(j - 1) * m + i] + 0.125 * u[(j + 1) * m + i];
}

static void step(double *u, double *v, int m, int nl, int rank, int nprocs)
{
    int left = (rank - 1 + nprocs) % nprocs, right = (rank + 1) % nprocs;
    MPI_Request requests[4];
    MPI_Irecv(u, m, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(u + (nl + 1) * m, m, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(u + nl * m, m, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(u + m, m, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[3]);
    for (int j = 2; j < nl; j++)
        column(u, v, m, j);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    column(u, v, m, 1);
    if (nl > 1)
        column(u, v, m, nl);
    for (int j = 1; j <= nl; j++)
        for (int i = 0; i < m; i++)
            u[j * m + i] = v[j * m + i];
}

/* Sum with weights of the places. */
static double sum_up(const double *u, int m, int nl, int first)
{
    double sum = 0.0;
    for (int j = 1; j <= nl; j++)
        for (int i = 0; i < m; i++)
            sum += u[j * m + i] * ((first + j) % 5);
    return sum;
}

int main(int argc, char **argv)
{
    int rank, nprocs, m, n, nsteps;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d %d", &m, &n, &nsteps);
    MPI_Bcast(&m, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&nsteps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int nl = n / nprocs;
    double *u = malloc(m * (nl + 2) * sizeof(double));
    double *v = malloc(m * (nl + 2) * sizeof(double));
    begin(u, m, nl, rank * nl);
    for (int i = 0; i < nsteps; i++)
        step(u, v, m, nl, rank, nprocs);
    double part = sum_up(u, m, nl, rank * nl), total;
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    free(u);
    free(v);
    MPI_Finalize();
    return 0;
}
