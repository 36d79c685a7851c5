#ifndef __SAD_TMMINTRIN_H
#define __SAD_TMMINTRIN_H
#include <immintrin.h>
#endif
