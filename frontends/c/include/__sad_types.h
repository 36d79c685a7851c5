#ifndef __SAD___SAD_TYPES_H
#define __SAD___SAD_TYPES_H
/* What several standard headers define together. */
typedef unsigned long size_t;
#define NULL ((void *)0)
#endif
