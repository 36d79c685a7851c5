/* Threads that compute, access each other's memory and pass barriers, followed as service.py does: event by event in the
   same order and with the same operations, so that what comes out is the same to the last bit. Compiled without
   contraction of products and sums.

   A thread waits for at most one reply and is ready at most once, so that queues are lists through the threads. */
#include <math.h>

#include "heap.h"

enum { WORK, READ, WRITE, BARRIER };
enum { NONE = -1, INTERRUPT = 1, POLL = 2 };
enum { LINEAR, TREE, DISSEMINATION, HARDWARE };
enum { RESUME, GO_ON, IDLE, COMPUTED, ARRIVE, LOOK, REPLY };
enum { ENDED, MISMATCH, NO_MEMORY };

/* Seconds, in the order of the fields in service.py. */
struct service {
    double startup, byte, hop, construct, handle, request_bytes, contention, poll_interval, poll_cost;
};
struct barrier { double entry, exit, check, exit_check, model, message_bytes; };

struct thread {
    int32_t processor;
    int64_t next, end;         /* its acts */
    double left, since;        /* of its computation */
    int64_t token;             /* of the end of computation that counts */
    char computes, asks;
    double asked, answer;      /* when it asked, and the bytes of the reply */
    double came;               /* to a barrier */
    int32_t behind;            /* who is ready, or asks, behind it */
};

struct list { int32_t first, last; };

struct processor {
    int32_t runs;
    struct list ready, queue;
    int64_t queued;
    double free, serving;
    double out;                /* when it could enter a barrier, and then when it leaves */
    char used;
};

struct run {
    const struct service *service;
    const struct barrier *barrier;
    int policy, barrier_model, by_messages, rounds, keep;
    int32_t threads, processors;
    const int8_t *kind;
    const double *seconds, *bytes;
    const int32_t *owner;
    struct thread *thread;
    struct processor *processor;
    struct heap heap;
    int64_t numbers, under_way, longest, served;
    int32_t done, met;
    double *ends, *computing, *reading, *barriers, *served_at;
    int32_t *servers, *readers;
};

static double later_of(double one, double other) { return other > one ? other : one; }

static void at(struct run *run, double time, int32_t act, int32_t who, int64_t token, double amount)
{
    push(&run->heap, (struct event){time, ++run->numbers, act, who, token, amount});
}

static void put(struct run *run, struct list *list, int32_t thread)
{
    run->thread[thread].behind = NONE;
    if (list->first == NONE)
        list->first = thread;
    else
        run->thread[list->last].behind = thread;
    list->last = thread;
}

static int32_t take(struct run *run, struct list *list)
{
    const int32_t thread = list->first;
    list->first = run->thread[thread].behind;
    return thread;
}

/* --- requests --- */

static double serve_all(struct run *run, double now, int32_t number)
{
    const struct service *service = run->service;
    struct processor *processor = run->processor + number;
    while (processor->queue.first != NONE) {
        const int32_t reader = take(run, &processor->queue);
        const double bytes = run->thread[reader].answer, cost = service->handle + service->construct + service->startup;
        processor->queued--;
        now += cost;
        processor->serving += cost;
        if (run->keep) {
            run->servers[run->served] = number;
            run->readers[run->served] = reader;
            run->served_at[run->served++] = now;
        }
        const double slower = 1.0 + service->contention * (double)run->under_way++;
        at(run, now + bytes * service->byte * slower + service->hop, REPLY, reader, 0, 0.0);
    }
    return now;
}

/* Serve while no thread runs. */
static void drain(struct run *run, double now, int32_t number)
{
    struct processor *processor = run->processor + number;
    if (processor->runs == NONE)
        processor->free = serve_all(run, later_of(now, processor->free), number);
}

/* --- whose turn it is --- */

static void choose(struct run *run, double now, int32_t number)
{
    struct processor *processor = run->processor + number;
    if (processor->runs != NONE || processor->ready.first == NONE)
        return;
    const int32_t who = processor->runs = take(run, &processor->ready);
    struct thread *thread = run->thread + who;
    now = later_of(now, processor->free);
    if (thread->asks) {
        now += run->service->handle;
        run->reading[who] += now - thread->asked;
        thread->asks = 0;
    }
    at(run, now, GO_ON, who, 0, 0.0);
}

static void resume(struct run *run, double now, int32_t thread)
{
    const int32_t number = run->thread[thread].processor;
    put(run, &run->processor[number].ready, thread);
    choose(run, now, number);
}

static void leave(struct run *run, double now, int32_t number)
{
    run->processor[number].runs = NONE;
    run->processor[number].free = now;
}

static void idle(struct run *run, double now, int32_t number)
{
    drain(run, now, number);
    choose(run, now, number);
}

static void rest(struct run *run, double now, int32_t number)
{
    leave(run, now, number);
    at(run, now, IDLE, number, 0, 0.0);
}

/* --- computation, interrupted or in stretches --- */

static void compute(struct run *run, double now, int32_t who)
{
    struct thread *thread = run->thread + who;
    double left = thread->left;
    if (run->policy == POLL && run->service->poll_interval < left)
        left = run->service->poll_interval;
    thread->since = now;
    thread->computes = 1;
    at(run, now + left, COMPUTED, who, ++thread->token, left);
}

static void computed(struct run *run, double now, int32_t who, int64_t token, double seconds)
{
    struct thread *thread = run->thread + who;
    if (token != thread->token) /* it was interrupted */
        return;
    thread->left -= seconds;
    if (run->policy == POLL)
        now = serve_all(run, now + run->service->poll_cost, thread->processor);
    if (thread->left > 1e-15) {
        compute(run, now, who);
    } else {
        thread->computes = 0;
        at(run, now, GO_ON, who, 0, 0.0);
    }
}

/* Serve what has come, if the processor may now. */
static void look(struct run *run, double now, int32_t number)
{
    struct processor *processor = run->processor + number;
    if (processor->runs == NONE) {
        drain(run, now, number);
        return;
    }
    struct thread *thread = run->thread + processor->runs;
    if (!thread->computes || run->policy != INTERRUPT)
        return;
    if (thread->since > now) { /* it serves somebody else still */
        at(run, thread->since, LOOK, number, 0, 0.0);
    } else if (processor->queue.first != NONE) {
        thread->left -= now - thread->since;
        compute(run, serve_all(run, now, number), processor->runs);
    }
}

static void arrive(struct run *run, double now, int32_t number, int32_t reader, double bytes)
{
    struct processor *processor = run->processor + number;
    run->under_way--;
    run->thread[reader].answer = bytes;
    put(run, &processor->queue, reader);
    if (++processor->queued > run->longest)
        run->longest = processor->queued;
    look(run, now, number);
}

static void ask(struct run *run, double now, int32_t who, int64_t act)
{
    const struct service *service = run->service;
    struct thread *thread = run->thread + who;
    const int writes = run->kind[act] == WRITE;
    const double bytes = run->bytes[act], sent = now + service->construct + service->startup;
    const double size = service->request_bytes + (writes ? bytes : 0.0);
    thread->asks = 1;
    thread->asked = now;
    at(run, sent + size * service->byte + service->hop, ARRIVE, run->thread[run->owner[act]].processor, who,
       writes ? 0.0 : bytes);
    run->under_way++;
    rest(run, sent, thread->processor);
}

/* --- barriers --- */

/* When somebody who looks every `step` from `start` on has seen what is there at `seen`. */
static double looked(double start, double step, double seen)
{
    if (step <= 0.0)
        return later_of(start, seen);
    const double looks = ceil((seen - start) / step - 1e-9);
    return start + ((looks > 0.0 ? looks : 0.0) + 1.0) * step;
}

/* Replace the times at which processors could enter a barrier by those at which they leave. */
static void pass(struct run *run)
{
    const struct barrier *barrier = run->barrier;
    const double startup = run->by_messages ? run->service->startup : 0.0;
    const double message =
        run->by_messages ? run->service->startup + barrier->message_bytes * run->service->byte : 0.0;
    const double transit = message - startup;
    struct processor *master = 0, *end = run->processor + run->processors;
    double last = 0.0, seen = 0.0;
    for (struct processor *one = run->processor; one < end; one++)
        if (one->used) {
            const double came = one->out + barrier->entry, sent = master ? came + startup : came;
            const double there = master ? sent + transit : sent;
            last = master ? later_of(last, came) : came;
            seen = master ? later_of(seen, there) : there;
            one->out = sent;
            if (!master)
                master = one;
        }
    if (run->barrier_model != LINEAR) {
        const double way =
            run->barrier_model == HARDWARE ? barrier->model : (double)run->rounds * (message + barrier->check);
        for (struct processor *one = run->processor; one < end; one++)
            one->out = last + way + barrier->exit;
        return;
    }
    double now = looked(master->out, barrier->check, seen) + barrier->model;
    for (struct processor *one = master + 1; one < end; one++)
        if (one->used) {
            now += startup;
            one->out = looked(one->out, barrier->exit_check, now + transit) + barrier->exit;
        }
    master->out = now + barrier->exit;
}

static void enter(struct run *run, double now, int32_t who)
{
    const int32_t number = run->thread[who].processor;
    run->thread[who].came = now;
    leave(run, now, number);
    idle(run, now, number);
    if (++run->met < run->threads)
        return;
    run->met = 0;
    for (int32_t i = 0; i < run->processors; i++)
        run->processor[i].out = 0.0;
    for (int32_t i = 0; i < run->threads; i++) {
        struct processor *processor = run->processor + run->thread[i].processor;
        processor->out = later_of(later_of(processor->out, run->thread[i].came), processor->free);
    }
    pass(run);
    for (int32_t i = 0; i < run->threads; i++) {
        const double out = run->processor[run->thread[i].processor].out;
        run->barriers[i] += out - run->thread[i].came;
        at(run, out, RESUME, i, 0, 0.0);
    }
}

/* --- what a thread does --- */

static void go_on(struct run *run, double now, int32_t who)
{
    struct thread *thread = run->thread + who;
    while (thread->next < thread->end) {
        const int64_t act = thread->next++;
        if (run->kind[act] == WORK) {
            run->computing[who] += run->seconds[act];
            thread->left = run->seconds[act];
            if (run->policy == INTERRUPT) /* what came while it was on its way */
                now = serve_all(run, now, thread->processor);
            compute(run, now, who);
            return;
        }
        if (run->kind[act] == BARRIER) {
            enter(run, now, who);
            return;
        }
        if (run->thread[run->owner[act]].processor != thread->processor) {
            ask(run, now, who, act);
            return;
        }
    }
    run->ends[who] = now;
    run->done++;
    rest(run, now, thread->processor);
}

/* Follow all threads; acts are those of all, one behind the other. `serving` is by processor. `said` gets the longest
   queue, the events, and with `keep` how many were served: by which processor, for whom, when. */
int sad_serve(int32_t threads, const int64_t *first, const int8_t *kind, const double *seconds, const int32_t *owner,
              const double *bytes, int32_t processors, const int32_t *processor_of, int policy,
              const struct service *service, int barrier_model, int by_messages, int rounds,
              const struct barrier *barrier, int keep, double *ends, double *computing, double *reading,
              double *barriers, double *serving, int32_t *servers, int32_t *readers, double *served_at, int64_t *said)
{
    struct run run = {.service = service, .policy = policy, .threads = threads, .processors = processors, .keep = keep};
    run.barrier = barrier;
    run.barrier_model = barrier_model;
    run.by_messages = by_messages;
    run.rounds = rounds;
    run.kind = kind;
    run.seconds = seconds;
    run.owner = owner;
    run.bytes = bytes;
    run.ends = ends;
    run.computing = computing;
    run.reading = reading;
    run.barriers = barriers;
    run.servers = servers;
    run.readers = readers;
    run.served_at = served_at;
    run.thread = calloc((size_t)threads + 1, sizeof *run.thread);
    run.processor = calloc((size_t)processors + 1, sizeof *run.processor);
    if (!run.thread || !run.processor) {
        free(run.thread);
        free(run.processor);
        return NO_MEMORY;
    }
    for (int32_t i = 0; i < processors; i++) {
        struct processor *processor = run.processor + i;
        processor->runs = processor->ready.first = processor->queue.first = NONE;
    }
    for (int32_t i = 0; i < threads; i++) {
        run.thread[i].processor = processor_of[i];
        run.thread[i].next = first[i];
        run.thread[i].end = first[i + 1];
        run.processor[processor_of[i]].used = 1;
        at(&run, 0.0, RESUME, i, 0, 0.0);
    }
    int64_t events = 0;
    for (; run.heap.count && !run.heap.failed; events++) {
        const struct event event = pop(&run.heap);
        switch (event.act) {
        case RESUME: resume(&run, event.time, event.who); break;
        case GO_ON: go_on(&run, event.time, event.who); break;
        case IDLE: idle(&run, event.time, event.who); break;
        case COMPUTED: computed(&run, event.time, event.who, event.token, event.amount); break;
        case ARRIVE: arrive(&run, event.time, event.who, (int32_t)event.token, event.amount); break;
        case LOOK: look(&run, event.time, event.who); break;
        default: /* a reply */
            run.under_way--;
            resume(&run, event.time, event.who);
        }
    }
    for (int32_t i = 0; i < processors; i++)
        serving[i] = run.processor[i].serving;
    said[0] = run.longest;
    said[1] = events;
    said[2] = run.served;
    const int state = run.heap.failed ? NO_MEMORY : run.done < threads ? MISMATCH : ENDED;
    free(run.thread);
    free(run.processor);
    free(run.heap.events);
    return state;
}
