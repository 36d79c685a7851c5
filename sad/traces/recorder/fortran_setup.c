/* Communicators, and the beginning and the end of MPI, for Fortran. */
#include "fortran_binding.h"

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

double mpi_wtime__(void) __attribute__((alias("mpi_wtime_")));

void pmpi_init_(ERR) __attribute__((weak));
void mpi_init_(ERR)
{
    pmpi_init_(ierror);
    record_start();
}

void pmpi_finalize_(ERR) __attribute__((weak));
void mpi_finalize_(ERR)
{
    record_finish();
    pmpi_finalize_(ierror);
}

void pmpi_abort_(IN comm, IN code, ERR) __attribute__((weak));
void mpi_abort_(IN comm, IN code, ERR)
{
    record_abort();
    pmpi_abort_(comm, code, ierror);
}

void mpi_pcontrol_(IN level) { record_level(*level); }

void mpi_init__(ERR) __attribute__((alias("mpi_init_")));
void mpi_finalize__(ERR) __attribute__((alias("mpi_finalize_")));

#ifdef OPEN_MPI
double mpi_wtime_f08_(void) __attribute__((alias("mpi_wtime_")));
void mpi_init_f08_(ERR) __attribute__((alias("mpi_init_")));
void mpi_finalize_f08_(ERR) __attribute__((alias("mpi_finalize_")));
void mpi_abort_f08_(IN comm, IN code, ERR) __attribute__((alias("mpi_abort_")));
void mpi_pcontrol_f08_(IN level) __attribute__((alias("mpi_pcontrol_")));
#endif
