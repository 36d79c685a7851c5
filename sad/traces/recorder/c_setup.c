/* Communicators, the beginning and the end of MPI, for C. */
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
MADE(Comm_dup_with_info, comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *made), (comm, info, made))
MADE(Comm_split_type, comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
     (comm, type, key, info, made))
MADE(Comm_create_group, comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made),
     (comm, group, tag, made))
MADE(Graph_create, graph_create,
     (MPI_Comm comm, int count, const int *index, const int *edges, int reorder, MPI_Comm *made),
     (comm, count, index, edges, reorder, made))
MADE(Dist_graph_create_adjacent, dist_graph_create_adjacent,
     (MPI_Comm comm, int ins, const int *froms, const int *in_weights, int outs, const int *tos,
      const int *out_weights, MPI_Info info, int reorder, MPI_Comm *made),
     (comm, ins, froms, in_weights, outs, tos, out_weights, info, reorder, made))
MADE(Dist_graph_create, dist_graph_create,
     (MPI_Comm comm, int count, const int *sources, const int *degrees, const int *tos, const int *weights,
      MPI_Info info, int reorder, MPI_Comm *made),
     (comm, count, sources, degrees, tos, weights, info, reorder, made))
MADE(Intercomm_merge, intercomm_merge, (MPI_Comm comm, int high, MPI_Comm *made), (comm, high, made))

int MPI_Comm_free(MPI_Comm *comm) RECORDED("mpi_comm_free", record_comm_free(*comm), PMPI_Comm_free(comm), )
int MPI_Comm_disconnect(MPI_Comm *comm)
    RECORDED("mpi_comm_disconnect", record_comm_free(*comm), PMPI_Comm_disconnect(comm), )

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
