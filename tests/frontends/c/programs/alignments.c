#include <stddef.h>
static double w;
struct a1 { char c; int i; } __attribute__((packed)); struct a2 { char c; struct a1 a; double d; };
struct b1 { char c; int i __attribute__((packed)); }; struct b2 { char c; char d __attribute__((aligned(8))); };
typedef int ai __attribute__((aligned(32))); struct c1 { char c; ai x; };
typedef float v8 __attribute__((vector_size(32)));
#pragma pack(push, 2)
struct p2 { char c; int i; double d; };
#pragma pack(push, 1)
struct p1 { char c; long l; };
#pragma pack(pop)
struct p3 { char c; long l; };
#pragma pack(pop)
struct p4 { char c; long l; };
struct z0 { }; struct f1 { int n; char s[]; }; struct f0 { int n; int s[0]; };
struct bf { unsigned a : 3, b : 30; char c; }; struct bf2 { char a : 2; int : 0; char b : 3; }; struct bf3 { long x : 40; int y : 20; };
struct __attribute__((packed)) bf4 { unsigned a : 3, b : 30; };
union u1 { char c[5]; int i; } ; union __attribute__((packed)) u2 { char c[5]; int i; };
struct _a { _Alignas(16) char c; }; enum __attribute__((packed)) pe { E1, E2 }; enum le { LE = 0x100000000L };
typedef unsigned ud __attribute__((mode(DI))); typedef int qi __attribute__((mode(QI)));
struct n1 { struct { char x; short y; } m[3]; char e; };
typedef struct { char c; long double d; } ld; struct cx { char c; _Complex double z; };
int main(void) {
 for (int q = 0; q < (int)(sizeof(struct a1)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct a2)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct b1)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct b2)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct c1)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(v8)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct p2)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct p1)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct p3)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct p4)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct z0)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct f1) + sizeof(struct f0)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct bf)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct bf2)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct bf3)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct bf4)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(union u1)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(union u2)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct _a)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(enum pe)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(enum le)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(ud) + sizeof(qi)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct n1)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(ld)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(struct cx)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(offsetof(struct n1, m[2].y)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(offsetof(struct a2, d)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof("ab\0c")); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof 'a' + sizeof(1.0f) + sizeof(void) + sizeof(main)); q++)
   w += 1.0;
 char s[] = "hello";
 for (int q = 0; q < (int)(sizeof s); q++)
   w += 1.0;
 int z[] = { [4] = 1, 2 };
 for (int q = 0; q < (int)(sizeof z / sizeof *z); q++)
   w += 1.0;
 for (int q = 0; q < (int)(_Alignof(ai) + _Alignof(struct p2)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(short) + sizeof(1 ? (char)1 : (short)2) + sizeof(+(char)1)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(sizeof(__int128)); q++)
   w += 1.0;
 return 0; }
