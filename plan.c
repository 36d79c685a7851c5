#include <stdio.h>
#include <stdlib.h>
#include "mpi.h"
static double x[20000], y[20000];
static struct { int count; int with[64], items[64], sends[64]; } plan;
static void make(int me, int np, int n)
{
    int k, with;
    for (k = 0; k < np; k++) {
        with = (np + k - me) % np;
        if (with == me || with > n)
            with = me;
        plan.with[k] = with;
        plan.items[k] = with == me ? 0 : n + k;
        plan.sends[k] = me < with;
        if (with == me)
            plan.with[k] = MPI_PROC_NULL;
        plan.count++;
    }
}
static void finish(int count)
{
    MPI_Finalize();
    exit(count > 60);
}
int main(int argc, char **argv)
{
    int me, np, i, n = 0;
    MPI_Status st;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    if (me == 0 && scanf("%d", &n) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    make(me, np, n);
    for (i = 0; i < plan.count; i++)
        if (plan.sends[i])
            MPI_Send(x, plan.items[i], MPI_DOUBLE, plan.with[i], i, MPI_COMM_WORLD);
        else
            MPI_Recv(x, plan.items[i], MPI_DOUBLE, plan.with[i], i, MPI_COMM_WORLD, &st);
    if (plan.count < np)
        finish(plan.count);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
