#ifndef __SAD_MALLOC_H
#define __SAD_MALLOC_H
#include <features.h>
#include <stdlib.h>
struct mallinfo { int arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost; };
struct mallinfo mallinfo(void);
int mallopt(int, int);
int malloc_trim(size_t);
size_t malloc_usable_size(void *);
void cfree(void *);
#endif
