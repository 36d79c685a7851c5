/* Messages and collective operations of MPI as a C program calls them. */
#include "c_binding.h"

/* A status of our own where the program wants none. */
#define SEEN(status) \
    MPI_Status own; \
    if ((status) == MPI_STATUS_IGNORE) \
        (status) = &own

#define SEND(Name, name) \
    int MPI_##Name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) \
        RECORDED("mpi_" #name, record_message(count, type, dest, tag, comm), \
                 PMPI_##Name(buf, count, type, dest, tag, comm), )

SEND(Send, send)
SEND(Bsend, bsend)
SEND(Ssend, ssend)
SEND(Rsend, rsend)

#define ISEND(Name, name) \
    int MPI_##Name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
                   MPI_Request *request) \
        RECORDED("mpi_" #name, record_message(count, type, dest, tag, comm), \
                 PMPI_##Name(buf, count, type, dest, tag, comm, request), record_request(*request, 0))

ISEND(Isend, isend)
ISEND(Ibsend, ibsend)
ISEND(Issend, issend)
ISEND(Irsend, irsend)

int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    SEEN(status);
    RECORDED("mpi_recv", record_message(count, type, source, tag, comm),
             PMPI_Recv(buf, count, type, source, tag, comm, status), record_matched(status))
}

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request)
    RECORDED("mpi_irecv", record_message(count, type, source, tag, comm),
             PMPI_Irecv(buf, count, type, source, tag, comm, request), record_request(*request, 0))

int MPI_Sendrecv(const void *out, int outs, MPI_Datatype out_type, int dest, int out_tag, void *in, int ins,
                 MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    SEEN(status);
    RECORDED("mpi_sendrecv", record_message(outs, out_type, dest, out_tag, comm);
             record_message(ins, in_type, source, in_tag, comm),
             PMPI_Sendrecv(out, outs, out_type, dest, out_tag, in, ins, in_type, source, in_tag, comm, status),
             record_matched(status))
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int out_tag, int source, int in_tag,
                         MPI_Comm comm, MPI_Status *status)
{
    SEEN(status);
    RECORDED("mpi_sendrecv_replace", record_message(count, type, dest, out_tag, comm);
             record_message(count, type, source, in_tag, comm),
             PMPI_Sendrecv_replace(buf, count, type, dest, out_tag, source, in_tag, comm, status),
             record_matched(status))
}

#define INIT(Name, name, constant) \
    int MPI_##Name(constant void *buf, int count, MPI_Datatype type, int partner, int tag, MPI_Comm comm, \
                   MPI_Request *request) \
        RECORDED("mpi_" #name, record_message(count, type, partner, tag, comm), \
                 PMPI_##Name(buf, count, type, partner, tag, comm, request), record_request(*request, 1))

INIT(Send_init, send_init, const)
INIT(Bsend_init, bsend_init, const)
INIT(Ssend_init, ssend_init, const)
INIT(Rsend_init, rsend_init, const)
INIT(Recv_init, recv_init, )

int MPI_Start(MPI_Request *request) RECORDED("mpi_start", record_started(*request), PMPI_Start(request), )

int MPI_Startall(int count, MPI_Request *requests)
    RECORDED("mpi_startall", for (int i = 0; i < count; i++) record_started(requests[i]),
             PMPI_Startall(count, requests), )

int MPI_Request_free(MPI_Request *request)
    RECORDED("mpi_request_free", record_forget(*request), PMPI_Request_free(request), )

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    SEEN(status);
    int any = 0;
    RECORDED("mpi_wait", any = record_waited(*request), PMPI_Wait(request, status),
             if (any) record_matched(status))
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    int any = 0;
    RECORDED("mpi_waitall", for (int i = 0; i < count; i++) any |= record_waited(requests[i]);
             if (any && statuses == MPI_STATUSES_IGNORE) statuses = record_statuses(count),
             PMPI_Waitall(count, requests, statuses),
             if (any) for (int i = 0; i < count; i++) record_matched_part(i, &statuses[i]))
}

int MPI_Waitany(int count, MPI_Request *requests, int *which, MPI_Status *status)
{
    SEEN(status);
    RECORDED("mpi_waitany", record_look(count, requests), PMPI_Waitany(count, requests, which, status),
             if (*which >= 0) record_chosen(*which, status))
}

int MPI_Waitsome(int count, MPI_Request *requests, int *done, int *which, MPI_Status *statuses)
{
    if (statuses == MPI_STATUSES_IGNORE)
        statuses = record_statuses(count);
    RECORDED("mpi_waitsome", record_look(count, requests), PMPI_Waitsome(count, requests, done, which, statuses),
             for (int i = 0; i < *done; i++) record_chosen(which[i], &statuses[i]))
}

int MPI_Testsome(int count, MPI_Request *requests, int *done, int *which, MPI_Status *statuses)
{
    if (statuses == MPI_STATUSES_IGNORE)
        statuses = record_statuses(count);
    RECORDED("mpi_testsome", record_look(count, requests), PMPI_Testsome(count, requests, done, which, statuses),
             for (int i = 0; i < *done; i++) record_chosen(which[i], &statuses[i]);
             if (*done < 1) record_nothing())
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    SEEN(status);
    RECORDED("mpi_test", record_look(1, request), PMPI_Test(request, flag, status),
             if (*flag) record_chosen(0, status); else record_nothing())
}

int MPI_Testall(int count, MPI_Request *requests, int *flag, MPI_Status *statuses)
{
    if (statuses == MPI_STATUSES_IGNORE)
        statuses = record_statuses(count);
    RECORDED("mpi_testall", record_look(count, requests), PMPI_Testall(count, requests, flag, statuses),
             if (*flag) for (int i = 0; i < count; i++) record_chosen(i, &statuses[i]); else record_nothing())
}

int MPI_Testany(int count, MPI_Request *requests, int *which, int *flag, MPI_Status *status)
{
    SEEN(status);
    RECORDED("mpi_testany", record_look(count, requests), PMPI_Testany(count, requests, which, flag, status),
             if (*flag && *which >= 0) record_chosen(*which, status); else record_nothing())
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    SEEN(status);
    RECORDED("mpi_probe", record_message(0, MPI_BYTE, source, tag, comm), PMPI_Probe(source, tag, comm, status),
             record_matched(status))
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    SEEN(status);
    RECORDED("mpi_iprobe", record_message(0, MPI_BYTE, source, tag, comm),
             PMPI_Iprobe(source, tag, comm, flag, status), if (*flag) record_matched(status); else record_nothing())
}

int MPI_Barrier(MPI_Comm comm) RECORDED("mpi_barrier", record_moved(0, MPI_BYTE, NO_ROOT, comm), PMPI_Barrier(comm), )

int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
    RECORDED("mpi_bcast", record_moved(count, type, root, comm), PMPI_Bcast(buf, count, type, root, comm), )

int MPI_Reduce(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
    RECORDED("mpi_reduce", record_moved(count, type, root, comm), PMPI_Reduce(out, in, count, type, op, root, comm), )

#define COMBINE(Name, name) \
    int MPI_##Name(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) \
        RECORDED("mpi_" #name, record_moved(count, type, NO_ROOT, comm), PMPI_##Name(out, in, count, type, op, comm), )

COMBINE(Allreduce, allreduce)
COMBINE(Scan, scan)
COMBINE(Exscan, exscan)

int MPI_Reduce_scatter_block(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
    RECORDED("mpi_reduce_scatter_block", record_moved_by_all(count, type, comm),
            PMPI_Reduce_scatter_block(out, in, count, type, op, comm), )

int MPI_Reduce_scatter(const void *out, void *in, const int *counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
    RECORDED("mpi_reduce_scatter", record_moved_of_all(counts, type, comm),
            PMPI_Reduce_scatter(out, in, counts, type, op, comm), )

/* Of two blocks, that which is not in place. */
#define OTHER(place, given, other) \
    if ((place) != MPI_IN_PLACE) \
        given; \
    else \
        other

int MPI_Gather(const void *out, int outs, MPI_Datatype out_type, void *in, int ins, MPI_Datatype in_type, int root,
               MPI_Comm comm)
    RECORDED("mpi_gather", OTHER(out, record_moved(outs, out_type, root, comm), record_moved(ins, in_type, root, comm)),
            PMPI_Gather(out, outs, out_type, in, ins, in_type, root, comm), )

int MPI_Gatherv(const void *out, int outs, MPI_Datatype out_type, void *in, const int *ins, const int *displs,
                MPI_Datatype in_type, int root, MPI_Comm comm)
    RECORDED("mpi_gatherv", OTHER(out, record_moved(outs, out_type, root, comm), record_moved_of_own(ins, in_type, root, comm)),
            PMPI_Gatherv(out, outs, out_type, in, ins, displs, in_type, root, comm), )

int MPI_Scatter(const void *out, int outs, MPI_Datatype out_type, void *in, int ins, MPI_Datatype in_type, int root,
                MPI_Comm comm)
    RECORDED("mpi_scatter", OTHER(in, record_moved(ins, in_type, root, comm), record_moved(outs, out_type, root, comm)),
            PMPI_Scatter(out, outs, out_type, in, ins, in_type, root, comm), )

int MPI_Scatterv(const void *out, const int *outs, const int *displs, MPI_Datatype out_type, void *in, int ins,
                 MPI_Datatype in_type, int root, MPI_Comm comm)
    RECORDED("mpi_scatterv", OTHER(in, record_moved(ins, in_type, root, comm), record_moved_of_own(outs, out_type, root, comm)),
            PMPI_Scatterv(out, outs, displs, out_type, in, ins, in_type, root, comm), )

int MPI_Allgather(const void *out, int outs, MPI_Datatype out_type, void *in, int ins, MPI_Datatype in_type,
                  MPI_Comm comm)
    RECORDED("mpi_allgather", OTHER(out, record_moved(outs, out_type, NO_ROOT, comm), record_moved(ins, in_type, NO_ROOT, comm)),
            PMPI_Allgather(out, outs, out_type, in, ins, in_type, comm), )

int MPI_Allgatherv(const void *out, int outs, MPI_Datatype out_type, void *in, const int *ins, const int *displs,
                   MPI_Datatype in_type, MPI_Comm comm)
    RECORDED("mpi_allgatherv", OTHER(out, record_moved(outs, out_type, NO_ROOT, comm), record_moved_of_own(ins, in_type, NO_ROOT, comm)),
            PMPI_Allgatherv(out, outs, out_type, in, ins, displs, in_type, comm), )

int MPI_Alltoall(const void *out, int outs, MPI_Datatype out_type, void *in, int ins, MPI_Datatype in_type,
                 MPI_Comm comm)
    RECORDED("mpi_alltoall",
            OTHER(out, record_moved_by_all(outs, out_type, comm), record_moved_by_all(ins, in_type, comm)),
            PMPI_Alltoall(out, outs, out_type, in, ins, in_type, comm), )

int MPI_Alltoallv(const void *out, const int *outs, const int *out_displs, MPI_Datatype out_type, void *in,
                  const int *ins, const int *in_displs, MPI_Datatype in_type, MPI_Comm comm)
    RECORDED("mpi_alltoallv",
            OTHER(out, record_moved_of_all(outs, out_type, comm), record_moved_of_all(ins, in_type, comm)),
            PMPI_Alltoallv(out, outs, out_displs, out_type, in, ins, in_displs, in_type, comm), )
