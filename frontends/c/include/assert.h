/* May be included again with another NDEBUG. */
#include <features.h>
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __sad_abort__())
#endif
#ifndef __SAD_ASSERT_H
#define __SAD_ASSERT_H
void __sad_abort__(void);
#define static_assert _Static_assert
#endif
