static double w;
enum e2 { U1 = 1, U2 = 2 }; enum e3 { M1 = -1, M2 }; enum { BIG = 0x90000000, SM = 1 } eb; enum el { L1 = 1, L2 = 0x100000000L };
enum __attribute__((packed)) pe { E1, E2 }; enum pf { F1, F2 = 300, } __attribute__((packed)); typedef enum { T1, T2 = -3 } __attribute__((packed)) te;
enum fwd; struct hold { enum e2 x; unsigned y : 4; };
static int neg(enum e2 e) { return e - 2 < 0; }
static int neg3(enum e3 e) { return e - 2 < 0; }
int main(void) {
 enum e2 e = U1; enum e3 f = M1; struct hold h = {U1, 3};
 if (e - 2 < 0)
  w += 1.0;
 if (f < 0)
  w += 1.0;
 if (neg(e))
  w += 1.0;
 if (neg(U1))
  w += 1.0;
 if (neg3(M1))
  w += 1.0;
 if (U1 - 2 < 0)
  w += 1.0;
 if (h.x - 2 < 0)
  w += 1.0;
 if (h.y - 4 < 0)
  w += 1.0;
 eb = SM;
 if (eb - 2 > 0)
  w += 1.0;
 for (e = U1; e <= U2; e++)
  w += 1.0;
 for (e = U2; e > 0; e--)
  w += 1.0;
 for (int i = 0; i < (int)sizeof(enum pe) + (int)sizeof(enum pf) * 3 + (int)sizeof(te) * 10; i++)
  w += 1.0;
 for (int i = 0; i < (int)sizeof(enum el) + (int)sizeof(L2) + (int)sizeof(L1); i++)
  w += 1.0;
 for (int i = 0; i < (int)sizeof(enum e2) + (int)sizeof(U1) ; i++)
  w += 1.0;
 enum e2 g = -1;
 if (g > 5)
  w += 1.0;
 switch (e) { case U1: w += 1.0; break; case U2: w += 2.0; break; default:
  w += 1.0; }
 enum e2 { V = -4 } vv = V;
 if (vv < 0)
  w += 1.0;
 enum e2 v3 = V;
 if (v3 < 0)
  w += 1.0;
 return 0; }
