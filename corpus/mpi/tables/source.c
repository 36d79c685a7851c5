/* Levels that are coarser and coarser along the columns, and sums by exchanges of halves: all lengths and
   partners come from small tables. The number of processes is a power of two. A column is a row of memory. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LT = 4, MAXL2 = 10 };

/* Columns of the neighbours come first, to the places 0 and nl + 1. */
static void smooth(double *u, double *old, int m, int nl, const int *nbr)
{
    int from[2] = {1, nl}, into[2] = {nl + 1, 0};
    for (int dir = 0; dir < 2; dir++) {
        MPI_Request request;
        MPI_Irecv(u + into[dir] * m, m, MPI_DOUBLE, nbr[1 - dir], dir, MPI_COMM_WORLD, &request);
        MPI_Send(u + from[dir] * m, m, MPI_DOUBLE, nbr[dir], dir, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < m; i++)
        old[i] = u[i];
    for (int j = 1; j <= nl; j++)
        for (int i = 0; i < m; i++) {
            double now = 0.25 * (old[i] + u[(j + 1) * m + i]) + 0.5 * u[j * m + i];
            old[i] = u[j * m + i];
            u[j * m + i] = now;
        }
}

static void down(const double *u, int m, double *uc, int mc, int nl)
{
    for (int j = 1; j <= nl; j++)
        for (int i = 0; i < mc; i++)
            uc[j * mc + i] = 0.5 * (u[j * m + 2 * i] + u[j * m + 2 * i + 1]);
}

static void up(double *u, int m, const double *uc, int mc, int nl)
{
    for (int j = 1; j <= nl; j++)
        for (int i = 0; i < m; i++)
            u[j * m + i] = 0.5 * (u[j * m + i] + uc[j * mc + i / 2]);
}

int main(int argc, char **argv)
{
    int rank, nprocs, n, nc, ncycle, l2 = 0, low = 0;
    int m[LT], nbr[2], part[MAXL2], length[MAXL2];
    double *u[LT];
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d %d", &n, &nc, &ncycle);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&nc, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&ncycle, 1, MPI_INT, 0, MPI_COMM_WORLD);
    /* Sizes of the levels; the last is the finest. */
    int nl = nc / nprocs;
    m[LT - 1] = n;
    for (int l = LT - 2; l >= 0; l--)
        m[l] = m[l + 1] / 2;
    /* Neighbours, none beyond the edges; partners and lengths of the sum. */
    nbr[0] = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    nbr[1] = rank < nprocs - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int i = 1; i < nprocs; i *= 2)
        l2++;
    for (int i = 0; i < l2; i++) {
        part[i] = (rank >> i) % 2 == 0 ? rank + (1 << i) : rank - (1 << i);
        length[i] = n >> (i + 1);
    }
    double *s = calloc(n, sizeof(double)), *w = malloc(n * sizeof(double)), *old = malloc(n * sizeof(double));
    for (int l = 0; l < LT; l++)
        u[l] = calloc(m[l] * (nl + 2), sizeof(double));
    for (int j = 1; j <= nl; j++)
        for (int i = 0; i < n; i++)
            u[LT - 1][j * n + i] = ((i + 1) * 3 + (rank * nl + j) * 5) % 11;

    for (int cycle = 0; cycle < ncycle; cycle++) {
        for (int l = LT - 1; l > 0; l--) {
            smooth(u[l], old, m[l], nl, nbr);
            down(u[l], m[l], u[l - 1], m[l - 1], nl);
        }
        smooth(u[0], old, m[0], nl, nbr);
        for (int l = 1; l < LT; l++) {
            up(u[l], m[l], u[l - 1], m[l - 1], nl);
            smooth(u[l], old, m[l], nl, nbr);
        }
    }

    /* Sums of the rows: in each round one half goes to the partner. */
    for (int i = 0; i < n; i++)
        for (int j = 1; j <= nl; j++)
            s[i] += u[LT - 1][j * n + i];
    for (int i = 0; i < l2; i++) {
        MPI_Irecv(w, length[i], MPI_DOUBLE, part[i], i, MPI_COMM_WORLD, &request);
        if (part[i] > rank) {
            MPI_Send(s + low + length[i], length[i], MPI_DOUBLE, part[i], i, MPI_COMM_WORLD);
        } else {
            MPI_Send(s + low, length[i], MPI_DOUBLE, part[i], i, MPI_COMM_WORLD);
            low += length[i];
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int j = 0; j < length[i]; j++)
            s[low + j] += w[j];
    }
    double sum = 0.0;
    for (int i = low; i < low + n / nprocs; i++)
        sum += s[i] * ((i + 1) % 5);
    /* Sum of the numbers of all processes. */
    for (int i = 0; i < l2; i++) {
        MPI_Irecv(w, 1, MPI_DOUBLE, part[i], 100 + i, MPI_COMM_WORLD, &request);
        MPI_Send(&sum, 1, MPI_DOUBLE, part[i], 100 + i, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum += w[0];
    }
    if (rank == 0)
        printf("checksum: %.15e\n", sum);
    free(s);
    free(w);
    free(old);
    for (int l = 0; l < LT; l++)
        free(u[l]);
    MPI_Finalize();
    return 0;
}
