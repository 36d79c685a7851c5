#ifndef __SAD_SEMAPHORE_H
#define __SAD_SEMAPHORE_H
#include <features.h>
typedef struct { long __state[4]; } sem_t;
int sem_init(sem_t *, int, unsigned int);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);
#endif
