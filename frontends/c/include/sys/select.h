#ifndef __SAD_SYS_SELECT_H
#define __SAD_SYS_SELECT_H
#include <features.h>
typedef struct { unsigned long __bits[16]; } fd_set;
struct timeval;
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
void FD_ZERO(fd_set *);
void FD_SET(int, fd_set *);
void FD_CLR(int, fd_set *);
int FD_ISSET(int, fd_set *);
#define FD_SETSIZE 1024
#endif
