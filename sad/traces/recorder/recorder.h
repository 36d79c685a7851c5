/* Records what a rank passes to MPI, call by call: see recorder.c for the files. */
#ifndef RECORDER_H
#define RECORDER_H

#include <mpi.h>

/* The root of an operation that has none. */
enum { NO_ROOT = -3 };

/* Where a wrapped call begins and ends; `id` keeps the routine's number between calls. A call made inside of
   another one, by the MPI library itself, is not the program's: record_begin returns 0 for it, and for calls that
   are not recorded. `site` is the address that the call returns to. */
int record_begin(int *id, const char *routine, const void *site);
void record_end(void);

/* What the call that began last passes. The first fills its record, each further one adds a part to it. */
void record_message(int count, MPI_Datatype type, int partner, int tag, MPI_Comm comm);
void record_moved(long long count, MPI_Datatype type, int root, MPI_Comm comm);
void record_bytes(long count, long type, int is_fortran); /* as words: see passed_on.c */
void record_moved_by_all(int count, MPI_Datatype type, MPI_Comm comm);
void record_moved_of_all(const int *counts, MPI_Datatype type, MPI_Comm comm);
void record_moved_of_own(const int *counts, MPI_Datatype type, int root, MPI_Comm comm);

/* The partner that the receive of the last part got its message from. */
void record_matched(const MPI_Status *status);

/* Requests: a new one of the last part; one that is started; one that a call may end, which returns whether it is
   a receive from anybody; one that is freed. */
void record_request(MPI_Request request, int persistent);
void record_started(MPI_Request request);
int record_waited(MPI_Request request);
void record_matched_part(int part, const MPI_Status *status);
void record_forget(MPI_Request request);
/* Before a call that ends any of several requests, and after it, when it is known which: part of the record. */
void record_look(int count, const MPI_Request *requests);
void record_chosen(int place, const MPI_Status *status);
/* The last call was a look that found nothing; such calls in a row are one record, its bytes their number. */
void record_nothing(void);

/* Room for statuses where the program wants none. */
MPI_Status *record_statuses(int count);
MPI_Request *record_requests(int count);

/* A communicator that was made, and one that is to be freed. */
void record_comm(MPI_Comm comm);
void record_comm_free(MPI_Comm comm);

void record_start(void);
void record_finish(void);
void record_abort(void);
void record_level(int level);

#endif
