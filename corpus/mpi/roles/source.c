/* Processes with different roles. Numbers go down a line: the first process makes them, the last one adds them
   up, each squares its share. Then keys are sorted by exchanges of odd and even neighbours. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Every nprocs-th number. */
static void square(double *x, int n, int rank, int nprocs)
{
    for (int i = rank; i < n; i += nprocs)
        x[i] *= x[i];
}

static double add(const double *x, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* Insertion. */
static void sort(int *key, int n)
{
    for (int i = 1; i < n; i++) {
        int k = key[i], j = i - 1;
        while (j >= 0 && key[j] > k) {
            key[j + 1] = key[j];
            j--;
        }
        key[j + 1] = k;
    }
}

/* With the right neighbour or with the left one, in turn: the left one of a pair keeps the lower half of the
   keys. */
static void trade(int *key, int *both, int nl, int turn, int rank, int nprocs)
{
    int other = (rank + turn) % 2 == 0 ? rank + 1 : rank - 1;
    if (other < 0 || other >= nprocs)
        return;
    if (rank % 2 == 0) {
        MPI_Send(key, nl, MPI_INT, other, turn, MPI_COMM_WORLD);
        MPI_Recv(both, nl, MPI_INT, other, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(both, nl, MPI_INT, other, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(key, nl, MPI_INT, other, turn, MPI_COMM_WORLD);
    }
    for (int i = 0; i < nl; i++)
        both[nl + i] = key[i];
    sort(both, 2 * nl);
    for (int i = 0; i < nl; i++)
        key[i] = rank < other ? both[i] : both[nl + i];
}

int main(int argc, char **argv)
{
    int rank, nprocs, n, nturns;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d %d", &n, &nturns);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&nturns, 1, MPI_INT, 0, MPI_COMM_WORLD);
    double *x = malloc(n * sizeof(double)), total = 0.0;

    for (int turn = 1; turn <= nturns; turn++) {
        if (rank == 0) {
            for (int i = 0; i < n; i++)
                x[i] = turn + i + 1;
            square(x, n, rank, nprocs);
            if (nprocs > 1)
                MPI_Send(x, n, MPI_DOUBLE, 1, turn, MPI_COMM_WORLD);
            else
                total += add(x, n);
        } else if (rank == nprocs - 1) {
            MPI_Recv(x, n, MPI_DOUBLE, rank - 1, turn, MPI_COMM_WORLD, &status);
            square(x, n, rank, nprocs);
            total += add(x, n);
        } else {
            MPI_Recv(x, n, MPI_DOUBLE, rank - 1, turn, MPI_COMM_WORLD, &status);
            square(x, n, rank, nprocs);
            MPI_Send(x, n, MPI_DOUBLE, rank + 1, turn, MPI_COMM_WORLD);
        }
    }
    if (nprocs > 1) {
        if (rank == nprocs - 1)
            MPI_Ssend(&total, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        else if (rank == 0)
            MPI_Recv(&total, 1, MPI_DOUBLE, nprocs - 1, 0, MPI_COMM_WORLD, &status);
    }

    int nl = n / nprocs;
    int *key = malloc(nl * sizeof(int)), *both = malloc(2 * nl * sizeof(int));
    for (int i = 0; i < nl; i++)
        key[i] = (rank * nl + i + 1) * 73 % 101;
    sort(key, nl);
    for (int turn = 1; turn <= nprocs; turn++)
        trade(key, both, nl, turn, rank, nprocs);
    double part = 0.0, sum;
    for (int i = 0; i < nl; i++)
        part += (double)key[i] * (rank * nl + i + 1);
    MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("checksum: %.15e\n", total + sum);
    free(x);
    free(key);
    free(both);
    MPI_Finalize();
    return 0;
}
