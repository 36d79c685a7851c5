/* Times one program of this folder, or only runs it so that something else can count.
 *
 *   harness time SAMPLES SECONDS [SEED]   at least SAMPLES timed calls, and more until SECONDS have passed
 *   harness count CALLS [SEED]            CALLS calls without a clock, for profiles and for comparing results
 *
 * Every call gets data of its own: seeds count up from SEED (1 if it is not given). Prints one line of JSON.
 *
 * Just before and just after each timed call run two canaries: a chain of dependent multiplications shows the clock of
 * the core, and independent additions show whether somebody else takes part of its width. A call is quiet if both are
 * nearly as short as the shortest of the run. "quiet_min" is the fastest quiet call, or the fastest of all if none is;
 * "canary_chain" and "canary_width" are the longer ones beside it, "best_chain" and "best_width" the shortest of all [s]:
 * who runs the harness several times can see from them whether a whole run was disturbed.
 * It is written for GCC and Clang: an empty asm keeps the compiler from working the canaries out.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef FORTRAN
void setup_(void);
void reset_(int *seed);
void once_(void);
double check_(void);
#define setup() setup_()
#define reset(seed) reset_(&(seed))
#define once() once_()
#define check() check_()
#else
void setup(void);
void reset(int seed);
void once(void);
double check(void);
#endif

enum { MOST_SAMPLES = 20000, CLOCK_PAIRS = 2000, CANARY_STEPS = 4000, CANARY_RUNS = 3 };

#define KEEP(x) __asm__ volatile("" : "+r"(x))

/* A quiet call's canaries may be longer than the shortest ones by these factors; width is taken relative to chain. */
static const double SLOWER_CLOCK = 1.08, SHARED_WIDTH = 1.05;

struct canaries { double chain, width; };
struct call { double seconds; struct canaries beside; };

/* The time between two readings of the clock [s]; whole seconds are taken off first, as they would cost digits. */
static double interval(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + 1.0e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

/* Orders numbers, and calls by their seconds, which come first in them. */
static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* What two calls of the clock with nothing between them show [s]: the median, because it is taken off medians too. */
static double clock_overhead(void)
{
    static double pairs[CLOCK_PAIRS];
    struct timespec before, after;

    for (int i = 0; i < CLOCK_PAIRS; i++) {
        clock_gettime(CLOCK_MONOTONIC, &before);
        clock_gettime(CLOCK_MONOTONIC, &after);
        pairs[i] = interval(&before, &after);
    }
    qsort(pairs, CLOCK_PAIRS, sizeof pairs[0], ascending);
    return pairs[CLOCK_PAIRS / 2];
}

/* The time of a chain of dependent multiplications [s]. */
static double chain_time(void)
{
    struct timespec before, after;
    unsigned long long value = 3;

    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < CANARY_STEPS; i++) {
        value *= value;
        KEEP(value);
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    return interval(&before, &after);
}

/* The time of four additions at once, as often [s]. */
static double width_time(void)
{
    struct timespec before, after;
    unsigned long long a = 1, b = 2, c = 3, d = 4;

    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < CANARY_STEPS; i++) {
        a += 5;
        KEEP(a);
        b += 7;
        KEEP(b);
        c += 11;
        KEEP(c);
        d += 13;
        KEEP(d);
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    return interval(&before, &after);
}

/* The time below which the given share of the sorted calls lies, without interpolation [s]. */
static double quantile(const struct call *sorted, int count, double share)
{
    return sorted[(int)(share * (double)(count - 1) + 0.5)].seconds;
}

static int is_quiet(const struct call *call, struct canaries best)
{
    return call->beside.chain <= SLOWER_CLOCK * best.chain
           && call->beside.width * best.chain <= SHARED_WIDTH * best.width * call->beside.chain;
}

static struct canaries canaries_now(struct canaries *best)
{
    struct canaries now = {chain_time(), width_time()};

    for (int again = 1; again < CANARY_RUNS; again++) { /* the first one finds the branch predictor busy with other things */
        now.chain = fmin(now.chain, chain_time());
        now.width = fmin(now.width, width_time());
    }
    best->chain = fmin(best->chain, now.chain);
    best->width = fmin(best->width, now.width);
    return now;
}

static int time_calls(int least, double budget, int seed)
{
    static struct call calls[MOST_SAMPLES];
    struct canaries best = {HUGE_VAL, HUGE_VAL}, earlier, later;
    struct timespec start, before, after;
    const struct call *chosen = calls;
    double overhead, checksum = 0.0;
    int samples = 0, quiet = 0;

    setup();
    reset(seed);
    once();
    checksum += check();
    seed++;
    overhead = clock_overhead();
    clock_gettime(CLOCK_MONOTONIC, &start);
    after = start;
    while (samples < least || (samples < MOST_SAMPLES && interval(&start, &after) < budget)) {
        struct call *call = &calls[samples++];

        reset(seed);
        earlier = canaries_now(&best);
        clock_gettime(CLOCK_MONOTONIC, &before);
        once();
        clock_gettime(CLOCK_MONOTONIC, &after);
        later = canaries_now(&best);
        call->seconds = interval(&before, &after) - overhead;
        call->beside.chain = fmax(earlier.chain, later.chain);
        call->beside.width = fmax(earlier.width, later.width);
        checksum += check();
        seed++;
    }
    qsort(calls, (size_t)samples, sizeof calls[0], ascending);
    for (int i = samples - 1; i >= 0; i--)
        if (is_quiet(&calls[i], best)) {
            quiet++;
            chosen = &calls[i];
        }
    printf("{\"samples\": %d, \"quiet\": %d, \"quiet_min\": %.9e, \"canary_chain\": %.9e, "
           "\"canary_width\": %.9e, \"best_chain\": %.9e, \"best_width\": %.9e, ",
           samples, quiet, chosen->seconds, chosen->beside.chain, chosen->beside.width, best.chain,
           best.width);
    printf("\"min\": %.9e, \"p10\": %.9e, \"p25\": %.9e, \"median\": %.9e, \"p75\": %.9e, "
           "\"p90\": %.9e, \"clock_overhead\": %.3e, \"checksum\": %.17g}\n",
           calls[0].seconds, quantile(calls, samples, 0.10), quantile(calls, samples, 0.25),
           quantile(calls, samples, 0.50), quantile(calls, samples, 0.75),
           quantile(calls, samples, 0.90), overhead, checksum);
    return EXIT_SUCCESS;
}

static int count_calls(int calls, int seed)
{
    double checksum = 0.0;

    setup();
    for (int call = 0; call < calls; call++) {
        reset(seed);
        once();
        checksum += check();
        seed++;
    }
    printf("{\"calls\": %d, \"checksum\": %.17g}\n", calls, checksum);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc >= 4 && strcmp(argv[1], "time") == 0) {
        int least = atoi(argv[2]);
        double budget = atof(argv[3]);

        if (least >= 1 && least <= MOST_SAMPLES && budget >= 0.0)
            return time_calls(least, budget, argc > 4 ? atoi(argv[4]) : 1);
    } else if (argc >= 3 && strcmp(argv[1], "count") == 0 && atoi(argv[2]) >= 1) {
        return count_calls(atoi(argv[2]), argc > 3 ? atoi(argv[3]) : 1);
    }
    fprintf(stderr, "usage: %s time SAMPLES SECONDS [SEED] | count CALLS [SEED]\n", argv[0]);
    return EXIT_FAILURE;
}
