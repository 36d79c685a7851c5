#ifndef __SAD_VALUES_H
#define __SAD_VALUES_H
#include <features.h>
#include <limits.h>
#include <float.h>
#define MAXINT INT_MAX
#define MAXLONG LONG_MAX
#define MAXSHORT SHRT_MAX
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MINFLOAT FLT_MIN
#endif
