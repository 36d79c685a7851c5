#ifndef __SAD_MMINTRIN_H
#define __SAD_MMINTRIN_H
#include <immintrin.h>
#endif
