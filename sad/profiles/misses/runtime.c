/* Counts, in a program compiled with -fsanitize-coverage=trace-pc, how often each branch went each way
   and how often a present-day branch predictor would have been wrong.

   The compiler calls __sanitizer_cov_trace_pc() at the start of every basic block. The block before it
   in the same activation of a function, told by the stack pointer, has the new one as a successor; a
   block with several is a branch. What is predicted is which successor comes next, by a geometric-
   history-length predictor (Seznec: Analysis of the O-GEometric History Length branch predictor,
   ISCA 2005): sums of small weights, picked by hashes of the branch and of ever longer histories.

   Only the first thread is followed. Memory is fixed; what does not fit is left out, and said so. The
   beginning of a long run is simulated whole, then windows chosen at random; all branches are counted.
   At the end a file goes to the folder in SAD_MISSES: written whole, or not at all. */

#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK_BITS = 17,           /* 131,072 basic blocks */
    BLOCKS = 1 << BLOCK_BITS,
    FILLED = BLOCKS / 8 * 7,   /* a table any fuller is slow to search */
    WAYS = 1 << 14,            /* third and further successors of blocks, together */
    DEPTH = 1 << 16,           /* activations of functions at a time */
    TABLES = 12,               /* of tagged entries, each for a longer history */
    SUMMED = 11,               /* tables of weights: one without history, one for each but the longest */
    WEIGHT_BITS = 13,
    ENTRY_BITS = 12,
    FIRST_BITS = 14,           /* entries that know a branch without its history */
    PAST = 1024,               /* outcomes kept; a power of two */
    FADING = 1 << 18,          /* predictions after which no entry is needed that was not used since */
    WINDOW = 1 << 20,          /* branches */
    WHOLE = 8,                 /* windows at the start that are simulated */
    SHARE = 8,                 /* then one of so many is */
    LARGEST = 63, SMALLEST = -64
};

/* Outcomes of branches that choose an entry, by table. Loops of up to about 100 iterations end as
   predicted on present-day cores, so the longest must be beyond that. */
static const int lengths[TABLES] = {4, 7, 11, 17, 27, 41, 64, 98, 150, 230, 360, 560};

struct entry {
    uint16_t tag;
    int8_t leaning;            /* -4 to 3: below 0 the first way, else the second */
    uint8_t needed;            /* 0 to 3: how often it knew better than shorter histories */
};

struct way {
    uintptr_t target;          /* where the next block starts; 0 if there is no such way yet */
    uint64_t times;
    struct block *block;       /* the next block */
};

struct block {
    uintptr_t place;           /* where it starts; 0 if this entry is free */
    struct way ways[2];
    uint64_t simulated, misses;
    int32_t more;              /* the first of the further ways, -1 if none */
    int32_t ways_known;
};

struct further {
    struct way way;
    int32_t next;
};

struct activation {
    uintptr_t stack;
    struct block *last;
};

static struct block blocks[BLOCKS];
static struct further further[WAYS];
static struct activation active[DEPTH];
static struct entry entries[TABLES][1 << ENTRY_BITS];
static int8_t leanings[1 << FIRST_BITS], better[1 << FIRST_BITS];
static int8_t weights[SUMMED][1 << WEIGHT_BITS];
static uint8_t past[PAST];
static uint32_t folded[TABLES];
static int blocks_used, ways_used, depth, is_full, is_ended;
static int newest, doubt, predictions, threshold = SUMMED, pressure;
static int left_in_window = WINDOW, windows = 1, is_simulated = 1;
static uint32_t chance = 2463534242u;
static pid_t process;

static int has_owner;
static __thread int is_owner __attribute__((tls_model("initial-exec")));

/* --- the predictor --------------------------------------------------------------------------------- */

static void lean(int8_t *leaning, int outcome, int most)
{
    if (outcome ? *leaning < most : *leaning > -most - 1)
        *leaning = (int8_t)(*leaning + (outcome ? 1 : -1));
}

/* After a wrong prediction by ``table``: make room for the outcome with a longer history. */
static void remember(struct entry *const *at, const uint16_t *tags, int table, int outcome)
{
    chance ^= chance << 13; /* xorshift */
    chance ^= chance >> 17;
    chance ^= chance << 5;
    int first = table + 1 + (table + 2 < TABLES && chance % 4 == 0), made = 0;
    for (int longer = first; longer < TABLES && made < 2; longer++)
        if (at[longer]->needed == 0) {
            *at[longer] = (struct entry){tags[longer], (int8_t)(outcome ? 0 : -1), 0};
            made++;
            longer++;
        }
    for (int longer = first; !made && longer < TABLES; longer++)
        at[longer]->needed--;
}

/* What is added to a branch for a table, in one number. */
static uint64_t key_of(uint64_t branch, uint32_t history, int table)
{
    uint64_t key = (branch ^ ((uint64_t)history << 20)) + (uint64_t)table * 0x9E3779B9u;
    return key * UINT64_C(0x9E3779B97F4A7C15);
}

/* Return what the sum of weights says of an outcome, 0 or 1, and learn it. */
static int summed(uint64_t branch, int outcome)
{
    int8_t *chosen[SUMMED];
    int sum = 0;
    for (int table = 0; table < SUMMED; table++) {
        uint64_t key = key_of(branch, table ? folded[table - 1] : 0, table);
        chosen[table] = &weights[table][key >> (64 - WEIGHT_BITS)];
        sum += *chosen[table];
    }
    int said = sum > 0; /* knowing nothing: the way that was gone first */
    int size = sum < 0 ? -sum : sum;
    if (said != outcome || size <= threshold)
        for (int table = 0; table < SUMMED; table++) {
            int weight = *chosen[table] + (outcome ? 1 : -1);
            if (weight >= SMALLEST && weight <= LARGEST)
                *chosen[table] = (int8_t)weight;
        }
    if (said != outcome && ++pressure > 127) { /* as many changes for lack of margin as for errors */
        threshold++;
        pressure = 0;
    } else if (said == outcome && size <= threshold && --pressure < -128) {
        threshold -= threshold > 1;
        pressure = 0;
    }
    return said;
}

/* Return what the longest history known says of an outcome, 0 or 1, and learn it. */
static int remembered(uint64_t branch, int outcome)
{
    struct entry *at[TABLES];
    uint16_t tags[TABLES];
    int found = -1, other = -1;
    for (int table = 0; table < TABLES; table++) {
        uint64_t key = key_of(branch, folded[table], table);
        at[table] = &entries[table][key >> (64 - ENTRY_BITS)];
        tags[table] = (uint16_t)((key >> 30 & 0xFFF) | 0x1000); /* never that of an empty entry */
        if (at[table]->tag == tags[table]) {
            other = found;
            found = table;
        }
    }
    int8_t *alone = &leanings[branch * UINT64_C(0x9E3779B97F4A7C15) >> (64 - FIRST_BITS)];
    int shorter = (other >= 0 ? at[other]->leaning : *alone) >= 0;
    int said = found >= 0 ? at[found]->leaning >= 0 : shorter;
    int chosen = said;
    if (found >= 0) {
        struct entry *own = at[found];
        int is_new = own->needed == 0 && (own->leaning == 0 || own->leaning == -1);
        if (is_new && doubt >= 0)
            chosen = shorter;
        if (is_new && said != shorter)
            doubt += shorter == outcome ? doubt < 7 : -(doubt > -8);
        if (said != shorter && said == outcome)
            own->needed = (uint8_t)(own->needed + (own->needed < 3));
        else if (said != shorter)
            own->needed = (uint8_t)(own->needed - (own->needed > 0));
        if (own->needed == 0) {
            if (other >= 0)
                lean(&at[other]->leaning, outcome, 3);
            else
                lean(alone, outcome, 1);
        }
        lean(&own->leaning, outcome, 3);
    } else
        lean(alone, outcome, 1);
    if (chosen != outcome && found < TABLES - 1)
        remember(at, tags, found, outcome);
    if (++predictions == FADING) {
        predictions = 0;
        for (int table = 0; table < TABLES; table++)
            for (int number = 0; number < 1 << ENTRY_BITS; number++)
                entries[table][number].needed >>= 1;
    }
    return chosen;
}

/* Return whether an outcome, 0 or 1, was foreseen, and learn it. */
static int foreseen(uint64_t branch, int outcome)
{
    int8_t *sums = &better[key_of(branch, 0, TABLES) >> (64 - FIRST_BITS)];
    int weighed = summed(branch, outcome), known = remembered(branch, outcome);
    int chosen = *sums >= 0 ? weighed : known;
    if (weighed != known)
        lean(sums, weighed == outcome, 31);
    for (int table = 0; table < TABLES; table++) {
        uint32_t old = past[(newest - lengths[table] + 1) & (PAST - 1)];
        uint32_t value = folded[table];
        value = ((value << 1) | (value >> 31)) ^ (uint32_t)outcome;
        folded[table] = value ^ (old << (lengths[table] & 31));
    }
    newest = (newest + 1) & (PAST - 1);
    past[newest] = (uint8_t)outcome;
    return chosen == outcome;
}

/* Return whether way number ``taken`` out of a block was foreseen: each way is a yes or no. */
static int way_foreseen(const struct block *block, int taken)
{
    uint64_t branch = (uint64_t)block->place * 8;
    if (block->ways_known <= 2)
        return foreseen(branch, taken);
    int all = 1;
    for (int number = 0; number <= taken && number < block->ways_known - 1; number++)
        all &= foreseen(branch + (uint64_t)number * 0x10001u, number == taken);
    return all;
}

/* --- blocks and ways --------------------------------------------------------------------------------- */

static struct block *block_at(uintptr_t place)
{
    size_t slot = (size_t)((uint64_t)place * UINT64_C(0x9E3779B97F4A7C15) >> (64 - BLOCK_BITS));
    while (blocks[slot].place != place) {
        if (blocks[slot].place == 0) {
            if (blocks_used == FILLED) {
                is_full = 1;
                return NULL;
            }
            blocks_used++;
            blocks[slot].place = place;
            blocks[slot].more = -1;
            break;
        }
        slot = (slot + 1) & (BLOCKS - 1);
    }
    return &blocks[slot];
}

/* Return the way out of a block to a place, counted, with its number; NULL if there is no room. */
static struct way *count_way(struct block *block, uintptr_t target, int *number)
{
    for (*number = 0; *number < 2; ++*number) {
        struct way *way = &block->ways[*number];
        if (way->target == 0) {
            *way = (struct way){target, 0, block_at(target)};
            block->ways_known++;
        }
        if (way->target == target) {
            way->times++;
            return way;
        }
    }
    int32_t *next = &block->more;
    for (; *next >= 0; next = &further[*next].next, ++*number)
        if (further[*next].way.target == target) {
            further[*next].way.times++;
            return &further[*next].way;
        }
    if (ways_used == WAYS) {
        is_full = 1;
        return NULL;
    }
    *next = ways_used++;
    further[*next] = (struct further){{target, 1, block_at(target)}, -1};
    block->ways_known++;
    return &further[*next].way;
}

static void begin_window(void)
{
    left_in_window = WINDOW;
    if (windows < WHOLE) {
        windows++;
        return;
    }
    chance ^= chance << 13; /* xorshift: a fixed share could follow the program's own period */
    chance ^= chance >> 17;
    chance ^= chance << 5;
    is_simulated = chance % SHARE == 0;
}

/* Go on to a place; return the block there, NULL if there is no room for it. */
static struct block *go(struct block *from, uintptr_t target)
{
    int number;
    struct way *way = count_way(from, target, &number);
    if (!way)
        return block_at(target);
    from->simulated += (uint64_t)is_simulated;
    if (from->ways_known == 1) /* no branch so far: always right */
        return way->block;
    if (--left_in_window == 0)
        begin_window();
    if (is_simulated) {
        int right = way_foreseen(from, number);
        from->misses += !right || way->times == 1; /* a way that is new was never foreseen */
    }
    return way->block;
}

static int claim(void)
{
    if (is_ended || __atomic_exchange_n(&has_owner, 1, __ATOMIC_SEQ_CST))
        return is_owner = -1;
    process = getpid();
    return is_owner = 1;
}

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    if (is_owner < 0 || (is_owner == 0 && claim() < 0))
        return;
    uintptr_t place = (uintptr_t)__builtin_return_address(0);
    uintptr_t stack = (uintptr_t)__builtin_frame_address(0);
    while (depth > 0 && active[depth - 1].stack < stack)
        depth--;
    if (depth == 0 || active[depth - 1].stack != stack) {
        if (depth == DEPTH) { /* what control comes back to is not known any more */
            depth = 0;
            is_full = 1;
        }
        active[depth++] = (struct activation){stack, NULL};
    }
    struct activation *own = &active[depth - 1];
    own->last = own->last ? go(own->last, place) : block_at(place);
}

/* --- the end ----------------------------------------------------------------------------------------- */

struct module {
    uintptr_t place, start;
    char name[4096];
};

static int find_module(struct dl_phdr_info *info, size_t size, void *data)
{
    struct module *found = data;
    (void)size;
    for (int number = 0; number < info->dlpi_phnum; number++) {
        uintptr_t low = info->dlpi_addr + info->dlpi_phdr[number].p_vaddr;
        if (info->dlpi_phdr[number].p_type != PT_LOAD || found->place < low)
            continue;
        if (found->place - low >= info->dlpi_phdr[number].p_memsz)
            continue;
        found->start = info->dlpi_addr;
        if (info->dlpi_name && info->dlpi_name[0]) {
            snprintf(found->name, sizeof found->name, "%s", info->dlpi_name);
            return 1;
        }
        ssize_t length = readlink("/proc/self/exe", found->name, sizeof found->name - 1);
        found->name[length > 0 ? length : 0] = 0;
        return 1;
    }
    return 0;
}

static void write_way(FILE *file, struct way way, uintptr_t start)
{
    fprintf(file, " %lx:%llu", (unsigned long)(way.target - start), (unsigned long long)way.times);
}

/* A line for each branch: place, executions simulated, misses of these, place:times of each way that
   was gone. Places count from the module's start, or from 0 if it cannot be moved.
   Blocks with one way are left out: they are no branches, or were none in this run. */
static void write_blocks(FILE *file)
{
    struct module module = {0, 0, ""};
    char shown[sizeof module.name] = "";
    fprintf(file, "sad-misses 1\n");
    for (int slot = 0; slot < BLOCKS; slot++) {
        struct block *block = &blocks[slot];
        if (block->ways_known < 2)
            continue;
        module.place = block->place;
        module.name[0] = 0;
        if (!dl_iterate_phdr(find_module, &module))
            continue;
        if (strcmp(shown, module.name) != 0) {
            fprintf(file, "module %s\n", module.name);
            memcpy(shown, module.name, sizeof shown);
        }
        fprintf(file, "%lx %llu %llu", (unsigned long)(block->place - module.start),
                (unsigned long long)block->simulated, (unsigned long long)block->misses);
        for (int number = 0; number < 2; number++)
            write_way(file, block->ways[number], module.start);
        for (int32_t at = block->more; at >= 0; at = further[at].next)
            write_way(file, further[at].way, module.start);
        fputc('\n', file);
    }
    fprintf(file, is_full ? "full\n" : "whole\n");
}

__attribute__((destructor)) static void write_out(void)
{
    const char *folder = getenv("SAD_MISSES");
    char name[4096], partial[4112];
    if (is_owner != 1 || is_ended || !folder || !*folder || getpid() != process)
        return; /* a process that was forked has counts of its parent */
    is_ended = 1;
    is_owner = -1;
    int length = snprintf(name, sizeof name, "%s/%ld-%lx.misses", folder, (long)process,
                          (unsigned long)(uintptr_t)blocks);
    if (length < 0 || (size_t)length >= sizeof name)
        return;
    snprintf(partial, sizeof partial, "%s.part", name);
    FILE *file = fopen(partial, "w");
    if (!file)
        return;
    write_blocks(file);
    int failed = ferror(file);
    failed |= fclose(file);
    if (failed || rename(partial, name) != 0)
        remove(partial);
}
