/* Product of two matrices on a ring of processes, with PVM 3. Every process keeps a block of rows of A and of the
   product; the blocks of columns of B go round. The first process starts the others. */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAXP = 64 };

/* Values are small whole numbers: sums are exact in any order. b holds columns. */
static void fill(double *a, double *b, double *c, int n, int nl, int first)
{
    for (int i = 0; i < nl; i++)
        for (int j = 0; j < n; j++) {
            a[i * n + j] = (first + i + 1) * (j + 1) % 7;
            c[i * n + j] = 0.0;
        }
    for (int j = 0; j < nl; j++)
        for (int i = 0; i < n; i++)
            b[j * n + i] = (i + 1 + 2 * (first + j + 1)) % 5;
}

/* A block goes to the right: PVM keeps what is sent until it is received. */
static void shift(double *b, double *t, int length, int rank, int nprocs)
{
    int right = pvm_gettid("ring", (rank + 1) % nprocs);
    int left = pvm_gettid("ring", (rank - 1 + nprocs) % nprocs);
    pvm_initsend(PvmDataRaw);
    pvm_pkdouble(b, length, 1);
    pvm_send(right, 2);
    pvm_recv(left, 2);
    pvm_upkdouble(t, length, 1);
    for (int i = 0; i < length; i++)
        b[i] = t[i];
}

/* All blocks of B come by once, and each is back at its owner in the end. */
static void turn(const double *a, double *b, double *c, double *t, int n, int nl, int rank, int nprocs)
{
    for (int step = 0; step < nprocs; step++) {
        int owner = (rank - step + nprocs) % nprocs;
        for (int i = 0; i < nl; i++)
            for (int j = 0; j < nl; j++)
                for (int k = 0; k < n; k++)
                    c[i * n + owner * nl + j] += a[i * n + k] * b[j * n + k];
        if (nprocs > 1)
            shift(b, t, n * nl, rank, nprocs);
    }
}

/* Sum with weights of the places. */
static double check(const double *c, int n, int nl, int first)
{
    double sum = 0.0;
    for (int i = 0; i < nl; i++)
        for (int j = 0; j < n; j++)
            sum += c[i * n + j] * ((first + i + j + 2) % 3 + 1);
    return sum;
}

int main(void)
{
    int input[3], tids[MAXP];
    pvm_mytid();
    int rank = pvm_joingroup("ring");
    if (rank == 0) {
        scanf("%d %d %d", &input[0], &input[1], &input[2]);
        if (input[0] > 1)
            pvm_spawn("ringpvm", NULL, PvmTaskDefault, "", input[0] - 1, tids);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(input, 3, 1);
        pvm_mcast(tids, input[0] - 1, 1);
    } else {
        pvm_recv(pvm_parent(), 1);
        pvm_upkint(input, 3, 1);
    }
    pvm_barrier("ring", input[0]);
    int nprocs = pvm_gsize("ring");
    int n = input[1], nreps = input[2];
    int nl = n / nprocs;
    double *a = malloc(n * nl * sizeof(double)), *b = malloc(n * nl * sizeof(double));
    double *c = malloc(n * nl * sizeof(double)), *t = malloc(n * nl * sizeof(double));
    fill(a, b, c, n, nl, rank * nl);

    for (int rep = 0; rep < nreps; rep++)
        turn(a, b, c, t, n, nl, rank, nprocs);

    double total = check(c, n, nl, rank * nl);
    pvm_reduce(PvmSum, &total, 1, PVM_DOUBLE, 3, "ring", 0);
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    pvm_barrier("ring", nprocs);
    pvm_lvgroup("ring");
    pvm_exit();
    free(a);
    free(b);
    free(c);
    free(t);
    return 0;
}
