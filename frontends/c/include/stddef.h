#ifndef __SAD_STDDEF_H
#define __SAD_STDDEF_H
#include <__sad_types.h>
typedef long ptrdiff_t;
typedef int wchar_t;
typedef struct { long long __a; long double __b; } max_align_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
