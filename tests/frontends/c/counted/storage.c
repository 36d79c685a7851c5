#include <stddef.h>

//# constants (n): 0
#define SIZE 12
#define TWICE(x) ((x) + (x))
enum { FIRST = 3, SECOND, LAST = SECOND*2 };
static const int limit = 7;
static const int table[] = {2, 4, 6, 8};
int constants(int n)
{
    const int own = SIZE / 5;               //= 1
    const int other = n + 1;                //= 1
    for (int i = 0; i < SIZE; i++)          //= 1
        n++;                                //= 12
    for (int i = 0; i < TWICE(SIZE - 2); i++) //= 1
        n++;                                //= 20
    for (int i = FIRST; i < LAST; i++)      //= 1
        n++;                                //= 5
    for (int i = 0; i < limit; i++)         //= 1
        n++;                                //= 7
    for (int i = 0; i < own; i++)           //= 1
        n++;                                //= 2
    for (int i = 0; i < other; i++)         //= 1
        n++;                                //= 1
    for (int i = 0; i < table[2]; i++)      //= 1
        n++;                                //= 6
    for (int i = 0; i < sizeof table / sizeof table[0]; i++) //= 1
        n++;                                //= 4
    for (int i = 0; i < 0x10 + 010 + '\n' + 'a' - 'a'; i++) //= 1
        n++;                                //= 34
    return n;                               //= 1
}

//# sizes (n): 3
struct layout { char c; double d; int i; short s[3]; };
struct outer { int n; struct layout inner; };
struct tail { int n; double data[]; };
int sizes(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < sizeof(struct layout); i++) //= 1
        k++;                                //= 32
    for (int i = 0; i < offsetof(struct layout, s); i++) //= 1
        k++;                                //= 20
    for (int i = 0; i < sizeof(struct tail); i++) //= 1
        k++;                                //= 8
    for (int i = 0; i < sizeof(long double) + sizeof(void *); i++) //= 1
        k++;                                //= 24
    for (int i = 0; i < sizeof(char[n][4]); i++) //= 1
        k++;                                //~ 12
    for (int i = 0; i < sizeof k++; i++)    //= 1
        k += 0;                             //= 4
    for (int i = 0; i < sizeof(1 ? 1 : 2.0); i++) //= 1
        k++;                                //= 8
    for (int i = 0; i < _Alignof(double); i++) //= 1
        k++;                                //= 8
    for (int i = 0; i < sizeof "text"; i++) //= 1
        k++;                                //= 5
    for (int i = 0; i < sizeof sizeof k + sizeof(n < 2.0) + sizeof 'a' + sizeof 1.0f; i++) //= 1
        k++;                                //= 20
    for (int i = 0; i < sizeof L"ab" + sizeof(*&k + 1L) + sizeof(&k + 1); i++) //= 1
        k++;                                //= 28
    for (int i = 0; i < offsetof(struct outer, inner.s[2]); i++) //= 1
        k++;                                //= 32
    return k;                               //= 1
}

//# kept (n): 0 | 3
static int calls(void)
{
    static int count = 2;
    return ++count;                         //= n
}
int kept(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++)             //= 1
        k = calls();                        //= n
    for (int i = 0; i < k; i++)             //= 1
        n++;                                //~ n + 2 if n else 0
    return k;                               //= 1
}

//# globals (n): 0 | 4
int width;
static int height;
static void set(int n)
{
    width = n;                              //= 1
    height = width + 1;                     //= 1
}
static int area(void)
{
    int k = 0;                              //= 1
    for (int i = 0; i < width; i++)         //= 1
        for (int j = 0; j < height; j++)    //= n
            k++;                            //= n*(n + 1)
    return k;                               //= 1
}
int globals(int n)
{
    set(n);                                 //= 1
    area();                                 //= 1
    height -= 1;                            //= 1
    for (int i = 0; i < height; i++)        //= 1
        width++;                            //= n
    return width;                           //= 1
}

//# scopes (n): 1 | 4
int scopes(int n)
{
    int i = n, k = 0;                       //= 1
    {
        int n = 3;                          //= 1
        for (int i = 0; i < n; i++)         //= 1
            k++;                            //= 3
    }
    for (int n = 0; n < i; n++) {           //= 1
        int i = 2;                          //= n
        while (i--)                         //= 3*n
            k++;                            //= 2*n
    }
    for (int j = 0; j < i; j++)             //= 1
        k++;                                //= n
    return k;                               //= 1
}
