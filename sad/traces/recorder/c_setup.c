/* Communicators, the beginning and the end of MPI, and what is recorded but not modelled, for C. */
#include "c_binding.h"

#define MADE(Name, name, parameters, arguments) \
    int MPI_##Name parameters RECORDED("mpi_" #name, record_moved(0, MPI_BYTE, NO_ROOT, comm), \
                                       PMPI_##Name arguments, record_comm(*made))

MADE(Comm_dup, comm_dup, (MPI_Comm comm, MPI_Comm *made), (comm, made))
MADE(Comm_split, comm_split, (MPI_Comm comm, int colour, int key, MPI_Comm *made), (comm, colour, key, made))
MADE(Comm_create, comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *made), (comm, group, made))
MADE(Cart_create, cart_create,
     (MPI_Comm comm, int count, const int *sides, const int *periods, int reorder, MPI_Comm *made),
     (comm, count, sides, periods, reorder, made))
MADE(Cart_sub, cart_sub, (MPI_Comm comm, const int *remain, MPI_Comm *made), (comm, remain, made))

int MPI_Comm_free(MPI_Comm *comm) RECORDED("mpi_comm_free", record_comm_free(*comm), PMPI_Comm_free(comm), )

/* What is not modelled: recorded, so that nobody takes it for computation. */
#define UNMODELLED(Name, name, parameters, arguments) \
    int MPI_##Name parameters RECORDED("mpi_" #name, , PMPI_##Name arguments, )

UNMODELLED(Put, put,
           (const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint at, int there, MPI_Datatype kind,
            MPI_Win win),
           (buf, count, type, rank, at, there, kind, win))
UNMODELLED(Get, get,
           (void *buf, int count, MPI_Datatype type, int rank, MPI_Aint at, int there, MPI_Datatype kind, MPI_Win win),
           (buf, count, type, rank, at, there, kind, win))
UNMODELLED(Accumulate, accumulate,
           (const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint at, int there, MPI_Datatype kind,
            MPI_Op op, MPI_Win win),
           (buf, count, type, rank, at, there, kind, op, win))
UNMODELLED(Win_fence, win_fence, (int assert, MPI_Win win), (assert, win))
UNMODELLED(Win_lock, win_lock, (int type, int rank, int assert, MPI_Win win), (type, rank, assert, win))
UNMODELLED(Win_unlock, win_unlock, (int rank, MPI_Win win), (rank, win))
UNMODELLED(Cancel, cancel, (MPI_Request *request), (request))
UNMODELLED(Ibarrier, ibarrier, (MPI_Comm comm, MPI_Request *request), (comm, request))
UNMODELLED(Ibcast, ibcast,
           (void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request),
           (buf, count, type, root, comm, request))
UNMODELLED(Iallreduce, iallreduce,
           (const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request),
           (out, in, count, type, op, comm, request))

double MPI_Wtime(void)
{
    static int id;
    if (record_begin(&id, "mpi_wtime", SITE))
        record_moved(0, MPI_BYTE, NO_ROOT, MPI_COMM_WORLD);
    const double result = PMPI_Wtime();
    record_end();
    return result;
}

int MPI_Pcontrol(const int level, ...)
{
    record_level(level);
    return MPI_SUCCESS;
}

int MPI_Init(int *argc, char ***argv)
{
    const int result = PMPI_Init(argc, argv);
    record_start();
    return result;
}

int MPI_Init_thread(int *argc, char ***argv, int wanted, int *given)
{
    const int result = PMPI_Init_thread(argc, argv, wanted, given);
    record_start();
    return result;
}

int MPI_Abort(MPI_Comm comm, int code)
{
    record_abort();
    return PMPI_Abort(comm, code);
}

int MPI_Finalize(void)
{
    record_finish();
    return PMPI_Finalize();
}
