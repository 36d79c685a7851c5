/* The recorder of one rank: what it passes to MPI, call by call.

   Two files in the folder SAD_TRACE_FOLDER. rN.bin has the records, 64 bytes each, as sad/traces/format.py says.
   rN.txt has lines of words, written as they become known, so that they are there if the rank is killed:

       rank R SIZE | host NAME | clock CPU_NS WALL_NS | library TEXT | routine NUMBER NAME | comm NUMBER MEMBERS...
       site NUMBER OFFSET FILE | threads ROUTINE | full | end RECORDS

   Clocks are read first and last in a call, so what the recorder does between them is not the program's computation.
   With SAD_TRACE_WALL that of the wall alone is read, and stands for both. Writing the buffer is taken out of both clocks. */
#define _GNU_SOURCE
#include "recorder.h"

#include "record.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BUFFER = 1 << 14, COMMS = 4096, SITES = 1 << 14 };
enum { ANY = -1, NOBODY = -2 };

enum { PART = 0x8000 }; /* added to the routine: a further message or request of the call before */

struct kept {
    MPI_Request request;
    uint32_t id;
    int persistent, any;
    int32_t partner, tag;
    uint16_t comm;
    uint64_t bytes;
    struct kept *next;
};

static struct record buffer[BUFFER], *call, *last;
static size_t used;
static uint64_t written, most, lost_cpu, lost_wall;
static FILE *records, *words;
static int only_wall; /* the processor's clock is not read */
static int depth, level = 1, stopped, routines, comms, in_call, parts, flushing;
static pthread_t thread;
static struct { MPI_Comm comm; int there; } known[COMMS];
static struct { const void *address; uint32_t id; } places[SITES];
static uint32_t sites, requests;
enum { TABLE = 1 << 12 };
static struct kept *table[TABLE], *unused;
static MPI_Request *looked;
static int32_t looked_count;

static uint64_t cpu(void) { return now(CLOCK_THREAD_CPUTIME_ID) - lost_cpu; }
static uint64_t wall(void) { return now(CLOCK_MONOTONIC) - lost_wall; }

static void stop(const char *why)
{
    fprintf(words, "%s\n", why);
    fflush(words);
    level = 0;
    stopped = 1;
}

/* Write what is recorded but the call at work, which goes to the beginning. */
static void flush(void)
{
    const uint64_t from_cpu = now(CLOCK_THREAD_CPUTIME_ID), from_wall = now(CLOCK_MONOTONIC);
    flushing = 1;
    const size_t done = in_call ? (size_t)(call - buffer) : used;
    if (records && done && !stopped) { /* nothing behind a gap */
        if (written + done * sizeof *buffer > most || fwrite(buffer, sizeof *buffer, done, records) != done) {
            stop("full");
            used = done;
        } else {
            written += done * sizeof *buffer;
        }
        fflush(records);
    }
    memmove(buffer, buffer + done, (used - done) * sizeof *buffer);
    used -= done;
    if (in_call) {
        last -= done;
        call = buffer;
    }
    flushing = 0;
    lost_cpu += now(CLOCK_THREAD_CPUTIME_ID) - from_cpu;
    lost_wall += now(CLOCK_MONOTONIC) - from_wall;
}

static struct record *add(void)
{
    if (used == BUFFER)
        flush();
    if (used == BUFFER) { /* one call has more parts than there is room for: the last is overwritten */
        stop("full");
        used--;
    }
    struct record *made = buffer + used++;
    memset(made, 0, sizeof *made);
    made->partner = made->matched = NO_ROOT;
    return made;
}

static uint32_t site_of(const void *address)
{
    if (!address)
        return 0;
    size_t at = ((uintptr_t)address >> 1) * 2654435761u % SITES;
    for (; places[at].id; at = (at + 1) % SITES)
        if (places[at].address == address)
            return places[at].id;
    if (sites == SITES / 2)
        return 0;
    places[at].address = address;
    places[at].id = ++sites;
    Dl_info found;
    if (dladdr(address, &found) && found.dli_fname) {
        char path[PATH_MAX];
        fprintf(words, "site %u %llu %s\n", sites,
                (unsigned long long)((const char *)address - (const char *)found.dli_fbase),
                realpath(found.dli_fname, path) ? path : found.dli_fname);
    }
    return sites;
}

int record_begin(int *id, const char *routine, const void *site)
{
    if (depth++ > 0)
        return 0;
    if (!level || !records)
        return 0;
    const uint64_t wall_in = wall(), cpu_in = only_wall ? wall_in : cpu();
    if (!pthread_equal(thread, pthread_self())) {
        fprintf(words, "threads %s\n", routine);
        stop("stopped");
        return 0;
    }
    if (!*id) {
        *id = ++routines;
        fprintf(words, "routine %d %s\n", *id, routine);
    }
    parts = 0;
    call = last = add();
    in_call = 1;
    call->wall_in = wall_in;
    call->cpu_in = cpu_in;
    call->routine = (uint16_t)*id;
    call->site = site_of(site);
    return 1;
}

void record_end(void)
{
    if (--depth > 0 || !in_call)
        return;
    const uint64_t wall_before = only_wall ? wall() : 0, cpu_out = only_wall ? wall_before : cpu();
    const uint64_t wall_out = only_wall ? wall_before : wall();
    in_call = 0;
    for (struct record *item = call; item <= last; item++) {
        item->cpu_out = cpu_out;
        item->wall_out = wall_out;
    }
}

static struct record *next_part(void)
{
    if (parts++) {
        struct record *made = add();
        const struct record first = *call;
        last = made;
        made->wall_in = first.wall_in;
        made->cpu_in = first.cpu_in;
        made->site = first.site;
        made->routine = first.routine | PART;
    }
    return last;
}

static int32_t rank_of(int partner)
{
    return partner == MPI_PROC_NULL ? NOBODY : partner == MPI_ANY_SOURCE ? ANY : partner;
}

static uint64_t bytes_of(long long count, MPI_Datatype type)
{
    int size = 0;
    PMPI_Type_size(type, &size);
    return (uint64_t)(count * size);
}

static int size_of(MPI_Comm comm)
{
    int size;
    PMPI_Comm_size(comm, &size);
    return size;
}

static uint16_t number_of(MPI_Comm comm)
{
    for (int i = comms - 1; i >= 0; i--)
        if (known[i].there && known[i].comm == comm)
            return (uint16_t)i;
    record_comm(comm);
    return (uint16_t)(comms - 1);
}

void record_comm(MPI_Comm comm)
{
    if (comm == MPI_COMM_NULL)
        return;
    if (comms == COMMS) {
        stop("full");
        return;
    }
    MPI_Group group, world;
    int size, is_inter = 0;
    PMPI_Comm_test_inter(comm, &is_inter);
    fprintf(words, "%s %d", is_inter ? "intercomm" : "comm", comms);
    known[comms].comm = comm;
    known[comms++].there = 1;
    PMPI_Comm_group(comm, &group);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_size(group, &size);
    for (int i = 0; i < size; i++) {
        int member;
        PMPI_Group_translate_ranks(group, 1, &i, world, &member);
        fprintf(words, " %d", member);
    }
    fprintf(words, "\n");
    PMPI_Group_free(&group);
    PMPI_Group_free(&world);
}

void record_comm_free(MPI_Comm comm)
{
    record_moved(0, MPI_BYTE, NO_ROOT, comm);
    known[call->comm].there = 0;
}

void record_message(int count, MPI_Datatype type, int partner, int tag, MPI_Comm comm)
{
    struct record *part = next_part();
    part->bytes = bytes_of(count, type);
    part->partner = part->matched = rank_of(partner);
    part->tag = tag == MPI_ANY_TAG ? ANY : tag;
    part->comm = number_of(comm);
}

void record_moved(long long count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct record *part = next_part();
    part->bytes = bytes_of(count, type);
    part->partner = root;
    part->comm = number_of(comm);
}

void record_bytes(long count, long type, int is_fortran)
{
    MPI_Datatype own;
    if (is_fortran) {
        own = PMPI_Type_f2c(*(const MPI_Fint *)type);
        count = *(const MPI_Fint *)count;
    } else {
        memcpy(&own, &type, sizeof own);
    }
    next_part()->bytes = bytes_of((int)count, own);
}

void record_moved_by_all(int count, MPI_Datatype type, MPI_Comm comm)
{
    record_moved((long long)count * size_of(comm), type, NO_ROOT, comm);
}

void record_moved_of_all(const int *counts, MPI_Datatype type, MPI_Comm comm)
{
    long long sum = 0;
    for (int i = 0, size = size_of(comm); i < size; i++)
        sum += counts[i];
    record_moved(sum, type, NO_ROOT, comm);
}

void record_moved_of_own(const int *counts, MPI_Datatype type, int root, MPI_Comm comm)
{
    int rank;
    PMPI_Comm_rank(comm, &rank);
    record_moved(counts[rank], type, root, comm);
}

void record_matched(const MPI_Status *status)
{
    last->matched = rank_of(status->MPI_SOURCE);
    if (last->tag == ANY && status->MPI_SOURCE != MPI_PROC_NULL)
        last->tag = status->MPI_TAG;
}

void record_matched_part(int part, const MPI_Status *status)
{
    if (call + part <= last && call[part].request && call[part].partner == ANY) {
        call[part].matched = rank_of(status->MPI_SOURCE);
        call[part].tag = status->MPI_TAG;
    }
}

/* Requests by their handle: those that were made and have not ended. */

static struct kept **slot(MPI_Request request)
{
    struct kept **at = &table[((uintptr_t)request >> 4) % TABLE];
    while (*at && (*at)->request != request)
        at = &(*at)->next;
    return at;
}

void record_request(MPI_Request request, int persistent)
{
    struct kept **at = slot(request), *made = *at;
    if (!made) {
        made = unused ? unused : malloc(sizeof *made);
        if (!made)
            return;
        if (made == unused)
            unused = made->next;
        made->next = 0;
        *at = made;
    }
    const struct kept found = {request, ++requests, persistent, last->partner == ANY || last->tag == ANY,
                               last->partner, last->tag, last->comm, last->bytes, made->next};
    *made = found;
    last->request = requests;
}

static void end_request(MPI_Request request)
{
    struct kept **at = slot(request), *found = *at;
    if (found) {
        *at = found->next;
        found->next = unused;
        unused = found;
    }
}

/* A part for a request; what it was made with goes along. */
static struct kept *part_of(MPI_Request request)
{
    struct record *part = next_part();
    struct kept *found = request == MPI_REQUEST_NULL ? 0 : *slot(request);
    if (found) {
        part->request = found->id;
        part->partner = part->matched = found->partner;
        part->tag = found->tag;
        part->comm = found->comm;
        part->bytes = found->bytes;
    }
    return found;
}

void record_started(MPI_Request request) { part_of(request); }

int record_waited(MPI_Request request)
{
    struct kept *found = part_of(request);
    const int any = found && found->any;
    if (found && !found->persistent)
        end_request(request);
    return any;
}

void record_forget(MPI_Request request)
{
    part_of(request);
    end_request(request);
}

void record_look(int count, const MPI_Request *handles)
{
    static int32_t room;
    if (count > room) {
        free(looked);
        room = count;
        looked = malloc((size_t)room * sizeof *looked);
    }
    looked_count = looked ? count : 0;
    if (looked_count)
        memcpy(looked, handles, (size_t)count * sizeof *looked);
}

void record_chosen(int place, const MPI_Status *status)
{
    if (place >= looked_count)
        return;
    record_waited(looked[place]);
    if (last->request && (last->partner == ANY || last->tag == ANY))
        record_matched(status);
}

void record_nothing(void)
{
    struct record *before = call - 1;
    if (call > buffer && before->routine == call->routine && before->site == call->site && !before->request &&
        before->bytes) {
        before->bytes++;
        used--;
        in_call = 0;
        before->wall_out = wall();
        before->cpu_out = only_wall ? before->wall_out : cpu();
        return;
    }
    call->bytes = 1;
    call->request = 0;
    call->matched = NO_ROOT;
}

/* Room that grows to so many items of a type. */
#define ROOM(name, type)                                                                                               \
    type *name(int count)                                                                                              \
    {                                                                                                                  \
        static type *room;                                                                                             \
        static int size;                                                                                               \
        if (count > size) {                                                                                            \
            free(room);                                                                                                \
            room = malloc((size_t)count * sizeof *room);                                                               \
            size = count;                                                                                              \
        }                                                                                                              \
        return room;                                                                                                   \
    }

ROOM(record_statuses, MPI_Status)
ROOM(record_requests, MPI_Request)

static void watch_signals(void);

static FILE *opened(const char *folder, int rank, const char *suffix)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/r%d.%s", folder, rank, suffix);
    FILE *file = fopen(path, "w");
    if (!file)
        perror(path);
    else
        setvbuf(file, 0, *suffix == 't' ? _IOLBF : _IOFBF, BUFSIZ);
    return file;
}

static void mark(const char *routine)
{
    static int ids[2];
    depth = 0;
    if (record_begin(&ids[*routine == 'f'], *routine == 'f' ? "mpi_finalize" : "mpi_init", 0))
        record_moved(0, MPI_BYTE, NO_ROOT, MPI_COMM_WORLD);
    record_end();
}

/* Called after MPI was initialised, and once: routines for Fortran may call those for C. */
void record_start(void)
{
    const char *folder = getenv("SAD_TRACE_FOLDER"), *limit = getenv("SAD_TRACE_MOST");
    int rank, size, length = 0;
    char library[MPI_MAX_LIBRARY_VERSION_STRING], host[MPI_MAX_PROCESSOR_NAME + 1] = "";
    if (!folder || words)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    most = limit ? strtoull(limit, 0, 10) : UINT64_MAX;
    thread = pthread_self();
    only_wall = getenv("SAD_TRACE_WALL") != 0;
    words = opened(folder, rank, "txt");
    records = words ? opened(folder, rank, "bin") : 0;
    if (!records)
        return;
    PMPI_Get_library_version(library, &length);
    library[strcspn(library, "\n")] = 0;
    PMPI_Get_processor_name(host, &length);
    fprintf(words, "rank %d %d\nhost %s\nclock %.1f %.1f\nlibrary %s\n", rank, size, host,
            cost_of(CLOCK_THREAD_CPUTIME_ID), cost_of(CLOCK_MONOTONIC), library);
    record_comm(MPI_COMM_WORLD);
    fflush(words);
    watch_signals();
    mark("init");
}

void record_finish(void)
{
    if (!records)
        return;
    mark("finish");
    flush();
    fprintf(words, "end %llu\n", (unsigned long long)(written / sizeof *buffer));
    fclose(words);
    fclose(records);
    records = 0;
}

/* At an end without MPI_Finalize: what is known is kept, and the file is known not to be whole. */
__attribute__((destructor)) void record_abort(void)
{
    if (records)
        flush();
}

/* At an end by a signal as well, as far as that is possible: then the signal does what it did before. */
enum { LARGEST = 65 };
static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM};
static struct sigaction earlier[LARGEST];

static void killed(int number)
{
    if (records && !flushing)
        flush();
    records = 0;
    sigaction(number, &earlier[number], 0);
    raise(number);
}

static void watch_signals(void)
{
    struct sigaction ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_handler = killed;
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        sigaction(fatal[i], 0, &earlier[fatal[i]]);
        if (earlier[fatal[i]].sa_handler != SIG_IGN)
            sigaction(fatal[i], &ours, 0);
    }
}

void record_level(int wanted)
{
    level = wanted > 0 && !stopped;
}
