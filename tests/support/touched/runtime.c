/* What iterations of loops touch: takes the calls that -fsanitize=thread puts in front of loads and stores.

   Sources are rewritten so that loops call touched_start, touched_next and touched_end. Places that two
   iterations of one start of a loop touch, one of them writing, are told as lines: LOOP FIRST SECOND DISTANCE
   EXPOSED. FIRST and SECOND are addresses of code, EXPOSED is whether an iteration read it that had not set it
   before. Callees' own variables do not count; nothing is freed, so heap memory has one meaning. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define GRANULE 4
#define PLACES (1 << 16)
#define PAIRS 6
#define MOST_LOOPS 256
#define MOST_ACTIVE 64
#define MOST_EVENTS 4000000L

typedef struct {
  uintptr_t place;
  long written, read, set;
  uintptr_t writer, reader;
  int exposed, count;
  struct { uintptr_t first, second; long distance; } pairs[PAIRS];
} entry;

typedef struct {
  int loop, depth;
  long iteration, used;
  uintptr_t stack;
  entry *table;
} active;

static active running[MOST_ACTIVE];
static int alive, depth, busy;
static long events;

static void told(active *at) {
  for (long n = 0; n < PLACES; n++) {
    entry *item = &at->table[n];
    for (int k = 0; item->place && k < item->count; k++)
      fprintf(stderr, "touched %d %lx %lx %ld %d\n", at->loop, (long)item->pairs[k].first,
              (long)item->pairs[k].second, item->pairs[k].distance, item->exposed);
  }
  fprintf(stderr, "ran %d %ld\n", at->loop, at->iteration);
  free(at->table);
}

static void leave(int least) {
  while (alive && running[alive - 1].depth > least)
    told(&running[--alive]);
}

int touched_start(int loop) {
  if (alive == MOST_ACTIVE || events > MOST_EVENTS)
    return 1;
  active *at = &running[alive];
  at->table = calloc(PLACES, sizeof(entry));
  if (!at->table)
    return 1;
  at->loop = loop, at->depth = depth, at->iteration = -1, at->used = 0;
  at->stack = (uintptr_t)__builtin_frame_address(0);
  alive++;
  return 1;
}

void touched_next(int loop) {
  for (int n = alive - 1; n >= 0; n--)
    if (running[n].loop == loop && running[n].depth == depth) {
      while (alive > n + 1)
        told(&running[--alive]); /* inner loops that were left by a jump */
      running[n].iteration++;
      return;
    }
}

int touched_end(int loop) {
  for (int n = alive - 1; n >= 0; n--)
    if (running[n].loop == loop && running[n].depth == depth) {
      while (alive > n)
        told(&running[--alive]);
      break;
    }
  return 0;
}

static void pair(entry *item, uintptr_t first, uintptr_t second, long distance) {
  for (int k = 0; k < item->count; k++)
    if (item->pairs[k].first == first && item->pairs[k].second == second) {
      if (distance < item->pairs[k].distance)
        item->pairs[k].distance = distance;
      return;
    }
  if (item->count < PAIRS) {
    item->pairs[item->count].first = first;
    item->pairs[item->count].second = second;
    item->pairs[item->count++].distance = distance;
  }
}

static void note(active *at, uintptr_t place, int write, uintptr_t code) {
  long now = at->iteration;
  if (now < 0)
    return;
  entry *item = &at->table[(place * 2654435761u) % PLACES];
  while (item->place && item->place != place)
    item = item == &at->table[PLACES - 1] ? at->table : item + 1;
  if (!item->place) {
    if (at->used++ > PLACES / 2)
      return;
    item->place = place;
    item->written = item->read = item->set = -1;
  }
  if (item->written >= 0 && item->written != now)
    pair(item, item->writer, code, now - item->written);
  if (write && item->read >= 0 && item->read != now)
    pair(item, item->reader, code, now - item->read);
  if (!write && item->set != now)
    item->exposed = 1;
  if (write)
    item->written = item->set = now, item->writer = code;
  else
    item->read = now, item->reader = code;
}

static void touch(void *at, long size, int write, void *code) {
  int here;
  uintptr_t low = (uintptr_t)&here, first = (uintptr_t)at;
  if (!alive || busy || ++events > MOST_EVENTS)
    return;
  busy = 1;
  for (int n = 0; n < alive; n++) {
    if (first >= low && first < running[n].stack)
      continue; /* a callee's own */
    for (uintptr_t p = first / GRANULE; p <= (first + size - 1) / GRANULE; p++)
      note(&running[n], p, write, (uintptr_t)code);
  }
  busy = 0;
}

#define BOTH(SIZE)                                                                     \
  void __tsan_read##SIZE(void *p) { touch(p, SIZE, 0, __builtin_return_address(0)); }  \
  void __tsan_write##SIZE(void *p) { touch(p, SIZE, 1, __builtin_return_address(0)); } \
  void __tsan_unaligned_read##SIZE(void *p) { touch(p, SIZE, 0, __builtin_return_address(0)); } \
  void __tsan_unaligned_write##SIZE(void *p) { touch(p, SIZE, 1, __builtin_return_address(0)); } \
  void __tsan_volatile_read##SIZE(void *p) { touch(p, SIZE, 0, __builtin_return_address(0)); } \
  void __tsan_volatile_write##SIZE(void *p) { touch(p, SIZE, 1, __builtin_return_address(0)); }
BOTH(1) BOTH(2) BOTH(4) BOTH(8) BOTH(16)

void __tsan_read_range(void *p, long size) { touch(p, size, 0, __builtin_return_address(0)); }
void __tsan_write_range(void *p, long size) { touch(p, size, 1, __builtin_return_address(0)); }
void __tsan_init(void) {}
void __tsan_func_entry(void *code) { (void)code; depth++; }
void __tsan_func_exit(void) { depth--; leave(depth); }
void touched_keep(void *p) { (void)p; }
