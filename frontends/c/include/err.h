#ifndef __SAD_ERR_H
#define __SAD_ERR_H
#include <features.h>
#include <stdarg.h>
void err(int, const char *, ...);
void errx(int, const char *, ...);
void warn(const char *, ...);
void warnx(const char *, ...);
void verr(int, const char *, va_list);
void verrx(int, const char *, va_list);
#endif
