#ifndef __SAD_SCHED_H
#define __SAD_SCHED_H
#include <features.h>
#include <sys/types.h>
#include <time.h>
typedef struct { unsigned long __bits[16]; } cpu_set_t;
struct sched_param { int sched_priority; };
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
void CPU_ZERO(cpu_set_t *);
void CPU_SET(int, cpu_set_t *);
int CPU_ISSET(int, cpu_set_t *);
int sched_yield(void);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
int sched_getaffinity(pid_t, size_t, cpu_set_t *);
int sched_getcpu(void);
#endif
