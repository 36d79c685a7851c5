/* Times one program of this folder, or only runs it so that something else can count.
 *
 *   harness time SAMPLES SECONDS [SEED]   at least SAMPLES timed calls, and more until SECONDS have passed
 *   harness count CALLS [SEED]            CALLS calls without a clock, for profiles and for comparing results
 *
 * Every call gets data of its own: seeds count up from SEED (1 if it is not given). Prints one line of JSON.
 */
#define _POSIX_C_SOURCE 200809L

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

enum { MOST_SAMPLES = 20000, CLOCK_PAIRS = 2000 };

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1.0e-9 * (double)now.tv_nsec;
}

/* The time between two calls of the clock, without the seconds that would cost digits [s]. */
static double interval(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + 1.0e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

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

/* The value below which the given share of the sorted times lies, without interpolation. */
static double quantile(const double *sorted, int count, double share)
{
    return sorted[(int)(share * (double)(count - 1) + 0.5)];
}

static int time_calls(int least, double budget, int seed)
{
    static double times[MOST_SAMPLES];
    struct timespec before, after;
    double overhead, start, checksum = 0.0;
    int samples = 0;

    setup();
    reset(seed);
    once();
    checksum += check();
    seed++;
    overhead = clock_overhead();
    start = seconds_now();
    while (samples < least || seconds_now() - start < budget) {
        if (samples == MOST_SAMPLES)
            break;
        reset(seed);
        clock_gettime(CLOCK_MONOTONIC, &before);
        once();
        clock_gettime(CLOCK_MONOTONIC, &after);
        checksum += check();
        times[samples++] = interval(&before, &after) - overhead;
        seed++;
    }
    qsort(times, (size_t)samples, sizeof times[0], ascending);
    printf("{\"samples\": %d, \"min\": %.9e, \"p10\": %.9e, \"p25\": %.9e, \"median\": %.9e, "
           "\"p75\": %.9e, \"p90\": %.9e, \"clock_overhead\": %.3e, \"checksum\": %.17g}\n",
           samples, times[0], quantile(times, samples, 0.10), quantile(times, samples, 0.25),
           quantile(times, samples, 0.50), quantile(times, samples, 0.75),
           quantile(times, samples, 0.90), overhead, checksum);
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
