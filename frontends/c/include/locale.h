#ifndef __SAD_LOCALE_H
#define __SAD_LOCALE_H
#include <features.h>
#include <__sad_types.h>
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_MESSAGES 5
#define LC_ALL 6
struct lconv { char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol; };
char *setlocale(int, const char *);
struct lconv *localeconv(void);
#endif
