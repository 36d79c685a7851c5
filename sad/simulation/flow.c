/* Ranks that pass messages, followed as ranks.py does, as processors.py where they share processors, and as
   handshakes.py where somebody has to look for long messages: step by step in the same order and with the same
   operations, so that what comes out is the same to the last bit. Compiled without contraction of products and sums.

   A channel has the messages of one rank to another with one key. Which message a receive gets, which operation of a
   group a step belongs to and which request a wait is for follow from the order of each rank's steps, so that they
   are found once, before the run. There are fewer than 2^31 steps. */
#include <math.h>
#include <string.h>

#include "heap.h"

enum { WORK, SEND, SSEND, RECV, ISEND, ISSEND, IRECV, WAIT, ALL, DOWN, UP };
enum { ENDED, STUCK, NO_MEMORY, NO_GROUP };
enum { NONE = -1, NOBODY = -2 }; /* -1 is also the step before a rank's first */
enum { AT_ONCE = 1, POLL = 2 };     /* policies */
enum { GO_ON, NOTICE, ANSWER };

/* --- tables from three numbers to one --- */

struct cell { int64_t a, b, c, value; int used; };
struct table { struct cell *cells; int64_t room, used; };

static struct cell *cell_at(struct table *table, int64_t a, int64_t b, int64_t c)
{
    if (2 * table->used >= table->room) {
        struct table larger = {0, table->room ? 2 * table->room : 1024, table->used};
        larger.cells = calloc((size_t)larger.room, sizeof *larger.cells);
        if (!larger.cells)
            return 0;
        for (int64_t i = 0; i < table->room; i++) {
            const struct cell *old = table->cells + i;
            if (old->used) {
                struct table fixed = larger;
                fixed.used = 0;
                *cell_at(&fixed, old->a, old->b, old->c) = *old;
            }
        }
        free(table->cells);
        *table = larger;
    }
    uint64_t mixed = (uint64_t)a * 0x9e3779b97f4a7c15u ^ (uint64_t)b * 0xc2b2ae3d27d4eb4fu ^ (uint64_t)c * 0x165667b19e3779f9u;
    mixed ^= mixed >> 29;
    struct cell *found = table->cells + (mixed & (uint64_t)(table->room - 1)); /* the room is a power of two */
    while (found->used && (found->a != a || found->b != b || found->c != c))
        if (++found == table->cells + table->room)
            found = table->cells;
    if (!found->used) {
        table->used++;
        found->a = a;
        found->b = b;
        found->c = c;
        found->value = NONE;
        found->used = 1;
    }
    return found;
}

/* --- what there is in a run --- */

struct channel {
    int32_t source, target;
    int64_t sends, posts;      /* how many there are; then where they begin in the arrays of all */
    int64_t sent, posted;      /* how many there are so far */
    char sender_waits, receiver_waits;
};

struct meeting {
    int64_t size, came;
    double latest, seconds, root;
    int32_t last_rank, last_step, root_step;
    int32_t first, tail;       /* ranks that wait, in the order in which they came */
};

struct end { double clock, waited; int32_t rank, step; };

/* When a message starts, -1: not known, and the step of its sender, or of its receiver, that it has waited for. */
struct begun { double start; int32_t sender, receiver; };

struct run {
    int64_t ranks;
    const int64_t *first;
    const int8_t *kind;
    const double *seconds;
    const int32_t *partner;
    int32_t *at;               /* a step's channel or meeting; of a wait the step that made its request */
    int32_t *place;            /* of a message in its channel */
    struct channel *channels;
    struct meeting *meetings;
    int64_t channel_count, meeting_count, requests;
    double *there, *post;      /* of sends when they are or could be there; of receives when they are ready */
    int32_t *send_step;        /* the step of a send */
    int32_t *post_step;        /* of a receive the step before, in its rank */
    int32_t *next;             /* who waits behind a rank in a meeting */
    char *holds;               /* whether a rank waits in its step */
    int32_t *ready;
    int64_t ready_count;
    int64_t *next_step;
    double *clocks, *computing;
    int keep;
    double *ends, *waited;     /* by step, as the causes, if they are kept */
    int32_t *cause_ranks, *cause_steps;
    const int32_t *processors; /* of ranks that share them */
    double *free;              /* when a processor is free */
    double *late;              /* how much later a rank went on than it was ready, of the step to come */
    struct end *ended;         /* how the step ended at which a rank has waited that is ready now */
    char *has_ended;
    struct heap waiting;       /* ranks that are ready, or known to be, and messages that somebody looks for */
    int64_t numbers;
    int policy;                /* NONE: nobody has to look */
    double interval, cost;     /* of polling */
    double *since, *until;     /* when a rank began to compute last, and when that ends: steps of work in a row are one */
    double *before;            /* what it has computed of that */
    int32_t *work, *last;      /* the step before that, and its last one */
    struct begun *begun;       /* of sends, when their messages start */
};

static void wake(struct run *run, int32_t rank) { run->ready[run->ready_count++] = rank; }

static int later(int8_t kind) { return kind == SSEND || kind == ISSEND; }

static int32_t number_of(const struct run *run, int32_t rank, int64_t step)
{
    return (int32_t)(step - run->first[rank]);
}

/* --- what is known before the run --- */

static int channel_of(struct run *run, struct table *table, int64_t source, int64_t target, int64_t key, int64_t step)
{
    struct cell *cell = cell_at(table, source, target, key);
    if (!cell)
        return NO_MEMORY;
    if (cell->value == NONE) {
        if ((run->channel_count & (run->channel_count - 1)) == 0) {
            const size_t room = run->channel_count ? 2 * (size_t)run->channel_count : 1;
            struct channel *larger = realloc(run->channels, room * sizeof *larger);
            if (!larger)
                return NO_MEMORY;
            run->channels = larger;
        }
        run->channels[run->channel_count] = (struct channel){.source = (int32_t)source, .target = (int32_t)target};
        cell->value = run->channel_count++;
    }
    run->at[step] = (int32_t)cell->value;
    return ENDED;
}

static int meeting_of(struct run *run, struct table *table, int64_t key, int64_t count, int64_t size, int64_t step)
{
    struct cell *cell = cell_at(table, key, count, 0);
    if (!cell)
        return NO_MEMORY;
    if (cell->value == NONE) {
        if ((run->meeting_count & (run->meeting_count - 1)) == 0) {
            const size_t room = run->meeting_count ? 2 * (size_t)run->meeting_count : 1;
            struct meeting *larger = realloc(run->meetings, room * sizeof *larger);
            if (!larger)
                return NO_MEMORY;
            run->meetings = larger;
        }
        run->meetings[run->meeting_count] = (struct meeting){size, 0, -1.0, 0.0, -1.0, 0, -1, -1, NONE, NONE};
        cell->value = run->meeting_count++;
    }
    run->at[step] = (int32_t)cell->value;
    return ENDED;
}

static int prepare(struct run *run, const int64_t *keys, const int64_t *requests, int64_t groups,
                   const int64_t *group_keys, const int64_t *group_sizes)
{
    struct table channels = {0}, open = {0}, met = {0}, meetings = {0}, sizes = {0};
    int failed = ENDED;
    for (int64_t i = 0; i < groups && !failed; i++) {
        struct cell *cell = cell_at(&sizes, group_keys[i], 0, 0);
        failed = cell ? ENDED : NO_MEMORY;
        if (cell)
            cell->value = group_sizes[i];
    }
    for (int64_t rank = 0; rank < run->ranks && !failed; rank++)
        for (int64_t step = run->first[rank]; step < run->first[rank + 1] && !failed; step++) {
            const int8_t kind = run->kind[step];
            const int32_t partner = run->partner[step];
            if (kind == WORK)
                continue;
            if (kind == WAIT) {
                struct cell *cell = cell_at(&open, rank, requests[step], 0);
                if (!cell) {
                    failed = NO_MEMORY;
                    continue;
                }
                run->at[step] = (int32_t)cell->value;
                run->requests -= cell->value != NONE;
                cell->value = NONE;
            } else if (kind >= ALL) {
                struct cell *size = cell_at(&sizes, keys[step], 0, 0), *count = cell_at(&met, rank, keys[step], 0);
                if (!size || !count)
                    failed = NO_MEMORY;
                else if (size->value == NONE)
                    failed = NO_GROUP;
                else
                    failed = meeting_of(run, &meetings, keys[step], ++count->value, size->value, step);
            } else {
                const int receives = kind == RECV || kind == IRECV;
                failed = receives ? channel_of(run, &channels, partner, rank, keys[step], step)
                                  : channel_of(run, &channels, rank, partner, keys[step], step);
                if (failed)
                    continue;
                struct channel *channel = run->channels + run->at[step];
                run->place[step] = (int32_t)(receives ? channel->posts++ : channel->sends++);
                if (kind >= ISEND) {
                    struct cell *cell = cell_at(&open, rank, requests[step], 0);
                    if (!cell) {
                        failed = NO_MEMORY;
                        continue;
                    }
                    run->requests += cell->value == NONE;
                    cell->value = step;
                }
            }
        }
    free(channels.cells);
    free(open.cells);
    free(met.cells);
    free(meetings.cells);
    free(sizes.cells);
    return failed;
}

/* --- steps --- */

/* When a message starts with its receive, if both are there. */
static struct begun begun_at_once(const struct run *run, const struct channel *channel, int64_t place)
{
    if (place >= channel->posted)
        return (struct begun){-1.0, NOBODY, NOBODY};
    const double there = run->there[channel->sends + place], post = run->post[channel->posts + place];
    if (there > post)
        return (struct begun){there, number_of(run, channel->source, run->send_step[channel->sends + place]) - 1, NOBODY};
    return (struct begun){post, NOBODY, run->post_step[channel->posts + place]};
}

static struct begun begun_of(const struct run *run, const struct channel *channel, int64_t place)
{
    return run->policy == NONE ? begun_at_once(run, channel, place) : run->begun[channel->sends + place];
}

static int received(struct run *run, int64_t step, double clock, struct end *end)
{
    struct channel *channel = run->channels + run->at[step];
    const int64_t place = run->place[step];
    if (place >= channel->sent) {
        channel->receiver_waits = 1;
        return 0;
    }
    const int64_t send = run->send_step[channel->sends + place];
    const int32_t partner = run->partner[step];
    const double cost = run->seconds[send], seconds = run->seconds[step];
    double there = run->there[channel->sends + place];
    int32_t rank = partner, number = number_of(run, partner, send);
    if (later(run->kind[send])) {
        const struct begun begun = begun_of(run, channel, place);
        if (begun.start < 0.0) {
            channel->receiver_waits = 1;
            return 0;
        }
        there = begun.start + cost;
        number = begun.sender;
        if (number == NOBODY)
            rank = NONE;
    }
    *end = (struct end){clock + seconds, 0.0, NONE, NONE};
    if (there > clock) {
        end->clock = there + seconds;
        if (rank != NONE)
            *end = (struct end){there + seconds, there - clock, rank, number};
    }
    return 1;
}

static int sent(struct run *run, int64_t step, double clock, struct end *end)
{
    struct channel *channel = run->channels + run->at[step];
    const int64_t place = run->place[step];
    const double there = run->there[channel->sends + place];
    if (!later(run->kind[step])) {
        *end = (struct end){there > clock ? there : clock, 0.0, NONE, NONE};
        return 1;
    }
    const struct begun begun = begun_of(run, channel, place);
    if (begun.start < 0.0) {
        channel->sender_waits = 1;
        return 0;
    }
    const double done = begun.start + run->seconds[step], from = there > clock ? there : clock;
    const double waited = begun.start - from > 0.0 ? begun.start - from : 0.0;
    *end = (struct end){done > clock ? done : clock, waited, NONE, NONE};
    if (waited > 0.0 && begun.receiver != NOBODY) {
        end->rank = channel->target;
        end->step = begun.receiver;
    }
    return 1;
}

static int meet(struct run *run, int32_t rank, int64_t step, double clock, struct end *end)
{
    struct meeting *meeting = run->meetings + run->at[step];
    const int8_t kind = run->kind[step];
    const int32_t root = run->partner[step], number = number_of(run, rank, step);
    double seconds = run->seconds[step];
    if (!run->holds[rank]) {
        meeting->came++;
        if (clock > meeting->latest) {
            meeting->latest = clock;
            meeting->last_rank = rank;
            meeting->last_step = number - 1;
        }
        if (seconds > meeting->seconds)
            meeting->seconds = seconds;
        if (rank == root) {
            meeting->root = clock;
            meeting->root_step = number - 1;
        }
        if (meeting->came == meeting->size || (kind == DOWN && rank == root)) {
            for (int32_t who = meeting->first; who != NONE; who = run->next[who])
                wake(run, who);
            meeting->first = meeting->tail = NONE;
        }
    }
    int leaves = meeting->came == meeting->size;
    if (kind == DOWN)
        leaves = leaves || rank == root || meeting->root >= 0.0;
    else if (kind == UP)
        leaves = leaves || rank != root;
    if (!leaves) {
        run->next[rank] = NONE;
        if (meeting->first == NONE)
            meeting->first = rank;
        else
            run->next[meeting->tail] = rank;
        meeting->tail = rank;
        return 0;
    }
    double until = clock;
    struct end cause = {0.0, 0.0, rank, -1};
    if (kind == ALL || (kind == UP && rank == root)) {
        until = meeting->latest;
        cause.rank = meeting->last_rank;
        cause.step = meeting->last_step;
        if (kind == ALL)
            seconds = meeting->seconds;
    } else if (kind == DOWN && rank != root) {
        until = meeting->root;
        cause.rank = root;
        cause.step = meeting->root_step;
    }
    *end = (struct end){clock + seconds, 0.0, NONE, NONE};
    if (until - clock > 0.0)
        *end = (struct end){until + seconds, until - clock, cause.rank, cause.step};
    return 1;
}

/* Take a step that concerns others; 0: it waits. */
static int take(struct run *run, int32_t rank, int64_t step, double clock, struct end *end)
{
    const int8_t kind = run->kind[step];
    *end = (struct end){clock, 0.0, NONE, NONE};
    if (kind >= ALL)
        return meet(run, rank, step, clock, end);
    if (kind == WAIT) {
        const int64_t made = run->at[step];
        if (made == NONE) {
            end->clock = clock + run->seconds[step];
            return 1;
        }
        return run->kind[made] == IRECV ? received(run, made, clock, end) : sent(run, made, clock, end);
    }
    struct channel *channel = run->channels + run->at[step];
    if (kind == RECV || kind == IRECV) {
        if (!run->holds[rank]) {
            run->post[channel->posts + channel->posted] = clock;
            run->post_step[channel->posts + channel->posted++] = number_of(run, rank, step) - 1;
            if (channel->sender_waits) {
                channel->sender_waits = 0;
                wake(run, run->partner[step]);
            }
            if (kind == IRECV)
                return 1;
        }
        return received(run, step, clock, end);
    }
    if (!run->holds[rank]) {
        const double there = later(kind) ? clock : clock + run->seconds[step];
        run->there[channel->sends + channel->sent] = there;
        run->send_step[channel->sends + channel->sent++] = (int32_t)step;
        if (channel->receiver_waits) {
            channel->receiver_waits = 0;
            wake(run, run->partner[step]);
        }
        if (kind == ISEND || kind == ISSEND)
            return 1;
        if (kind == SEND) {
            end->clock = there;
            return 1;
        }
    }
    return sent(run, step, clock, end);
}

/* --- a run --- */

static void finish(struct run *run, int64_t step, const struct end *end, double late)
{
    if (run->keep) {
        run->ends[step] = end->clock;
        run->waited[step] = end->waited + late;
        run->cause_ranks[step] = end->rank;
        run->cause_steps[step] = end->step;
    }
}

/* Take a rank's next step at its clock; 0: it waits. */
static int goes_on(struct run *run, int32_t rank, double clock, struct end *end)
{
    const int64_t step = run->next_step[rank];
    *end = (struct end){clock + run->seconds[step], 0.0, NONE, NONE};
    if (run->kind[step] == WORK) {
        run->computing[rank] += run->seconds[step];
        return 1;
    }
    const int taken = take(run, rank, step, clock, end);
    run->holds[rank] = !taken;
    return taken;
}

static void follow(struct run *run)
{
    for (int64_t rank = run->ranks - 1; rank >= 0; rank--)
        wake(run, (int32_t)rank);
    while (run->ready_count) {
        const int32_t rank = run->ready[--run->ready_count];
        double clock = run->clocks[rank];
        struct end end;
        for (; run->next_step[rank] < run->first[rank + 1] && goes_on(run, rank, clock, &end); run->next_step[rank]++) {
            clock = end.clock;
            finish(run, run->next_step[rank], &end, 0.0);
        }
        run->clocks[rank] = clock;
    }
}

/* Let a rank wait: until it is ready, if that is known, else until somebody wakes it. */
static void hold(struct run *run, int32_t rank, int is_known, const struct end *end)
{
    if (is_known) {
        run->ended[rank] = *end;
        run->has_ended[rank] = 1;
        push(&run->waiting, (struct event){.time = run->clocks[rank] + end->waited, .number = rank});
    }
}

static void finish_shared(struct run *run, int32_t rank, const struct end *end)
{
    run->clocks[rank] = end->clock;
    finish(run, run->next_step[rank]++, end, run->late[rank]);
    if (run->keep)
        run->late[rank] = 0.0;
}

/* Follow a rank from when it has its processor until it waits. */
static void serve(struct run *run, int32_t rank, double start)
{
    struct end end;
    if (run->has_ended[rank]) {
        end = run->ended[rank];
        const double own = end.clock - (run->clocks[rank] + end.waited);
        end.clock = start + own;
        end.waited = start - run->clocks[rank];
        finish_shared(run, rank, &end);
        run->has_ended[rank] = 0;
        start += own;
    }
    run->late[rank] += start - run->clocks[rank]; /* before its first step */
    run->clocks[rank] = start;
    while (run->next_step[rank] < run->first[rank + 1]) {
        const int is_known = goes_on(run, rank, run->clocks[rank], &end);
        if (!is_known || end.waited > 0.0) {
            hold(run, rank, is_known, &end);
            break;
        }
        finish_shared(run, rank, &end);
    }
    run->free[run->processors[rank]] = run->clocks[rank];
}

static void follow_shared(struct run *run)
{
    for (int64_t rank = 0; rank < run->ranks; rank++)
        push(&run->waiting, (struct event){.number = rank});
    while (run->waiting.count && !run->waiting.failed) {
        const struct event next = pop(&run->waiting);
        const double free = run->free[run->processors[next.number]];
        serve(run, (int32_t)next.number, free > next.time ? free : next.time);
        while (run->ready_count) { /* whoever waits for what has been done now */
            const int32_t rank = run->ready[--run->ready_count];
            struct end end;
            const int is_known = goes_on(run, rank, run->clocks[rank], &end);
            hold(run, rank, is_known, &end);
        }
    }
}

/* --- messages that somebody looks for --- */

static void put(struct run *run, double time, int32_t act, int32_t who, int64_t place)
{
    push(&run->waiting, (struct event){time, ++run->numbers, act, who, place, 0.0});
}

/* When a rank looks next, and the step at whose end; NOBODY: it looks now. */
static double looks(const struct run *run, int32_t rank, double now, int32_t *step)
{
    const double since = run->since[rank], until = run->until[rank];
    *step = NOBODY;
    if (until <= now || run->policy == AT_ONCE)
        return now;
    if (run->policy == POLL) {
        const double every = run->interval + run->cost, turns = ceil((now - since) / every);
        const double look = since + (turns > 1.0 ? turns : 1.0) * every;
        if (look < until) {
            *step = run->work[rank];
            return look;
        }
    }
    *step = run->last[rank];
    return until;
}

static void end_by_policy(struct run *run, int32_t rank, int is_known, const struct end *end)
{
    if (!is_known)
        return;
    run->clocks[rank] = end->clock;
    finish(run, run->next_step[rank]++, end, 0.0);
    put(run, end->clock, GO_ON, rank, 0);
}

/* How long a step of computation takes, so much behind the beginning. */
static double with_looks(const struct run *run, double before, double seconds)
{
    if (run->policy != POLL)
        return seconds;
    return seconds + (ceil((before + seconds) / run->interval) - ceil(before / run->interval)) * run->cost;
}

/* Begin to compute: see how long. */
static void begin(struct run *run, int32_t rank, double now)
{
    int64_t step = run->next_step[rank];
    double until = now, before = 0.0;
    run->work[rank] = number_of(run, rank, step) - 1;
    for (; step < run->first[rank + 1] && run->kind[step] == WORK; step++) {
        until += with_looks(run, before, run->seconds[step]);
        before += run->seconds[step];
    }
    run->last[rank] = number_of(run, rank, step) - 1;
    run->since[rank] = now;
    run->until[rank] = until;
    run->before[rank] = 0.0;
}

static void go_on(struct run *run, int32_t rank)
{
    const int64_t step = run->next_step[rank];
    const double now = run->clocks[rank];
    struct end end;
    if (step == run->first[rank + 1])
        return;
    if (run->kind[step] == WORK) {
        if (step == run->first[rank] || run->kind[step - 1] != WORK)
            begin(run, rank, now);
        const double seconds = with_looks(run, run->before[rank], run->seconds[step]);
        run->computing[rank] += run->seconds[step];
        run->before[rank] += run->seconds[step];
        end = (struct end){now + seconds, 0.0, NONE, NONE};
        end_by_policy(run, rank, 1, &end);
        return;
    }
    struct channel *channel = run->kind[step] < WAIT ? run->channels + run->at[step] : 0;
    int64_t place = 0;
    if (channel)
        place = channel->sent < channel->posted ? channel->sent : channel->posted;
    const int is_known = goes_on(run, rank, now, &end);
    if (channel && (channel->sent < channel->posted ? channel->sent : channel->posted) > place
        && later(run->kind[run->send_step[channel->sends + place]]))
        put(run, now, NOTICE, run->at[step], place);
    end_by_policy(run, rank, is_known, &end);
}

/* Both sides are there: the receiver has to look. */
static void notice(struct run *run, double now, int32_t number, int64_t place)
{
    struct channel *channel = run->channels + number;
    int32_t step;
    const double look = looks(run, channel->target, now, &step);
    struct begun *begun = run->begun + channel->sends + place;
    *begun = begun_at_once(run, channel, place);
    begun->start = -1.0;
    if (step != NOBODY) {
        begun->sender = NOBODY;
        begun->receiver = step;
    }
    put(run, look, ANSWER, number, place);
}

/* The receiver has looked: the sender has to, and the message starts. */
static void answer(struct run *run, double now, int32_t number, int64_t place)
{
    struct channel *channel = run->channels + number;
    int32_t step;
    struct begun *begun = run->begun + channel->sends + place;
    begun->start = looks(run, channel->source, now, &step);
    if (step != NOBODY)
        begun->sender = step;
    if (channel->sender_waits)
        wake(run, channel->source);
    if (channel->receiver_waits)
        wake(run, channel->target);
    channel->sender_waits = channel->receiver_waits = 0;
}

static void follow_by_policy(struct run *run)
{
    for (int64_t rank = 0; rank < run->ranks; rank++)
        put(run, 0.0, GO_ON, (int32_t)rank, 0);
    while (run->waiting.count && !run->waiting.failed) {
        const struct event event = pop(&run->waiting);
        if (event.act == GO_ON)
            go_on(run, event.who);
        else
            (event.act == NOTICE ? notice : answer)(run, event.time, event.who, event.token);
        while (run->ready_count) {
            const int32_t rank = run->ready[--run->ready_count];
            struct end end;
            const int is_known = goes_on(run, rank, run->clocks[rank], &end);
            end_by_policy(run, rank, is_known, &end);
        }
    }
}

/* Follow all ranks from `clocks` on, each on its processor of so many; 0: each has its own, and may have a policy
   with the interval and the cost of polling. The arrays of steps are those of all ranks, one behind the other. `said`
   gets whether nothing is under way at the end, and of ranks that are stuck the first and its step. */
int sad_flow(int64_t ranks, const int64_t *first, const int8_t *kind, const double *seconds, const int32_t *partner,
             const int64_t *key, const int64_t *request, int64_t groups, const int64_t *group_keys,
             const int64_t *group_sizes, int64_t processor_count, const int32_t *processors, int policy,
             const double *polling, int keep, double *clocks, double *computing, double *ends, double *waited,
             int32_t *cause_ranks, int32_t *cause_steps, int64_t *said)
{
    const size_t steps = (size_t)first[ranks], many = (size_t)ranks;
    struct run run = {.ranks = ranks, .first = first, .kind = kind, .seconds = seconds, .partner = partner};
    int64_t sends = 0, posts = 0;
    run.clocks = clocks;
    run.computing = computing;
    run.keep = keep;
    run.ends = ends;
    run.waited = waited;
    run.cause_ranks = cause_ranks;
    run.cause_steps = cause_steps;
    run.processors = processors;
    run.policy = policy;
    run.interval = polling[0];
    run.cost = polling[1];
    run.since = calloc(many + 1, sizeof *run.since);
    run.until = calloc(many + 1, sizeof *run.until);
    run.before = calloc(many + 1, sizeof *run.before);
    run.work = calloc(many + 1, sizeof *run.work);
    run.last = calloc(many + 1, sizeof *run.last);
    run.next_step = malloc((many + 1) * sizeof *run.next_step);
    run.at = malloc((steps + 1) * sizeof *run.at);
    run.place = malloc((steps + 1) * sizeof *run.place);
    run.next = malloc((many + 1) * sizeof *run.next);
    run.holds = calloc(many + 1, 1);
    run.ready = malloc((2 * many + 1) * sizeof *run.ready);
    run.free = calloc((size_t)processor_count + 1, sizeof *run.free);
    run.late = calloc(many + 1, sizeof *run.late);
    run.ended = malloc((many + 1) * sizeof *run.ended);
    run.has_ended = calloc(many + 1, 1);
    int state = run.next_step && run.at && run.place && run.next && run.holds && run.ready && run.free && run.late
                        && run.ended && run.has_ended && run.since && run.until && run.before && run.work
                        && run.last ? ENDED : NO_MEMORY;
    if (!state)
        state = prepare(&run, key, request, groups, group_keys, group_sizes);
    if (!state) {
        for (int64_t i = 0; i < run.channel_count; i++) {
            struct channel *channel = run.channels + i;
            const int64_t own_sends = channel->sends, own_posts = channel->posts;
            channel->sends = sends;
            channel->posts = posts;
            sends += own_sends;
            posts += own_posts;
        }
        run.there = malloc((size_t)(sends + 1) * sizeof *run.there);
        run.send_step = malloc((size_t)(sends + 1) * sizeof *run.send_step);
        run.post = malloc((size_t)(posts + 1) * sizeof *run.post);
        run.post_step = malloc((size_t)(posts + 1) * sizeof *run.post_step);
        run.begun = malloc((size_t)(sends + 1) * sizeof *run.begun);
        if (!run.there || !run.send_step || !run.post || !run.post_step || !run.begun)
            state = NO_MEMORY;
        for (int64_t i = 0; i < sends && !state; i++)
            run.begun[i].start = -1.0;
    }
    if (!state) {
        memcpy(run.next_step, first, many * sizeof *first);
        (policy != NONE ? follow_by_policy : processor_count ? follow_shared : follow)(&run);
        if (run.waiting.failed)
            state = NO_MEMORY;
    }
    if (!state) {
        said[0] = run.requests == 0;
        for (int64_t i = 0; i < run.channel_count; i++)
            said[0] = said[0] && run.channels[i].sent == run.channels[i].posted;
        for (int64_t i = 0; i < run.meeting_count; i++)
            said[0] = said[0] && run.meetings[i].came == run.meetings[i].size;
        for (int64_t rank = 0; rank < ranks && !state; rank++)
            if (run.next_step[rank] < first[rank + 1]) {
                state = STUCK;
                said[1] = rank;
                said[2] = run.next_step[rank] - first[rank];
            }
    }
    free(run.next_step);
    free(run.free);
    free(run.late);
    free(run.ended);
    free(run.has_ended);
    free(run.waiting.events);
    free(run.since);
    free(run.until);
    free(run.before);
    free(run.work);
    free(run.last);
    free(run.begun);
    free(run.at);
    free(run.place);
    free(run.next);
    free(run.holds);
    free(run.ready);
    free(run.channels);
    free(run.meetings);
    free(run.there);
    free(run.send_step);
    free(run.post);
    free(run.post_step);
    return state;
}
