#ifndef __SAD_AVXINTRIN_H
#define __SAD_AVXINTRIN_H
#include <immintrin.h>
#endif
