/* Times kernels: reads which, how often and with what data, writes nanoseconds. The lines between
   BEGIN and END are put in for the kernels at hand. Standard input:
     MODE TARGET QUIET SEED                  0: time, 1: check; ns of a sample; the quiet ratio or 0
     NUMBER SLOW|FRESH WANTED TRIES ARRAYS   a kernel; number 0: the stream. 0 plain, 1 fresh, 2 slow
     KIND START COUNT PATTERN LOW HIGH       one line for each array
   Before and after each sample runs a canary: a chain of dependent multiplications, which tells the
   clock, and a loop with much to do at once, which suffers when somebody else shares the core. The
   ratio of their times is known while nobody does; samples near that ratio are printed. Output:
     r RATIO                                 the ratio in quiet moments, as seen at the start
     b NUMBER                                begins
     t NUMBER CALLS (TIME CHAIN RATIO)...    one call; a step of the chain; the worse ratio around
     m NANOSECONDS_PER_BYTE                  the stream
     s NUMBER SUM                            check */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* BEGIN sizes */
#define INTEGERS 1
#define REALS 1
#define DOUBLES 1
/* END sizes */
#define STREAM 2097152
#define CHAIN 1000
#define BUSY 256
#define LOOKS 2500

static int integers[INTEGERS] __attribute__((aligned(4096)));
static float reals[REALS] __attribute__((aligned(4096)));
static double doubles[DOUBLES] __attribute__((aligned(4096)));
static double stream[STREAM];
static int64_t state;
double sad_sink;
static double busy_from[BUSY], busy_to[BUSY];
static double quiet; /* ratio */

/* BEGIN calls */
static void run(int number) { (void) number; }
/* END calls */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9*(double) t.tv_sec + (double) t.tv_nsec;
}

static double draw(void) /* Park and Miller, multiplier 48271; 0 < result < 1 */
{
    state = state*48271 % 2147483647;
    return (double) state/2147483647.0;
}

static void put(int kind, long at, double value)
{
    if (kind == 1)
        integers[at] = (int) value;
    else if (kind == 2)
        reals[at] = (float) value;
    else
        doubles[at] = value;
}

static double get(int kind, long at)
{
    return kind == 1 ? (double) integers[at] : kind == 2 ? (double) reals[at] : doubles[at];
}

static void shuffle(int kind, long start, long count)
{
    for (long i = count - 1; i > 0; i--) {
        long j = (long) (draw()*(double) (i + 1));
        double held = get(kind, start + i);
        put(kind, start + i, get(kind, start + j));
        put(kind, start + j, held);
    }
}

static void ring(int kind, long start, long count, long apart)
{
    long links = count/apart;
    for (long i = 0; i < links; i++)
        put(kind, start + i*apart, (double) i);
    for (long i = links - 1; i > 0; i--) { /* Sattolo: one cycle through all */
        long j = (long) (draw()*(double) i);
        double held = get(kind, start + i*apart);
        put(kind, start + i*apart, get(kind, start + j*apart));
        put(kind, start + j*apart, held);
    }
    for (long i = 0; i < links; i++)
        put(kind, start + i*apart, get(kind, start + i*apart)*(double) apart);
}

static void fill(int kind, long start, long count, int pattern, double low, double high)
{
    long span = (long) (high - low) + 1;
    if (pattern == 8) {
        ring(kind, start, count, (long) low);
        return;
    }
    for (long i = 0; i < count; i++) {
        double part = ((double) i + 0.5)/(double) count, value = low;
        if (pattern == 2)
            value = low + (high - low)*draw();
        else if (pattern == 3 || pattern == 7)
            value = low + (high - low)*part;
        else if (pattern == 4 || pattern == 5)
            value = low + (double) (i % span);
        else if (pattern == 6)
            value = (double) i;
        put(kind, start + i, value);
    }
    if (pattern >= 3 && pattern <= 6)
        shuffle(kind, start, count);
}

static struct { int kind, pattern; long start, count; double low, high; } data[20];
static int arrays;

static void fill_all(void)
{
    for (int i = 0; i < arrays; i++)
        fill(data[i].kind, data[i].start, data[i].count, data[i].pattern, data[i].low, data[i].high);
}

static double calls_take(int number, long calls)
{
    double start = now();
    for (long i = 0; i < calls; i++)
        run(number);
    return now() - start;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static double look(double *chain)
{
    int64_t k = 12345;
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0, start = now(), middle;
    for (int i = 0; i < CHAIN; i++)
        k = (k*48271) & 2147483647;
    middle = now();
    for (int j = 0; j < 16; j++)
        for (int i = 0; i < BUSY; i += 4) {
            a += busy_from[i];
            b += busy_from[i + 1];
            c += busy_from[i + 2];
            d += busy_from[i + 3];
            busy_to[i] = a;
            busy_to[i + 1] = b;
        }
    sad_sink = a + b + c + d + (double) k;
    *chain = (middle - start)/CHAIN;
    return (now() - middle)/(16*BUSY)/ *chain;
}

static void find_quiet(double known)
{
    double seen[LOOKS], chains[LOOKS], fastest = 1e30;
    int kept = 0;
    for (int i = 0; i < LOOKS; i++) {
        seen[i] = look(&chains[i]);
        fastest = chains[i] < fastest ? chains[i] : fastest;
    }
    for (int i = 0; i < LOOKS; i++) /* a chain that was held up would make a ratio small */
        if (chains[i] < fastest*1.02)
            seen[kept++] = seen[i];
    qsort(seen, (size_t) kept, sizeof seen[0], ascending);
    quiet = seen[kept/20];
    printf("r %.6e\n", quiet);
    if (known > 0.0 && known < quiet)
        quiet = known;
}

static int near_quiet(double ratio)
{
    return ratio < quiet*1.06 && ratio > quiet*0.97;
}

static void time_kernel(int number, int how, int wanted, int tries, double target, double clock,
                        double empty)
{
    double once, before, after, first, second;
    long calls = 1;
    fill_all();
    once = calls_take(number, 1);
    if (how == 0) {
        once = calls_take(number, 1);
        while (once < 0.7*target && calls < 10000000) {
            double more = target/(once > 1.0 ? once : 1.0);
            calls = (long) ((double) calls*(more < 10.0 ? more : 10.0)) + 1;
            once = calls_take(number, calls);
        }
    }
    printf("t %d %ld", number, calls);
    before = look(&first);
    for (int i = 0; i < tries && wanted > 0; i++) {
        double taken;
        if (how != 2 && !near_quiet(before)) {
            before = look(&first);
            continue;
        }
        if (how == 1) {
            fill_all();
            before = look(&first);
        }
        taken = (calls_take(number, calls) - clock)/(double) calls - empty;
        after = look(&second);
        if (how == 2 || (near_quiet(before) && near_quiet(after))) {
            printf(" %.6e %.5e %.5e", taken, 0.5*(first + second), before > after ? before : after);
            wanted--;
        }
        before = after;
        first = second;
    }
    printf("\n");
}

static void read_stream(void)
{
    double best = 1e30;
    for (int i = 0; i < 4; i++) {
        double a = 0.0, b = 0.0, c = 0.0, d = 0.0, start = now();
        for (int j = 0; j < STREAM; j += 4) {
            a += stream[j];
            b += stream[j + 1];
            c += stream[j + 2];
            d += stream[j + 3];
        }
        start = now() - start;
        sad_sink = a + b + c + d;
        best = start < best ? start : best;
    }
    printf("m %.6e\n", best/(8.0*STREAM));
}

static void check(int number)
{
    double sum = 0.0;
    state = 20240601;
    fill_all();
    run(number);
    for (int i = 0; i < arrays; i++)
        for (long j = 0; j < data[i].count; j++)
            sum += (double) ((i + 1)*(1 + j % 7))*get(data[i].kind, data[i].start + j);
    printf("s %d %.15e\n", number, sum);
}

int main(void)
{
    int mode, number, how, wanted, tries;
    long seed;
    double target, known, clock = 1e30, empty = 1e30;
    if (scanf("%d %lf %lf %ld", &mode, &target, &known, &seed) != 4)
        return 2;
    state = seed;
    for (int i = 0; i < STREAM; i++)
        stream[i] = 0.5;
    for (int i = 0; i < BUSY; i++)
        busy_from[i] = 0.5;
    for (int i = 0; i < 200; i++) {
        double start = now(), taken = now() - start;
        clock = taken < clock ? taken : clock;
    }
    for (int i = 0; i < 20; i++) {
        double taken = (calls_take(0, 5000) - clock)/5000.0;
        empty = taken < empty ? taken : empty;
    }
    if (mode == 0)
        find_quiet(known);
    while (scanf("%d %d %d %d %d", &number, &how, &wanted, &tries, &arrays) == 5) {
        for (int i = 0; i < arrays; i++)
            if (scanf("%d %ld %ld %d %lf %lf", &data[i].kind, &data[i].start, &data[i].count,
                      &data[i].pattern, &data[i].low, &data[i].high) != 6)
                return 2;
        printf("b %d\n", number);
        fflush(stdout);
        if (number == 0)
            read_stream();
        else if (mode == 1)
            check(number);
        else
            time_kernel(number, how, wanted, tries, target, clock, empty);
    }
    return 0;
}
