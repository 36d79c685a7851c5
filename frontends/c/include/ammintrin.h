#ifndef __SAD_AMMINTRIN_H
#define __SAD_AMMINTRIN_H
#include <immintrin.h>
#endif
