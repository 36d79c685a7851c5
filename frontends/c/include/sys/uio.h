#ifndef __SAD_SYS_UIO_H
#define __SAD_SYS_UIO_H
#include <features.h>
#include <sys/types.h>
struct iovec { void *iov_base; size_t iov_len; };
ssize_t readv(int, const struct iovec *, int);
ssize_t writev(int, const struct iovec *, int);
#endif
