/* Times of memory and of OpenMP's constructs for some numbers of threads, in rounds, each round with all of them.

   Arguments: rounds, then numbers of threads. Lines: NAME THREADS SECONDS, and for memory NAME THREADS
   SECONDS BYTES; each round prints its own. Constructs are timed as the difference to the same work without
   them (the method of the EPCC micro-benchmarks, Bull 1999). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 8000000L
#define REPEATS 2000

static double *a, *b, *c, *d;
static volatile double sink;
static int table[1 << 14];

static void work(int length) {
  double x = 0.0;
  for (int i = 0; i < length; i++)
    x += i;
  if (x < 0.0)
    sink = x;
}

static double alone(int length) {
  double begin = omp_get_wtime();
  for (int i = 0; i < REPEATS; i++)
    work(length);
  return (omp_get_wtime() - begin) / REPEATS;
}

static double forks(int threads, int length) {
  double begin = omp_get_wtime();
  for (int i = 0; i < REPEATS; i++) {
#pragma omp parallel num_threads(threads)
    work(length);
  }
  return (omp_get_wtime() - begin) / REPEATS;
}

static double reductions(int threads, int length) {
  double sum = 0.0, begin = omp_get_wtime();
  for (int i = 0; i < REPEATS; i++) {
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    {
      work(length);
      sum += 1.0;
    }
  }
  sink = sum;
  return (omp_get_wtime() - begin) / REPEATS;
}

static double barriers(int threads, int length) {
  double begin = omp_get_wtime();
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < REPEATS; i++) {
    work(length);
#pragma omp barrier
  }
  return (omp_get_wtime() - begin) / REPEATS;
}

/* What threads fight over. The time of one update by any of them is taken from batches in which all the
   others made about as many: a thread that waits for a processor leaves the others alone, and these batches
   do not count. The result is the median of batches; less than 0 if threads hardly met. */
#define MOST_THREADS 1024
#define MOST_BATCHES 400
#define LEAST_BATCHES 20
#define LONGEST 0.3

static struct place {
  volatile long done;
  char apart[120];
} places[MOST_THREADS];
static double batches[MOST_BATCHES];
static volatile int number, stop;

static int upward(const void *one, const void *other) {
  double a1 = *(const double *)one, a2 = *(const double *)other;
  return (a1 > a2) - (a1 < a2);
}

/* How many updates the others made since they were looked at; -1 if one of them did not keep up. */
static long others(int own, int threads, const long *before, long batch) {
  long all = 0;
  for (int t = 0; t < threads; t++) {
    if (t == own)
      continue;
    long made = places[t].done - before[t];
    if (made < batch / 2 || made > 2 * batch)
      return -1;
    all += made;
  }
  return all;
}

#define MEET(NAME, BATCH, UPDATE)                                              \
  static double NAME(int threads) {                                            \
    number = stop = 0;                                                         \
    _Pragma("omp parallel num_threads(threads)") {                             \
      int own = omp_get_thread_num();                                          \
      unsigned next = 12345u + 7919u * own;                                    \
      long *before = malloc(threads * sizeof *before);                         \
      places[own].done = 0;                                                    \
      _Pragma("omp barrier") double start = omp_get_wtime();                   \
      while (!stop && before != NULL) {                                        \
        for (int t = 0; t < threads; t++)                                      \
          before[t] = places[t].done;                                          \
        double begin = omp_get_wtime();                                        \
        for (int i = 0; i < BATCH; i++) {                                      \
          UPDATE;                                                              \
          if (i % 16 == 15)                                                    \
            places[own].done += 16;                                            \
        }                                                                      \
        double end = omp_get_wtime();                                          \
        long more = others(own, threads, before, BATCH);                       \
        if (more >= 0) {                                                       \
          _Pragma("omp critical(batches)") {                                   \
            if (number < MOST_BATCHES)                                         \
              batches[number++] = (end - begin) / (BATCH + more);              \
          }                                                                    \
        }                                                                      \
        if (number == MOST_BATCHES || end - start > LONGEST)                   \
          stop = 1;                                                            \
      }                                                                        \
      free(before);                                                            \
    }                                                                          \
    if (number < LEAST_BATCHES)                                                \
      return -1.0;                                                             \
    qsort(batches, number, sizeof *batches, upward);                           \
    return batches[number / 2];                                                \
  }

static double sum;
MEET(atomics, 512, next++; _Pragma("omp atomic") sum += 1.0)
MEET(scattered, 512, next = next * 1664525u + 1013904223u; _Pragma("omp atomic") table[next >> 18]++)
MEET(criticals, 64, next++; _Pragma("omp critical(fought)") work(200))

static double dispatches(int threads, int length) {
  double begin = omp_get_wtime();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (int i = 0; i < REPEATS * threads; i++)
    work(length);
  return (omp_get_wtime() - begin) / REPEATS;
}

static void memory(int threads) {
  double begin = omp_get_wtime(), sum = 0.0;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (long i = 0; i < LENGTH; i++)
    a[i] = b[i] + c[i] * d[i];
  printf("triad %d %.9g %.0f\n", threads, omp_get_wtime() - begin, LENGTH * 40.0);
  begin = omp_get_wtime();
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
  for (long i = 0; i < LENGTH; i += 8)
    sum += (a[i] + a[i + 1]) + (a[i + 2] + a[i + 3]) + ((a[i + 4] + a[i + 5]) + (a[i + 6] + a[i + 7]));
  sink = sum;
  printf("load %d %.9g %.0f\n", threads, omp_get_wtime() - begin, LENGTH * 8.0);
  begin = omp_get_wtime();
#pragma omp parallel for num_threads(threads) schedule(static)
  for (long i = 0; i < LENGTH; i++)
    b[i] = 0.5 * b[i];
  printf("update %d %.9g %.0f\n", threads, omp_get_wtime() - begin, LENGTH * 16.0);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 1;
  const int length = 200;
  a = malloc(LENGTH * sizeof *a);
  b = malloc(LENGTH * sizeof *b);
  c = malloc(LENGTH * sizeof *c);
  d = malloc(LENGTH * sizeof *d);
  if (a == NULL || b == NULL || c == NULL || d == NULL)
    return 1;
#pragma omp parallel for schedule(static)
  for (long i = 0; i < LENGTH; i++)
    a[i] = b[i] = c[i] = d[i] = 1.0;
  for (int round = 0; round < rounds; round++) {
    double reference = alone(length), apart = scattered(1);
    for (int place = 2; place < argc; place++) {
      int threads = atoi(argv[place]);
      if (threads < 1 || threads > MOST_THREADS)
        return 1;
      memory(threads);
      if (threads == 1) {
        printf("atomic_alone_s 1 %.9g\n", apart);
        continue;
      }
      double fork = forks(threads, length);
      printf("fork_join_s %d %.9g\n", threads, fork - reference);
      printf("reduction_s %d %.9g\n", threads, (reductions(threads, length) - fork) / threads);
      printf("barrier_s %d %.9g\n", threads, barriers(threads, length) - reference);
      double all = criticals(threads), one = atomics(threads), any = scattered(threads);
      if (all >= 0.0)
        printf("critical_s %d %.9g\n", threads, all - reference);
      if (one >= 0.0)
        printf("atomic_s %d %.9g\n", threads, one);
      if (any >= 0.0) /* of each thread: an update that meets the others, less one that does not */
        printf("line_s %d %.9g\n", threads, (any * threads - apart) * threads / (threads - 1));
      printf("dispatch_s %d %.9g\n", threads, dispatches(threads, length) - reference);
    }
  }
  printf("end\n");
  return 0;
}
