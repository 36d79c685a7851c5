#ifndef __SAD_EMMINTRIN_H
#define __SAD_EMMINTRIN_H
#include <immintrin.h>
#endif
