#ifndef __SAD_WMMINTRIN_H
#define __SAD_WMMINTRIN_H
#include <immintrin.h>
#endif
