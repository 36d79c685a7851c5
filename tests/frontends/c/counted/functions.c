#include <stdlib.h>

//# recursive (n): 0 | 1 | 5
static int depth(int n)
{
    if (n <= 0)                             //~ n + 1
        return 0;                           //~ 1
    return 1 + depth(n - 1);                //~ n
}
static int odd(int n);
static int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);         //~ n//2 + 1
}
static int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);        //~ (n + 1)//2
}
int recursive(int n)
{
    int k = depth(n);                       //= 1
    k += even(n);                           //= 1
    return k;                               //= 1
}

//# pointed (n): 0 | 4
static int twice(int i)
{
    return 2*i;                             //= n
}
static int apply(int (*f)(int), int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++)             //= 1
        k += f(i);                          //= n
    return k;                               //= 1
}
static double half(double x)
{
    return x/2;                             //~ n
}
static double (*const only)(double) = half;
int pointed(int n)
{
    int k = apply(twice, n);                //= 1
    for (int i = 0; i < n; i++)             //= 1
        k += only(i);                       //= n
    return k;                               //= 1
}

//# passed_on (n): 0 | 4
static int thrice(int i)
{
    return 3*i;                             //= n
}
static int call_it(int (*f)(int), int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++)             //= 1
        k += (*f)(i);                       //= n
    return k;                               //= 1
}
static int pass_on(int (*f)(int), int n)
{
    return call_it(f, n) + 1;               //= 1
}
int passed_on(int n)
{
    return pass_on(&thrice, n);             //= 1
}

//# kept (n): 0 | 4
static int fourth(int i)
{
    return i/4;                             //~ n
}
static int keep(int (*f)(int), int n)
{
    struct { int (*f)(int); int times; } own;
    int k = 0;                              //= 1
    own.f = f;                              //= 1
    own.times = n;                          //= 1
    for (int i = 0; i < own.times; i++)     //= 1
        k += own.f(i);                      //= n
    return k;                               //= 1
}
int kept(int n)
{
    return keep(fourth, n);                 //= 1
}

//# by_name (n): 0 | 4
struct operations { void (*start)(int); int (*step)(int); };
static void begin(int i)
{
    i++;                                    //~ 1
}
static int step(int i)
{
    return i + 1;                           //~ n
}
static struct operations all = {begin, .step = step};
int by_name(int n)
{
    int k = 0;                              //= 1
    all.start(n);                           //= 1
    while (k < n)                           //~ n + 1
        k = all.step(k);                    //~ n
    return k;                               //= 1
}

//# unknown_target (n): 0 | 4
static int plus(int i)
{
    return i + 1;                           //~ n - n//2
}
static int minus(int i)
{
    return i - 1;                           //~ n//2
}
int unknown_target(int n)
{
    int (*f)(int), k = 0;                   //= 1
    for (int i = 0; i < n; i++) {           //= 1
        f = i % 2 ? minus : plus;           //= n
        k += (*f)(i);                       //= n
    }
    return k;                               //= 1
}

//# sorted (n): 0 | 1
static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b; //~ 0
}
int sorted(int n)
{
    int a[4] = {4, 3, 2, 1};                //= 1
    qsort(a, n, sizeof *a, compare);        //= 1
    for (int i = 0; i < n; i++)             //= 1
        a[i]++;                             //= n
    return a[0];                            //= 1
}

//# old_style (n): 0 | 3
static int old(n, x)
int n;
double x;
{
    int k = 0;                              //= 1
    while (n-- > 0)                         //= n + 1
        k += x;                             //= n
    return k;                               //= 1
}
int old_style(n)
{
    register int k = old(n, 2.5);           //= 1
    return k;                               //= 1
}

//# statement_expressions (n): 0 | 3
#define LARGER(a, b) ({ int x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; })
int statement_expressions(int n)
{
    int k = LARGER(n, 2);                   //= 1
    for (int i = 0; i < k; i++)             //= 1
        n++;                                //= max(n, 2)
    return n;                               //= 1
}

//# repeated (n): 0 | 3
#define REPEAT(m, what) do { for (int r_ = 0; r_ < (m); r_++) { what; } } while (0)
#define NEXT(i) \
    k += i; \
    k--
int repeated(int n)
{
    int k = 0;                              //= 1
    REPEAT(n, k++);                         //~ 1
    if (k)                                  //= 1
        REPEAT(2,                           //= n > 0
               k--);
    for (int i = 0; i < n; i++) {           //= 1
        NEXT(i);                            //= n
    }
    return k;                               //= 1
}

//# rounds (n): 0 | 3
static inline int square(int i)
{
    return i*i;                             //= 2*n
}
static void nothing(void)
{
}
int rounds(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        k += square(i) + square(k);         //= n
        nothing();                          //= n
        ;
    }
    return k;                               //= 1
}

//# placed (n): 0 | 3
struct item { int low, high; };
static int calls;
static int next(void)
{
    calls++;                                //= 14*max(n, 0) + 2
    return calls & 1;                       //= 14*max(n, 0) + 2
}
static int *behind(int *a)
{
    return a + next();                      //= 2*max(n, 0)
}
int placed(int n)
{
    int a[3] = {1, 2, 3}, k = 0;            //= 1
    struct item all[2] = {{1, 2}, {3, 4}}, one = all[next()];   //= 1
    struct item made[2] = {all[next()], one};   //= 1
    for (int i = 0; i < n; i++) {           //= 1
        a[next()]++;                        //= n
        k += a[next()]--;                   //= n
        a[next()] *= 2;                     //= n
        k = a[next()] = 3;                  //= n
        *behind(a) += 2;                    //= n
        k += ++*behind(a);                  //= n
        all[next()] = one;                  //= n
        one = all[next()];                  //= n
        all[next()].low += next();          //= n
        a[next()] = a[next()] = i;          //= n
        a[next()] += a[next()];             //= n
    }
    return k + made[0].low;                 //= 1
}

//# handed_on (n): 0 | 4
static int doubled(int i)
{
    return 2*i;                             //~ n
}
static int reduced(int i)
{
    return i - 1;                           //~ n + 1
}
static int started(int (*f)(int), int n)
{
    int k = 0;                              //= 2
    for (int i = 0; i < n; i++)             //= 2
        k += f ? f(i) : 7;                  //~ 2*n
    return k;                               //= 2
}
int handed_on(int n)
{
    int (*chosen)(int) = n > 9 ? reduced : doubled;     //= 1
    int (*const all[2])(int) = {reduced, doubled};      //= 1
    int k = all[n & 1](3);                  //= 1
    k += started(chosen, n);                //= 1
    k += started(all[n & 1], n);            //= 1
    return k;                               //= 1
}
