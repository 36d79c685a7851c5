/* Messages and collective operations of MPI as a Fortran program calls them. */
#include "fortran_binding.h"

/* Fortran has MPI_IN_PLACE as a variable, known by its address: in Open MPI, in MPICH, and in MPICH's mpi_f08. */
extern int mpi_fortran_in_place_ __attribute__((weak)), MPIR_F08_MPI_IN_PLACE __attribute__((weak));
extern const void *MPIR_F_MPI_IN_PLACE __attribute__((weak));

static int is_in_place(const void *data, int is_f08)
{
    if (is_f08)
        return *(const void *const *)data == &MPIR_F08_MPI_IN_PLACE;
    return data == (&MPIR_F_MPI_IN_PLACE ? MPIR_F_MPI_IN_PLACE : &mpi_fortran_in_place_);
}

/* Whether a status is the one that stands for none. */
static int is_none(const MPI_Fint *status, int is_f08)
{
#ifdef MPICH_VERSION
    if (is_f08)
        return status == (MPI_Fint *)MPI_F08_STATUS_IGNORE || status == (MPI_Fint *)MPI_F08_STATUSES_IGNORE;
#endif
    (void)is_f08;
    return status == MPI_F_STATUS_IGNORE || status == MPI_F_STATUSES_IGNORE;
}

static void matched(const MPI_Fint *status)
{
    MPI_Status seen;
    PMPI_Status_f2c(status, &seen);
    record_matched(&seen);
}

static void matched_part(int part, const MPI_Fint *status)
{
    MPI_Status seen;
    PMPI_Status_f2c(status, &seen);
    record_matched_part(part, &seen);
}

static void chosen(int place, const MPI_Fint *status)
{
    MPI_Status seen;
    PMPI_Status_f2c(status, &seen);
    record_chosen(place, &seen);
}

static void look(int count, const MPI_Fint *requests)
{
    MPI_Request *seen = record_requests(count);
    for (int i = 0; i < count; i++)
        seen[i] = R(&requests[i]);
    record_look(count, seen);
}

/* A status, or our own if there is none. */
#define SEEN(status) (is_none(status, is_f08) ? own : (status))
#define ALL_SEEN(count, statuses) (is_none(statuses, is_f08) ? (MPI_Fint *)record_statuses(count) : (statuses))

#define SEND(name) \
    RECORDED(name, (void *buf, IN count, IN type, IN dest, IN tag, IN comm, ERR), \
             record_message(*count, T(type), *dest, *tag, C(comm)), (buf, count, type, dest, tag, comm, ierror), )

SEND(mpi_send)
SEND(mpi_bsend)
SEND(mpi_ssend)
SEND(mpi_rsend)

#define REQUEST(name, persistent) \
    RECORDED(name, (void *buf, IN count, IN type, IN partner, IN tag, IN comm, MPI_Fint *request, ERR), \
             record_message(*count, T(type), *partner, *tag, C(comm)), \
             (buf, count, type, partner, tag, comm, request, ierror), record_request(R(request), persistent))

REQUEST(mpi_isend, 0)
REQUEST(mpi_ibsend, 0)
REQUEST(mpi_issend, 0)
REQUEST(mpi_irsend, 0)
REQUEST(mpi_irecv, 0)
REQUEST(mpi_send_init, 1)
REQUEST(mpi_bsend_init, 1)
REQUEST(mpi_ssend_init, 1)
REQUEST(mpi_rsend_init, 1)
REQUEST(mpi_recv_init, 1)

RECORDED(mpi_recv, (void *buf, IN count, IN type, IN source, IN tag, IN comm, MPI_Fint *status, ERR),
         record_message(*count, T(type), *source, *tag, C(comm)); status = SEEN(status),
         (buf, count, type, source, tag, comm, status, ierror), matched(status))
RECORDED(mpi_sendrecv,
         (void *out, IN outs, IN out_type, IN dest, IN out_tag, void *in, IN ins, IN in_type, IN source, IN in_tag,
          IN comm, MPI_Fint *status, ERR),
         record_message(*outs, T(out_type), *dest, *out_tag, C(comm));
         record_message(*ins, T(in_type), *source, *in_tag, C(comm)); status = SEEN(status),
         (out, outs, out_type, dest, out_tag, in, ins, in_type, source, in_tag, comm, status, ierror), matched(status))
RECORDED(mpi_sendrecv_replace,
         (void *buf, IN count, IN type, IN dest, IN out_tag, IN source, IN in_tag, IN comm, MPI_Fint *status, ERR),
         record_message(*count, T(type), *dest, *out_tag, C(comm));
         record_message(*count, T(type), *source, *in_tag, C(comm)); status = SEEN(status),
         (buf, count, type, dest, out_tag, source, in_tag, comm, status, ierror), matched(status))
RECORDED(mpi_start, (MPI_Fint *request, ERR), record_started(R(request)), (request, ierror), )
RECORDED(mpi_startall, (IN count, MPI_Fint *requests, ERR),
         for (int i = 0; i < *count; i++) record_started(R(&requests[i])), (count, requests, ierror), )
RECORDED(mpi_request_free, (MPI_Fint *request, ERR), record_forget(R(request)), (request, ierror), )
RECORDED(mpi_wait, (MPI_Fint *request, MPI_Fint *status, ERR), any = record_waited(R(request)); status = SEEN(status),
         (request, status, ierror), if (any) matched(status))
RECORDED(mpi_waitall, (IN count, MPI_Fint *requests, MPI_Fint *statuses, ERR),
         for (int i = 0; i < *count; i++) any |= record_waited(R(&requests[i]));
         if (any) statuses = ALL_SEEN(*count, statuses), (count, requests, statuses, ierror),
         if (any) for (int i = 0; i < *count; i++) matched_part(i, &statuses[i * STATUS]))
RECORDED(mpi_waitany, (IN count, MPI_Fint *requests, MPI_Fint *which, MPI_Fint *status, ERR),
         look(*count, requests); status = SEEN(status), (count, requests, which, status, ierror),
         if (*which >= 1) chosen(*which - 1, status))
RECORDED(mpi_waitsome, (IN count, MPI_Fint *requests, MPI_Fint *done, MPI_Fint *which, MPI_Fint *statuses, ERR),
         look(*count, requests); statuses = ALL_SEEN(*count, statuses),
         (count, requests, done, which, statuses, ierror),
         for (int i = 0; i < *done; i++) chosen(which[i] - 1, &statuses[i * STATUS]))
RECORDED(mpi_testsome, (IN count, MPI_Fint *requests, MPI_Fint *done, MPI_Fint *which, MPI_Fint *statuses, ERR),
         look(*count, requests); statuses = ALL_SEEN(*count, statuses),
         (count, requests, done, which, statuses, ierror),
         for (int i = 0; i < *done; i++) chosen(which[i] - 1, &statuses[i * STATUS]);
         if (*done < 1) record_nothing())
RECORDED(mpi_testany, (IN count, MPI_Fint *requests, MPI_Fint *which, MPI_Fint *flag, MPI_Fint *status, ERR),
         look(*count, requests); status = SEEN(status), (count, requests, which, flag, status, ierror),
         if (*flag && *which >= 1) chosen(*which - 1, status); else record_nothing())
RECORDED(mpi_test, (MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status, ERR),
         look(1, request); status = SEEN(status), (request, flag, status, ierror),
         if (*flag) chosen(0, status); else record_nothing())
RECORDED(mpi_testall, (IN count, MPI_Fint *requests, MPI_Fint *flag, MPI_Fint *statuses, ERR),
         look(*count, requests); statuses = ALL_SEEN(*count, statuses), (count, requests, flag, statuses, ierror),
         if (*flag) for (int i = 0; i < *count; i++) chosen(i, &statuses[i * STATUS]); else record_nothing())
RECORDED(mpi_probe, (IN source, IN tag, IN comm, MPI_Fint *status, ERR),
         record_message(0, MPI_BYTE, *source, *tag, C(comm)); status = SEEN(status),
         (source, tag, comm, status, ierror), matched(status))
RECORDED(mpi_iprobe, (IN source, IN tag, IN comm, MPI_Fint *flag, MPI_Fint *status, ERR),
         record_message(0, MPI_BYTE, *source, *tag, C(comm)); status = SEEN(status),
         (source, tag, comm, flag, status, ierror), if (*flag) matched(status); else record_nothing())
RECORDED(mpi_barrier, (IN comm, ERR), record_moved(0, MPI_BYTE, NO_ROOT, C(comm)), (comm, ierror), )
RECORDED(mpi_bcast, (void *buf, IN count, IN type, IN root, IN comm, ERR), record_moved(*count, T(type), *root, C(comm)),
        (buf, count, type, root, comm, ierror), )
RECORDED(mpi_reduce, (void *out, void *in, IN count, IN type, IN op, IN root, IN comm, ERR),
        record_moved(*count, T(type), *root, C(comm)), (out, in, count, type, op, root, comm, ierror), )

#define COMBINE(name) \
    RECORDED(name, (void *out, void *in, IN count, IN type, IN op, IN comm, ERR), \
            record_moved(*count, T(type), NO_ROOT, C(comm)), (out, in, count, type, op, comm, ierror), )

COMBINE(mpi_allreduce)
COMBINE(mpi_scan)
COMBINE(mpi_exscan)
RECORDED(mpi_reduce_scatter_block, (void *out, void *in, IN count, IN type, IN op, IN comm, ERR),
        record_moved_by_all(*count, T(type), C(comm)), (out, in, count, type, op, comm, ierror), )
RECORDED(mpi_reduce_scatter, (void *out, void *in, IN counts, IN type, IN op, IN comm, ERR),
        record_moved_of_all(counts, T(type), C(comm)), (out, in, counts, type, op, comm, ierror), )

/* Of two blocks, that which is not in place. */
#define OTHER(place, given, other) \
    if (!is_in_place(place, is_f08)) \
        given; \
    else \
        other

RECORDED(mpi_gather,
        (void *out, IN outs, IN out_type, void *in, IN ins, IN in_type, IN root, IN comm, ERR),
        OTHER(out, record_moved(*outs, T(out_type), *root, C(comm)), record_moved(*ins, T(in_type), *root, C(comm))),
        (out, outs, out_type, in, ins, in_type, root, comm, ierror), )
RECORDED(mpi_gatherv,
        (void *out, IN outs, IN out_type, void *in, IN ins, IN displs, IN in_type, IN root, IN comm, ERR),
        OTHER(out, record_moved(*outs, T(out_type), *root, C(comm)), record_moved_of_own(ins, T(in_type), *root, C(comm))),
        (out, outs, out_type, in, ins, displs, in_type, root, comm, ierror), )
RECORDED(mpi_scatter,
        (void *out, IN outs, IN out_type, void *in, IN ins, IN in_type, IN root, IN comm, ERR),
        OTHER(in, record_moved(*ins, T(in_type), *root, C(comm)), record_moved(*outs, T(out_type), *root, C(comm))),
        (out, outs, out_type, in, ins, in_type, root, comm, ierror), )
RECORDED(mpi_scatterv,
        (void *out, IN outs, IN displs, IN out_type, void *in, IN ins, IN in_type, IN root, IN comm, ERR),
        OTHER(in, record_moved(*ins, T(in_type), *root, C(comm)), record_moved_of_own(outs, T(out_type), *root, C(comm))),
        (out, outs, displs, out_type, in, ins, in_type, root, comm, ierror), )
RECORDED(mpi_allgather, (void *out, IN outs, IN out_type, void *in, IN ins, IN in_type, IN comm, ERR),
        OTHER(out, record_moved(*outs, T(out_type), NO_ROOT, C(comm)), record_moved(*ins, T(in_type), NO_ROOT, C(comm))),
        (out, outs, out_type, in, ins, in_type, comm, ierror), )
RECORDED(mpi_allgatherv, (void *out, IN outs, IN out_type, void *in, IN ins, IN displs, IN in_type, IN comm, ERR),
        OTHER(out, record_moved(*outs, T(out_type), NO_ROOT, C(comm)), record_moved_of_own(ins, T(in_type), NO_ROOT, C(comm))),
        (out, outs, out_type, in, ins, displs, in_type, comm, ierror), )
RECORDED(mpi_alltoall, (void *out, IN outs, IN out_type, void *in, IN ins, IN in_type, IN comm, ERR),
        OTHER(out, record_moved_by_all(*outs, T(out_type), C(comm)), record_moved_by_all(*ins, T(in_type), C(comm))),
        (out, outs, out_type, in, ins, in_type, comm, ierror), )
RECORDED(mpi_alltoallv,
        (void *out, IN outs, IN out_displs, IN out_type, void *in, IN ins, IN in_displs, IN in_type, IN comm, ERR),
        OTHER(out, record_moved_of_all(outs, T(out_type), C(comm)), record_moved_of_all(ins, T(in_type), C(comm))),
        (out, outs, out_displs, out_type, in, ins, in_displs, in_type, comm, ierror), )
