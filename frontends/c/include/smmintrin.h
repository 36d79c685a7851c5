#ifndef __SAD_SMMINTRIN_H
#define __SAD_SMMINTRIN_H
#include <immintrin.h>
#endif
