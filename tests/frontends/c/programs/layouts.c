#include <stddef.h>
struct __attribute__((packed)) p { char c; int i; };
struct al { char c; } __attribute__((aligned(16)));
struct both { char c; short s; } __attribute__((packed, aligned(4)));
typedef int v4 __attribute__((vector_size(16)));
typedef int ti __attribute__((mode(DI)));
typedef __attribute__((mode(QI))) unsigned int small;
typedef double d8 __attribute__((aligned(32)));
struct m { char c; int i __attribute__((packed)); short s; };
struct n { char c; d8 x; };
struct o { _Alignas(16) char c; char d; };
#pragma pack(push, 1)
struct r { char c; double d; };
#pragma pack(2)
struct h { char c; int i; };
#pragma pack(pop)
struct plain { char c; double d; };
_Pragma("pack(1)") struct q { char c; long l; };
#pragma pack()
struct bits { char c; int b : 5; };
struct more { int a : 3, : 0, b : 4; short s; };
struct wide { long a : 40; int b : 20; char c; };
struct tight { char c; int b : 12; int d : 14; } __attribute__((packed));
union u { char c[5]; int i; };
struct flexible { int n; char text[]; };
struct tail { int n; struct { char x, y; } z; char w; };
typedef struct __attribute__((__packed__)) { short s; long l; } anonymous;
#define SIZE(type) \
    for (i = 0; i < sizeof(type); i++) \
        w++
int main(void)
{
    int w = 0;                              //=
    unsigned i;
    for (i = 0; i < sizeof(struct p); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct al); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct both); i++)
        w++;                                //=
    for (i = 0; i < sizeof(v4); i++)
        w++;
    for (i = 0; i < sizeof(ti); i++)
        w++;
    for (i = 0; i < sizeof(small); i++)
        w++;
    for (i = 0; i < sizeof(struct m); i++)
        w++;
    for (i = 0; i < sizeof(struct n); i++)
        w++;
    for (i = 0; i < sizeof(struct o); i++)
        w++;
    for (i = 0; i < sizeof(struct r); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct h); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct plain); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct q); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct bits); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct more); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct wide); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct tight); i++)
        w++;                                //=
    for (i = 0; i < sizeof(union u); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct flexible); i++)
        w++;                                //=
    for (i = 0; i < sizeof(struct tail); i++)
        w++;                                //=
    for (i = 0; i < sizeof(anonymous); i++)
        w++;                                //=
    for (i = 0; i < offsetof(struct p, i) + offsetof(struct h, i); i++)
        w++;                                //=
    double x __attribute__((aligned(64)));
    for (i = 0; i < sizeof x; i++)
        w++;                                //=
    for (i = 0; i < __alignof__(x); i++)
        w++;
    for (i = 0; i < _Alignof(struct both) + __alignof__(struct p); i++)
        w++;                                //=
    v4 vector = {1, 2, 3, 4};
    for (i = 0; i < vector[1]; i++)
        w++;
    small few = 300;
    for (i = 0; i < few; i++)
        w++;
    return w < 0;
}
