/* Lines of a picture smoothed by many processes. Blocks have as many lines as there are lines for one process,
   rounded up: the last block is shorter, and processes may be left without any. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

/* Lines of the neighbours come to the places 0 and nl + 1. */
static void smooth(double *u, double *old, int m, int nl, int left, int right)
{
    MPI_Sendrecv(u + nl * m, m, MPI_DOUBLE, right, 1, u, m, MPI_DOUBLE, left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + m, m, MPI_DOUBLE, left, 2, u + (nl + 1) * m, m, MPI_DOUBLE, right, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < m; i++)
        old[i] = u[i];
    for (int j = 1; j <= nl; j++)
        for (int i = 0; i < m; i++) {
            double now = 0.25 * (old[i] + u[(j + 1) * m + i]) + 0.5 * u[j * m + i];
            old[i] = u[j * m + i];
            u[j * m + i] = now;
        }
}

int main(int argc, char **argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int m = atoi(argv[1]), n = atoi(argv[2]), nsteps = atoi(argv[3]);
    int nb = (n + nprocs - 1) / nprocs;
    int *counts = malloc(nprocs * sizeof(int)), *places = malloc(nprocs * sizeof(int));
    for (int i = 0; i < nprocs; i++) {
        counts[i] = m * max(0, min(nb, n - i * nb));
        places[i] = m * min(n, i * nb);
    }
    int nl = max(0, min(nb, n - rank * nb));
    int last = (n - 1) / nb;
    int left = rank > 0 && rank <= last ? rank - 1 : MPI_PROC_NULL;
    int right = rank < last ? rank + 1 : MPI_PROC_NULL;
    double *all = NULL, *u = calloc(m * (nl + 2), sizeof(double)), *old = malloc(m * sizeof(double));
    if (rank == 0) {
        all = malloc(m * n * sizeof(double));
        for (int i = 0; i < m * n; i++)
            all[i] = (i + 1) * (i + 1) % 17;
    }

    MPI_Scatterv(all, counts, places, MPI_DOUBLE, u + m, m * nl, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int step = 0; step < nsteps; step++)
        smooth(u, old, m, nl, left, right);
    MPI_Gatherv(u + m, m * nl, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        double total = 0.0;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                total += all[j * m + i] * ((i + 1) % 3 + (j + 1) % 4);
        printf("checksum: %.15e\n", total);
        free(all);
    }
    free(u);
    free(old);
    free(counts);
    free(places);
    MPI_Finalize();
    return 0;
}
