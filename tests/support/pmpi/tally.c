/* The table of one rank, and its file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tally.h"

enum { ROUTINES = 96, REQUESTS = 4096, PATH = 4096 };

struct tally {
    const char *routine;
    long long calls, sent, sent_bytes, posted, posted_bytes, moved_bytes;
};

struct kept {
    MPI_Request request;
    int sends, partner;
    long long bytes;
};

static struct tally tallies[ROUTINES], *current;
static struct kept kepts[REQUESTS];
static int used, keeping, depth;

static void give_up(const char *why)
{
    fprintf(stderr, "tally: %s\n", why);
    PMPI_Abort(MPI_COMM_WORLD, 99);
    abort();
}

int tally_begin(const char *routine)
{
    if (depth++ > 0)
        return 0;
    for (current = tallies; current < tallies + used; current++)
        if (strcmp(current->routine, routine) == 0)
            break;
    if (current == tallies + used) {
        if (used == ROUTINES)
            give_up("too many routines");
        used++;
        current->routine = routine;
    }
    current->calls++;
    return 1;
}

void tally_end(void)
{
    depth--;
}

static long long size_of(MPI_Datatype type)
{
    int size;
    if (PMPI_Type_size(type, &size) != MPI_SUCCESS)
        give_up("a type without a size");
    return size;
}

static int size_of_comm(MPI_Comm comm)
{
    int size;
    PMPI_Comm_size(comm, &size);
    return size;
}

void tally_sent(int count, MPI_Datatype type, int partner)
{
    if (partner == MPI_PROC_NULL)
        return;
    current->sent++;
    current->sent_bytes += count * size_of(type);
}

void tally_posted(int count, MPI_Datatype type, int partner)
{
    if (partner == MPI_PROC_NULL)
        return;
    current->posted++;
    current->posted_bytes += count * size_of(type);
}

void tally_moved(long long count, MPI_Datatype type)
{
    current->moved_bytes += count * size_of(type);
}

void tally_moved_by_all(int count, MPI_Datatype type, MPI_Comm comm)
{
    tally_moved((long long)count * size_of_comm(comm), type);
}

void tally_moved_of_all(const int *counts, MPI_Datatype type, MPI_Comm comm)
{
    long long sum = 0;
    for (int i = 0, size = size_of_comm(comm); i < size; i++)
        sum += counts[i];
    tally_moved(sum, type);
}

void tally_moved_of_own(const int *counts, MPI_Datatype type, MPI_Comm comm)
{
    int rank;
    PMPI_Comm_rank(comm, &rank);
    tally_moved(counts[rank], type);
}

void tally_keep(MPI_Request request, int sends, int count, MPI_Datatype type, int partner)
{
    if (keeping == REQUESTS)
        give_up("too many persistent requests");
    struct kept made = {request, sends, partner, count * size_of(type)};
    kepts[keeping++] = made;
}

static struct kept *find(MPI_Request request)
{
    for (struct kept *item = kepts; item < kepts + keeping; item++)
        if (item->request == request)
            return item;
    give_up("a start of an unknown request");
    return 0;
}

void tally_started(MPI_Request request)
{
    const struct kept *item = find(request);
    if (item->partner == MPI_PROC_NULL)
        return;
    *(item->sends ? &current->sent : &current->posted) += 1;
    *(item->sends ? &current->sent_bytes : &current->posted_bytes) += item->bytes;
}

void tally_forget(MPI_Request request)
{
    for (struct kept *item = kepts; item < kepts + keeping; item++)
        if (item->request == request)
            *item-- = kepts[--keeping];
}

void tally_write(void)
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
