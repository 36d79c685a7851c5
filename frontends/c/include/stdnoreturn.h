#ifndef __SAD_STDNORETURN_H
#define __SAD_STDNORETURN_H
#define noreturn _Noreturn
#endif
