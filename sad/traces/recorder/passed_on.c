/* Routines that are recorded and passed on without a look at most of their arguments: files, windows, operations of
   all that do not block, and others that are not modelled. So nobody takes them for computation.

   This file does not know MPI's types. In C and in Fortran each argument of these routines is an integer or an
   address, and so are the lengths of texts that Fortran passes behind them. With the calling conventions below each
   is a word, in a register or on the stack, so that passing on as many words as the longest call has passes on any.
   Not every library has all of the routines: those that it has not got are weak, and nobody calls them. */
#if defined(__LP64__) && (defined(__x86_64__) || (defined(__aarch64__) && !defined(__APPLE__)) || defined(__riscv))

int record_begin(int *id, const char *routine, const void *site);
void record_end(void);
void record_bytes(long count, long type, int is_fortran);

#define WORDS \
    long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l, long m, long n, \
        long o, long p
#define GIVEN a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p

#define WRAPPER(name, real, other, routine, before)                         \
    long real(WORDS) __attribute__((weak));                                 \
    long other(WORDS) __attribute__((weak));                                \
    long name(WORDS)                                                        \
    {                                                                       \
        static int id;                                                      \
        if (record_begin(&id, routine, __builtin_return_address(0))) {      \
            before;                                                         \
        }                                                                   \
        const long result = real ? real(GIVEN) : other(GIVEN);              \
        record_end();                                                       \
        return result;                                                      \
    }

/* A routine for C, for Fortran with one underscore and with two, and for the module mpi_f08: Open MPI's names, and
   MPICH's, where routines with data get descriptors and have a name of their own. */
#define BOTH_LANGUAGES(Name, name, in_c, in_fortran)                                                              \
    WRAPPER(MPI_##Name, PMPI_##Name, PMPI_##Name, "mpi_" #name, in_c)                                             \
    WRAPPER(mpi_##name##_, pmpi_##name##_, pmpi_##name##_, "mpi_" #name, in_fortran)                              \
    long mpi_##name##__(WORDS) __attribute__((alias("mpi_" #name "_")));                                          \
    WRAPPER(mpi_##name##_f08_, pmpi_##name##_f08_, pmpir_##name##_f08_, "mpi_" #name, in_fortran)                 \
    WRAPPER(mpi_##name##_f08ts_, pmpi_##name##_f08ts_, pmpir_##name##_f08ts_, "mpi_" #name, in_fortran)

#define PASSED(Name, name) BOTH_LANGUAGES(Name, name, , )
/* Data of a file, with count and type behind file and buffer, or behind file, place and buffer. */
#define MOVED(Name, name) BOTH_LANGUAGES(File_##Name, file_##name, record_bytes(c, d, 0), record_bytes(c, d, 1))
#define MOVED_AT(Name, name) BOTH_LANGUAGES(File_##Name, file_##name, record_bytes(d, e, 0), record_bytes(d, e, 1))

MOVED(read, read)
MOVED(read_all, read_all)
MOVED(read_all_begin, read_all_begin)
MOVED(read_ordered, read_ordered)
MOVED(read_ordered_begin, read_ordered_begin)
MOVED(read_shared, read_shared)
MOVED(iread, iread)
MOVED(iread_all, iread_all)
MOVED(iread_shared, iread_shared)
MOVED(write, write)
MOVED(write_all, write_all)
MOVED(write_all_begin, write_all_begin)
MOVED(write_ordered, write_ordered)
MOVED(write_ordered_begin, write_ordered_begin)
MOVED(write_shared, write_shared)
MOVED(iwrite, iwrite)
MOVED(iwrite_all, iwrite_all)
MOVED(iwrite_shared, iwrite_shared)
MOVED_AT(read_at, read_at)
MOVED_AT(read_at_all, read_at_all)
MOVED_AT(read_at_all_begin, read_at_all_begin)
MOVED_AT(iread_at, iread_at)
MOVED_AT(iread_at_all, iread_at_all)
MOVED_AT(write_at, write_at)
MOVED_AT(write_at_all, write_at_all)
MOVED_AT(write_at_all_begin, write_at_all_begin)
MOVED_AT(iwrite_at, iwrite_at)
MOVED_AT(iwrite_at_all, iwrite_at_all)
PASSED(File_open, file_open)
PASSED(File_close, file_close)
PASSED(File_delete, file_delete)
PASSED(File_preallocate, file_preallocate)
PASSED(File_set_size, file_set_size)
PASSED(File_set_view, file_set_view)
PASSED(File_sync, file_sync)
PASSED(File_seek_shared, file_seek_shared)
PASSED(File_read_all_end, file_read_all_end)
PASSED(File_read_at_all_end, file_read_at_all_end)
PASSED(File_read_ordered_end, file_read_ordered_end)
PASSED(File_write_all_end, file_write_all_end)
PASSED(File_write_at_all_end, file_write_at_all_end)
PASSED(File_write_ordered_end, file_write_ordered_end)

PASSED(Put, put)
PASSED(Get, get)
PASSED(Accumulate, accumulate)
PASSED(Get_accumulate, get_accumulate)
PASSED(Fetch_and_op, fetch_and_op)
PASSED(Compare_and_swap, compare_and_swap)
PASSED(Rput, rput)
PASSED(Rget, rget)
PASSED(Raccumulate, raccumulate)
PASSED(Rget_accumulate, rget_accumulate)
PASSED(Win_create, win_create)
PASSED(Win_create_dynamic, win_create_dynamic)
PASSED(Win_allocate, win_allocate)
PASSED(Win_allocate_shared, win_allocate_shared)
PASSED(Win_free, win_free)
PASSED(Win_fence, win_fence)
PASSED(Win_lock, win_lock)
PASSED(Win_unlock, win_unlock)
PASSED(Win_lock_all, win_lock_all)
PASSED(Win_unlock_all, win_unlock_all)
PASSED(Win_flush, win_flush)
PASSED(Win_flush_all, win_flush_all)
PASSED(Win_flush_local, win_flush_local)
PASSED(Win_flush_local_all, win_flush_local_all)
PASSED(Win_post, win_post)
PASSED(Win_start, win_start)
PASSED(Win_complete, win_complete)
PASSED(Win_wait, win_wait)
PASSED(Win_test, win_test)
PASSED(Win_sync, win_sync)

PASSED(Ibarrier, ibarrier)
PASSED(Ibcast, ibcast)
PASSED(Ireduce, ireduce)
PASSED(Iallreduce, iallreduce)
PASSED(Iscan, iscan)
PASSED(Iexscan, iexscan)
PASSED(Ireduce_scatter, ireduce_scatter)
PASSED(Ireduce_scatter_block, ireduce_scatter_block)
PASSED(Igather, igather)
PASSED(Igatherv, igatherv)
PASSED(Iscatter, iscatter)
PASSED(Iscatterv, iscatterv)
PASSED(Iallgather, iallgather)
PASSED(Iallgatherv, iallgatherv)
PASSED(Ialltoall, ialltoall)
PASSED(Ialltoallv, ialltoallv)
PASSED(Ialltoallw, ialltoallw)
PASSED(Alltoallw, alltoallw)
PASSED(Neighbor_allgather, neighbor_allgather)
PASSED(Neighbor_allgatherv, neighbor_allgatherv)
PASSED(Neighbor_alltoall, neighbor_alltoall)
PASSED(Neighbor_alltoallv, neighbor_alltoallv)
PASSED(Neighbor_alltoallw, neighbor_alltoallw)
PASSED(Ineighbor_allgather, ineighbor_allgather)
PASSED(Ineighbor_allgatherv, ineighbor_allgatherv)
PASSED(Ineighbor_alltoall, ineighbor_alltoall)
PASSED(Ineighbor_alltoallv, ineighbor_alltoallv)
PASSED(Ineighbor_alltoallw, ineighbor_alltoallw)

PASSED(Mprobe, mprobe)
PASSED(Improbe, improbe)
PASSED(Mrecv, mrecv)
PASSED(Imrecv, imrecv)
PASSED(Cancel, cancel)
PASSED(Request_get_status, request_get_status)
PASSED(Comm_spawn, comm_spawn)
PASSED(Comm_spawn_multiple, comm_spawn_multiple)
PASSED(Comm_accept, comm_accept)
PASSED(Comm_connect, comm_connect)
PASSED(Comm_join, comm_join)
PASSED(Intercomm_create, intercomm_create)

/* MPI 4: operations that start again, parts of messages, and counts of 64 bits. */
PASSED(Barrier_init, barrier_init)
PASSED(Bcast_init, bcast_init)
PASSED(Reduce_init, reduce_init)
PASSED(Allreduce_init, allreduce_init)
PASSED(Gather_init, gather_init)
PASSED(Scatter_init, scatter_init)
PASSED(Allgather_init, allgather_init)
PASSED(Alltoall_init, alltoall_init)
PASSED(Alltoallv_init, alltoallv_init)
PASSED(Psend_init, psend_init)
PASSED(Precv_init, precv_init)
PASSED(Isendrecv, isendrecv)
PASSED(Isendrecv_replace, isendrecv_replace)
PASSED(Send_c, send_c)
PASSED(Recv_c, recv_c)
PASSED(Isend_c, isend_c)
PASSED(Irecv_c, irecv_c)
PASSED(Sendrecv_c, sendrecv_c)
PASSED(Bcast_c, bcast_c)
PASSED(Reduce_c, reduce_c)
PASSED(Allreduce_c, allreduce_c)
PASSED(Gather_c, gather_c)
PASSED(Scatter_c, scatter_c)
PASSED(Allgather_c, allgather_c)
PASSED(Alltoall_c, alltoall_c)

#endif
