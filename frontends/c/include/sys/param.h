#ifndef __SAD_SYS_PARAM_H
#define __SAD_SYS_PARAM_H
#include <features.h>
#include <limits.h>
#include <endian.h>
#define MAXPATHLEN 4096
#define MAXHOSTNAMELEN 64
#define NBBY 8
#define HZ 100
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#endif
