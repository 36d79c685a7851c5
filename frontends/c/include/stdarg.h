#ifndef __SAD_STDARG_H
#define __SAD_STDARG_H
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
#define va_start(ap, ...) __builtin_va_start(ap)
#define va_end(ap) __builtin_va_end(ap)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_arg(ap, type) __builtin_va_arg(ap, type)
#define __va_copy(to, from) __builtin_va_copy(to, from)
#endif
