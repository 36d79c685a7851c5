/* V-cycles on a torus, columns in blocks over the processes. Sizes of the levels and neighbours are in small
   tables; edges come in by a receive that is posted for any source. A column is a row of memory. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 8 };

/* Neighbours by direction. */
static int nbr[2], nprocs;

static void charge(double *r, int n, int nl, int first)
{
    for (int j = 1; j <= nl; j++)
        for (int i = 1; i <= n; i++)
            r[j * (n + 2) + i] = (i * 5 + (first + j) * 3) % 7 - 3;
}

/* Edges: rows go round inside the process, columns to the neighbours. Both messages of one direction have one
   tag, so that the source need not be told. */
static void edges(double *u, int n, int nl)
{
    int width = n + 2;
    int from[2] = {1, nl}, into[2] = {nl + 1, 0};
    for (int j = 1; j <= nl; j++) {
        u[j * width] = u[j * width + n];
        u[j * width + n + 1] = u[j * width + 1];
    }
    for (int dir = 0; dir < 2; dir++)
        if (nprocs != 1) {
            MPI_Request request;
            MPI_Irecv(u + into[dir] * width, width, MPI_DOUBLE, MPI_ANY_SOURCE, dir, MPI_COMM_WORLD, &request);
            MPI_Send(u + from[dir] * width, width, MPI_DOUBLE, nbr[dir], dir, MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            for (int i = 0; i < width; i++)
                u[into[dir] * width + i] = u[from[dir] * width + i];
        }
}

/* Two half sweeps, by the parity of the row. */
static void relax(double *u, const double *r, int n, int nl)
{
    edges(u, n, nl);
    for (int k = 1; k <= 2; k++) {
        for (int j = 1; j <= nl; j++)
            for (int i = k; i <= n; i += 2) {
                int c = j * (n + 2) + i;
                u[c] = 0.5 * u[c] + 0.1 * r[c] + 0.25 * (u[c - 1] + u[c + 1]);
            }
        edges(u, n, nl);
    }
}

/* The residual goes to the next coarser level. */
static void down(const double *u, const double *r, int n, double *uc, double *rc, int nc, int nlc)
{
    int width = n + 2;
    for (int i = 0; i < (nlc + 2) * (nc + 2); i++)
        uc[i] = 0.0;
    for (int j = 1; j <= nlc; j++)
        for (int i = 1; i <= nc; i++) {
            const double *p = r + 2 * j * width + 2 * i, *q = u + 2 * j * width + 2 * i;
            rc[j * (nc + 2) + i] = 0.25 * (p[-width - 1] + p[-width] + p[-1] + p[0])
                                   + 0.125 * (q[-2 * width] - q[-width] - q[0] + q[width]);
        }
    edges(rc, nc, nlc);
}

/* The correction of the next coarser level is added. */
static void up(double *u, int n, int nl, const double *uc, int nc)
{
    for (int j = 1; j <= nl; j++)
        for (int i = 1; i <= n; i++)
            u[j * (n + 2) + i] += 0.5 * uc[(j + 1) / 2 * (nc + 2) + (i + 1) / 2];
}

static double norm(const double *u, int n, int nl)
{
    double sum = 0.0;
    for (int j = 1; j <= nl; j++)
        for (int i = 1; i <= n; i++)
            sum += u[j * (n + 2) + i] * u[j * (n + 2) + i];
    return sum;
}

int main(int argc, char **argv)
{
    int rank, n, levels, ncycle, m[LEVELS], mlocal[LEVELS];
    double *u[LEVELS], *r[LEVELS];
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d %d", &n, &levels, &ncycle);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&levels, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&ncycle, 1, MPI_INT, 0, MPI_COMM_WORLD);
    /* Level levels - 1 is the finest. */
    int fine = levels - 1;
    m[fine] = n;
    for (int l = fine - 1; l >= 0; l--)
        m[l] = m[l + 1] / 2;
    for (int l = 0; l < levels; l++) {
        mlocal[l] = m[l] / nprocs;
        u[l] = calloc((m[l] + 2) * (mlocal[l] + 2), sizeof(double));
        r[l] = calloc((m[l] + 2) * (mlocal[l] + 2), sizeof(double));
    }
    nbr[0] = (rank - 1 + nprocs) % nprocs;
    nbr[1] = (rank + 1) % nprocs;
    charge(r[fine], n, mlocal[fine], rank * mlocal[fine]);

    for (int cycle = 0; cycle < ncycle; cycle++) {
        for (int l = fine; l > 0; l--) {
            relax(u[l], r[l], m[l], mlocal[l]);
            down(u[l], r[l], m[l], u[l - 1], r[l - 1], m[l - 1], mlocal[l - 1]);
        }
        relax(u[0], r[0], m[0], mlocal[0]);
        for (int l = 1; l < levels; l++) {
            up(u[l], m[l], mlocal[l], u[l - 1], m[l - 1]);
            relax(u[l], r[l], m[l], mlocal[l]);
        }
    }

    double part = norm(u[fine], n, mlocal[fine]), total;
    MPI_Allreduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    for (int l = 0; l < levels; l++) {
        free(u[l]);
        free(r[l]);
    }
    MPI_Finalize();
    return 0;
}
