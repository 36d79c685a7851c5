/* Communicators, and the beginning and the end of MPI, for Fortran. */
#define _GNU_SOURCE
#include "fortran_binding.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define MADE(name, parameters, arguments) \
    RECORDED(name, parameters, record_moved(0, MPI_BYTE, NO_ROOT, C(comm)), arguments, record_comm(C(made)))

MADE(mpi_comm_dup, (IN comm, MPI_Fint *made, ERR), (comm, made, ierror))
MADE(mpi_comm_split, (IN comm, IN colour, IN key, MPI_Fint *made, ERR), (comm, colour, key, made, ierror))
MADE(mpi_comm_create, (IN comm, IN group, MPI_Fint *made, ERR), (comm, group, made, ierror))
MADE(mpi_cart_create, (IN comm, IN count, IN sides, IN periods, IN reorder, MPI_Fint *made, ERR),
     (comm, count, sides, periods, reorder, made, ierror))
MADE(mpi_cart_sub, (IN comm, IN remain, MPI_Fint *made, ERR), (comm, remain, made, ierror))
MADE(mpi_comm_dup_with_info, (IN comm, IN info, MPI_Fint *made, ERR), (comm, info, made, ierror))
MADE(mpi_comm_split_type, (IN comm, IN type, IN key, IN info, MPI_Fint *made, ERR),
     (comm, type, key, info, made, ierror))
MADE(mpi_comm_create_group, (IN comm, IN group, IN tag, MPI_Fint *made, ERR), (comm, group, tag, made, ierror))
MADE(mpi_graph_create, (IN comm, IN count, IN index, IN edges, IN reorder, MPI_Fint *made, ERR),
     (comm, count, index, edges, reorder, made, ierror))
MADE(mpi_dist_graph_create_adjacent,
     (IN comm, IN ins, IN froms, IN in_weights, IN outs, IN tos, IN out_weights, IN info, IN reorder,
      MPI_Fint *made, ERR),
     (comm, ins, froms, in_weights, outs, tos, out_weights, info, reorder, made, ierror))
MADE(mpi_dist_graph_create,
     (IN comm, IN count, IN sources, IN degrees, IN tos, IN weights, IN info, IN reorder, MPI_Fint *made, ERR),
     (comm, count, sources, degrees, tos, weights, info, reorder, made, ierror))
MADE(mpi_intercomm_merge, (IN comm, IN high, MPI_Fint *made, ERR), (comm, high, made, ierror))
RECORDED(mpi_comm_disconnect, (MPI_Fint *comm, ERR), record_comm_free(C(comm)), (comm, ierror), )
RECORDED(mpi_comm_free, (MPI_Fint *comm, ERR), record_comm_free(C(comm)), (comm, ierror), )

double pmpi_wtime_(void) __attribute__((weak));
double mpi_wtime_(void)
{
    static int id;
    if (record_begin(&id, "mpi_wtime", SITE))
        record_moved(0, MPI_BYTE, NO_ROOT, MPI_COMM_WORLD);
    const double result = pmpi_wtime_();
    record_end();
    return result;
}

void mpi_pcontrol_(IN level) { record_level(*level); }

void *mpich_f08(const char *name)
{
    char full[128];
    for (int data = 1; data >= 0; data--) {
        snprintf(full, sizeof full, "pmpir_%s_f08%s_", name + 4, data ? "ts" : "");
        void *found = dlsym(RTLD_DEFAULT, full);
        if (found)
            return found;
    }
    fprintf(stderr, "sad: the library of MPI has nothing behind %s of mpi_f08\n", name);
    abort();
}

/* What is done before and after routines that are no calls of a trace, for all names of them. */
#define NAMED(name, parameters, arguments, before, after)                       \
    void p##name##_ parameters __attribute__((weak));                           \
    static void name##_real parameters                                          \
    {                                                                           \
        before;                                                                 \
        p##name##_ arguments;                                                   \
        after;                                                                  \
    }                                                                           \
    void name##_ parameters { name##_real arguments; }                          \
    void name##__ parameters { name##_real arguments; }                         \
    NAMED_F08(name, parameters, arguments, before, after)

#ifdef OPEN_MPI
#define NAMED_F08(name, parameters, arguments, before, after) \
    void name##_f08_ parameters { name##_real arguments; }
double mpi_wtime_f08_(void) __attribute__((alias("mpi_wtime_")));
void mpi_pcontrol_f08_(IN level) __attribute__((alias("mpi_pcontrol_")));
#elif defined(MPICH_VERSION)
#define NAMED_F08(name, parameters, arguments, before, after) \
    void name##_f08_ parameters                               \
    {                                                         \
        static void(*real) parameters;                        \
        if (!real)                                            \
            *(void **)&real = mpich_f08(#name);               \
        before;                                               \
        real arguments;                                       \
        after;                                                \
    }
double mpi_wtime_f08_(void) __attribute__((alias("mpi_wtime_")));
void mpi_pcontrol_f08_(IN level) __attribute__((alias("mpi_pcontrol_")));
#else
#define NAMED_F08(name, parameters, arguments, before, after)
#endif

double mpi_wtime__(void) __attribute__((alias("mpi_wtime_")));
NAMED(mpi_init, (ERR), (ierror), , record_start())
NAMED(mpi_init_thread, (IN wanted, MPI_Fint *given, ERR), (wanted, given, ierror), , record_start())
NAMED(mpi_finalize, (ERR), (ierror), record_finish(), )
NAMED(mpi_abort, (IN comm, IN code, ERR), (comm, code, ierror), record_abort(), )
