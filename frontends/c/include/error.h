#ifndef __SAD_ERROR_H
#define __SAD_ERROR_H
#include <features.h>
void error(int, int, const char *, ...);
#endif
