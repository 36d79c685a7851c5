/* Bucket sort: every process gets the keys of one range. How many go from one process to another depends on
   the keys. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 10007 };

/* Where the piece of each process begins; the length of all is returned. */
static int places(const int *counts, int *begins, int nprocs)
{
    int length = 0;
    for (int k = 0; k < nprocs; k++) {
        begins[k] = length;
        length += counts[k];
    }
    return length;
}

/* Shell sort. */
static void sort(int *key, int n)
{
    for (int gap = n / 2; gap >= 1; gap /= 2)
        for (int i = gap; i < n; i++) {
            int k = key[i], j = i - gap;
            while (j >= 0 && key[j] > k) {
                key[j + gap] = key[j];
                j -= gap;
            }
            key[j + gap] = k;
        }
}

int main(int argc, char **argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]);
    int nl = n / nprocs;
    int *key = malloc(nl * sizeof(int)), *out = malloc(nl * sizeof(int)), *in = malloc(n * sizeof(int));
    int *outs = calloc(nprocs, sizeof(int)), *ins = calloc(nprocs, sizeof(int));
    int *out_begins = malloc(nprocs * sizeof(int)), *in_begins = malloc(nprocs * sizeof(int));
    int *next = malloc(nprocs * sizeof(int));
    for (int i = 0; i < nl; i++) {
        int k = rank * nl + i + 1;
        k = (k * 73 % KEYS * 91 + k) % KEYS;
        key[i] = k * k / KEYS;
    }

    for (int i = 0; i < nl; i++)
        outs[key[i] * nprocs / KEYS]++;
    MPI_Alltoall(outs, 1, MPI_INT, ins, 1, MPI_INT, MPI_COMM_WORLD);
    places(outs, out_begins, nprocs);
    int got = places(ins, in_begins, nprocs);
    for (int k = 0; k < nprocs; k++)
        next[k] = out_begins[k];
    for (int i = 0; i < nl; i++)
        out[next[key[i] * nprocs / KEYS]++] = key[i];
    MPI_Alltoallv(out, outs, out_begins, MPI_INT, in, ins, in_begins, MPI_INT, MPI_COMM_WORLD);
    sort(in, got);

    int before;
    MPI_Scan(&got, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    before -= got;
    double part = 0.0, total;
    for (int i = 0; i < got; i++)
        part += (double)in[i] * (before + i + 1);
    MPI_Reduce(&part, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    free(key);
    free(out);
    free(in);
    free(outs);
    free(ins);
    free(out_begins);
    free(in_begins);
    free(next);
    MPI_Finalize();
    return 0;
}
