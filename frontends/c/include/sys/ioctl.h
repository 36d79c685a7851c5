#ifndef __SAD_SYS_IOCTL_H
#define __SAD_SYS_IOCTL_H
int ioctl(int, unsigned long, ...);
#endif
