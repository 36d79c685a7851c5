/* Counts what the wrappers of sad/traces/recorder say a rank passes, by routine, and writes it as JSON: the same
   numbers as `sad trace counts` has of what the recorder writes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

enum { ROUTINES = 96, REQUESTS = 4096, PATH = 4096 };

static struct tally {
    const char *routine;
    long long calls, sent, sent_bytes, posted, posted_bytes, moved_bytes;
} tallies[ROUTINES], *current;

static struct kept {
    MPI_Request request;
    int sends, partner;
    long long bytes;
} kepts[REQUESTS], latest;

static int used, keeping, depth, parts;

static void give_up(const char *why)
{
    fprintf(stderr, "tally: %s\n", why);
    abort();
}

int record_begin(int *id, const char *routine, const void *site)
{
    (void)site;
    if (depth++ > 0)
        return 0;
    if (!*id) {
        if (used == ROUTINES)
            give_up("too many routines");
        tallies[used].routine = routine;
        *id = ++used;
    }
    current = tallies + *id - 1;
    current->calls++;
    parts = 0;
    return 1;
}

void record_end(void) { depth--; }

static void add(int sends, int partner, long long bytes)
{
    if (partner == MPI_PROC_NULL)
        return;
    *(sends ? &current->sent : &current->posted) += 1;
    *(sends ? &current->sent_bytes : &current->posted_bytes) += bytes;
}

void record_message(int count, MPI_Datatype type, int partner, int tag, MPI_Comm comm)
{
    const char *name = current->routine;
    const int sends = strstr(name, "send") && !parts++;
    int size;
    (void)tag, (void)comm;
    PMPI_Type_size(type, &size);
    const struct kept made = {0, sends, partner, (long long)count * size};
    latest = made;
    if (!strstr(name, "_init") && !strstr(name, "probe"))
        add(sends, partner, made.bytes);
}

void record_moved(long long count, MPI_Datatype type, int root, MPI_Comm comm)
{
    int size;
    (void)root, (void)comm;
    PMPI_Type_size(type, &size);
    current->moved_bytes += count * size;
}

static int size_of(MPI_Comm comm)
{
    int size;
    PMPI_Comm_size(comm, &size);
    return size;
}

void record_moved_by_all(int count, MPI_Datatype type, MPI_Comm comm)
{
    record_moved((long long)count * size_of(comm), type, NO_ROOT, comm);
}

void record_moved_of_all(const int *counts, MPI_Datatype type, MPI_Comm comm)
{
    for (int i = 0; i < size_of(comm); i++)
        record_moved(counts[i], type, NO_ROOT, comm);
}

void record_moved_of_own(const int *counts, MPI_Datatype type, int root, MPI_Comm comm)
{
    int rank;
    PMPI_Comm_rank(comm, &rank);
    record_moved(counts[rank], type, root, comm);
}

void record_request(MPI_Request request, int persistent)
{
    if (!persistent)
        return;
    if (keeping == REQUESTS)
        give_up("too many persistent requests");
    latest.request = request;
    kepts[keeping++] = latest;
}

void record_started(MPI_Request request)
{
    for (int i = 0; i < keeping; i++)
        if (kepts[i].request == request) {
            add(kepts[i].sends, kepts[i].partner, kepts[i].bytes);
            return;
        }
    give_up("a start of an unknown request");
}

void record_forget(MPI_Request request) { (void)request; }
int record_waited(MPI_Request request) { return (void)request, 0; }
void record_matched(const MPI_Status *status) { (void)status; }
void record_matched_part(int part, const MPI_Status *status) { (void)part, (void)status; }
void record_look(int count, const MPI_Request *requests) { (void)count, (void)requests; }
void record_chosen(int place, const MPI_Status *status) { (void)place, (void)status; }
void record_nothing(void) {}

static void *room(size_t bytes)
{
    static char *made;
    static size_t size;
    if (bytes > size) {
        free(made);
        made = malloc(size = bytes);
    }
    return made;
}

MPI_Status *record_statuses(int count) { return room((size_t)count * sizeof(MPI_Status)); }
MPI_Request *record_requests(int count) { return room((size_t)count * sizeof(MPI_Request)); }

static void write_file(void)
{
    const char *folder = getenv("SAD_PMPI_FOLDER");
    char path[PATH];
    int rank, size;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(path, sizeof path, "%s/rank%d.json", folder ? folder : ".", rank);
    FILE *file = fopen(path, "w");
    if (!file)
        give_up("the file of the counts cannot be written");
    fprintf(file, "{\"rank\": %d, \"size\": %d, \"routines\": {", rank, size);
    for (const struct tally *item = tallies; item < tallies + used; item++)
        fprintf(file,
                "%s\n  \"%s\": {\"calls\": %lld, \"messages\": %lld, \"bytes\": %lld, \"sent\": %lld, "
                "\"sent_bytes\": %lld, \"posted\": %lld, \"posted_bytes\": %lld, \"moved_bytes\": %lld}",
                item == tallies ? "" : ",", item->routine, item->calls, item->sent + item->posted,
                item->sent_bytes + item->posted_bytes + item->moved_bytes, item->sent, item->sent_bytes,
                item->posted, item->posted_bytes, item->moved_bytes);
    fprintf(file, "\n}}\n");
    fclose(file);
}

int MPI_Finalize(void)
{
    write_file();
    return PMPI_Finalize();
}

void pmpi_finalize_(int *error) __attribute__((weak));
void mpi_finalize_(int *error)
{
    write_file();
    pmpi_finalize_(error);
}
