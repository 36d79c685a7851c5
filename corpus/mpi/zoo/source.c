/* Every collective operation of MPI once, most of them with pieces of different lengths and in place as well.
   Every process checks what it gets: all are right if the sum says so. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Items of one process. */
static void fill(double *a, int n, int rank)
{
    for (int i = 0; i < n; i++)
        a[i] = rank + 1;
}

int main(int argc, char **argv)
{
    int rank, nprocs, n = 0, ok = 0, sum = 0, k = 0;
    char word[8] = "";
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(comm, &nprocs);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        scanf("%d", &n);
    MPI_Bcast(&n, 1, MPI_INT, 0, comm);
    /* nv[k] = n + k items of process k, ns[k] = n + (rank + k) % 3 items for process k */
    int *nv = malloc(nprocs * sizeof(int)), *iv = malloc(nprocs * sizeof(int));
    int *ns = malloc(nprocs * sizeof(int)), *is = malloc(nprocs * sizeof(int));
    for (int i = 0; i < nprocs; i++) {
        nv[i] = n + i;
        iv[i] = sum;
        sum += nv[i];
        ns[i] = n + (rank + i) % 3;
        is[i] = k;
        k += ns[i];
    }
    int all = nprocs * (nprocs + 1) / 2;
    double *a = malloc((sum + 2 * nprocs) * sizeof(double));
    double *b = malloc((sum + 2 * nprocs) * sizeof(double));
    float *r = malloc(n * sizeof(float));
    MPI_Barrier(comm);

    /* Broadcasts of other types. */
    if (rank == 0)
        memcpy(word, "elephant", 8);
    MPI_Bcast(word, 8, MPI_CHAR, 0, comm);
    if (memcmp(word, "elephant", 8) == 0) ok++;
    for (int i = 0; i < n; i++)
        r[i] = rank;
    MPI_Bcast(r, n, MPI_FLOAT, nprocs - 1, comm);
    if (r[n - 1] == nprocs - 1) ok++;

    /* Combinations. */
    fill(a, n, rank);
    MPI_Reduce(a, b, n, MPI_DOUBLE, MPI_SUM, 0, comm);
    if (rank != 0 || b[n - 1] == all) ok++;
    if (rank == 0) {
        MPI_Reduce(MPI_IN_PLACE, a, n, MPI_DOUBLE, MPI_MAX, 0, comm);
        if (a[0] == nprocs) ok++;
    } else {
        MPI_Reduce(a, b, n, MPI_DOUBLE, MPI_MAX, 0, comm);
        ok++;
    }
    fill(a, n, rank);
    MPI_Allreduce(a, b, n, MPI_DOUBLE, MPI_SUM, comm);
    if (b[0] == all) ok++;
    MPI_Allreduce(MPI_IN_PLACE, a, n, MPI_DOUBLE, MPI_SUM, comm);
    if (a[n - 1] == all) ok++;
    fill(a, n, rank);
    MPI_Scan(a, b, n, MPI_DOUBLE, MPI_SUM, comm);
    if (b[n - 1] == (rank + 1) * (rank + 2) / 2) ok++;
    MPI_Exscan(a, b, n, MPI_DOUBLE, MPI_SUM, comm);
    if (rank == 0 || b[n - 1] == rank * (rank + 1) / 2) ok++;
    fill(a, sum, rank);
    MPI_Reduce_scatter(a, b, nv, MPI_DOUBLE, MPI_SUM, comm);
    if (b[nv[rank] - 1] == all) ok++;
    MPI_Reduce_scatter_block(a, b, n, MPI_DOUBLE, MPI_SUM, comm);
    if (b[n - 1] == all) ok++;

    /* From all to one and from one to all. */
    fill(a, n, rank);
    MPI_Gather(a, n, MPI_DOUBLE, b, n, MPI_DOUBLE, 0, comm);
    if (rank != 0 || b[n * nprocs - 1] == nprocs) ok++;
    fill(a, nv[rank], rank);
    MPI_Gatherv(a, nv[rank], MPI_DOUBLE, b, nv, iv, MPI_DOUBLE, 0, comm);
    if (rank != 0 || b[sum - 1] == nprocs) ok++;
    if (rank == 0) {
        fill(b, n, rank);
        MPI_Gather(MPI_IN_PLACE, 0, MPI_DOUBLE, b, n, MPI_DOUBLE, 0, comm);
        for (int i = 0; i < nprocs; i++)
            fill(a + iv[i], nv[i], i);
    } else {
        MPI_Gather(a, n, MPI_DOUBLE, b, n, MPI_DOUBLE, 0, comm);
    }
    MPI_Scatterv(a, nv, iv, MPI_DOUBLE, b, nv[rank], MPI_DOUBLE, 0, comm);
    if (b[nv[rank] - 1] == rank + 1) ok++;
    fill(a, sum, 6);
    MPI_Scatter(a, n, MPI_DOUBLE, b, n, MPI_DOUBLE, 0, comm);
    if (b[n - 1] == 7) ok++;

    /* From all to all. */
    fill(a, n, rank);
    MPI_Allgather(a, n, MPI_DOUBLE, b, n, MPI_DOUBLE, comm);
    if (b[n * nprocs - 1] == nprocs) ok++;
    fill(b + rank * n, n, rank + 4);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, b, n, MPI_DOUBLE, comm);
    if (b[n * nprocs - 1] == nprocs + 4) ok++;
    fill(a, nv[rank], rank);
    MPI_Allgatherv(a, nv[rank], MPI_DOUBLE, b, nv, iv, MPI_DOUBLE, comm);
    if (b[sum - 1] == nprocs) ok++;
    fill(a, n * nprocs, rank);
    MPI_Alltoall(a, n, MPI_DOUBLE, b, n, MPI_DOUBLE, comm);
    if (b[0] == 1 && b[n * nprocs - 1] == nprocs) ok++;
    fill(a, sum + 2 * nprocs, rank);
    MPI_Alltoallv(a, ns, is, MPI_DOUBLE, b, ns, is, MPI_DOUBLE, comm);
    if (b[0] == 1 && b[is[nprocs - 1] + ns[nprocs - 1] - 1] == nprocs) ok++;

    MPI_Reduce(&ok, &all, 1, MPI_INT, MPI_SUM, 0, comm);
    if (rank == 0)
        printf("checksum: %.15e\n", (double)all / nprocs);
    free(a);
    free(b);
    free(r);
    free(nv);
    free(iv);
    free(ns);
    free(is);
    MPI_Finalize();
    return 0;
}
