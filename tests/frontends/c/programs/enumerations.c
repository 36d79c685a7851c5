#include <stddef.h>
#include <limits.h>
static double w;
struct st { char c; int i; };
enum { A = 'c' - 'a', B, C = sizeof(struct st), D = offsetof(struct st, i), E0 = (1 ? 3 : 9), F = -2, G, H = 7u % 4, I = (unsigned char)259, J = 5 / 2, K = !!4, L = ~0 + 3, M = 1 << 2, N = (int)3.99f, O = B > 0 && A, P = (int)sizeof("abc"), Q = _Alignof(double), R = CHAR_BIT, S = __builtin_constant_p(3) ? 2 : 6, T = __LINE__ - 5 };
enum big { X1 = 0x7fffffff, X2 = -1 }; enum { Y1 = 010, Y2 = 'ab' & 3, Y3 = sizeof(enum big), Y4 = sizeof(int[3]), Y5 = (long)1e1 , Y6 = (int)(float)16777217 - 16777214, Y7 = sizeof(L'a'), Y8='\x05', Y9 = sizeof(1 ? 1 : 2.0), Y10 = (_Bool)0.5};
int main(void) {
 for (int q = 0; q < (int)(A); q++)
   w += 1.0;
 for (int q = 0; q < (int)(B); q++)
   w += 1.0;
 for (int q = 0; q < (int)(C); q++)
   w += 1.0;
 for (int q = 0; q < (int)(D); q++)
   w += 1.0;
 for (int q = 0; q < (int)(E0); q++)
   w += 1.0;
 for (int q = 0; q < (int)(G + 3); q++)
   w += 1.0;
 for (int q = 0; q < (int)(H); q++)
   w += 1.0;
 for (int q = 0; q < (int)(I); q++)
   w += 1.0;
 for (int q = 0; q < (int)(J); q++)
   w += 1.0;
 for (int q = 0; q < (int)(K); q++)
   w += 1.0;
 for (int q = 0; q < (int)(L); q++)
   w += 1.0;
 for (int q = 0; q < (int)(M); q++)
   w += 1.0;
 for (int q = 0; q < (int)(N); q++)
   w += 1.0;
 for (int q = 0; q < (int)(O); q++)
   w += 1.0;
 for (int q = 0; q < (int)(P); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Q); q++)
   w += 1.0;
 for (int q = 0; q < (int)(R); q++)
   w += 1.0;
 for (int q = 0; q < (int)(S); q++)
   w += 1.0;
 for (int q = 0; q < (int)(T); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y1); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y2); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y3); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y4); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y5); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y6); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y7); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y8); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y9); q++)
   w += 1.0;
 for (int q = 0; q < (int)(Y10); q++)
   w += 1.0;
 { enum { A = 6, Z };
 for (int q = 0; q < (int)(Z); q++)
   w += 1.0; }
 for (int q = 0; q < (int)(A + 1); q++)
   w += 1.0;
 if (X2 < 0)
   w += 1.0;
 enum e2 { U1 = 1, U2 = 2 } e = U1;
 if (e - 2 < 0)
   w += 1.0;
 enum e3 { M1 = -1 } e3v = M1;
 if (e3v < 0)
   w += 1.0;
 return 0; }
