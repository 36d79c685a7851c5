#ifndef __SAD_SYS_IOCTL_H
#define __SAD_SYS_IOCTL_H
#include <features.h>
int ioctl(int, unsigned long, ...);
#endif
