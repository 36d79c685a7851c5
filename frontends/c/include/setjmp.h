#ifndef __SAD_SETJMP_H
#define __SAD_SETJMP_H
#include <features.h>
typedef struct { long __registers[8]; } jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf);
int sigsetjmp(sigjmp_buf, int);
int _setjmp(jmp_buf);
void longjmp(jmp_buf, int);
void siglongjmp(sigjmp_buf, int);
void _longjmp(jmp_buf, int);
#define setjmp setjmp
#endif
