#ifndef __SAD_SYS_TIMEB_H
#define __SAD_SYS_TIMEB_H
#include <features.h>
#include <sys/types.h>
struct timeb { time_t time; unsigned short millitm; short timezone, dstflag; };
int ftime(struct timeb *);
#endif
