/* What the files of this library share. */
#ifndef WORLD_H
#define WORLD_H

#include "mpi.h"

enum { DIMS = 4 };

struct comm {
    int size, rank, ndims, dims[DIMS], periods[DIMS], coords[DIMS];
    int members[64]; /* ranks in the world */
};

/* The run is no valid one: say why, and end with exit code 98. */
void reject(const char *why);
/* Start all the ranks of all the runs asked for; returns in each of them. */
void start_ranks(void);
struct comm *comm_of(MPI_Comm comm);
MPI_Comm new_comm(const struct comm *made);
/* All members give a number or two, and get those of all members, by rank. */
void exchange(const struct comm *comm, const int given[2], int found[][2]);
/* Members get what the root has. */
void share(const struct comm *comm, void *data, size_t size, int root);

int size_of_type(MPI_Datatype type);
void check_type(MPI_Datatype type);
void check_count(int count, MPI_Datatype type);
#endif
