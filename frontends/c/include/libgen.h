#ifndef __SAD_LIBGEN_H
#define __SAD_LIBGEN_H
#include <features.h>
char *basename(char *);
char *dirname(char *);
#endif
