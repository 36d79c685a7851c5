#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int first, second; struct pair *next; };

//# read_inside () READ (n, m): 3 4 | 0 7
int read_inside(void)
{
    int n, m, k = 0;                        //= 1
    if (scanf("%d", &n) != 1)               //= 1
        return 1;                           //~ 0
    scanf("%d", &m);                        //~ 1
    for (int i = 0; i < n; i++)             //~ 1
        for (int j = 0; j < m; j++)         //~ n
            k++;                            //~ n*m
    return k;                               //~ 1
}

//# changed_in_call (n): 2 | 6
static int limit;
static void lower(void)
{
    limit--;                                //~ (n + 1)//2
}
int changed_in_call(int n)
{
    int k = 0;                              //= 1
    limit = n;                              //= 1
    for (int i = 0; i < limit; i++)         //= 1
        lower();                            //~ (n + 1)//2
    for (int i = 0; i < limit; i++)         //= 1
        k++;                                //~ n//2
    return k;                               //= 1
}

//# changed_by_pointer (n): 2 | 6
int changed_by_pointer(int n)
{
    int m = n, *p = &m, k = 0, **pp = &p;   //= 1
    for (int i = 0; i < m; i++)             //= 1
        --*p;                               //~ (n + 1)//2
    for (int i = 0; i < m; i++)             //= 1
        k++;                                //~ n//2
    **pp = 5;                               //= 1
    for (int i = 0; i < m; i++)             //= 1
        k++;                                //~ 5
    *pp = &n;                               //= 1
    *p = 1;                                 //= 1
    for (int i = 0; i < n; i++)             //= 1
        k++;                                //~ 1
    return k;                               //= 1
}

//# set_whole (n): 3
static void shift(int *a, int *b, int n)
{
    b[0] = 1;                               //= 1
    for (int i = 0; i < a[1]; i++)          //= 1
        n++;                                //~ 4
}
int set_whole(int n)
{
    int a[4] = {4, 4, 4, 4};                //= 1
    shift(a + 1, a, n);                     //= 1
    memset(a, 0, sizeof a);                 //= 1
    for (int i = 0; i < a[0]; i++)          //= 1
        n++;                                //~ 0
    memcpy(a, &n, sizeof n);                //= 1
    for (int i = 0; i < a[0]; i++)          //= 1
        n++;                                //~ 3
    return n;                               //= 1
}

//# kept_address (n): 3
static int *kept;
static void keep(int *p)
{
    kept = p;                               //= 1
}
static void change(void)
{
    *kept = 7;                              //= 1
}
int kept_address(int n)
{
    int m = n, k = 0;                       //= 1
    keep(&m);                               //= 1
    change();                               //= 1
    for (int i = 0; i < m; i++)             //= 1
        k++;                                //~ 7
    return k;                               //= 1
}

//# returned_address (n): 3
static int *choose(int *a, int *b)
{
    return a ? a : b;                       //= 1
}
int returned_address(int n)
{
    int a = 1, b = 2, k = 0;                //= 1
    *choose(&a, &b) = n;                    //= 1
    for (int i = 0; i < a; i++)             //= 1
        k++;                                //~ n
    for (int i = 0; i < b; i++)             //= 1
        k++;                                //~ 2
    return k;                               //= 1
}

//# member_pointers (n): 3
int member_pointers(int n)
{
    struct pair a = {1, 2, 0}, b = {3, 4, &a}, *p = &b; //= 1
    int k = 0;                              //= 1
    p->next->first = n + 3;                 //= 1
    for (int i = 0; i < a.first; i++)       //= 1
        k++;                                //~ n + 3
    for (; p; p = p->next)                  //~ 3
        k += p->second;                     //~ 2
    a = b;                                  //= 1
    for (int i = 0; i < a.first; i++)       //= 1
        k++;                                //~ 3
    b.next = &b;                            //= 1
    b.next->first = 9;                      //= 1
    for (int i = 0; i < b.first; i++)       //= 1
        k++;                                //~ 9
    return k;                               //= 1
}

//# order (n): 3
int order(int n)
{
    int i = 0, a[10] = {0}, k = 0;          //= 1
    a[i++] = n;                             //= 1
    a[i] = i;                               //= 1
    i = a[0];                               //= 1
    while (i --> 0)                         //~ n + 1
        a[i] += i ? --k : k++;              //~ n
    k = (i = 4) + i;                        //= 1
    for (int j = 0; j < i; j++)             //= 1
        k++;                                //= 4
    if ((i -= 4) || n++)                    //= 1
        i = n;                              //= 1
    for (int j = 0; j < i; j++)             //= 1
        k++;                                //= n + 1
    i = n > 2 ? (n += 2, n) : n--;          //= 1
    for (int j = 0; j < i; j++)             //= 1
        k++;                                //~ 6
    return k;                               //= 1
}

//# shadowed_in_switch (n): 0 | 1 | 5
int shadowed_in_switch(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < 3; i++) {           //= 1
        switch (n) {                        //= 3
            int i;
        case 0:
            i = 5;                          //= 3*(n == 0)
            k += i;                         //= 3*(n == 0)
            continue;                       //= 3*(n == 0)
        case 1:
            for (i = 0; i < 2; i++)         //= 3*(n == 1)
                if (i)                      //~ 6*(n == 1)
                    break;                  //~ 3*(n == 1)
        }
        k++;                                //= 3*(n != 0)
    }
    return k;                               //= 1
}

//# negative_steps (n): 0 | 5
int negative_steps(int n)
{
    int k = 0;                              //= 1
    for (int i = n; i; i--)                 //= 1
        k++;                                //= n
    for (int i = -n; i < n; i += 2)         //= 1
        k++;                                //= n
    for (int i = n; i > -n; i -= 3)         //= 1
        k++;                                //= (2*n + 2)//3
    for (unsigned i = n; i < 3; i--)        //= 1
        k++;                                //~ 1 if n < 3 else 0
    for (long long i = 1; i < 1LL << n; i <<= 1) //= 1
        k++;                                //= n
    for (int i = 1; i * i <= n; i++)        //= 1
        k++;                                //~ int(n**0.5)
    for (int i = n; i > 1; i /= 2)          //= 1
        k++;                                //~ 2 if n else 0
    return k;                               //= 1
}

//# both_ways (n): 1 | 6
int both_ways(int n)
{
    int lo = 0, hi = n, k = 0;              //= 1
    while (lo < hi) {                       //~ {1: 2, 6: 4}[n]
        int mid = lo + (hi - lo)/2;         //~ {1: 1, 6: 3}[n]
        if (mid*mid < n)                    //~ {1: 1, 6: 3}[n]
            lo = mid + 1;                   //~ {1: 1, 6: 2}[n]
        else
            hi = mid;                       //~ {1: 0, 6: 1}[n]
    }
    for (int i = 0, j = n; i < j; ) {       //= 1
        if (k++ & 1)                        //~ n
            i++;                            //~ n//2
        else
            j--;                            //~ (n + 1)//2
    }
    return k;                               //= 1
}

//# bytes (n): 3
static void zero(char *c)
{
    *c = 0;                                 //= 1
}
int bytes(int n)
{
    int m = 3, a[2] = {3, 3}, k = 0;        //= 1
    char *c = (char *)&m;                   //= 1
    *c = 5;                                 //= 1
    for (int i = 0; i < m; i++)             //= 1
        k++;                                //~ 5
    zero((char *)a);                        //= 1
    for (int i = 0; i < a[0]; i++)          //= 1
        k++;                                //~ 0
    memset(&m, 0, sizeof m);                //= 1
    for (int i = 0; i < m; i++)             //= 1
        k++;                                //~ 0
    memcpy(&m, &n, sizeof m);               //= 1
    for (int i = 0; i < m; i++)             //= 1
        k++;                                //~ 3
    struct pair s = {m, 2, NULL}, *ps = calloc(1, sizeof *ps); //= 1
    memcpy(ps, &s, sizeof s);               //= 1
    memset((unsigned char *)&s, 0, sizeof s); //= 1
    for (int i = 0; i < s.second; i++)      //= 1
        k++;                                //~ 0
    for (int i = 0; i < ps->second; i++)    //= 1
        k++;                                //~ 2
    *ps = (struct pair){7, 6, &s};          //= 1
    for (int i = 0; i < ps->second; i++)    //= 1
        k++;                                //~ 6
    return k;                               //= 1
}

//# neighbours (n): 3
static void element(int *p)
{
    p[-1] = 4;                              //= 1
    p[1] = 2;                               //= 1
}
int neighbours(int n)
{
    int a[3] = {1, 1, 1}, k = 0;            //= 1
    element(&a[1]);                         //= 1
    for (int i = 0; i < a[0] + a[2]; i++)   //= 1
        k++;                                //~ 6
    int *p = a, *q = p + 2;                 //= 1
    *p = *q + 3;                            //= 1
    for (int i = 0; i < a[0]; i++)          //= 1
        k++;                                //~ 5
    a[q - p] = 1;                           //= 1
    for (int i = 0; i < *q; i++)            //= 1
        k++;                                //~ 1
    return k;                               //= 1
}

//# volatile_and_static (n): 3
static volatile int flag = 2;
static int *cursor(int reset)
{
    static int place[2], at;
    if (reset)                              //~ 3
        at = 0;                             //~ 2
    return &place[at++];                    //~ 3
}
int volatile_and_static(int n)
{
    int k = 0;                              //= 1
    *cursor(1) = n;                         //= 1
    *cursor(0) = 5;                         //= 1
    for (int i = 0; i < *cursor(1) - 3; i++) //~ 1
        k++;                                //~ 0
    for (int i = 0; i < flag; i++)          //= 1
        k++;                                //~ 2
    return k;                               //= 1
}

//# function_table (n): 3
static int up(int *p)
{
    return ++*p;                            //~ 2
}
static int down(int *p)
{
    return --*p;                            //~ 1
}
int function_table(int n)
{
    int (*table[])(int *) = {up, down, up}, m = 2, k = 0; //= 1
    for (int i = 0; i < 3; i++)             //= 1
        table[i](&m);                       //= 3
    for (int i = 0; i < m; i++)             //= 1
        k++;                                //~ 3
    int (*f)(int *) = n > 2 ? up : down;    //= 1
    f = &down;                              //= 1
    return k + (f != up);                   //= 1
}

//# recursion_and_globals (n): 3
static int left, deepest;
static int descend(int d)
{
    if (d > deepest)                        //~ 4
        deepest = d;                        //~ 4
    if (left-- > 0)                         //~ 4
        return descend(d + 1) + 1;          //~ 3
    return 0;                               //~ 1
}
int recursion_and_globals(int n)
{
    int k = 0;                              //= 1
    left = n;                               //= 1
    descend(1);                             //= 1
    for (int i = 0; i < deepest; i++)       //= 1
        k++;                                //~ 4
    for (int i = left; i < 0; i++)          //= 1
        k++;                                //~ 1
    return k;                               //= 1
}

//# wrapping (n): 3
int wrapping(int n)
{
    int k = 0;                              //= 1
    unsigned char c = 250;                  //= 1
    while (++c)                             //~ 6
        k++;                                //~ 5
    for (unsigned i = 5; i != 2; i += 0x40000000) { //= 1
        if (k++ > 9)                        //~ 6
            break;                          //~ 1
    }
    unsigned u = n - 5;                     //= 1
    for (unsigned i = 0; i < u; i++)        //= 1
        if (i > 3)                          //~ 5
            break;                          //~ 1
    short s = 32767;                        //= 1
    s++;                                    //= 1
    for (int i = s; i < -32766; i++)        //= 1
        k++;                                //~ 2
    for (signed char i = 120; i > 0; i++)   //= 1
        k++;                                //~ 8
    return k;                               //= 1
}
