#ifndef __SAD_MPI_H
#define __SAD_MPI_H
typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Group;
typedef int MPI_Request;
typedef int MPI_Info;
typedef int MPI_Win;
typedef int MPI_Errhandler;
typedef int MPI_Fint;
typedef struct __sad_mpi_file *MPI_File;
typedef long MPI_Aint;
typedef long MPI_Offset;
typedef long MPI_Count;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR; long __count; } MPI_Status;
typedef void MPI_User_function(void *, void *, int *, MPI_Datatype *);
#define MPI_VERSION 3
#define MPI_SUBVERSION 1
#define MPI_SUCCESS 0
#define MPI_ERR_OTHER 15
#define MPI_ANY_SOURCE (-2)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-1)
#define MPI_ROOT (-3)
#define MPI_UNDEFINED (-32766)
#define MPI_IDENT 0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR 2
#define MPI_UNEQUAL 3
#define MPI_MAX_PROCESSOR_NAME 128
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_LIBRARY_VERSION_STRING 8192
#define MPI_MAX_OBJECT_NAME 128
#define MPI_BSEND_OVERHEAD 96
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
#define MPI_ORDER_C 56
#define MPI_ORDER_FORTRAN 57
#define MPI_COMM_TYPE_SHARED 1
#define MPI_TAG_UB 0x64400001
#define MPI_LOCK_EXCLUSIVE 234
#define MPI_LOCK_SHARED 235
#define MPI_MODE_RDONLY 2
#define MPI_MODE_RDWR 8
#define MPI_MODE_WRONLY 4
#define MPI_MODE_CREATE 1
#define MPI_MODE_EXCL 64
#define MPI_MODE_APPEND 128
#define MPI_SEEK_SET 600
#define MPI_SEEK_CUR 602
#define MPI_SEEK_END 604
#define MPI_COMM_NULL ((MPI_Comm)0x04000000)
#define MPI_COMM_WORLD ((MPI_Comm)0x44000000)
#define MPI_COMM_SELF ((MPI_Comm)0x44000001)
#define MPI_GROUP_NULL ((MPI_Group)0x08000000)
#define MPI_GROUP_EMPTY ((MPI_Group)0x48000000)
#define MPI_REQUEST_NULL ((MPI_Request)0x2c000000)
#define MPI_DATATYPE_NULL ((MPI_Datatype)0x0c000000)
#define MPI_OP_NULL ((MPI_Op)0x18000000)
#define MPI_INFO_NULL ((MPI_Info)0x1c000000)
#define MPI_WIN_NULL ((MPI_Win)0x20000000)
#define MPI_FILE_NULL ((MPI_File)0)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0x14000000)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0x54000000)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)0x54000001)
#define MPI_STATUS_IGNORE ((MPI_Status *)1)
#define MPI_STATUSES_IGNORE ((MPI_Status *)1)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_BOTTOM ((void *)0)
#define MPI_ARGV_NULL ((char **)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
#define MPI_CHAR ((MPI_Datatype)0x4c000100)
#define MPI_SIGNED_CHAR ((MPI_Datatype)0x4c000101)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)0x4c000102)
#define MPI_BYTE ((MPI_Datatype)0x4c000103)
#define MPI_WCHAR ((MPI_Datatype)0x4c000104)
#define MPI_SHORT ((MPI_Datatype)0x4c000105)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)0x4c000106)
#define MPI_INT ((MPI_Datatype)0x4c000107)
#define MPI_UNSIGNED ((MPI_Datatype)0x4c000108)
#define MPI_LONG ((MPI_Datatype)0x4c000109)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)0x4c00010a)
#define MPI_FLOAT ((MPI_Datatype)0x4c00010b)
#define MPI_DOUBLE ((MPI_Datatype)0x4c00010c)
#define MPI_LONG_DOUBLE ((MPI_Datatype)0x4c00010d)
#define MPI_LONG_LONG_INT ((MPI_Datatype)0x4c00010e)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)0x4c00010f)
#define MPI_LONG_LONG ((MPI_Datatype)0x4c000110)
#define MPI_PACKED ((MPI_Datatype)0x4c000111)
#define MPI_LB ((MPI_Datatype)0x4c000112)
#define MPI_UB ((MPI_Datatype)0x4c000113)
#define MPI_FLOAT_INT ((MPI_Datatype)0x4c000114)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x4c000115)
#define MPI_LONG_INT ((MPI_Datatype)0x4c000116)
#define MPI_SHORT_INT ((MPI_Datatype)0x4c000117)
#define MPI_2INT ((MPI_Datatype)0x4c000118)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)0x4c000119)
#define MPI_INT8_T ((MPI_Datatype)0x4c00011a)
#define MPI_INT16_T ((MPI_Datatype)0x4c00011b)
#define MPI_INT32_T ((MPI_Datatype)0x4c00011c)
#define MPI_INT64_T ((MPI_Datatype)0x4c00011d)
#define MPI_UINT8_T ((MPI_Datatype)0x4c00011e)
#define MPI_UINT16_T ((MPI_Datatype)0x4c00011f)
#define MPI_UINT32_T ((MPI_Datatype)0x4c000120)
#define MPI_UINT64_T ((MPI_Datatype)0x4c000121)
#define MPI_C_BOOL ((MPI_Datatype)0x4c000122)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)0x4c000123)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)0x4c000124)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x4c000125)
#define MPI_COMPLEX ((MPI_Datatype)0x4c000126)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)0x4c000127)
#define MPI_INTEGER ((MPI_Datatype)0x4c000128)
#define MPI_REAL ((MPI_Datatype)0x4c000129)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)0x4c00012a)
#define MPI_LOGICAL ((MPI_Datatype)0x4c00012b)
#define MPI_CHARACTER ((MPI_Datatype)0x4c00012c)
#define MPI_AINT ((MPI_Datatype)0x4c00012d)
#define MPI_OFFSET ((MPI_Datatype)0x4c00012e)
#define MPI_COUNT ((MPI_Datatype)0x4c00012f)
#define MPI_MAX ((MPI_Op)0x58000001)
#define MPI_MIN ((MPI_Op)0x58000002)
#define MPI_SUM ((MPI_Op)0x58000003)
#define MPI_PROD ((MPI_Op)0x58000004)
#define MPI_LAND ((MPI_Op)0x58000005)
#define MPI_BAND ((MPI_Op)0x58000006)
#define MPI_LOR ((MPI_Op)0x58000007)
#define MPI_BOR ((MPI_Op)0x58000008)
#define MPI_LXOR ((MPI_Op)0x58000009)
#define MPI_BXOR ((MPI_Op)0x5800000a)
#define MPI_MINLOC ((MPI_Op)0x5800000b)
#define MPI_MAXLOC ((MPI_Op)0x5800000c)
#define MPI_REPLACE ((MPI_Op)0x5800000d)
#define MPI_NO_OP ((MPI_Op)0x5800000e)
int MPI_Init(int *, char ***);
int MPI_Init_thread(int *, char ***, int, int *);
int MPI_Initialized(int *);
int MPI_Finalized(int *);
int MPI_Query_thread(int *);
int MPI_Finalize(void);
int MPI_Abort(MPI_Comm, int);
int MPI_Get_processor_name(char *, int *);
int MPI_Get_version(int *, int *);
int MPI_Get_library_version(char *, int *);
double MPI_Wtime(void);
double MPI_Wtick(void);
int MPI_Error_string(int, char *, int *);
int MPI_Error_class(int, int *);
int MPI_Comm_set_errhandler(MPI_Comm, MPI_Errhandler);
int MPI_Errhandler_set(MPI_Comm, MPI_Errhandler);
int MPI_Comm_size(MPI_Comm, int *);
int MPI_Comm_rank(MPI_Comm, int *);
int MPI_Comm_dup(MPI_Comm, MPI_Comm *);
int MPI_Comm_split(MPI_Comm, int, int, MPI_Comm *);
int MPI_Comm_split_type(MPI_Comm, int, int, MPI_Info, MPI_Comm *);
int MPI_Comm_create(MPI_Comm, MPI_Group, MPI_Comm *);
int MPI_Comm_free(MPI_Comm *);
int MPI_Comm_compare(MPI_Comm, MPI_Comm, int *);
int MPI_Comm_group(MPI_Comm, MPI_Group *);
int MPI_Comm_get_attr(MPI_Comm, int, void *, int *);
int MPI_Comm_get_parent(MPI_Comm *);
int MPI_Comm_spawn(const char *, char *[], int, MPI_Info, int, MPI_Comm, MPI_Comm *, int []);
int MPI_Group_size(MPI_Group, int *);
int MPI_Group_rank(MPI_Group, int *);
int MPI_Group_incl(MPI_Group, int, const int [], MPI_Group *);
int MPI_Group_excl(MPI_Group, int, const int [], MPI_Group *);
int MPI_Group_free(MPI_Group *);
int MPI_Group_translate_ranks(MPI_Group, int, const int [], MPI_Group, int []);
int MPI_Send(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Ssend(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Bsend(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Rsend(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Recv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Issend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Ibsend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Irsend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Send_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Recv_init(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Start(MPI_Request *);
int MPI_Startall(int, MPI_Request []);
int MPI_Request_free(MPI_Request *);
int MPI_Cancel(MPI_Request *);
int MPI_Sendrecv(const void *, int, MPI_Datatype, int, int, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
int MPI_Sendrecv_replace(void *, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status *);
int MPI_Wait(MPI_Request *, MPI_Status *);
int MPI_Waitall(int, MPI_Request [], MPI_Status []);
int MPI_Waitany(int, MPI_Request [], int *, MPI_Status *);
int MPI_Waitsome(int, MPI_Request [], int *, int [], MPI_Status []);
int MPI_Test(MPI_Request *, int *, MPI_Status *);
int MPI_Testall(int, MPI_Request [], int *, MPI_Status []);
int MPI_Testany(int, MPI_Request [], int *, int *, MPI_Status *);
int MPI_Testsome(int, MPI_Request [], int *, int [], MPI_Status []);
int MPI_Probe(int, int, MPI_Comm, MPI_Status *);
int MPI_Iprobe(int, int, MPI_Comm, int *, MPI_Status *);
int MPI_Get_count(const MPI_Status *, MPI_Datatype, int *);
int MPI_Get_elements(const MPI_Status *, MPI_Datatype, int *);
int MPI_Buffer_attach(void *, int);
int MPI_Buffer_detach(void *, int *);
int MPI_Barrier(MPI_Comm);
int MPI_Bcast(void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Reduce(const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm);
int MPI_Allreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Reduce_scatter(const void *, void *, const int [], MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Reduce_scatter_block(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Scan(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Exscan(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Gather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Gatherv(const void *, int, MPI_Datatype, void *, const int [], const int [], MPI_Datatype, int, MPI_Comm);
int MPI_Scatter(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Scatterv(const void *, const int [], const int [], MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Allgather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Allgatherv(const void *, int, MPI_Datatype, void *, const int [], const int [], MPI_Datatype, MPI_Comm);
int MPI_Alltoall(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Alltoallv(const void *, const int [], const int [], MPI_Datatype, void *, const int [], const int [], MPI_Datatype, MPI_Comm);
int MPI_Ibarrier(MPI_Comm, MPI_Request *);
int MPI_Ibcast(void *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *);
int MPI_Iallreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Op_create(MPI_User_function *, int, MPI_Op *);
int MPI_Op_free(MPI_Op *);
int MPI_Type_size(MPI_Datatype, int *);
int MPI_Type_extent(MPI_Datatype, MPI_Aint *);
int MPI_Type_get_extent(MPI_Datatype, MPI_Aint *, MPI_Aint *);
int MPI_Type_contiguous(int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_vector(int, int, int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_hvector(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_hvector(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype *);
int MPI_Type_indexed(int, const int [], const int [], MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_subarray(int, const int [], const int [], const int [], int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_resized(MPI_Datatype, MPI_Aint, MPI_Aint, MPI_Datatype *);
int MPI_Type_create_struct(int, const int [], const MPI_Aint [], const MPI_Datatype [], MPI_Datatype *);
int MPI_Type_struct(int, int [], MPI_Aint [], MPI_Datatype [], MPI_Datatype *);
int MPI_Type_commit(MPI_Datatype *);
int MPI_Type_free(MPI_Datatype *);
int MPI_Get_address(const void *, MPI_Aint *);
int MPI_Address(void *, MPI_Aint *);
int MPI_Pack(const void *, int, MPI_Datatype, void *, int, int *, MPI_Comm);
int MPI_Unpack(const void *, int, int *, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Pack_size(int, MPI_Datatype, MPI_Comm, int *);
int MPI_Dims_create(int, int, int []);
int MPI_Cart_create(MPI_Comm, int, const int [], const int [], int, MPI_Comm *);
int MPI_Cart_get(MPI_Comm, int, int [], int [], int []);
int MPI_Cart_rank(MPI_Comm, const int [], int *);
int MPI_Cart_coords(MPI_Comm, int, int, int []);
int MPI_Cart_shift(MPI_Comm, int, int, int *, int *);
int MPI_Cart_sub(MPI_Comm, const int [], MPI_Comm *);
int MPI_Win_create(void *, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win *);
int MPI_Win_allocate(MPI_Aint, int, MPI_Info, MPI_Comm, void *, MPI_Win *);
int MPI_Win_free(MPI_Win *);
int MPI_Win_fence(int, MPI_Win);
int MPI_Win_lock(int, int, int, MPI_Win);
int MPI_Win_unlock(int, MPI_Win);
int MPI_Put(const void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int MPI_Get(void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int MPI_Accumulate(const void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win);
int MPI_Alloc_mem(MPI_Aint, MPI_Info, void *);
int MPI_Free_mem(void *);
int MPI_Info_create(MPI_Info *);
int MPI_Info_set(MPI_Info, const char *, const char *);
int MPI_Info_free(MPI_Info *);
int MPI_File_open(MPI_Comm, const char *, int, MPI_Info, MPI_File *);
int MPI_File_close(MPI_File *);
int MPI_File_delete(const char *, MPI_Info);
int MPI_File_set_view(MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype, const char *, MPI_Info);
int MPI_File_get_size(MPI_File, MPI_Offset *);
int MPI_File_set_size(MPI_File, MPI_Offset);
int MPI_File_seek(MPI_File, MPI_Offset, int);
int MPI_File_read(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write(MPI_File, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_at(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_at(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_all(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_all(MPI_File, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_at_all(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_at_all(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_Pcontrol(int, ...);
#endif
