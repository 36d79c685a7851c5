#ifndef __SAD_BYTESWAP_H
#define __SAD_BYTESWAP_H
#include <features.h>
unsigned short bswap_16(unsigned short);
unsigned int bswap_32(unsigned int);
unsigned long bswap_64(unsigned long);
#endif
