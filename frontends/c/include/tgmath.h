#ifndef __SAD_TGMATH_H
#define __SAD_TGMATH_H
#include <features.h>
#include <math.h>
#include <complex.h>
#endif
