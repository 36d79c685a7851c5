/* The routines of MPI as a Fortran program calls them: every argument is an address, handles are integers.

   Open MPI's own wrappers for Fortran call PMPI_ routines of C, so the wrappers of c_binding.c do not see these
   calls; if they did (other versions), tally_begin would know that they are inside of a call. */
#include "tally.h"

#define IN const MPI_Fint *
#define ERR MPI_Fint *ierror

/* Open MPI's Fortran has MPI_IN_PLACE as a variable of a common block, known by its address. */
extern int mpi_fortran_in_place_ __attribute__((weak));

#define T(type) PMPI_Type_f2c(*(type))
#define C(comm) PMPI_Comm_f2c(*(comm))

/* A wrapper: the name, its parameters, what to count, and the arguments to pass on. */
#define COUNTED(name, parameters, what, arguments) \
    void p##name##_ parameters;                    \
    void name##_ parameters                        \
    {                                              \
        if (tally_begin(#name)) {                  \
            what;                                  \
        }                                          \
        p##name##_ arguments;                      \
        tally_end();                               \
    }

#define SEND(name)                                                                   \
    COUNTED(name, (void *buf, IN count, IN type, IN dest, IN tag, IN comm, ERR),      \
            tally_sent(*count, T(type), *dest), (buf, count, type, dest, tag, comm, ierror))

SEND(mpi_send)
SEND(mpi_bsend)
SEND(mpi_ssend)
SEND(mpi_rsend)

#define ISEND(name)                                                                                      \
    COUNTED(name, (void *buf, IN count, IN type, IN dest, IN tag, IN comm, MPI_Fint *request, ERR),       \
            tally_sent(*count, T(type), *dest), (buf, count, type, dest, tag, comm, request, ierror))

ISEND(mpi_isend)
ISEND(mpi_ibsend)
ISEND(mpi_issend)
ISEND(mpi_irsend)

COUNTED(mpi_recv, (void *buf, IN count, IN type, IN source, IN tag, IN comm, MPI_Fint *status, ERR),
        tally_posted(*count, T(type), *source), (buf, count, type, source, tag, comm, status, ierror))
COUNTED(mpi_irecv, (void *buf, IN count, IN type, IN source, IN tag, IN comm, MPI_Fint *request, ERR),
        tally_posted(*count, T(type), *source), (buf, count, type, source, tag, comm, request, ierror))
COUNTED(mpi_sendrecv,
        (void *out, IN outs, IN out_type, IN dest, IN out_tag, void *in, IN ins, IN in_type, IN source, IN in_tag,
         IN comm, MPI_Fint *status, ERR),
        tally_sent(*outs, T(out_type), *dest); tally_posted(*ins, T(in_type), *source),
        (out, outs, out_type, dest, out_tag, in, ins, in_type, source, in_tag, comm, status, ierror))
COUNTED(mpi_sendrecv_replace,
        (void *buf, IN count, IN type, IN dest, IN out_tag, IN source, IN in_tag, IN comm, MPI_Fint *status, ERR),
        tally_sent(*count, T(type), *dest); tally_posted(*count, T(type), *source),
        (buf, count, type, dest, out_tag, source, in_tag, comm, status, ierror))

#define INIT(name, sends)                                                                                 \
    void p##name##_(void *buf, IN count, IN type, IN partner, IN tag, IN comm, MPI_Fint *request, ERR);    \
    void name##_(void *buf, IN count, IN type, IN partner, IN tag, IN comm, MPI_Fint *request, ERR)        \
    {                                                                                                     \
        const int outer = tally_begin(#name);                                                             \
        p##name##_(buf, count, type, partner, tag, comm, request, ierror);                                \
        if (outer)                                                                                        \
            tally_keep(PMPI_Request_f2c(*request), sends, *count, T(type), *partner);                     \
        tally_end();                                                                                      \
    }

INIT(mpi_send_init, 1)
INIT(mpi_bsend_init, 1)
INIT(mpi_ssend_init, 1)
INIT(mpi_rsend_init, 1)
INIT(mpi_recv_init, 0)

COUNTED(mpi_start, (MPI_Fint *request, ERR), tally_started(PMPI_Request_f2c(*request)), (request, ierror))
COUNTED(mpi_startall, (IN count, MPI_Fint *requests, ERR),
        for (int i = 0; i < *count; i++) tally_started(PMPI_Request_f2c(requests[i])), (count, requests, ierror))
COUNTED(mpi_request_free, (MPI_Fint *request, ERR), tally_forget(PMPI_Request_f2c(*request)), (request, ierror))
COUNTED(mpi_wait, (MPI_Fint *request, MPI_Fint *status, ERR), , (request, status, ierror))
COUNTED(mpi_waitall, (IN count, MPI_Fint *requests, MPI_Fint *statuses, ERR), , (count, requests, statuses, ierror))
COUNTED(mpi_waitany, (IN count, MPI_Fint *requests, MPI_Fint *which, MPI_Fint *status, ERR), ,
        (count, requests, which, status, ierror))
COUNTED(mpi_waitsome, (IN count, MPI_Fint *requests, MPI_Fint *done, MPI_Fint *which, MPI_Fint *statuses, ERR), ,
        (count, requests, done, which, statuses, ierror))
COUNTED(mpi_test, (MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status, ERR), , (request, flag, status, ierror))
COUNTED(mpi_testall, (IN count, MPI_Fint *requests, MPI_Fint *flag, MPI_Fint *statuses, ERR), ,
        (count, requests, flag, statuses, ierror))
COUNTED(mpi_probe, (IN source, IN tag, IN comm, MPI_Fint *status, ERR), , (source, tag, comm, status, ierror))
COUNTED(mpi_iprobe, (IN source, IN tag, IN comm, MPI_Fint *flag, MPI_Fint *status, ERR), ,
        (source, tag, comm, flag, status, ierror))
COUNTED(mpi_barrier, (IN comm, ERR), , (comm, ierror))
COUNTED(mpi_bcast, (void *buf, IN count, IN type, IN root, IN comm, ERR), tally_moved(*count, T(type)),
        (buf, count, type, root, comm, ierror))
COUNTED(mpi_reduce, (void *out, void *in, IN count, IN type, IN op, IN root, IN comm, ERR),
        tally_moved(*count, T(type)), (out, in, count, type, op, root, comm, ierror))

#define COMBINE(name)                                                        \
    COUNTED(name, (void *out, void *in, IN count, IN type, IN op, IN comm, ERR), \
            tally_moved(*count, T(type)), (out, in, count, type, op, comm, ierror))

COMBINE(mpi_allreduce)
COMBINE(mpi_scan)
COMBINE(mpi_exscan)
COUNTED(mpi_reduce_scatter_block, (void *out, void *in, IN count, IN type, IN op, IN comm, ERR),
        tally_moved_by_all(*count, T(type), C(comm)), (out, in, count, type, op, comm, ierror))
COUNTED(mpi_reduce_scatter, (void *out, void *in, IN counts, IN type, IN op, IN comm, ERR),
        tally_moved_of_all(counts, T(type), C(comm)), (out, in, counts, type, op, comm, ierror))

/* Of two blocks, that which is not in place. */
#define OTHER(place, given, other)                 \
    if ((void *)(place) != &mpi_fortran_in_place_) \
        given;                                     \
    else                                           \
        other

COUNTED(mpi_gather,
        (void *out, IN outs, IN out_type, void *in, IN ins, IN in_type, IN root, IN comm, ERR),
        OTHER(out, tally_moved(*outs, T(out_type)), tally_moved(*ins, T(in_type))),
        (out, outs, out_type, in, ins, in_type, root, comm, ierror))
COUNTED(mpi_gatherv,
        (void *out, IN outs, IN out_type, void *in, IN ins, IN displs, IN in_type, IN root, IN comm, ERR),
        OTHER(out, tally_moved(*outs, T(out_type)), tally_moved_of_own(ins, T(in_type), C(comm))),
        (out, outs, out_type, in, ins, displs, in_type, root, comm, ierror))
COUNTED(mpi_scatter,
        (void *out, IN outs, IN out_type, void *in, IN ins, IN in_type, IN root, IN comm, ERR),
        OTHER(in, tally_moved(*ins, T(in_type)), tally_moved(*outs, T(out_type))),
        (out, outs, out_type, in, ins, in_type, root, comm, ierror))
COUNTED(mpi_scatterv,
        (void *out, IN outs, IN displs, IN out_type, void *in, IN ins, IN in_type, IN root, IN comm, ERR),
        OTHER(in, tally_moved(*ins, T(in_type)), tally_moved_of_own(outs, T(out_type), C(comm))),
        (out, outs, displs, out_type, in, ins, in_type, root, comm, ierror))
COUNTED(mpi_allgather, (void *out, IN outs, IN out_type, void *in, IN ins, IN in_type, IN comm, ERR),
        OTHER(out, tally_moved(*outs, T(out_type)), tally_moved(*ins, T(in_type))),
        (out, outs, out_type, in, ins, in_type, comm, ierror))
COUNTED(mpi_allgatherv, (void *out, IN outs, IN out_type, void *in, IN ins, IN displs, IN in_type, IN comm, ERR),
        OTHER(out, tally_moved(*outs, T(out_type)), tally_moved_of_own(ins, T(in_type), C(comm))),
        (out, outs, out_type, in, ins, displs, in_type, comm, ierror))
COUNTED(mpi_alltoall, (void *out, IN outs, IN out_type, void *in, IN ins, IN in_type, IN comm, ERR),
        OTHER(out, tally_moved_by_all(*outs, T(out_type), C(comm)), tally_moved_by_all(*ins, T(in_type), C(comm))),
        (out, outs, out_type, in, ins, in_type, comm, ierror))
COUNTED(mpi_alltoallv,
        (void *out, IN outs, IN out_displs, IN out_type, void *in, IN ins, IN in_displs, IN in_type, IN comm, ERR),
        OTHER(out, tally_moved_of_all(outs, T(out_type), C(comm)), tally_moved_of_all(ins, T(in_type), C(comm))),
        (out, outs, out_displs, out_type, in, ins, in_displs, in_type, comm, ierror))

void pmpi_finalize_(ERR);
void mpi_finalize_(ERR)
{
    tally_write();
    pmpi_finalize_(ierror);
}
