/* The routines of MPI as a C program calls them. */
#include "tally.h"

/* The body of a wrapper: what to count, in words of tally.h, and the call that does the work. */
#define COUNTED(routine, what, call) \
    {                                \
        if (tally_begin(routine)) {  \
            what;                    \
        }                            \
        const int result = call;     \
        tally_end();                 \
        return result;               \
    }

#define SEND(Name, name)                                                                        \
    int MPI_##Name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) \
        COUNTED("mpi_" #name, tally_sent(count, type, dest),                                    \
                PMPI_##Name(buf, count, type, dest, tag, comm))

SEND(Send, send)
SEND(Bsend, bsend)
SEND(Ssend, ssend)
SEND(Rsend, rsend)

#define ISEND(Name, name)                                                                       \
    int MPI_##Name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
                   MPI_Request *request)                                                        \
        COUNTED("mpi_" #name, tally_sent(count, type, dest),                                    \
                PMPI_##Name(buf, count, type, dest, tag, comm, request))

ISEND(Isend, isend)
ISEND(Ibsend, ibsend)
ISEND(Issend, issend)
ISEND(Irsend, irsend)

int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status)
    COUNTED("mpi_recv", tally_posted(count, type, source),
            PMPI_Recv(buf, count, type, source, tag, comm, status))

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request)
    COUNTED("mpi_irecv", tally_posted(count, type, source),
            PMPI_Irecv(buf, count, type, source, tag, comm, request))

int MPI_Sendrecv(const void *out, int outs, MPI_Datatype out_type, int dest, int out_tag, void *in, int ins,
                 MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status)
    COUNTED("mpi_sendrecv", tally_sent(outs, out_type, dest); tally_posted(ins, in_type, source),
            PMPI_Sendrecv(out, outs, out_type, dest, out_tag, in, ins, in_type, source, in_tag, comm, status))

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int out_tag, int source, int in_tag,
                         MPI_Comm comm, MPI_Status *status)
    COUNTED("mpi_sendrecv_replace", tally_sent(count, type, dest); tally_posted(count, type, source),
            PMPI_Sendrecv_replace(buf, count, type, dest, out_tag, source, in_tag, comm, status))

#define INIT(Name, name, sends, constant)                                                      \
    int MPI_##Name(constant void *buf, int count, MPI_Datatype type, int partner, int tag, MPI_Comm comm, \
                   MPI_Request *request)                                                       \
    {                                                                                          \
        const int outer = tally_begin("mpi_" #name);                                           \
        const int result = PMPI_##Name(buf, count, type, partner, tag, comm, request);         \
        if (outer)                                                                             \
            tally_keep(*request, sends, count, type, partner);                                 \
        tally_end();                                                                           \
        return result;                                                                         \
    }

INIT(Send_init, send_init, 1, const)
INIT(Bsend_init, bsend_init, 1, const)
INIT(Ssend_init, ssend_init, 1, const)
INIT(Rsend_init, rsend_init, 1, const)
INIT(Recv_init, recv_init, 0, )

int MPI_Start(MPI_Request *request) COUNTED("mpi_start", tally_started(*request), PMPI_Start(request))

int MPI_Startall(int count, MPI_Request *requests)
    COUNTED("mpi_startall", for (int i = 0; i < count; i++) tally_started(requests[i]),
            PMPI_Startall(count, requests))

int MPI_Request_free(MPI_Request *request)
    COUNTED("mpi_request_free", tally_forget(*request), PMPI_Request_free(request))

int MPI_Wait(MPI_Request *request, MPI_Status *status) COUNTED("mpi_wait", , PMPI_Wait(request, status))

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
    COUNTED("mpi_waitall", , PMPI_Waitall(count, requests, statuses))

int MPI_Waitany(int count, MPI_Request *requests, int *which, MPI_Status *status)
    COUNTED("mpi_waitany", , PMPI_Waitany(count, requests, which, status))

int MPI_Waitsome(int count, MPI_Request *requests, int *done, int *which, MPI_Status *statuses)
    COUNTED("mpi_waitsome", , PMPI_Waitsome(count, requests, done, which, statuses))

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
    COUNTED("mpi_test", , PMPI_Test(request, flag, status))

int MPI_Testall(int count, MPI_Request *requests, int *flag, MPI_Status *statuses)
    COUNTED("mpi_testall", , PMPI_Testall(count, requests, flag, statuses))

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
    COUNTED("mpi_probe", , PMPI_Probe(source, tag, comm, status))

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
    COUNTED("mpi_iprobe", , PMPI_Iprobe(source, tag, comm, flag, status))

int MPI_Barrier(MPI_Comm comm) COUNTED("mpi_barrier", , PMPI_Barrier(comm))

int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
    COUNTED("mpi_bcast", tally_moved(count, type), PMPI_Bcast(buf, count, type, root, comm))

int MPI_Reduce(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
    COUNTED("mpi_reduce", tally_moved(count, type), PMPI_Reduce(out, in, count, type, op, root, comm))

#define COMBINE(Name, name)                                                                             \
    int MPI_##Name(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)   \
        COUNTED("mpi_" #name, tally_moved(count, type), PMPI_##Name(out, in, count, type, op, comm))

COMBINE(Allreduce, allreduce)
COMBINE(Scan, scan)
COMBINE(Exscan, exscan)

int MPI_Reduce_scatter_block(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
    COUNTED("mpi_reduce_scatter_block", tally_moved_by_all(count, type, comm),
            PMPI_Reduce_scatter_block(out, in, count, type, op, comm))

int MPI_Reduce_scatter(const void *out, void *in, const int *counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
    COUNTED("mpi_reduce_scatter", tally_moved_of_all(counts, type, comm),
            PMPI_Reduce_scatter(out, in, counts, type, op, comm))

/* Of two blocks, that which is not in place. */
#define OTHER(place, given, other) \
    if ((place) != MPI_IN_PLACE)   \
        given;                     \
    else                           \
        other

int MPI_Gather(const void *out, int outs, MPI_Datatype out_type, void *in, int ins, MPI_Datatype in_type, int root,
               MPI_Comm comm)
    COUNTED("mpi_gather", OTHER(out, tally_moved(outs, out_type), tally_moved(ins, in_type)),
            PMPI_Gather(out, outs, out_type, in, ins, in_type, root, comm))

int MPI_Gatherv(const void *out, int outs, MPI_Datatype out_type, void *in, const int *ins, const int *displs,
                MPI_Datatype in_type, int root, MPI_Comm comm)
    COUNTED("mpi_gatherv", OTHER(out, tally_moved(outs, out_type), tally_moved_of_own(ins, in_type, comm)),
            PMPI_Gatherv(out, outs, out_type, in, ins, displs, in_type, root, comm))

int MPI_Scatter(const void *out, int outs, MPI_Datatype out_type, void *in, int ins, MPI_Datatype in_type, int root,
                MPI_Comm comm)
    COUNTED("mpi_scatter", OTHER(in, tally_moved(ins, in_type), tally_moved(outs, out_type)),
            PMPI_Scatter(out, outs, out_type, in, ins, in_type, root, comm))

int MPI_Scatterv(const void *out, const int *outs, const int *displs, MPI_Datatype out_type, void *in, int ins,
                 MPI_Datatype in_type, int root, MPI_Comm comm)
    COUNTED("mpi_scatterv", OTHER(in, tally_moved(ins, in_type), tally_moved_of_own(outs, out_type, comm)),
            PMPI_Scatterv(out, outs, displs, out_type, in, ins, in_type, root, comm))

int MPI_Allgather(const void *out, int outs, MPI_Datatype out_type, void *in, int ins, MPI_Datatype in_type,
                  MPI_Comm comm)
    COUNTED("mpi_allgather", OTHER(out, tally_moved(outs, out_type), tally_moved(ins, in_type)),
            PMPI_Allgather(out, outs, out_type, in, ins, in_type, comm))

int MPI_Allgatherv(const void *out, int outs, MPI_Datatype out_type, void *in, const int *ins, const int *displs,
                   MPI_Datatype in_type, MPI_Comm comm)
    COUNTED("mpi_allgatherv", OTHER(out, tally_moved(outs, out_type), tally_moved_of_own(ins, in_type, comm)),
            PMPI_Allgatherv(out, outs, out_type, in, ins, displs, in_type, comm))

int MPI_Alltoall(const void *out, int outs, MPI_Datatype out_type, void *in, int ins, MPI_Datatype in_type,
                 MPI_Comm comm)
    COUNTED("mpi_alltoall",
            OTHER(out, tally_moved_by_all(outs, out_type, comm), tally_moved_by_all(ins, in_type, comm)),
            PMPI_Alltoall(out, outs, out_type, in, ins, in_type, comm))

int MPI_Alltoallv(const void *out, const int *outs, const int *out_displs, MPI_Datatype out_type, void *in,
                  const int *ins, const int *in_displs, MPI_Datatype in_type, MPI_Comm comm)
    COUNTED("mpi_alltoallv",
            OTHER(out, tally_moved_of_all(outs, out_type, comm), tally_moved_of_all(ins, in_type, comm)),
            PMPI_Alltoallv(out, outs, out_displs, out_type, in, ins, in_displs, in_type, comm))

int MPI_Finalize(void)
{
    tally_write();
    return PMPI_Finalize();
}
