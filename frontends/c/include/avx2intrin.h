#ifndef __SAD_AVX2INTRIN_H
#define __SAD_AVX2INTRIN_H
#include <immintrin.h>
#endif
