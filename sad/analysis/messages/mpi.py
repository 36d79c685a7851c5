"""The routines of MPI: all of MPI-1, and what programs use of MPI-2 and MPI-3.

Arguments have the names of the MPI standard (version 3.1), with ``requests``, ``statuses``,
``indices``, ``sendtypes`` ... for its ``array_of_requests`` and so on. Where the standard calls a
handle INOUT but it stays the same number (``MPI_Type_commit``, ``MPI_Start``), it is only read here:
its value stays known. Receive buffers of collectives count as written on every rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.messages.tables import Argument, Flow, Routine, read_table, routines
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

_POINT_TO_POINT = r"""
send: buf count datatype dest tag comm
bsend: buf count datatype dest tag comm
ssend: buf count datatype dest tag comm
rsend: buf count datatype dest tag comm
isend: buf count datatype dest tag comm >request
ibsend: buf count datatype dest tag comm >request
issend: buf count datatype dest tag comm >request
irsend: buf count datatype dest tag comm >request
recv: >buf count datatype source tag comm >status
irecv: >buf count datatype source tag comm >request
sendrecv: sendbuf sendcount sendtype dest sendtag \
    >recvbuf recvcount recvtype source recvtag comm >status
sendrecv_replace: *buf count datatype dest sendtag source recvtag comm >status
probe: source tag comm >status
iprobe: source tag comm >flag >status
mprobe: source tag comm >message >status
improbe: source tag comm >flag >message >status
mrecv: >buf count datatype *message >status
imrecv: >buf count datatype *message >request
get_count: status datatype >count
get_elements: status datatype >count
status_set_elements: *status datatype count
status_set_cancelled: *status flag
wait: *request >status
waitall: count *requests >statuses
waitany: count *requests >index >status
waitsome: incount *requests >outcount >indices >statuses
test: *request >flag >status
testall: count *requests >flag >statuses
testany: count *requests >index >flag >status
testsome: incount *requests >outcount >indices >statuses
test_cancelled: status >flag
request_get_status: request >flag >status
send_init: buf count datatype dest tag comm >request
bsend_init: buf count datatype dest tag comm >request
ssend_init: buf count datatype dest tag comm >request
rsend_init: buf count datatype dest tag comm >request
recv_init: >buf count datatype source tag comm >request
start: request
startall: count requests
request_free: *request
cancel: request
buffer_attach: -buffer size
buffer_detach: >buffer >size
"""

_COLLECTIVES = r"""
barrier: comm
bcast: *buffer count datatype root comm
gather: sendbuf sendcount sendtype >recvbuf recvcount recvtype root comm
gatherv: sendbuf sendcount sendtype >recvbuf recvcounts displs recvtype root comm
scatter: sendbuf sendcount sendtype >recvbuf recvcount recvtype root comm
scatterv: sendbuf sendcounts displs sendtype >recvbuf recvcount recvtype root comm
allgather: sendbuf sendcount sendtype >recvbuf recvcount recvtype comm
allgatherv: sendbuf sendcount sendtype >recvbuf recvcounts displs recvtype comm
alltoall: sendbuf sendcount sendtype >recvbuf recvcount recvtype comm
alltoallv: sendbuf sendcounts sdispls sendtype >recvbuf recvcounts rdispls recvtype comm
alltoallw: sendbuf sendcounts sdispls sendtypes >recvbuf recvcounts rdispls recvtypes comm
reduce: sendbuf >recvbuf count datatype op root comm
allreduce: sendbuf >recvbuf count datatype op comm
reduce_scatter: sendbuf >recvbuf recvcounts datatype op comm
reduce_scatter_block: sendbuf >recvbuf recvcount datatype op comm
scan: sendbuf >recvbuf count datatype op comm
exscan: sendbuf >recvbuf count datatype op comm
"""

_ENVIRONMENT = r"""
alloc_mem: size info >baseptr
free_mem: -base
finalize:
abort: comm errorcode
initialized: >flag
finalized: >flag
query_thread: >provided
is_thread_main: >flag
get_version: >version >subversion
get_library_version: >version >resultlen
get_processor_name: >name >resultlen
error_string: errorcode >string >resultlen
error_class: errorcode >errorclass
errhandler_create: function >errhandler
errhandler_set: comm errhandler
errhandler_get: comm >errhandler
errhandler_free: *errhandler
comm_create_errhandler: function >errhandler
comm_set_errhandler: comm errhandler
comm_get_errhandler: comm >errhandler
comm_call_errhandler: comm errorcode
wtime:
wtick:
"""

_COMMUNICATORS = r"""
comm_size: comm >size
comm_rank: comm >rank
comm_compare: comm1 comm2 >result
comm_dup: comm >newcomm
comm_dup_with_info: comm info >newcomm
comm_idup: comm >newcomm >request
comm_create: comm group >newcomm
comm_create_group: comm group tag >newcomm
comm_split: comm color key >newcomm
comm_split_type: comm split_type key info >newcomm
comm_free: *comm
comm_group: comm >group
comm_test_inter: comm >flag
comm_remote_size: comm >size
comm_remote_group: comm >group
comm_set_name: comm comm_name
comm_get_name: comm >comm_name >resultlen
intercomm_create: local_comm local_leader peer_comm remote_leader tag >newintercomm
intercomm_merge: intercomm high >newintracomm
group_size: group >size
group_rank: group >rank
group_translate_ranks: group1 n ranks1 group2 >ranks2
group_compare: group1 group2 >result
group_union: group1 group2 >newgroup
group_intersection: group1 group2 >newgroup
group_difference: group1 group2 >newgroup
group_incl: group n ranks >newgroup
group_excl: group n ranks >newgroup
group_range_incl: group n ranges >newgroup
group_range_excl: group n ranges >newgroup
group_free: *group
keyval_create: copy_fn delete_fn >keyval extra_state
keyval_free: *keyval
attr_put: comm keyval attribute_val
attr_get: comm keyval >attribute_val >flag
attr_delete: comm keyval
comm_create_keyval: copy_fn delete_fn >keyval extra_state
comm_free_keyval: *keyval
comm_set_attr: comm keyval attribute_val
comm_get_attr: comm keyval >attribute_val >flag
comm_delete_attr: comm keyval
op_create: function commute >op
op_free: *op
op_commutative: op >commute
reduce_local: inbuf *inoutbuf count datatype op
info_create: >info
info_set: info key value
info_get: info key valuelen >value >flag
info_delete: info key
info_free: *info
"""

_TOPOLOGIES = r"""
cart_create: comm_old ndims dims periods reorder >comm_cart
cart_coords: comm rank maxdims >coords
cart_rank: comm coords >rank
cart_shift: comm direction disp >rank_source >rank_dest
cart_sub: comm remain_dims >newcomm
cart_get: comm maxdims >dims >periods >coords
cart_map: comm ndims dims periods >newrank
cartdim_get: comm >ndims
dims_create: nnodes ndims *dims
topo_test: comm >status
graph_create: comm_old nnodes index edges reorder >comm_graph
graphdims_get: comm >nnodes >nedges
graph_get: comm maxindex maxedges >index >edges
graph_map: comm nnodes index edges >newrank
graph_neighbors_count: comm rank >nneighbors
graph_neighbors: comm rank maxneighbors >neighbors
dist_graph_create: comm_old n sources degrees destinations weights info reorder >comm_dist_graph
dist_graph_create_adjacent: comm_old indegree sources sourceweights outdegree destinations \
    destweights info reorder >comm_dist_graph
"""

_DATATYPES = r"""
type_contiguous: count oldtype >newtype
type_vector: count blocklength stride oldtype >newtype
type_hvector: count blocklength stride oldtype >newtype
type_create_hvector: count blocklength stride oldtype >newtype
type_indexed: count blocklengths displacements oldtype >newtype
type_hindexed: count blocklengths displacements oldtype >newtype
type_create_hindexed: count blocklengths displacements oldtype >newtype
type_create_indexed_block: count blocklength displacements oldtype >newtype
type_struct: count blocklengths displacements types >newtype
type_create_struct: count blocklengths displacements types >newtype
type_create_subarray: ndims sizes subsizes starts order oldtype >newtype
type_create_darray: size rank ndims gsizes distribs dargs psizes order oldtype >newtype
type_create_resized: oldtype lb extent >newtype
type_dup: oldtype >newtype
type_commit: datatype
type_free: *datatype
type_size: datatype >size
type_extent: datatype >extent
type_lb: datatype >displacement
type_ub: datatype >displacement
type_get_extent: datatype >lb >extent
type_get_true_extent: datatype >true_lb >true_extent
address: -location >address
get_address: -location >address
pack: inbuf incount datatype *outbuf outsize *position comm
unpack: inbuf insize *position >outbuf outcount datatype comm
pack_size: incount datatype comm >size
"""

_UNSUPPORTED = r"""
neighbor_allgather: sendbuf sendcount sendtype >recvbuf recvcount recvtype comm
neighbor_allgatherv: sendbuf sendcount sendtype >recvbuf recvcounts displs recvtype comm
neighbor_alltoall: sendbuf sendcount sendtype >recvbuf recvcount recvtype comm
neighbor_alltoallv: sendbuf sendcounts sdispls sendtype >recvbuf recvcounts rdispls recvtype comm
comm_get_parent: >parent
comm_spawn: command argv maxprocs info root comm >intercomm >errcodes
comm_disconnect: *comm
win_create: -base size disp_unit info comm >win
win_allocate: size disp_unit info comm >baseptr >win
win_allocate_shared: size disp_unit info comm >baseptr >win
win_shared_query: win rank >size >disp_unit >baseptr
win_free: *win
win_fence: assert win
win_lock: lock_type rank assert win
win_unlock: rank win
win_lock_all: assert win
win_unlock_all: win
win_flush: rank win
win_flush_all: win
win_sync: win
win_post: group assert win
win_start: group assert win
win_complete: win
win_wait: win
put: origin_addr origin_count origin_datatype target_rank target_disp target_count \
    target_datatype win
get: >origin_addr origin_count origin_datatype target_rank target_disp target_count \
    target_datatype win
accumulate: origin_addr origin_count origin_datatype target_rank target_disp target_count \
    target_datatype op win
fetch_and_op: origin_addr >result_addr datatype target_rank target_disp op win
file_open: comm filename amode info >fh
file_close: *fh
file_delete: filename info
file_set_view: fh disp etype filetype datarep info
file_get_size: fh >size
file_set_size: fh size
file_seek: fh offset whence
file_sync: fh
file_read: fh >buf count datatype >status
file_write: fh buf count datatype >status
file_read_all: fh >buf count datatype >status
file_write_all: fh buf count datatype >status
file_read_at: fh offset >buf count datatype >status
file_write_at: fh offset buf count datatype >status
file_read_at_all: fh offset >buf count datatype >status
file_write_at_all: fh offset buf count datatype >status
file_iread: fh >buf count datatype >request
file_iwrite: fh buf count datatype >request
file_read_shared: fh >buf count datatype >status
file_write_shared: fh buf count datatype >status
file_read_ordered: fh >buf count datatype >status
file_write_ordered: fh buf count datatype >status
"""

# The words that a program gets are those behind MPI_Init: no library of today changes them.
_ONLY_C = r"""
init: argc argv
init_thread: argc argv required >provided
pcontrol: level
"""

_ONLY_FORTRAN = r"""
init:
init_thread: required >provided
sizeof: -x >size
"""

_SUPPORTED = (_POINT_TO_POINT, _ENVIRONMENT, _COMMUNICATORS, _TOPOLOGIES, _DATATYPES)
_VALUES = ("wtime", "wtick")
_IERROR = Argument("ierror", Flow.WRITE)


def c_name(name: str) -> str:
    """Return a routine's name in C: ``MPI_Comm_rank`` for ``mpi_comm_rank``."""
    return "MPI_" + name.removeprefix("mpi_").capitalize()


def c_routines() -> Iterator[Routine]:
    """Yield the routines as C calls them."""
    yield from _routines(_ONLY_C, "status")


def fortran_routines() -> Iterator[Routine]:
    """Yield the routines as Fortran calls them: subroutines, but for the clock's, with ``ierror``."""
    for routine in _routines(_ONLY_FORTRAN, None):
        if routine.result is None:
            yield replace(routine, arguments=(*routine.arguments, _IERROR))
        else:
            yield routine
    yield from routines("mpi", "mpi_", read_table("pcontrol: level"), None)


def _routines(own: str, result: str | None) -> Iterator[Routine]:
    collectives = read_table(_COLLECTIVES)
    request = Argument("request", Flow.WRITE)
    immediate = [(f"i{name}", (*given, request)) for name, given in collectives]
    lines = [line for text in (*_SUPPORTED, own) for line in read_table(text)]
    yield from routines("mpi", "mpi_", lines + collectives + immediate, result, _VALUES)
    for routine in routines("mpi", "mpi_", read_table(_UNSUPPORTED), result):
        yield replace(routine, supported=False)
