#ifndef __SAD_MEMORY_H
#define __SAD_MEMORY_H
#include <features.h>
#include <string.h>
#endif
