#ifndef __SAD_FEATURES_H
#define __SAD_FEATURES_H
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) ((2 << 16) + 36 >= ((major) << 16) + (minor))
/* What programs may ask for, and what they have if they ask for nothing. */
#ifdef _GNU_SOURCE
#undef _DEFAULT_SOURCE
#undef _POSIX_C_SOURCE
#undef _POSIX_SOURCE
#undef _XOPEN_SOURCE
#define _DEFAULT_SOURCE 1
#define _XOPEN_SOURCE 700
#define _XOPEN_SOURCE_EXTENDED 1
#elif defined _BSD_SOURCE || defined _SVID_SOURCE
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#elif !defined __STRICT_ANSI__ && !defined _DEFAULT_SOURCE && !defined _ISOC99_SOURCE && \
    !defined _ISOC11_SOURCE && !defined _POSIX_SOURCE && !defined _POSIX_C_SOURCE && \
    !defined _XOPEN_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#ifdef _DEFAULT_SOURCE
#undef _ATFILE_SOURCE
#define _ATFILE_SOURCE 1
#endif
#if !defined _POSIX_SOURCE && !defined _POSIX_C_SOURCE && \
    (defined _DEFAULT_SOURCE || !defined __STRICT_ANSI__ || \
     (defined _XOPEN_SOURCE && (_XOPEN_SOURCE - 0) >= 500))
#define _POSIX_SOURCE 1
#if !defined _XOPEN_SOURCE || (_XOPEN_SOURCE - 0) >= 700
#define _POSIX_C_SOURCE 200809L
#elif (_XOPEN_SOURCE - 0) >= 600
#define _POSIX_C_SOURCE 200112L
#elif (_XOPEN_SOURCE - 0) >= 500
#define _POSIX_C_SOURCE 199506L
#else
#define _POSIX_C_SOURCE 2
#endif
#endif
#if (_POSIX_C_SOURCE - 0) >= 200809L
#undef _ATFILE_SOURCE
#define _ATFILE_SOURCE 1
#endif
#endif
