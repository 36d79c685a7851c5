/* Communicators and grids. */
#include "world.h"

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = comm_of(comm)->size;
    return 0;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    *rank = comm_of(comm)->rank;
    return 0;
}

int MPI_Comm_size(MPI_Comm comm, int *size) { return PMPI_Comm_size(comm, size); }
int MPI_Comm_rank(MPI_Comm comm, int *rank) { return PMPI_Comm_rank(comm, rank); }

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made)
{
    const struct comm copy = *comm_of(comm);
    *made = new_comm(&copy);
    return 0;
}

int MPI_Comm_free(MPI_Comm *comm)
{
    comm_of(*comm);
    *comm = MPI_COMM_NULL;
    return 0;
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    const struct comm *old = comm_of(comm);
    const int given[2] = {color, key};
    int all[64][2], order[64], size = 0;
    if (color < 0 && color != MPI_UNDEFINED)
        reject("a negative colour");
    exchange(old, given, all);
    for (int i = 0; i < old->size; i++) /* by key, then by rank */
        if (all[i][0] == color) {
            int at = size++;
            for (; at > 0 && all[order[at - 1]][1] > all[i][1]; at--)
                order[at] = order[at - 1];
            order[at] = i;
        }
    struct comm group = {.size = size};
    for (int i = 0; i < size; i++) {
        group.members[i] = old->members[order[i]];
        if (order[i] == old->rank)
            group.rank = i;
    }
    const MPI_Comm found = new_comm(&group);
    *made = color == MPI_UNDEFINED ? MPI_COMM_NULL : found;
    return 0;
}

/* Sides as near to each other as can be, in falling order, where they are 0: of all ways to write the number as
   a product of falling numbers the one with the least first, then the greatest next to that, as Open MPI does. */
static int best_sides(int number, int sides, int most, int *found)
{
    if (sides == 1) {
        found[0] = number;
        return number <= most;
    }
    for (int first = 1; first <= most && first <= number; first++)
        if (number % first == 0 && best_sides(number / first, sides - 1, first, found + 1)) {
            found[0] = first;
            return 1;
        }
    return 0;
}

int MPI_Dims_create(int nodes, int ndims, int *dims)
{
    int free_sides = 0, rest = nodes, found[DIMS];
    if (ndims < 1 || ndims > DIMS)
        reject("too many dimensions");
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0 || (dims[i] > 0 && rest % dims[i]))
            reject("dims that do not divide");
        if (dims[i] > 0)
            rest /= dims[i];
        else
            free_sides++;
    }
    if (free_sides == 0) {
        if (rest != 1)
            reject("dims of another product");
        return 0;
    }
    best_sides(rest, free_sides, rest, found);
    for (int i = 0, at = 0; i < ndims; i++)
        if (dims[i] == 0)
            dims[i] = found[at++];
    return 0;
}

static void place(struct comm *grid, int rank)
{
    for (int i = grid->ndims - 1; i >= 0; i--) {
        grid->coords[i] = rank % grid->dims[i];
        rank /= grid->dims[i];
    }
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int *dims, const int *periods, int reorder, MPI_Comm *made)
{
    const struct comm *old = comm_of(comm);
    struct comm grid = {.rank = old->rank, .ndims = ndims, .size = 1};
    (void)reorder;
    if (ndims < 1 || ndims > DIMS)
        reject("too many dimensions");
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 1)
            reject("a side that is not positive");
        grid.dims[i] = dims[i];
        grid.periods[i] = periods[i] != 0;
        grid.size *= dims[i];
    }
    if (grid.size > old->size)
        reject("a grid that is too large");
    for (int i = 0; i < grid.size; i++)
        grid.members[i] = old->members[i];
    const int inside = grid.rank < grid.size;
    place(&grid, grid.rank);
    const MPI_Comm found = new_comm(&grid);
    *made = inside ? found : MPI_COMM_NULL;
    return 0;
}

static struct comm *grid_of(MPI_Comm comm)
{
    struct comm *grid = comm_of(comm);
    if (grid->ndims == 0)
        reject("no grid");
    return grid;
}

/* The rank of a place, MPI_PROC_NULL outside of a side without period. */
static int rank_of(const struct comm *grid, const int *coords)
{
    int rank = 0;
    for (int i = 0; i < grid->ndims; i++) {
        int at = coords[i];
        if (grid->periods[i])
            at = (at % grid->dims[i] + grid->dims[i]) % grid->dims[i];
        if (at < 0 || at >= grid->dims[i])
            return MPI_PROC_NULL;
        rank = rank * grid->dims[i] + at;
    }
    return rank;
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int *coords)
{
    struct comm copy = *grid_of(comm);
    if (rank < 0 || rank >= copy.size || maxdims < copy.ndims)
        reject("coordinates of no rank");
    place(&copy, rank);
    for (int i = 0; i < copy.ndims; i++)
        coords[i] = copy.coords[i];
    return 0;
}

int MPI_Cart_rank(MPI_Comm comm, const int *coords, int *rank)
{
    *rank = rank_of(grid_of(comm), coords);
    if (*rank == MPI_PROC_NULL)
        reject("a place outside of the grid");
    return 0;
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *source, int *dest)
{
    const struct comm *grid = grid_of(comm);
    int coords[DIMS];
    if (direction < 0 || direction >= grid->ndims)
        reject("a shift in no direction");
    for (int i = 0; i < DIMS; i++)
        coords[i] = grid->coords[i];
    coords[direction] = grid->coords[direction] + disp;
    *dest = rank_of(grid, coords);
    coords[direction] = grid->coords[direction] - disp;
    *source = rank_of(grid, coords);
    return 0;
}

int MPI_Cart_sub(MPI_Comm comm, const int *remain, MPI_Comm *made)
{
    const struct comm *grid = grid_of(comm);
    struct comm part = {.size = 0};
    for (int i = 0; i < grid->ndims; i++)
        if (remain[i]) {
            part.dims[part.ndims] = grid->dims[i];
            part.periods[part.ndims] = grid->periods[i];
            part.coords[part.ndims++] = grid->coords[i];
        }
    if (part.ndims == 0)
        reject("a part without dimensions");
    for (int rank = 0; rank < grid->size; rank++) {
        struct comm other = *grid;
        int same = 1;
        place(&other, rank);
        for (int i = 0; i < grid->ndims; i++)
            same = same && (remain[i] || other.coords[i] == grid->coords[i]);
        if (same)
            part.members[part.size++] = grid->members[rank];
    }
    part.rank = rank_of(&part, part.coords);
    *made = new_comm(&part);
    return 0;
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int *dims, int *periods, int *coords)
{
    const struct comm *grid = grid_of(comm);
    for (int i = 0; i < grid->ndims && i < maxdims; i++) {
        dims[i] = grid->dims[i];
        periods[i] = grid->periods[i];
        coords[i] = grid->coords[i];
    }
    return 0;
}
