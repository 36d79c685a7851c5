/* Events in the order of their times, of equal times in that of their numbers: a binary heap. Numbers differ, so that
   there is one order. */
#include <stdint.h>
#include <stdlib.h>

struct event {
    double time;
    int64_t number;
    int32_t act, who;          /* what happens, and to whom */
    int64_t token;
    double amount;
};

struct heap { struct event *events; int64_t count, room; int failed; };

static int is_before(const struct event *one, const struct event *other)
{
    return one->time < other->time || (one->time == other->time && one->number < other->number);
}

/* Add an event; without memory the heap has failed. */
static void push(struct heap *heap, struct event event)
{
    if (heap->count == heap->room) {
        const int64_t room = heap->room ? 2 * heap->room : 64;
        struct event *larger = realloc(heap->events, (size_t)room * sizeof *larger);
        if (!larger) {
            heap->failed = 1;
            return;
        }
        heap->events = larger;
        heap->room = room;
    }
    int64_t at = heap->count++;
    for (; at > 0 && is_before(&event, heap->events + (at - 1) / 2); at = (at - 1) / 2)
        heap->events[at] = heap->events[(at - 1) / 2];
    heap->events[at] = event;
}

/* Take the first event of a heap that is not empty. */
static struct event pop(struct heap *heap)
{
    const struct event first = heap->events[0], last = heap->events[--heap->count];
    int64_t at = 0;
    for (int64_t below = 1; below < heap->count; below = 2 * at + 1) {
        if (below + 1 < heap->count && is_before(heap->events + below + 1, heap->events + below))
            below++;
        if (!is_before(heap->events + below, &last))
            break;
        heap->events[at] = heap->events[below];
        at = below;
    }
    heap->events[at] = last;
    return first;
}
