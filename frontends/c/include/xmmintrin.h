#ifndef __SAD_XMMINTRIN_H
#define __SAD_XMMINTRIN_H
#include <immintrin.h>
#endif
