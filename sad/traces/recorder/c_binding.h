/* What wrappers of routines for C have in common. */
#ifndef C_BINDING_H
#define C_BINDING_H

#include "recorder.h"

#define SITE __builtin_return_address(0)

/* The body of a wrapper: what to record before the call that does the work, and after it. */
#define RECORDED(routine, before, call, after) \
    { \
        static int id; \
        const int on = record_begin(&id, routine, SITE); \
        if (on) { \
            before; \
        } \
        const int result = call; \
        if (on) { \
            after; \
        } \
        record_end(); \
        return result; \
    }

#endif
