static double w; static int gk;
static int nx(int i) { gk++; return i + 1 + (gk > 2); }
int main(void) {
 int i, j, k = 0, s[5] = {1,2,3,1,1};
 for (i = 0; i < 20; i += (i & 1) ? 3 : 1)
   w += 1.0;
 for (i = 0; i < 20; i += s[i % 5])
   w += 1.0;
 for (i = 0; i < 20; i = nx(i))
   w += 1.0;
 for (i = 0, j = 10; i < j; i++, j--)
   w += 1.0;
 for (i = 0, j = 0; i < 10; j++, i += j)
   w += 1.0;
 for (i = 1; i < 100; i += i)
   w += 1.0;
 for (i = 0; i < 10; i += i < 5 ? 1 : 2)
   w += 1.0;
 for (i = 0; i < 10; k++ % 2 ? i++ : (i += 2))
   w += 1.0;
 for (i = 10; i; i -= i > 3 ? 3 : 1)
   w += 1.0;
 for (i = 0; i < 10; i += (k = 2))
   w += 1.0;
 for (i = 0; i++ < 7; )
   w += 1.0;
 for (i = 8; i-- > 0; i--)
   w += 1.0;
 for (i = 0; i < 10; i++)
   { w += 1.0;
 if (i == 3) i += 2; }
 for (i = 0; i < 10; i += 1 + !i)
   w += 1.0;
 for (i = 0, k = 1; i < 40; i += k, k *= 2)
   w += 1.0;
 for (i = 0, k = 4; i < k; i++)
   { w += 1.0;
 if (i == 2) k = 6; }
 for (i = 3; i != 0 ? 1 : 0; --i)
   w += 1.0;
 for (int *p = s; p < s + 5; p += *p)
   w += 1.0;
 for (i = 0; i < 10 && (k = i) < 6; i++)
   w += 1.0;
 for (i = 0; i < 10 || 0; i += 4)
   w += 1.0;
 for (i = 0; (i += 2) < 9; i++)
   w += 1.0;
 for (i = 0; i < 9; i = i | 1, i++)
   w += 1.0;
 for (i = 0; i < 9; i ^= 1, i += 3)
   w += 1.0;
 for (unsigned u = 5; u-- > 0; )
   w += 1.0;
 for (unsigned char c = 250; c > 5; c++)
   w += 1.0;
 for (signed char c = 0; c < 100; c += 30)
   w += 1.0;
 return 0; }
