/* Datatypes: only their sizes matter, gaps do not count. */
#include "world.h"

enum { TYPES = 4096 };

static int sizes[TYPES] = {0, 1, 2, 4, 8, 4, 8, 1, 4, 4, 8, 8, 4, 1, 16}, used = MPI_DOUBLE_COMPLEX + 1;

void check_type(MPI_Datatype type)
{
    if (type <= 0 || type >= used)
        reject("no datatype");
}

void check_count(int count, MPI_Datatype type)
{
    if (count < 0)
        reject("a negative count");
    check_type(type);
}

int size_of_type(MPI_Datatype type)
{
    check_type(type);
    return sizes[type];
}

int PMPI_Type_size(MPI_Datatype type, int *size)
{
    *size = size_of_type(type);
    return 0;
}

int MPI_Type_size(MPI_Datatype type, int *size) { return PMPI_Type_size(type, size); }

static int made(long long size, MPI_Datatype *type)
{
    if (used == TYPES || size > 1000000000)
        reject("too many or too large datatypes");
    sizes[used] = (int)size;
    *type = used++;
    return 0;
}

static long long sum(int count, const int *lengths)
{
    long long found = 0;
    check_count(count, MPI_BYTE);
    for (int i = 0; i < count; i++) {
        check_count(lengths[i], MPI_BYTE);
        found += lengths[i];
    }
    return found;
}

static int of_blocks(int count, int length, MPI_Datatype old, MPI_Datatype *type)
{
    check_count(count, old);
    check_count(length, old);
    return made((long long)count * length * size_of_type(old), type);
}

int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *type) { return of_blocks(count, 1, old, type); }

int MPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype *type)
{
    (void)stride;
    return of_blocks(count, length, old, type);
}

int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *type)
{
    (void)stride;
    return of_blocks(count, length, old, type);
}

int MPI_Type_indexed(int count, const int *lengths, const int *places, MPI_Datatype old, MPI_Datatype *type)
{
    (void)places;
    return made(sum(count, lengths) * size_of_type(old), type);
}

int MPI_Type_create_indexed_block(int count, int length, const int *places, MPI_Datatype old, MPI_Datatype *type)
{
    (void)places;
    return of_blocks(count, length, old, type);
}

int MPI_Type_create_struct(int count, const int *lengths, const MPI_Aint *places, const MPI_Datatype *types,
                           MPI_Datatype *type)
{
    long long size = 0;
    (void)places;
    sum(count, lengths);
    for (int i = 0; i < count; i++)
        size += (long long)lengths[i] * size_of_type(types[i]);
    return made(size, type);
}

int MPI_Type_create_subarray(int ndims, const int *whole, const int *part, const int *starts, int order,
                             MPI_Datatype old, MPI_Datatype *type)
{
    long long size = size_of_type(old);
    (void)order;
    for (int i = 0; i < ndims; i++) {
        if (part[i] < 1 || starts[i] < 0 || starts[i] + part[i] > whole[i])
            reject("a part outside of the array");
        size *= part[i];
    }
    return made(size, type);
}

int MPI_Type_dup(MPI_Datatype old, MPI_Datatype *type) { return made(size_of_type(old), type); }

int MPI_Type_commit(MPI_Datatype *type)
{
    check_type(*type);
    return 0;
}

int MPI_Type_free(MPI_Datatype *type)
{
    check_type(*type);
    *type = MPI_DATATYPE_NULL;
    return 0;
}
