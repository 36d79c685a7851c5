/* What both recorders, of MPI and of OpenMP, write, and the clocks that they read. */
#ifndef RECORD_H
#define RECORD_H

#include <stdint.h>
#include <time.h>

/* One record of rN.bin, as sad/traces/format.py says. */
struct record {
    uint64_t wall_in, cpu_in, wall_out, cpu_out, bytes;
    int32_t partner, matched, tag;
    uint32_t site, request;
    uint16_t routine, comm;
};

static inline uint64_t now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* What one reading of a clock costs [ns]: the least mean of ten rounds. */
static inline double cost_of(clockid_t clock)
{
    enum { LOOKS = 1000 };
    double least = 1e9;
    for (int round = 0; round < 10; round++) {
        const uint64_t from = now(CLOCK_THREAD_CPUTIME_ID);
        for (int i = 0; i < LOOKS; i++)
            now(clock);
        const double mean = (double)(now(CLOCK_THREAD_CPUTIME_ID) - from) / LOOKS;
        if (mean < least)
            least = mean;
    }
    return least;
}

#endif
