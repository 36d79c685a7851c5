/* The routines as a Fortran program, or the counter around it, calls them: every argument is an address. */
#include "world.h"

typedef const int *In;
typedef int *Out;

/* A routine that the counter wraps: parameters, and what to call in C. */
#define COUNTED(name, call, ...)              \
    void pmpi_##name##_(__VA_ARGS__, Out error) \
    {                                         \
        *error = PMPI_##call;                 \
    }
/* One that only we have. */
#define ALONE(name, call, ...)               \
    void mpi_##name##_(__VA_ARGS__, Out error) \
    {                                        \
        *error = MPI_##call;                 \
    }

#define P_ARGS void *buf, In count, In type, In partner, In tag, In comm
#define P_PASS buf, *count, *type, *partner, *tag, *comm
#define SEND(name, Name) COUNTED(name, Name(P_PASS), P_ARGS)
#define START(name, Name) COUNTED(name, Name(P_PASS, request), P_ARGS, Out request)
SEND(send, Send)
SEND(bsend, Bsend)
SEND(ssend, Ssend)
SEND(rsend, Rsend)
START(isend, Isend)
START(ibsend, Ibsend)
START(issend, Issend)
START(irsend, Irsend)
START(send_init, Send_init)
START(bsend_init, Bsend_init)
START(ssend_init, Ssend_init)
START(rsend_init, Rsend_init)
START(irecv, Irecv)
START(recv_init, Recv_init)
COUNTED(recv, Recv(P_PASS, (MPI_Status *)status), P_ARGS, Out status)
COUNTED(sendrecv,
        Sendrecv(out, *outs, *out_type, *dest, *out_tag, in, *ins, *in_type, *source, *in_tag, *comm,
                 (MPI_Status *)status),
        void *out, In outs, In out_type, In dest, In out_tag, void *in, In ins, In in_type, In source, In in_tag,
        In comm, Out status)
COUNTED(sendrecv_replace,
        Sendrecv_replace(buf, *count, *type, *dest, *out_tag, *source, *in_tag, *comm, (MPI_Status *)status),
        void *buf, In count, In type, In dest, In out_tag, In source, In in_tag, In comm, Out status)
COUNTED(start, Start(request), Out request)
COUNTED(startall, Startall(*count, requests), In count, Out requests)
COUNTED(request_free, Request_free(request), Out request)
COUNTED(wait, Wait(request, (MPI_Status *)status), Out request, Out status)
COUNTED(waitall, Waitall(*count, requests, (MPI_Status *)statuses), In count, Out requests, Out statuses)
COUNTED(waitany, Waitany(*count, requests, which, (MPI_Status *)status), In count, Out requests, Out which,
        Out status)
COUNTED(waitsome, Waitsome(*count, requests, done, which, (MPI_Status *)statuses), In count, Out requests, Out done,
        Out which, Out statuses)
COUNTED(test, Test(request, flag, (MPI_Status *)status), Out request, Out flag, Out status)
COUNTED(testall, Testall(*count, requests, flag, (MPI_Status *)statuses), In count, Out requests, Out flag,
        Out statuses)
COUNTED(probe, Probe(*source, *tag, *comm, (MPI_Status *)status), In source, In tag, In comm, Out status)
COUNTED(iprobe, Iprobe(*source, *tag, *comm, flag, (MPI_Status *)status), In source, In tag, In comm, Out flag,
        Out status)
COUNTED(barrier, Barrier(*comm), In comm)
COUNTED(bcast, Bcast(buf, *count, *type, *root, *comm), void *buf, In count, In type, In root, In comm)

#define OUT_IN void *out, void *in
#define GIVEN OUT_IN, In count, In type, In op
COUNTED(reduce, Reduce(out, in, *count, *type, *op, *root, *comm), GIVEN, In root, In comm)
#define COMBINE(name, Name) COUNTED(name, Name(out, in, *count, *type, *op, *comm), GIVEN, In comm)
COMBINE(allreduce, Allreduce)
COMBINE(scan, Scan)
COMBINE(exscan, Exscan)
COMBINE(reduce_scatter_block, Reduce_scatter_block)
COUNTED(reduce_scatter, Reduce_scatter(out, in, counts, *type, *op, *comm), OUT_IN, In counts, In type, In op,
        In comm)

#define FROM void *out, In outs, In out_type
#define INTO void *in, In ins, In in_type
COUNTED(gather, Gather(out, *outs, *out_type, in, *ins, *in_type, *root, *comm), FROM, INTO, In root, In comm)
COUNTED(scatter, Scatter(out, *outs, *out_type, in, *ins, *in_type, *root, *comm), FROM, INTO, In root, In comm)
COUNTED(allgather, Allgather(out, *outs, *out_type, in, *ins, *in_type, *comm), FROM, INTO, In comm)
COUNTED(alltoall, Alltoall(out, *outs, *out_type, in, *ins, *in_type, *comm), FROM, INTO, In comm)
#define FROM_V void *out, In outs, In out_at, In out_type
#define INTO_V void *in, In ins, In in_at, In in_type
COUNTED(gatherv, Gatherv(out, *outs, *out_type, in, ins, in_at, *in_type, *root, *comm), FROM, INTO_V, In root,
        In comm)
COUNTED(scatterv, Scatterv(out, outs, out_at, *out_type, in, *ins, *in_type, *root, *comm), FROM_V, INTO, In root,
        In comm)
COUNTED(allgatherv, Allgatherv(out, *outs, *out_type, in, ins, in_at, *in_type, *comm), FROM, INTO_V, In comm)
COUNTED(alltoallv, Alltoallv(out, outs, out_at, *out_type, in, ins, in_at, *in_type, *comm), FROM_V, INTO_V, In comm)

ALONE(comm_size, Comm_size(*comm, size), In comm, Out size)
ALONE(comm_rank, Comm_rank(*comm, rank), In comm, Out rank)
ALONE(comm_dup, Comm_dup(*comm, made), In comm, Out made)
ALONE(comm_split, Comm_split(*comm, *color, *key, made), In comm, In color, In key, Out made)
ALONE(comm_free, Comm_free(comm), Out comm)
ALONE(dims_create, Dims_create(*nodes, *ndims, dims), In nodes, In ndims, Out dims)
ALONE(cart_create, Cart_create(*comm, *ndims, dims, periods, *reorder, made), In comm, In ndims, In dims, In periods,
      In reorder, Out made)
ALONE(cart_coords, Cart_coords(*comm, *rank, *maxdims, coords), In comm, In rank, In maxdims, Out coords)
ALONE(cart_rank, Cart_rank(*comm, coords, rank), In comm, In coords, Out rank)
ALONE(cart_shift, Cart_shift(*comm, *direction, *disp, source, dest), In comm, In direction, In disp, Out source,
      Out dest)
ALONE(cart_sub, Cart_sub(*comm, remain, made), In comm, In remain, Out made)
ALONE(cart_get, Cart_get(*comm, *maxdims, dims, periods, coords), In comm, In maxdims, Out dims, Out periods,
      Out coords)

ALONE(type_contiguous, Type_contiguous(*count, *old, type), In count, In old, Out type)
ALONE(type_vector, Type_vector(*count, *length, *stride, *old, type), In count, In length, In stride, In old,
      Out type)
ALONE(type_hvector, Type_create_hvector(*count, *length, *stride, *old, type), In count, In length, In stride,
      In old, Out type)
ALONE(type_indexed, Type_indexed(*count, lengths, places, *old, type), In count, In lengths, In places, In old,
      Out type)
ALONE(type_hindexed, Type_indexed(*count, lengths, places, *old, type), In count, In lengths, In places, In old,
      Out type)
ALONE(type_struct, Type_create_struct(*count, lengths, (const MPI_Aint *)places, types, type), In count, In lengths,
      In places, In types, Out type)
ALONE(type_create_subarray, Type_create_subarray(*ndims, whole, part, starts, *order, *old, type), In ndims,
      In whole, In part, In starts, In order, In old, Out type)
ALONE(type_dup, Type_dup(*old, type), In old, Out type)
ALONE(type_size, Type_size(*type, size), In type, Out size)
ALONE(type_commit, Type_commit(type), Out type)
ALONE(type_free, Type_free(type), Out type)

void mpi_init_(Out error) { *error = MPI_Init(0, 0); }
void pmpi_finalize_(Out error) { *error = PMPI_Finalize(); }
double mpi_wtime_(void) { return MPI_Wtime(); }
void mpi_abort_(In comm, In code, Out error) { *error = MPI_Abort(*comm, *code); }
