#ifndef __SAD_ERROR_H
#define __SAD_ERROR_H
void error(int, int, const char *, ...);
#endif
