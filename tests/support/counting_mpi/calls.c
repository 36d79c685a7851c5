/* Messages that go nowhere: only arguments are looked at, as an MPI that checks them would. */
#include <time.h>
#include <unistd.h>

#include "world.h"

static int requests;

static int passes(int count, MPI_Datatype type, int partner, MPI_Comm comm, int any)
{
    check_count(count, type);
    if (partner == MPI_PROC_NULL || (any && partner == MPI_ANY_SOURCE))
        return 0;
    if (partner < 0 || partner >= comm_of(comm)->size)
        reject("no such partner");
    return 0;
}

static int rooted(int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    check_count(count, type);
    if (root < 0 || root >= comm_of(comm)->size)
        reject("no such root");
    return 0;
}

static int of_all(const int *counts, MPI_Datatype type, MPI_Comm comm)
{
    for (int i = 0; i < comm_of(comm)->size; i++)
        check_count(counts[i], type);
    return 0;
}

#define P_ARGS int count, MPI_Datatype type, int partner, int tag, MPI_Comm comm
#define SEND(name) \
    int PMPI_##name(const void *buf, P_ARGS) { return (void)buf, (void)tag, passes(count, type, partner, comm, 0); }
#define START(name, constant, any)                                    \
    int PMPI_##name(constant void *buf, P_ARGS, MPI_Request *request) \
    {                                                                 \
        (void)buf, (void)tag;                                         \
        *request = ++requests;                                        \
        return passes(count, type, partner, comm, any);               \
    }
SEND(Send)
SEND(Bsend)
SEND(Ssend)
SEND(Rsend)
START(Isend, const, 0)
START(Ibsend, const, 0)
START(Issend, const, 0)
START(Irsend, const, 0)
START(Send_init, const, 0)
START(Bsend_init, const, 0)
START(Ssend_init, const, 0)
START(Rsend_init, const, 0)
START(Irecv, , 1)
START(Recv_init, , 1)

int PMPI_Recv(void *buf, P_ARGS, MPI_Status *status)
{
    (void)buf, (void)tag, (void)status;
    return passes(count, type, partner, comm, 1);
}

int PMPI_Sendrecv(const void *out, int outs, MPI_Datatype out_type, int dest, int out_tag, void *in, int ins,
                  MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    (void)out, (void)in, (void)out_tag, (void)in_tag, (void)status;
    return passes(outs, out_type, dest, comm, 0) + passes(ins, in_type, source, comm, 1);
}

int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int out_tag, int source, int in_tag,
                          MPI_Comm comm, MPI_Status *status)
{
    (void)buf, (void)out_tag, (void)in_tag, (void)status;
    return passes(count, type, dest, comm, 0) + passes(count, type, source, comm, 1);
}

static int known(MPI_Request request)
{
    if (request <= 0 || request > requests)
        reject("no request");
    return 0;
}

int PMPI_Start(MPI_Request *request) { return known(*request); }

int PMPI_Startall(int count, MPI_Request *all)
{
    check_count(count, MPI_BYTE);
    for (int i = 0; i < count; i++)
        known(all[i]);
    return 0;
}

int PMPI_Request_free(MPI_Request *request)
{
    known(*request);
    *request = MPI_REQUEST_NULL;
    return 0;
}

/* A request stays what it is: a persistent one must, of another one no program here asks again. */
int PMPI_Wait(MPI_Request *request, MPI_Status *status) { return (void)request, (void)status, 0; }

int PMPI_Waitall(int count, MPI_Request *all, MPI_Status *statuses)
{
    (void)all, (void)statuses;
    check_count(count, MPI_BYTE);
    return 0;
}

#define NEVER(name, ...)         \
    int PMPI_##name(__VA_ARGS__) \
    {                           \
        reject(#name);          \
        return 0;               \
    }
/* What these say depends on time. */
NEVER(Waitany, int count, MPI_Request *all, int *which, MPI_Status *status)
NEVER(Waitsome, int count, MPI_Request *all, int *done, int *which, MPI_Status *statuses)
NEVER(Test, MPI_Request *request, int *flag, MPI_Status *status)
NEVER(Testall, int count, MPI_Request *all, int *flag, MPI_Status *statuses)
NEVER(Testsome, int count, MPI_Request *all, int *done, int *which, MPI_Status *statuses)
NEVER(Testany, int count, MPI_Request *all, int *which, int *flag, MPI_Status *status)
NEVER(Probe, int source, int tag, MPI_Comm comm, MPI_Status *status)
NEVER(Iprobe, int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)

int PMPI_Barrier(MPI_Comm comm) { return comm_of(comm), 0; }

/* Integers do arrive: programs read their sizes on one rank. */
int PMPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    rooted(count, type, root, comm);
    if ((type == MPI_INT || type == MPI_INTEGER) && count <= 4)
        share(comm_of(comm), buf, (size_t)count * sizeof(int), root);
    return 0;
}

#define OUT_IN const void *out, void *in
#define UNUSED (void)out, (void)in, (void)op
int PMPI_Reduce(OUT_IN, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    return UNUSED, rooted(count, type, root, comm);
}
#define COMBINE(name) \
    int PMPI_##name(OUT_IN, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) \
    {                                                                               \
        return UNUSED, rooted(count, type, 0, comm);                                \
    }
COMBINE(Allreduce)
COMBINE(Scan)
COMBINE(Exscan)
COMBINE(Reduce_scatter_block)
int PMPI_Reduce_scatter(OUT_IN, const int *counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return UNUSED, of_all(counts, type, comm);
}

#define GIVEN const void *out, int outs, MPI_Datatype out_type, void *in
#define GIVEN_V const void *out, const int *outs, const int *out_at, MPI_Datatype out_type, void *in
#define TAKEN int ins, MPI_Datatype in_type
#define TAKEN_V const int *ins, const int *in_at, MPI_Datatype in_type
int PMPI_Gather(GIVEN, TAKEN, int root, MPI_Comm comm)
{
    return (void)out, (void)in, rooted(outs, out_type, root, comm) + rooted(ins, in_type, root, comm);
}
int PMPI_Scatter(GIVEN, TAKEN, int root, MPI_Comm comm)
{
    return (void)out, (void)in, rooted(outs, out_type, root, comm) + rooted(ins, in_type, root, comm);
}
int PMPI_Allgather(GIVEN, TAKEN, MPI_Comm comm)
{
    return (void)out, (void)in, rooted(outs, out_type, 0, comm) + rooted(ins, in_type, 0, comm);
}
int PMPI_Alltoall(GIVEN, TAKEN, MPI_Comm comm)
{
    return (void)out, (void)in, rooted(outs, out_type, 0, comm) + rooted(ins, in_type, 0, comm);
}
int PMPI_Gatherv(GIVEN, TAKEN_V, int root, MPI_Comm comm)
{
    return (void)out, (void)in, (void)in_at, rooted(outs, out_type, root, comm) + of_all(ins, in_type, comm);
}
int PMPI_Scatterv(GIVEN_V, TAKEN, int root, MPI_Comm comm)
{
    return (void)out, (void)in, (void)out_at, rooted(ins, in_type, root, comm) + of_all(outs, out_type, comm);
}
int PMPI_Allgatherv(GIVEN, TAKEN_V, MPI_Comm comm)
{
    return (void)out, (void)in, (void)in_at, rooted(outs, out_type, 0, comm) + of_all(ins, in_type, comm);
}
int PMPI_Alltoallv(GIVEN_V, TAKEN_V, MPI_Comm comm)
{
    return (void)out, (void)in, (void)in_at, (void)out_at, of_all(outs, out_type, comm) + of_all(ins, in_type, comm);
}

int MPI_Init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    start_ranks();
    return 0;
}

int PMPI_Finalize(void) { return 0; }

int PMPI_Abort(MPI_Comm comm, int code)
{
    (void)comm;
    _exit(code);
}

int MPI_Abort(MPI_Comm comm, int code) { return PMPI_Abort(comm, code); }

double MPI_Wtime(void) { return (double)clock() / CLOCKS_PER_SEC; }
