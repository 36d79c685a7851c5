/* Times kernels: reads which, how often and with what data, writes seconds. The lines between
   BEGIN and END are put in for the kernels at hand. Standard input:
     MODE TARGET_NS                          0: time, 1: check
     NUMBER FRESH SAMPLES ARGUMENTS          a kernel; number 0: the canary, with FRESH its stream
     KIND START COUNT PATTERN LOW HIGH       one line for each array */
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
#define CHAIN 20000
#define MOST_SAMPLES 200

static int integers[INTEGERS] __attribute__((aligned(4096)));
static float reals[REALS] __attribute__((aligned(4096)));
static double doubles[DOUBLES] __attribute__((aligned(4096)));
static double stream[STREAM];
static int64_t state;
double sad_sink;

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

static void time_kernel(int number, int fresh, int samples, double target, double clock, double empty)
{
    double taken[MOST_SAMPLES], once;
    long calls = 1;
    fill_all();
    run(number);
    once = calls_take(number, 1);
    if (!fresh)
        while (once < 0.7*target && calls < 10000000) {
            double more = target/(once > 1.0 ? once : 1.0);
            calls = (long) ((double) calls*(more < 10.0 ? more : 10.0)) + 1;
            once = calls_take(number, calls);
        }
    for (int i = 0; i < samples; i++) {
        if (fresh)
            fill_all();
        taken[i] = (calls_take(number, calls) - clock)/(double) calls - empty;
    }
    qsort(taken, (size_t) samples, sizeof taken[0], ascending);
    printf("t %d %.6e %.6e %ld\n", number, taken[0], taken[samples/2], calls);
}

static void canary(int with_stream)
{
    double chain = 1e30, cycle = 1e30, read = 0.0;
    for (int i = 0; i < 8; i++) {
        int64_t k = 12345;
        uint64_t x = 88172645463325252u;
        double d = 0.5, start = now(), middle, end;
        for (int j = 0; j < CHAIN; j++) {
            k = (k*48271) & 2147483647;
            d = d + 0.125;
        }
        sad_sink = d + (double) k;
        middle = now();
        for (int j = 0; j < CHAIN; j++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
        }
        sad_sink += (double) x;
        end = now();
        if (middle - start < chain)
            chain = middle - start;
        if (end - middle < cycle)
            cycle = end - middle;
    }
    if (with_stream) {
        read = 1e30;
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
            if (start < read)
                read = start;
        }
    }
    printf("c %.6e %.6e %.6e\n", chain/CHAIN, cycle/CHAIN, read/(8.0*STREAM));
}

static void check(int number)
{
    double sum = 0.0;
    state = 20240601;
    fill_all();
    run(number);
    for (int i = 0; i < arrays; i++)
        for (long j = 0; j < data[i].count; j++)
            sum += (double) (1 + j % 7)*get(data[i].kind, data[i].start + j);
    printf("s %d %.15e\n", number, sum);
}

int main(void)
{
    int mode, number, fresh, samples;
    long seed;
    double target, clock = 1e30, empty = 1e30;
    if (scanf("%d %lf %ld", &mode, &target, &seed) != 3)
        return 2;
    state = seed;
    for (int i = 0; i < STREAM; i++)
        stream[i] = 0.5;
    for (int i = 0; i < 200; i++) {
        double start = now(), taken = now() - start;
        clock = taken < clock ? taken : clock;
    }
    for (int i = 0; i < 20; i++) {
        double taken = (calls_take(0, 20000) - clock)/20000.0;
        empty = taken < empty ? taken : empty;
    }
    while (scanf("%d %d %d %d", &number, &fresh, &samples, &arrays) == 4) {
        for (int i = 0; i < arrays; i++)
            if (scanf("%d %ld %ld %d %lf %lf", &data[i].kind, &data[i].start, &data[i].count,
                      &data[i].pattern, &data[i].low, &data[i].high) != 6)
                return 2;
        printf("b %d\n", number);
        fflush(stdout);
        if (number == 0)
            canary(fresh);
        else if (mode == 1)
            check(number);
        else
            time_kernel(number, fresh, samples, target, clock, empty);
    }
    return 0;
}
