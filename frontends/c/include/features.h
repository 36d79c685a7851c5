#ifndef __SAD_FEATURES_H
#define __SAD_FEATURES_H
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) ((2 << 16) + 36 >= ((major) << 16) + (minor))
#endif
