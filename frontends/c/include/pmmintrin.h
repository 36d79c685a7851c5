#ifndef __SAD_PMMINTRIN_H
#define __SAD_PMMINTRIN_H
#include <immintrin.h>
#endif
