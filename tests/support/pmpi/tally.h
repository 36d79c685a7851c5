/* What a rank passes to MPI, by routine: calls, messages and bytes. See README.md for what is counted. */
#ifndef TALLY_H
#define TALLY_H

#include <mpi.h>

/* Where a wrapped call begins and ends. A call made inside of another one, by the MPI library itself,
   is not the program's: tally_begin returns 0 for it, and nothing is to be counted. */
int tally_begin(const char *routine);
void tally_end(void);

/* Add to the routine whose call began last; a null partner is no message. */
void tally_sent(int count, MPI_Datatype type, int partner);
void tally_posted(int count, MPI_Datatype type, int partner);
void tally_moved(long long count, MPI_Datatype type);
void tally_moved_by_all(int count, MPI_Datatype type, MPI_Comm comm);
void tally_moved_of_all(const int *counts, MPI_Datatype type, MPI_Comm comm);
void tally_moved_of_own(const int *counts, MPI_Datatype type, MPI_Comm comm);

/* Persistent requests: what a start of this one passes. */
void tally_keep(MPI_Request request, int sends, int count, MPI_Datatype type, int partner);
void tally_started(MPI_Request request);
void tally_forget(MPI_Request request);

/* Write the file of this rank; before MPI is left. */
void tally_write(void);

#endif
