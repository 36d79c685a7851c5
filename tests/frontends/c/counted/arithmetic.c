#include <complex.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

//# promotions (n): 5 | 200
int promotions(int n)
{
    unsigned char c = n, d = 250;           //= 1
    signed char s = -1;                     //= 1
    unsigned u = 10;                        //= 1
    long l = 3000000000;                    //= 1
    int k = 0;                              //= 1
    for (int i = 0; i < c + d; i++)         //= 1
        k++;                                //= n + 250
    d += 10;                                //= 1
    for (int i = 0; i < d; i++)             //= 1
        k++;                                //= 4
    c += 100;                               //= 1
    for (int i = 0; i < c; i++)             //= 1
        k++;                                //= (n + 100) % 256
    for (int i = 0; i < (unsigned char)s / 5; i++) //= 1
        k++;                                //= 51
    if (s < u)                              //= 1
        k++;                                //= 0
    if (-1 < 1u)                            //= 1
        k++;                                //= 0
    if (s < 0)                              //= 1
        k++;                                //= 1
    if (l > INT_MAX)                        //= 1
        k++;                                //= 1
    for (int i = 0; i < (int)3.9 + (int)-2.5 + '0' - 40; i++) //= 1
        k++;                                //= 9
    for (int i = 0; i < 5u - 3; i++)        //= 1
        k++;                                //= 2
    for (uint8_t i = 250; i; i++)           //= 1
        k++;                                //~ 6
    return k;                               //= 1
}

//# folded (n): 0
enum wide { SMALL = -1, BIG = 1 << 20 };
int folded(int n)
{
    int k = 0;                              //= 1
    if (0u - 1 > 5)                         //= 1
        k++;                                //= 1
    if (~0u / 2 == INT_MAX)                 //= 1
        k++;                                //= 1
    if (sizeof(int) - 5 > 0)                //= 1
        k++;                                //= 1
    if (SMALL < 0 && SMALL < sizeof k)      //= 1
        k++;                                //= 0
    if ((unsigned char)~0 == 255 && (signed char)200 < 0) //= 1
        k++;                                //= 1
    if (-7 / 2 == -3 && -7 % 2 == -1 && -7 >> 1 == -4) //= 1
        k++;                                //= 1
    if ((1 ? -1 : 0u) > 0)                  //= 1
        k++;                                //= 1
    if (-1L < 0u)                           //= 1
        k++;                                //= 1
    if (1 << 31 - 1 > 0 && 0xFFFFFFFF > 0 && !(-1 > 0xFFFFFFFF)) //= 1
        k++;                                //= 1
    return k;                               //= 1
}

//# divisions (n): 0 | 1 | 7 | 12
int divisions(int n)
{
    int k = 0, m = -n;                      //= 1
    for (int i = 0; i < n / 3; i++)         //= 1
        k++;                                //= n//3
    for (int i = 0; i < n % 3; i++)         //= 1
        k++;                                //= n % 3
    for (int i = m / 3; i < 0; i++)         //= 1
        k++;                                //= n//3
    for (int i = m % 3; i < 0; i++)         //= 1
        k++;                                //= n % 3
    for (int i = 0; i < (n + 7 & ~7); i++)  //= 1
        k++;                                //= (n + 7)//8*8
    for (int i = 0; i < n >> 2; i++)        //= 1
        k++;                                //= n//4
    for (int i = 0; i < 1 << n % 4; i++)    //= 1
        k++;                                //= 2**(n % 4)
    for (int i = 0; i < (n & 5) + (n | 2) - (n ^ 9); i++) //= 1
        k++;                                //~ max(0, (n & 5) + (n | 2) - (n ^ 9))
    for (int i = m >> 1; i < 0; i++)        //= 1
        k++;                                //= (n + 1)//2
    return k;                               //= 1
}

//# extremes (n): 0 | 4 | 9
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
int extremes(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < MIN(n, 5); i++)     //= 1
        k++;                                //= min(n, 5)
    for (int i = 0; i < n; i += 4)          //= 1
        for (int j = i; j < MIN(i + 4, n); j++) //= (n + 3)//4
            k++;                            //= n
    for (int i = 0; i < MAX(n, 5); i++)     //= 1
        k++;                                //= max(n, 5)
    for (int i = -abs(-n); i < 0; i++)      //= 1
        k++;                                //= n
    for (int i = 0; i < (n > 3) + !n + !!n; i++) //= 1
        k++;                                //= (n > 3) + 1
    return k;                               //= 1
}

//# assigned (n): 2 | 5
int assigned(int n)
{
    int a, b, c, k = 0;                     //= 1
    a = b = c = n;                          //= 1
    a += b *= 2;                            //= 1
    c <<= 1;                                //= 1
    c |= 1;                                 //= 1
    b = a++ + ++c;                          //= 1
    for (int i = 0; i < a; i++)             //= 1
        k++;                                //= 3*n + 1
    for (int i = 0; i < b; i++)             //= 1
        k++;                                //~ 5*n + 2
    b = 17;                                 //= 1
    b %= 5;                                 //= 1
    b ^= 1;                                 //= 1
    b -= -1;                                //= 1
    for (int i = 0; i < b; i++)             //= 1
        k++;                                //= 4
    return k;                               //= 1
}

//# reals (n): 4
int reals(int n)
{
    float f = n;                            //= 1
    double d = sqrt(n) + f/2;               //= 1
    long double q = d*2.0L;                 //= 1
    double complex z = d + 2.0*I;           //= 1
    for (int i = 0; i < n; i++)             //= 1
        z = z*z + conj(z)/cabs(z);          //= n
    if (d > 1e300)                          //= 1
        f = creal(z);                       //~ 0
    for (int i = 0; i < (int)q; i++)        //= 1
        n++;                                //~ 8
    return f + n;                           //= 1
}
