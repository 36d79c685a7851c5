/* An MPI that passes nothing; see README.md. Handles are small numbers, in C and in Fortran the same. */
#ifndef COUNTING_MPI_H
#define COUNTING_MPI_H

#include <stddef.h>

typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Fint;
typedef long MPI_Aint;
typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR, unused[3];
} MPI_Status;

enum { MPI_SUCCESS = 0, MPI_UNDEFINED = -3, MPI_MAX_PROCESSOR_NAME = 64 };
enum { MPI_ANY_SOURCE = -1, MPI_PROC_NULL = -2, MPI_ANY_TAG = -1 };
enum { MPI_COMM_NULL = 0, MPI_COMM_WORLD = 1, MPI_COMM_SELF = 2 };
enum { MPI_REQUEST_NULL = 0 };
enum { MPI_MAX = 1, MPI_MIN, MPI_SUM, MPI_PROD };
enum {
    MPI_DATATYPE_NULL = 0, MPI_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_BYTE,
    MPI_INTEGER, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_COMPLEX, MPI_LOGICAL, MPI_CHARACTER, MPI_DOUBLE_COMPLEX
};

#define MPI_IN_PLACE ((void *)1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)

/* A routine that the counter wraps has the name PMPI_ here, and MPI_ in the counter. */
#define BOTH(name, ...)      \
    int MPI_##name(__VA_ARGS__); \
    int PMPI_##name(__VA_ARGS__);
#define SENDS(name) BOTH(name, const void *, int, MPI_Datatype, int, int, MPI_Comm)
#define STARTS(name) BOTH(name, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
SENDS(Send) SENDS(Bsend) SENDS(Ssend) SENDS(Rsend)
STARTS(Isend) STARTS(Ibsend) STARTS(Issend) STARTS(Irsend)
STARTS(Send_init) STARTS(Bsend_init) STARTS(Ssend_init) STARTS(Rsend_init)
BOTH(Recv_init, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(Irecv, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(Recv, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *)
BOTH(Sendrecv, const void *, int, MPI_Datatype, int, int, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *)
BOTH(Sendrecv_replace, void *, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status *)
BOTH(Start, MPI_Request *)
BOTH(Startall, int, MPI_Request *)
BOTH(Request_free, MPI_Request *)
BOTH(Wait, MPI_Request *, MPI_Status *)
BOTH(Waitall, int, MPI_Request *, MPI_Status *)
BOTH(Waitany, int, MPI_Request *, int *, MPI_Status *)
BOTH(Waitsome, int, MPI_Request *, int *, int *, MPI_Status *)
BOTH(Test, MPI_Request *, int *, MPI_Status *)
BOTH(Testall, int, MPI_Request *, int *, MPI_Status *)
BOTH(Testsome, int, MPI_Request *, int *, int *, MPI_Status *)
BOTH(Testany, int, MPI_Request *, int *, int *, MPI_Status *)
BOTH(Probe, int, int, MPI_Comm, MPI_Status *)
BOTH(Iprobe, int, int, MPI_Comm, int *, MPI_Status *)
BOTH(Barrier, MPI_Comm)
BOTH(Bcast, void *, int, MPI_Datatype, int, MPI_Comm)
BOTH(Reduce, const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm)
BOTH(Allreduce, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(Scan, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(Exscan, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(Reduce_scatter_block, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(Reduce_scatter, const void *, void *, const int *, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(Gather, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm)
BOTH(Gatherv, const void *, int, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, int, MPI_Comm)
BOTH(Scatter, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm)
BOTH(Scatterv, const void *, const int *, const int *, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm)
BOTH(Allgather, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm)
BOTH(Allgatherv, const void *, int, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm)
BOTH(Alltoall, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm)
BOTH(Alltoallv, const void *, const int *, const int *, MPI_Datatype, void *, const int *, const int *, MPI_Datatype,
     MPI_Comm)
BOTH(Finalize, void)
BOTH(Comm_size, MPI_Comm, int *)
BOTH(Comm_rank, MPI_Comm, int *)
BOTH(Type_size, MPI_Datatype, int *)
BOTH(Abort, MPI_Comm, int)

int MPI_Init(int *, char ***);
double MPI_Wtime(void);
int MPI_Comm_dup(MPI_Comm, MPI_Comm *);
int MPI_Comm_split(MPI_Comm, int, int, MPI_Comm *);
int MPI_Comm_free(MPI_Comm *);
int MPI_Dims_create(int, int, int *);
int MPI_Cart_create(MPI_Comm, int, const int *, const int *, int, MPI_Comm *);
int MPI_Cart_coords(MPI_Comm, int, int, int *);
int MPI_Cart_rank(MPI_Comm, const int *, int *);
int MPI_Cart_shift(MPI_Comm, int, int, int *, int *);
int MPI_Cart_sub(MPI_Comm, const int *, MPI_Comm *);
int MPI_Cart_get(MPI_Comm, int, int *, int *, int *);
int MPI_Type_contiguous(int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_vector(int, int, int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_hvector(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype *);
int MPI_Type_indexed(int, const int *, const int *, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_indexed_block(int, int, const int *, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_struct(int, const int *, const MPI_Aint *, const MPI_Datatype *, MPI_Datatype *);
int MPI_Type_create_subarray(int, const int *, const int *, const int *, int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_dup(MPI_Datatype, MPI_Datatype *);
int MPI_Type_commit(MPI_Datatype *);
int MPI_Type_free(MPI_Datatype *);

#define MPI_ORDER_C 56
#define MPI_ORDER_FORTRAN 57
#define MPI_F_STATUS_IGNORE ((MPI_Fint *)0)
#define MPI_F_STATUSES_IGNORE ((MPI_Fint *)0)
#define PMPI_Status_f2c(from, to) ((void)(from), (void)(to))
#define PMPI_Comm_f2c(handle) (handle)
#define PMPI_Type_f2c(handle) (handle)
#define PMPI_Request_f2c(handle) (handle)
#endif
