#ifndef __SAD_THREADS_H
#define __SAD_THREADS_H
#include <features.h>
#include <time.h>
typedef unsigned long thrd_t;
typedef struct { long __state[5]; } mtx_t;
typedef struct { long __state[6]; } cnd_t;
typedef unsigned int tss_t;
typedef int once_flag;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);
#define thread_local _Thread_local
#define ONCE_FLAG_INIT 0
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };
int thrd_create(thrd_t *, thrd_start_t, void *);
int thrd_join(thrd_t, int *);
int thrd_detach(thrd_t);
void thrd_exit(int);
thrd_t thrd_current(void);
int thrd_equal(thrd_t, thrd_t);
void thrd_yield(void);
int thrd_sleep(const struct timespec *, struct timespec *);
int mtx_init(mtx_t *, int);
int mtx_lock(mtx_t *);
int mtx_trylock(mtx_t *);
int mtx_unlock(mtx_t *);
void mtx_destroy(mtx_t *);
int cnd_init(cnd_t *);
int cnd_wait(cnd_t *, mtx_t *);
int cnd_signal(cnd_t *);
int cnd_broadcast(cnd_t *);
void cnd_destroy(cnd_t *);
void call_once(once_flag *, void (*)(void));
int tss_create(tss_t *, tss_dtor_t);
void *tss_get(tss_t);
int tss_set(tss_t, void *);
void tss_delete(tss_t);
#endif
