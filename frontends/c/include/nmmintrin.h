#ifndef __SAD_NMMINTRIN_H
#define __SAD_NMMINTRIN_H
#include <immintrin.h>
#endif
