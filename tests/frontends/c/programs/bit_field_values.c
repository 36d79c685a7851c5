static double w;
struct b { unsigned n : 3; int s : 4; unsigned char c : 2; _Bool f : 1; unsigned long q : 33; };
static struct b g = {9, 9, 5, 2, 0x300000001}; static struct b ga[2] = {{.s = -9}, {.n = 12, .c = 7}};
static struct { int a; struct b in; } nest = {3, {15, 7}}; static const struct b cg = {10};
static struct b mk(int k) { struct b r = {k, k, k, k, k}; return r; }
int main(void) {
 for (int q = 0; q < (int)(g.n); q++)
   w += 1.0;
 if (g.s == -7)
   w += 1.0;
 for (int q = 0; q < (int)(g.c); q++)
   w += 1.0;
 for (int q = 0; q < (int)(g.f); q++)
   w += 1.0;
 if (g.q == 0x100000001)
   w += 1.0;
 for (int q = 0; q < (int)(ga[0].s + 3); q++)
   w += 1.0;
 for (int q = 0; q < (int)(ga[1].n); q++)
   w += 1.0;
 for (int q = 0; q < (int)(nest.in.n); q++)
   w += 1.0;
 for (int q = 0; q < (int)(cg.n); q++)
   w += 1.0;
 struct b x = {0}; x.n = 7; x.n++;
 for (int q = 0; q < (int)(x.n); q++)
   w += 1.0;
 x.n = 5; x.n += 6;
 for (int q = 0; q < (int)(x.n); q++)
   w += 1.0;
 x.s = 7;
 for (int q = 0; q < (int)(x.s + 1); q++)
   w += 1.0;
 x.s++;
 for (int q = 0; q < (int)(x.s + 10); q++)
   w += 1.0;
 for (int q = 0; q < (int)((x.n = 12)); q++)
   w += 1.0;
 for (int q = 0; q < (int)(mk(13).n); q++)
   w += 1.0;
 struct b y = mk(6);
 for (int q = 0; q < (int)(y.c); q++)
   w += 1.0;
 for (int q = 0; q < (int)((int)mk(2).f); q++)
   w += 1.0;
 x.n = -1;
 for (int q = 0; q < (int)(x.n); q++)
   w += 1.0;
 if (x.n - 8 < 0)
   w += 1.0;
 x.n = 3;
 if (x.n > -1)
   w += 1.0;
 struct b *p = &x; p->n = 17;
 for (int q = 0; q < (int)(x.n); q++)
   w += 1.0;
 for (x.n = 0; x.n < 5; x.n += 2)
   w += 1.0;
 x.c--; x.c = 0; x.c--;
 for (int q = 0; q < (int)(x.c); q++)
   w += 1.0;
 x.n <<= 2; x.n = 3; x.n <<= 2;
 for (int q = 0; q < (int)(x.n); q++)
   w += 1.0;
 static struct b st = {.n = 20};
 for (int q = 0; q < (int)(st.n++); q++)
   w += 1.0;
 struct b z = {11, 11};
 for (int q = 0; q < (int)(z.n); q++)
   w += 1.0;
 struct b cl = (struct b){14};
 for (int q = 0; q < (int)(cl.n); q++)
   w += 1.0;
 x.f = 4;
 for (int q = 0; q < (int)(x.f); q++)
   w += 1.0;
 x.f += 3;
 for (int q = 0; q < (int)(x.f); q++)
   w += 1.0;
 x.q = 1L << 33;
 for (int q = 0; q < (int)(x.q); q++)
   w += 1.0;
 return 0; }
