#ifndef __SAD_UTIME_H
#define __SAD_UTIME_H
#include <features.h>
#include <sys/types.h>
struct utimbuf { time_t actime, modtime; };
int utime(const char *, const struct utimbuf *);
#endif
