/* Records what the threads of a program with OpenMP do, where gcc calls its library, and where that of clang and Intel
   tells a tool: a thread is a rank.

   A parallel region begins and ends with a barrier of all threads; a thread that takes no part passes it at once.
   The files are those of ../recorder.c; a record is an entry into a barrier or an exit from it, and both its times
   are those of the thread's own processor clock. Regions inside of regions belong to the thread that has them. */
#define _GNU_SOURCE
#include "record.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 1024 };
enum { BEGIN = 1, END, ENTER, EXIT };

static struct thread {
    struct record *rows;
    size_t used, room;
    uint64_t barriers;
} threads[THREADS];

enum { SITES = 1 << 12 };
static _Atomic(const void *) places[SITES]; /* a site's number is where it stands, and one */
static uint64_t passed;                     /* barriers of the first thread */
static int most = 1;                        /* threads of any region */
static __thread int self;
static const char *name = "libgomp";        /* of the library */
static int by_tool;                         /* the library tells: its calls are passed on */

extern int omp_get_thread_num(void) __attribute__((weak));
extern int omp_get_level(void) __attribute__((weak));

/* How many regions there are around this. */
static int level(void)
{
    return omp_get_level ? omp_get_level() : 0;
}

static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "sad: the library of OpenMP has no %s\n", name);
        abort();
    }
    return found;
}

static uint32_t site_of(const void *address)
{
    if (!address)
        return 0;
    size_t at = ((uintptr_t)address >> 1) * 2654435761u % SITES;
    for (int tried = 0; tried < SITES; tried++, at = (at + 1) % SITES) {
        const void *empty = 0;
        if (places[at] == address || atomic_compare_exchange_strong(&places[at], &empty, address) || empty == address)
            return (uint32_t)at + 1;
    }
    return 0;
}

static struct record *add(int number, int routine, const void *address)
{
    struct thread *own = threads + number;
    if (own->used == own->room) {
        own->room = own->room ? 2 * own->room : 1 << 12;
        own->rows = realloc(own->rows, own->room * sizeof *own->rows);
        if (!own->rows) {
            fprintf(stderr, "sad: no memory for records\n");
            abort();
        }
    }
    struct record *made = own->rows + own->used++;
    memset(made, 0, sizeof *made);
    made->routine = (uint16_t)routine;
    made->site = site_of(address);
    made->partner = made->matched = -3;
    if (own->used > 1) {
        made->cpu_in = made->cpu_out = made[-1].cpu_out;
        made->wall_in = made->wall_out = made[-1].wall_out;
    }
    return made;
}

static void put(int number, int routine, const void *address)
{
    /* the library may end a thread and start another one for its place, whose clock starts at 0 */
    static __thread int known;
    static __thread uint64_t shift;
    const uint64_t cpu = now(CLOCK_THREAD_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
    struct record *made = add(number, routine, address);
    if (!known) {
        known = 1;
        shift = made->cpu_in ? made->cpu_in - cpu : 0;
    }
    made->cpu_in = made->cpu_out = cpu + shift;
    made->wall_in = made->wall_out = wall;
    if (routine == EXIT) /* the next stretch begins after this record was written */
        made->cpu_in = made->cpu_out = now(CLOCK_THREAD_CPUTIME_ID) + shift;
}

/* Let a thread pass barriers that it had no part in. */
static void pad(int number, uint64_t count)
{
    struct thread *own = threads + number;
    while (own->barriers < count) {
        add(number, ENTER, 0);
        add(number, EXIT, 0);
        own->barriers++;
    }
}

static void barrier(void (*real)(void), const void *address)
{
    if (by_tool || level() != 1) {
        real();
        return;
    }
    put(self, ENTER, address);
    real();
    threads[self].barriers++;
    if (!self)
        passed++;
    put(self, EXIT, address);
}

struct region {
    void (*body)(void *);
    void *data;
    const void *address;
};

/* A thread leaves the barrier at the beginning of a region. */
static void arrive(int number, const void *address)
{
    self = number;
    if (self >= THREADS) {
        fprintf(stderr, "sad: more than %d threads\n", THREADS);
        abort();
    }
    if (self) {
        if (!threads[self].used)
            put(self, BEGIN, 0);
        pad(self, passed - 1);
        add(self, ENTER, address); /* what it did since the region before was waiting */
        threads[self].barriers++;
    }
    put(self, EXIT, address);
}

/* A thread enters the barrier at the end of a region. */
static void depart(const void *address)
{
    put(self, ENTER, address);
    threads[self].barriers++;
    if (self)
        put(self, EXIT, address);
}

static void run(void *given)
{
    const struct region *region = given;
    if (by_tool || level() > 1) {
        region->body(region->data);
    } else {
        arrive(omp_get_thread_num ? omp_get_thread_num() : 0, region->address);
        region->body(region->data);
        depart(region->address);
    }
}

/* What the first thread does around a region: it enters the barrier at its beginning, and leaves that at its end. */
static int before(const void *address)
{
    const int is_outer = level() == 0 && !by_tool; /* asked first, the library begins, and may find its tool */
    if (is_outer) {
        put(0, ENTER, address);
        threads[0].barriers++;
        passed++;
    }
    return is_outer;
}

static void after(int is_outer, const void *address)
{
    if (is_outer) {
        passed = threads[0].barriers;
        put(0, EXIT, address);
        for (int i = THREADS - 1; i >= most; i--)
            if (threads[i].used) {
                most = i + 1;
                break;
            }
    }
}

#define REGION(name, parameters, arguments)                                       \
    void name parameters                                                          \
    {                                                                             \
        static void(*real) parameters;                                            \
        const void *address = __builtin_return_address(0);                        \
        struct region region = {body, data, address};                             \
        if (!real)                                                                \
            *(void **)&real = next(#name);                                        \
        const int is_outer = before(address);                                     \
        real arguments;                                                           \
        after(is_outer, address);                                                 \
    }

typedef void (*function)(void *);
#define LOOP(name)                                                                                         \
    REGION(name, (function body, void *data, unsigned count, long from, long to, long step, long chunk,     \
                  unsigned flags), (run, &region, count, from, to, step, chunk, flags))
#define OWN_LOOP(name)                                                                                     \
    REGION(name, (function body, void *data, unsigned count, long from, long to, long step, unsigned flags), \
           (run, &region, count, from, to, step, flags))

REGION(GOMP_parallel, (function body, void *data, unsigned count, unsigned flags), (run, &region, count, flags))
REGION(GOMP_parallel_sections, (function body, void *data, unsigned count, unsigned sections, unsigned flags),
       (run, &region, count, sections, flags))
LOOP(GOMP_parallel_loop_static)
LOOP(GOMP_parallel_loop_dynamic)
LOOP(GOMP_parallel_loop_guided)
LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
LOOP(GOMP_parallel_loop_nonmonotonic_guided)
OWN_LOOP(GOMP_parallel_loop_runtime)
OWN_LOOP(GOMP_parallel_loop_nonmonotonic_runtime)
OWN_LOOP(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

#define BARRIER(name)                                  \
    void name(void)                                    \
    {                                                  \
        static void (*real)(void);                     \
        if (!real)                                     \
            *(void **)&real = next(#name);             \
        barrier(real, __builtin_return_address(0));    \
    }

BARRIER(GOMP_barrier)
BARRIER(GOMP_loop_end)
BARRIER(GOMP_sections_end)

/* --- what the library tells, by the tool interface of OpenMP 5 (omp-tools.h, of which this is what is needed) --- */

union word { uint64_t value; const void *address; };
enum { PARALLEL_BEGIN = 3, PARALLEL_END = 4, IMPLICIT_TASK = 7, SYNC_REGION = 23 }; /* callbacks */
enum { INITIAL = 1, SCOPE_BEGIN = 1 };
enum { IMPLICIT = 2, IMPLEMENTATION = 4, WORKSHARE_END = 8, PARALLEL_REGION_END };  /* kinds of barriers */

static const char nowhere;                 /* the address of a region without one */
static __thread int depth;                 /* of regions around this */
static __thread const void *outermost;     /* the region's address; 0: it is inside of one of another thread */

static const void *known(const void *address) { return address == &nowhere ? 0 : address; }

static void on_parallel_begin(void *task, const void *frame, union word *region, unsigned threads_wanted, int flags,
                              const void *address)
{
    (void)task, (void)frame, (void)threads_wanted, (void)flags;
    region->address = depth ? 0 : address ? address : &nowhere;
    if (!depth) {
        put(0, ENTER, address);
        threads[0].barriers++;
        passed++;
    }
}

static void on_parallel_end(union word *region, void *task, int flags, const void *address)
{
    (void)task, (void)flags, (void)address;
    if (region->address)
        after(1, known(region->address));
}

static void on_implicit_task(int endpoint, union word *region, void *task, unsigned size, unsigned number, int flags)
{
    (void)task, (void)size;
    if (flags & INITIAL)
        return;
    if (endpoint != SCOPE_BEGIN) {
        depth--;
    } else if (!depth++) {
        outermost = region ? region->address : 0;
        if (outermost)
            arrive((int)number, known(outermost));
    }
}

static void on_sync_region(int kind, int endpoint, union word *region, void *task, const void *address)
{
    (void)region, (void)task;
    if (depth != 1 || !outermost || (kind > IMPLEMENTATION && kind != WORKSHARE_END && kind != PARALLEL_REGION_END))
        return;
    /* before LLVM 15 the end of a region is an implicit barrier without an address, or with that of the region */
    if (kind == PARALLEL_REGION_END || (kind <= IMPLICIT && (!address || address == outermost))) {
        if (endpoint == SCOPE_BEGIN)
            depart(known(outermost));
    } else if (endpoint == SCOPE_BEGIN) {
        put(self, ENTER, address);
    } else {
        threads[self].barriers++;
        if (!self)
            passed++;
        put(self, EXIT, address);
    }
}

typedef int (*set_callback)(int, void (*)(void));

static int on_start(void (*(*look_up)(const char *))(void), int device, void *data)
{
    (void)device, (void)data;
    const set_callback set = (set_callback)look_up("ompt_set_callback");
    by_tool = 1;
    if (!threads[0].used)
        put(0, BEGIN, 0);
    set(PARALLEL_BEGIN, (void (*)(void))on_parallel_begin);
    set(PARALLEL_END, (void (*)(void))on_parallel_end);
    set(IMPLICIT_TASK, (void (*)(void))on_implicit_task);
    set(SYNC_REGION, (void (*)(void))on_sync_region);
    return 1;
}

static void on_end(void *data) { (void)data; }

struct tool {
    int (*start)(void (*(*)(const char *))(void), int, void *);
    void (*end)(void *);
    union word data;
};

struct tool *ompt_start_tool(unsigned version, const char *library)
{
    static struct tool tool = {on_start, on_end, {0}};
    (void)version;
    name = library;
    return getenv("SAD_TRACE_FOLDER") ? &tool : 0;
}

static FILE *opened(const char *folder, int number, const char *suffix)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/r%d.%s", folder, number, suffix);
    FILE *file = fopen(path, "w");
    if (!file)
        perror(path);
    return file;
}

static int is_recording(void)
{
    return getenv("SAD_TRACE_FOLDER") && (by_tool || dlsym(RTLD_DEFAULT, "GOMP_parallel_start"));
}

__attribute__((constructor)) static void start(void)
{
    if (is_recording() && !threads[0].used)
        put(0, BEGIN, 0);
}

__attribute__((destructor)) static void finish(void)
{
    const char *folder = getenv("SAD_TRACE_FOLDER");
    if (!is_recording() || !threads[0].barriers)
        return;
    put(0, END, 0);
    for (int i = 0; i < most; i++) {
        struct thread *own = threads + i;
        FILE *words = opened(folder, i, "txt"), *records = words ? opened(folder, i, "bin") : 0;
        if (!records)
            return;
        if (i) {
            if (!own->used)
                add(i, BEGIN, 0);
            pad(i, passed);
        }
        fprintf(words, "rank %d %d\nclock %.1f %.1f\nlibrary %s\ncomm 0", i, most,
                cost_of(CLOCK_THREAD_CPUTIME_ID), cost_of(CLOCK_MONOTONIC), name);
        for (int j = 0; j < most; j++)
            fprintf(words, " %d", j);
        fprintf(words, "\nroutine 1 begin\nroutine 2 end\nroutine 3 enter\nroutine 4 exit\n");
        for (int at = 0; at < SITES; at++) {
            Dl_info found;
            char path[PATH_MAX];
            const char *address = places[at];
            if (address && dladdr(address, &found) && found.dli_fname)
                fprintf(words, "site %d %llu %s\n", at + 1, (unsigned long long)(address - (const char *)found.dli_fbase),
                        realpath(found.dli_fname, path) ? path : found.dli_fname);
        }
        fwrite(own->rows, sizeof *own->rows, own->used, records);
        fprintf(words, "end %zu\n", own->used);
        fclose(words);
        fclose(records);
    }
}
