#ifndef __SAD_X86INTRIN_H
#define __SAD_X86INTRIN_H
#include <immintrin.h>
#endif
