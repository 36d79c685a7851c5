/* Product of two matrices on a ring of processes, with Express. Every process keeps a block of rows of A and of
   the product; the blocks of columns of B go round. */
#include <express.h>
#include <stdio.h>
#include <stdlib.h>

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

/* A block goes to the right; even processes send first. */
static void shift(double *b, double *t, int length, int rank, int nprocs)
{
    int right = (rank + 1) % nprocs;
    int left = (rank - 1 + nprocs) % nprocs;
    int type = 2;
    if (rank % 2 == 0) {
        exwrite(b, length * sizeof(double), &right, &type);
        exread(t, length * sizeof(double), &left, &type);
    } else {
        exread(t, length * sizeof(double), &left, &type);
        exwrite(b, length * sizeof(double), &right, &type);
    }
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

/* One item of a combination. */
static int add(void *x, void *y, int size)
{
    (void)size;
    *(double *)x += *(double *)y;
    return 0;
}

int main(void)
{
    struct nodenv env;
    int n, nreps, type = 1;
    exparam(&env);
    int rank = env.procnum, nprocs = env.nprocs;
    scanf("%d %d", &n, &nreps); /* Express gives every process what is read */
    int nl = n / nprocs;
    double *a = malloc(n * nl * sizeof(double)), *b = malloc(n * nl * sizeof(double));
    double *c = malloc(n * nl * sizeof(double)), *t = malloc(n * nl * sizeof(double));
    fill(a, b, c, n, nl, rank * nl);

    for (int rep = 0; rep < nreps; rep++)
        turn(a, b, c, t, n, nl, rank, nprocs);

    exsync();
    double total = check(c, n, nl, rank * nl);
    excombine(&total, add, sizeof(double), 1, ALLNODES, NULLPTR, &type);
    if (rank == 0)
        printf("checksum: %.15e\n", total);
    free(a);
    free(b);
    free(c);
    free(t);
    return 0;
}
