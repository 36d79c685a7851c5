#ifndef __SAD_ALLOCA_H
#define __SAD_ALLOCA_H
#include <features.h>
#include <__sad_types.h>
void *alloca(size_t);
#endif
