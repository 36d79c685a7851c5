#ifndef __SAD_TGMATH_H
#define __SAD_TGMATH_H
#include <math.h>
#include <complex.h>
#endif
