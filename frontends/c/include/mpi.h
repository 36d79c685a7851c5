#ifndef __SAD_MPI_H
#define __SAD_MPI_H
/* Handles are numbers of our own, the same as in mpif.h; tests compare them with sad/analysis/messages. */
typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Group;
typedef int MPI_Request;
typedef int MPI_Message;
typedef int MPI_Info;
typedef int MPI_Win;
typedef int MPI_File;
typedef int MPI_Errhandler;
typedef int MPI_Fint;
typedef long MPI_Aint;
typedef long MPI_Offset;
typedef long MPI_Count;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR; long __count; } MPI_Status;
typedef void MPI_User_function(void *, void *, int *, MPI_Datatype *);
typedef void MPI_Comm_errhandler_function(MPI_Comm *, int *, ...);
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef int MPI_Comm_copy_attr_function(MPI_Comm, int, void *, void *, void *, int *);
typedef int MPI_Comm_delete_attr_function(MPI_Comm, int, void *, void *);
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
#define MPI_VERSION 3
#define MPI_SUBVERSION 1
#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_REQUEST 7
#define MPI_ERR_ROOT 8
#define MPI_ERR_GROUP 9
#define MPI_ERR_OP 10
#define MPI_ERR_TOPOLOGY 11
#define MPI_ERR_DIMS 12
#define MPI_ERR_ARG 13
#define MPI_ERR_UNKNOWN 14
#define MPI_ERR_TRUNCATE 15
#define MPI_ERR_OTHER 16
#define MPI_ERR_INTERN 17
#define MPI_ERR_IN_STATUS 18
#define MPI_ERR_PENDING 19
#define MPI_ERR_LASTCODE 100
#define MPI_ANY_SOURCE (-101)
#define MPI_PROC_NULL (-102)
#define MPI_ANY_TAG (-103)
#define MPI_ROOT (-104)
#define MPI_UNDEFINED (-32766)
#define MPI_KEYVAL_INVALID (-105)
#define MPI_IDENT 0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR 2
#define MPI_UNEQUAL 3
#define MPI_GRAPH 1
#define MPI_CART 2
#define MPI_DIST_GRAPH 3
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 256
#define MPI_MAX_LIBRARY_VERSION_STRING 256
#define MPI_MAX_OBJECT_NAME 64
#define MPI_MAX_INFO_KEY 36
#define MPI_MAX_INFO_VAL 256
#define MPI_BSEND_OVERHEAD 128
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
#define MPI_ORDER_C 56
#define MPI_ORDER_FORTRAN 57
#define MPI_DISTRIBUTE_BLOCK 121
#define MPI_DISTRIBUTE_CYCLIC 122
#define MPI_DISTRIBUTE_NONE 123
#define MPI_DISTRIBUTE_DFLT_DARG (-49767)
#define MPI_COMM_TYPE_SHARED 1
#define MPI_TAG_UB 3501
#define MPI_HOST 3502
#define MPI_IO 3503
#define MPI_WTIME_IS_GLOBAL 3504
#define MPI_UNIVERSE_SIZE 3505
#define MPI_LOCK_EXCLUSIVE 234
#define MPI_LOCK_SHARED 235
#define MPI_MODE_NOCHECK 1024
#define MPI_MODE_NOSTORE 2048
#define MPI_MODE_NOPUT 4096
#define MPI_MODE_NOPRECEDE 8192
#define MPI_MODE_NOSUCCEED 16384
#define MPI_MODE_CREATE 1
#define MPI_MODE_RDONLY 2
#define MPI_MODE_WRONLY 4
#define MPI_MODE_RDWR 8
#define MPI_MODE_DELETE_ON_CLOSE 16
#define MPI_MODE_UNIQUE_OPEN 32
#define MPI_MODE_EXCL 64
#define MPI_MODE_APPEND 128
#define MPI_MODE_SEQUENTIAL 256
#define MPI_SEEK_SET 600
#define MPI_SEEK_CUR 602
#define MPI_SEEK_END 604
#define MPI_COMM_NULL 90
#define MPI_COMM_WORLD 91
#define MPI_COMM_SELF 92
#define MPI_GROUP_NULL 95
#define MPI_GROUP_EMPTY 96
#define MPI_REQUEST_NULL 3000
#define MPI_MESSAGE_NULL 3001
#define MPI_MESSAGE_NO_PROC 3002
#define MPI_ERRHANDLER_NULL 3100
#define MPI_ERRORS_ARE_FATAL 3101
#define MPI_ERRORS_RETURN 3102
#define MPI_INFO_NULL 3200
#define MPI_WIN_NULL 3300
#define MPI_FILE_NULL 3400
#define MPI_OP_NULL 2000
#define MPI_MAX 2001
#define MPI_MIN 2002
#define MPI_SUM 2003
#define MPI_PROD 2004
#define MPI_LAND 2005
#define MPI_BAND 2006
#define MPI_LOR 2007
#define MPI_BOR 2008
#define MPI_LXOR 2009
#define MPI_BXOR 2010
#define MPI_MINLOC 2011
#define MPI_MAXLOC 2012
#define MPI_REPLACE 2013
#define MPI_NO_OP 2014
#define MPI_DATATYPE_NULL 1000
#define MPI_BYTE 1001
#define MPI_PACKED 1002
#define MPI_LB 1003
#define MPI_UB 1004
#define MPI_CHAR 1005
#define MPI_SIGNED_CHAR 1006
#define MPI_UNSIGNED_CHAR 1007
#define MPI_WCHAR 1008
#define MPI_SHORT 1009
#define MPI_UNSIGNED_SHORT 1010
#define MPI_INT 1011
#define MPI_UNSIGNED 1012
#define MPI_LONG 1013
#define MPI_UNSIGNED_LONG 1014
#define MPI_LONG_LONG 1015
#define MPI_LONG_LONG_INT 1016
#define MPI_UNSIGNED_LONG_LONG 1017
#define MPI_FLOAT 1018
#define MPI_DOUBLE 1019
#define MPI_LONG_DOUBLE 1020
#define MPI_INT8_T 1021
#define MPI_INT16_T 1022
#define MPI_INT32_T 1023
#define MPI_INT64_T 1024
#define MPI_UINT8_T 1025
#define MPI_UINT16_T 1026
#define MPI_UINT32_T 1027
#define MPI_UINT64_T 1028
#define MPI_C_BOOL 1029
#define MPI_C_COMPLEX 1030
#define MPI_C_FLOAT_COMPLEX 1031
#define MPI_C_DOUBLE_COMPLEX 1032
#define MPI_C_LONG_DOUBLE_COMPLEX 1033
#define MPI_CXX_BOOL 1034
#define MPI_CXX_FLOAT_COMPLEX 1035
#define MPI_CXX_DOUBLE_COMPLEX 1036
#define MPI_CXX_LONG_DOUBLE_COMPLEX 1037
#define MPI_AINT 1038
#define MPI_OFFSET 1039
#define MPI_COUNT 1040
#define MPI_FLOAT_INT 1041
#define MPI_DOUBLE_INT 1042
#define MPI_LONG_INT 1043
#define MPI_SHORT_INT 1044
#define MPI_2INT 1045
#define MPI_LONG_DOUBLE_INT 1046
#define MPI_CHARACTER 1047
#define MPI_LOGICAL 1048
#define MPI_INTEGER 1049
#define MPI_REAL 1050
#define MPI_DOUBLE_PRECISION 1051
#define MPI_COMPLEX 1052
#define MPI_DOUBLE_COMPLEX 1053
#define MPI_LOGICAL1 1054
#define MPI_LOGICAL2 1055
#define MPI_LOGICAL4 1056
#define MPI_LOGICAL8 1057
#define MPI_INTEGER1 1058
#define MPI_INTEGER2 1059
#define MPI_INTEGER4 1060
#define MPI_INTEGER8 1061
#define MPI_INTEGER16 1062
#define MPI_REAL2 1063
#define MPI_REAL4 1064
#define MPI_REAL8 1065
#define MPI_REAL16 1066
#define MPI_COMPLEX4 1067
#define MPI_COMPLEX8 1068
#define MPI_COMPLEX16 1069
#define MPI_COMPLEX32 1070
#define MPI_2INTEGER 1071
#define MPI_2REAL 1072
#define MPI_2DOUBLE_PRECISION 1073
#define MPI_2COMPLEX 1074
#define MPI_2DOUBLE_COMPLEX 1075
#define MPI_STATUS_IGNORE ((MPI_Status *)1)
#define MPI_STATUSES_IGNORE ((MPI_Status *)1)
extern char MPI_IN_PLACE[1];
#define MPI_IN_PLACE ((void *)MPI_IN_PLACE)
#define MPI_BOTTOM ((void *)0)
#define MPI_ARGV_NULL ((char **)0)
#define MPI_ARGVS_NULL ((char ***)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
#define MPI_UNWEIGHTED ((int *)1)
#define MPI_WEIGHTS_EMPTY ((int *)1)
#define MPI_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_COMM_NULL_COPY_FN MPI_NULL_COPY_FN
#define MPI_COMM_NULL_DELETE_FN MPI_NULL_DELETE_FN
int MPI_Send(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Bsend(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Ssend(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Rsend(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Ibsend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Issend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Irsend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Recv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Sendrecv(const void *, int, MPI_Datatype, int, int, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
int MPI_Sendrecv_replace(void *, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status *);
int MPI_Probe(int, int, MPI_Comm, MPI_Status *);
int MPI_Iprobe(int, int, MPI_Comm, int *, MPI_Status *);
int MPI_Mprobe(int, int, MPI_Comm, MPI_Message *, MPI_Status *);
int MPI_Improbe(int, int, MPI_Comm, int *, MPI_Message *, MPI_Status *);
int MPI_Mrecv(void *, int, MPI_Datatype, MPI_Message *, MPI_Status *);
int MPI_Imrecv(void *, int, MPI_Datatype, MPI_Message *, MPI_Request *);
int MPI_Get_count(const MPI_Status *, MPI_Datatype, int *);
int MPI_Get_elements(const MPI_Status *, MPI_Datatype, int *);
int MPI_Status_set_elements(MPI_Status *, MPI_Datatype, int);
int MPI_Status_set_cancelled(MPI_Status *, int);
int MPI_Wait(MPI_Request *, MPI_Status *);
int MPI_Waitall(int, MPI_Request [], MPI_Status []);
int MPI_Waitany(int, MPI_Request [], int *, MPI_Status *);
int MPI_Waitsome(int, MPI_Request [], int *, int [], MPI_Status []);
int MPI_Test(MPI_Request *, int *, MPI_Status *);
int MPI_Testall(int, MPI_Request [], int *, MPI_Status []);
int MPI_Testany(int, MPI_Request [], int *, int *, MPI_Status *);
int MPI_Testsome(int, MPI_Request [], int *, int [], MPI_Status []);
int MPI_Test_cancelled(const MPI_Status *, int *);
int MPI_Request_get_status(MPI_Request, int *, MPI_Status *);
int MPI_Send_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Bsend_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Ssend_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Rsend_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Recv_init(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Start(MPI_Request *);
int MPI_Startall(int, MPI_Request []);
int MPI_Request_free(MPI_Request *);
int MPI_Cancel(MPI_Request *);
int MPI_Buffer_attach(void *, int);
int MPI_Buffer_detach(void *, int *);
int MPI_Finalize(void);
int MPI_Abort(MPI_Comm, int);
int MPI_Initialized(int *);
int MPI_Finalized(int *);
int MPI_Query_thread(int *);
int MPI_Is_thread_main(int *);
int MPI_Get_version(int *, int *);
int MPI_Get_library_version(char *, int *);
int MPI_Get_processor_name(char *, int *);
int MPI_Error_string(int, char *, int *);
int MPI_Error_class(int, int *);
int MPI_Errhandler_create(MPI_Comm_errhandler_function *, MPI_Errhandler *);
int MPI_Errhandler_set(MPI_Comm, MPI_Errhandler);
int MPI_Errhandler_get(MPI_Comm, MPI_Errhandler *);
int MPI_Errhandler_free(MPI_Errhandler *);
int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *, MPI_Errhandler *);
int MPI_Comm_set_errhandler(MPI_Comm, MPI_Errhandler);
int MPI_Comm_get_errhandler(MPI_Comm, MPI_Errhandler *);
int MPI_Comm_call_errhandler(MPI_Comm, int);
double MPI_Wtime(void);
double MPI_Wtick(void);
int MPI_Comm_size(MPI_Comm, int *);
int MPI_Comm_rank(MPI_Comm, int *);
int MPI_Comm_compare(MPI_Comm, MPI_Comm, int *);
int MPI_Comm_dup(MPI_Comm, MPI_Comm *);
int MPI_Comm_dup_with_info(MPI_Comm, MPI_Info, MPI_Comm *);
int MPI_Comm_idup(MPI_Comm, MPI_Comm *, MPI_Request *);
int MPI_Comm_create(MPI_Comm, MPI_Group, MPI_Comm *);
int MPI_Comm_create_group(MPI_Comm, MPI_Group, int, MPI_Comm *);
int MPI_Comm_split(MPI_Comm, int, int, MPI_Comm *);
int MPI_Comm_split_type(MPI_Comm, int, int, MPI_Info, MPI_Comm *);
int MPI_Comm_free(MPI_Comm *);
int MPI_Comm_group(MPI_Comm, MPI_Group *);
int MPI_Comm_test_inter(MPI_Comm, int *);
int MPI_Comm_remote_size(MPI_Comm, int *);
int MPI_Comm_remote_group(MPI_Comm, MPI_Group *);
int MPI_Comm_set_name(MPI_Comm, const char *);
int MPI_Comm_get_name(MPI_Comm, char *, int *);
int MPI_Intercomm_create(MPI_Comm, int, MPI_Comm, int, int, MPI_Comm *);
int MPI_Intercomm_merge(MPI_Comm, int, MPI_Comm *);
int MPI_Group_size(MPI_Group, int *);
int MPI_Group_rank(MPI_Group, int *);
int MPI_Group_translate_ranks(MPI_Group, int, const int [], MPI_Group, int []);
int MPI_Group_compare(MPI_Group, MPI_Group, int *);
int MPI_Group_union(MPI_Group, MPI_Group, MPI_Group *);
int MPI_Group_intersection(MPI_Group, MPI_Group, MPI_Group *);
int MPI_Group_difference(MPI_Group, MPI_Group, MPI_Group *);
int MPI_Group_incl(MPI_Group, int, const int [], MPI_Group *);
int MPI_Group_excl(MPI_Group, int, const int [], MPI_Group *);
int MPI_Group_range_incl(MPI_Group, int, int [][3], MPI_Group *);
int MPI_Group_range_excl(MPI_Group, int, int [][3], MPI_Group *);
int MPI_Group_free(MPI_Group *);
int MPI_Keyval_create(MPI_Comm_copy_attr_function *, MPI_Comm_delete_attr_function *, int *, void *);
int MPI_Keyval_free(int *);
int MPI_Attr_put(MPI_Comm, int, void *);
int MPI_Attr_get(MPI_Comm, int, void *, int *);
int MPI_Attr_delete(MPI_Comm, int);
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *, MPI_Comm_delete_attr_function *, int *, void *);
int MPI_Comm_free_keyval(int *);
int MPI_Comm_set_attr(MPI_Comm, int, void *);
int MPI_Comm_get_attr(MPI_Comm, int, void *, int *);
int MPI_Comm_delete_attr(MPI_Comm, int);
int MPI_Op_create(MPI_User_function *, int, MPI_Op *);
int MPI_Op_free(MPI_Op *);
int MPI_Op_commutative(MPI_Op, int *);
int MPI_Reduce_local(const void *, void *, int, MPI_Datatype, MPI_Op);
int MPI_Info_create(MPI_Info *);
int MPI_Info_set(MPI_Info, const char *, const char *);
int MPI_Info_get(MPI_Info, const char *, int, char *, int *);
int MPI_Info_delete(MPI_Info, const char *);
int MPI_Info_free(MPI_Info *);
int MPI_Cart_create(MPI_Comm, int, const int [], const int [], int, MPI_Comm *);
int MPI_Cart_coords(MPI_Comm, int, int, int []);
int MPI_Cart_rank(MPI_Comm, const int [], int *);
int MPI_Cart_shift(MPI_Comm, int, int, int *, int *);
int MPI_Cart_sub(MPI_Comm, const int [], MPI_Comm *);
int MPI_Cart_get(MPI_Comm, int, int [], int [], int []);
int MPI_Cart_map(MPI_Comm, int, const int [], const int [], int *);
int MPI_Cartdim_get(MPI_Comm, int *);
int MPI_Dims_create(int, int, int []);
int MPI_Topo_test(MPI_Comm, int *);
int MPI_Graph_create(MPI_Comm, int, const int [], const int [], int, MPI_Comm *);
int MPI_Graphdims_get(MPI_Comm, int *, int *);
int MPI_Graph_get(MPI_Comm, int, int, int [], int []);
int MPI_Graph_map(MPI_Comm, int, const int [], const int [], int *);
int MPI_Graph_neighbors_count(MPI_Comm, int, int *);
int MPI_Graph_neighbors(MPI_Comm, int, int, int []);
int MPI_Dist_graph_create(MPI_Comm, int, const int [], const int [], const int [], const int [], MPI_Info, int, MPI_Comm *);
int MPI_Dist_graph_create_adjacent(MPI_Comm, int, const int [], const int [], int, const int [], const int [], MPI_Info, int, MPI_Comm *);
int MPI_Type_contiguous(int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_vector(int, int, int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_hvector(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_hvector(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype *);
int MPI_Type_indexed(int, const int [], const int [], MPI_Datatype, MPI_Datatype *);
int MPI_Type_hindexed(int, const int [], const MPI_Aint [], MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_hindexed(int, const int [], const MPI_Aint [], MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_indexed_block(int, int, const int [], MPI_Datatype, MPI_Datatype *);
int MPI_Type_struct(int, int [], MPI_Aint [], MPI_Datatype [], MPI_Datatype *);
int MPI_Type_create_struct(int, const int [], const MPI_Aint [], const MPI_Datatype [], MPI_Datatype *);
int MPI_Type_create_subarray(int, const int [], const int [], const int [], int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_darray(int, int, int, const int [], const int [], const int [], const int [], int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_resized(MPI_Datatype, MPI_Aint, MPI_Aint, MPI_Datatype *);
int MPI_Type_dup(MPI_Datatype, MPI_Datatype *);
int MPI_Type_commit(MPI_Datatype *);
int MPI_Type_free(MPI_Datatype *);
int MPI_Type_size(MPI_Datatype, int *);
int MPI_Type_extent(MPI_Datatype, MPI_Aint *);
int MPI_Type_lb(MPI_Datatype, MPI_Aint *);
int MPI_Type_ub(MPI_Datatype, MPI_Aint *);
int MPI_Type_get_extent(MPI_Datatype, MPI_Aint *, MPI_Aint *);
int MPI_Type_get_true_extent(MPI_Datatype, MPI_Aint *, MPI_Aint *);
int MPI_Address(void *, MPI_Aint *);
int MPI_Get_address(const void *, MPI_Aint *);
int MPI_Pack(const void *, int, MPI_Datatype, void *, int, int *, MPI_Comm);
int MPI_Unpack(const void *, int, int *, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Pack_size(int, MPI_Datatype, MPI_Comm, int *);
int MPI_Init(int *, char ***);
int MPI_Init_thread(int *, char ***, int, int *);
int MPI_Pcontrol(int, ...);
int MPI_Barrier(MPI_Comm);
int MPI_Bcast(void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Gather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Gatherv(const void *, int, MPI_Datatype, void *, const int [], const int [], MPI_Datatype, int, MPI_Comm);
int MPI_Scatter(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Scatterv(const void *, const int [], const int [], MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Allgather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Allgatherv(const void *, int, MPI_Datatype, void *, const int [], const int [], MPI_Datatype, MPI_Comm);
int MPI_Alltoall(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Alltoallv(const void *, const int [], const int [], MPI_Datatype, void *, const int [], const int [], MPI_Datatype, MPI_Comm);
int MPI_Alltoallw(const void *, const int [], const int [], const MPI_Datatype [], void *, const int [], const int [], const MPI_Datatype [], MPI_Comm);
int MPI_Reduce(const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm);
int MPI_Allreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Reduce_scatter(const void *, void *, const int [], MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Reduce_scatter_block(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Scan(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Exscan(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Ibarrier(MPI_Comm, MPI_Request *);
int MPI_Ibcast(void *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *);
int MPI_Igather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *);
int MPI_Igatherv(const void *, int, MPI_Datatype, void *, const int [], const int [], MPI_Datatype, int, MPI_Comm, MPI_Request *);
int MPI_Iscatter(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *);
int MPI_Iscatterv(const void *, const int [], const int [], MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *);
int MPI_Iallgather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm, MPI_Request *);
int MPI_Iallgatherv(const void *, int, MPI_Datatype, void *, const int [], const int [], MPI_Datatype, MPI_Comm, MPI_Request *);
int MPI_Ialltoall(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm, MPI_Request *);
int MPI_Ialltoallv(const void *, const int [], const int [], MPI_Datatype, void *, const int [], const int [], MPI_Datatype, MPI_Comm, MPI_Request *);
int MPI_Ialltoallw(const void *, const int [], const int [], const MPI_Datatype [], void *, const int [], const int [], const MPI_Datatype [], MPI_Comm, MPI_Request *);
int MPI_Ireduce(const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request *);
int MPI_Iallreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Ireduce_scatter(const void *, void *, const int [], MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Ireduce_scatter_block(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Iscan(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Iexscan(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Neighbor_allgather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Neighbor_allgatherv(const void *, int, MPI_Datatype, void *, const int [], const int [], MPI_Datatype, MPI_Comm);
int MPI_Neighbor_alltoall(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Neighbor_alltoallv(const void *, const int [], const int [], MPI_Datatype, void *, const int [], const int [], MPI_Datatype, MPI_Comm);
int MPI_Comm_get_parent(MPI_Comm *);
int MPI_Comm_spawn(const char *, char *[], int, MPI_Info, int, MPI_Comm, MPI_Comm *, int []);
int MPI_Comm_disconnect(MPI_Comm *);
int MPI_Win_create(void *, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win *);
int MPI_Win_allocate(MPI_Aint, int, MPI_Info, MPI_Comm, void *, MPI_Win *);
int MPI_Win_allocate_shared(MPI_Aint, int, MPI_Info, MPI_Comm, void *, MPI_Win *);
int MPI_Win_shared_query(MPI_Win, int, MPI_Aint *, int *, void *);
int MPI_Win_free(MPI_Win *);
int MPI_Win_fence(int, MPI_Win);
int MPI_Win_lock(int, int, int, MPI_Win);
int MPI_Win_unlock(int, MPI_Win);
int MPI_Win_lock_all(int, MPI_Win);
int MPI_Win_unlock_all(MPI_Win);
int MPI_Win_flush(int, MPI_Win);
int MPI_Win_flush_all(MPI_Win);
int MPI_Win_sync(MPI_Win);
int MPI_Win_post(MPI_Group, int, MPI_Win);
int MPI_Win_start(MPI_Group, int, MPI_Win);
int MPI_Win_complete(MPI_Win);
int MPI_Win_wait(MPI_Win);
int MPI_Put(const void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int MPI_Get(void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int MPI_Accumulate(const void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win);
int MPI_Fetch_and_op(const void *, void *, MPI_Datatype, int, MPI_Aint, MPI_Op, MPI_Win);
int MPI_Alloc_mem(MPI_Aint, MPI_Info, void *);
int MPI_Free_mem(void *);
int MPI_File_open(MPI_Comm, const char *, int, MPI_Info, MPI_File *);
int MPI_File_close(MPI_File *);
int MPI_File_delete(const char *, MPI_Info);
int MPI_File_set_view(MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype, const char *, MPI_Info);
int MPI_File_get_size(MPI_File, MPI_Offset *);
int MPI_File_set_size(MPI_File, MPI_Offset);
int MPI_File_seek(MPI_File, MPI_Offset, int);
int MPI_File_sync(MPI_File);
int MPI_File_read(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write(MPI_File, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_all(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_all(MPI_File, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_at(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_at(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_at_all(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_at_all(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_iread(MPI_File, void *, int, MPI_Datatype, MPI_Request *);
int MPI_File_iwrite(MPI_File, const void *, int, MPI_Datatype, MPI_Request *);
int MPI_File_read_shared(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_shared(MPI_File, const void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_ordered(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_write_ordered(MPI_File, const void *, int, MPI_Datatype, MPI_Status *);
#endif
