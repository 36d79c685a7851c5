#ifndef __SAD_MEMORY_H
#define __SAD_MEMORY_H
#include <string.h>
#endif
