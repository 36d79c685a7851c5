#ifndef __SAD_LIBGEN_H
#define __SAD_LIBGEN_H
char *basename(char *);
char *dirname(char *);
#endif
