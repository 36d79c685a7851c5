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

static double criticals(int threads, int length) {
  double begin = omp_get_wtime();
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < REPEATS / threads; i++) {
#pragma omp critical
    work(length);
  }
  return (omp_get_wtime() - begin) / (REPEATS / threads * threads);
}

static double atomics(int threads) {
  static double sum;
  double begin = omp_get_wtime();
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < 10 * REPEATS / threads; i++) {
#pragma omp atomic
    sum += 1.0;
  }
  return (omp_get_wtime() - begin) / (10 * REPEATS / threads * threads);
}

/* One update of places all over a table, the time of each thread's own. */
static double scattered(int threads) {
  double begin = omp_get_wtime();
#pragma omp parallel num_threads(threads)
  {
    unsigned next = 12345u + 7919u * omp_get_thread_num();
    for (int i = 0; i < 10 * REPEATS; i++) {
      next = next * 1664525u + 1013904223u;
#pragma omp atomic
      table[next >> 18]++;
    }
  }
  return (omp_get_wtime() - begin) / (10 * REPEATS);
}

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
      if (threads < 1)
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
      printf("critical_s %d %.9g\n", threads, criticals(threads, length) - reference);
      printf("atomic_s %d %.9g\n", threads, atomics(threads));
      printf("line_s %d %.9g\n", threads, (scattered(threads) - apart) * threads / (threads - 1));
      printf("dispatch_s %d %.9g\n", threads, dispatches(threads, length) - reference);
    }
  }
  printf("end\n");
  return 0;
}
