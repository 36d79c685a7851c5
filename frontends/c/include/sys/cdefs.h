#ifndef __SAD_SYS_CDEFS_H
#define __SAD_SYS_CDEFS_H
#include <features.h>
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __P(args) args
#endif
