#include <stdlib.h>
#include <string.h>

//# walking (n): 0 | 1 | 6
static double sum(const double *p, int n)
{
    double s = 0;                           //= 1
    while (n--)                             //= n + 1
        s += *p++;                          //= n
    return s;                               //= 1
}
static double until(const double *p, const double *end)
{
    double s = 0;                           //= 2
    for (; p < end; p++)                    //~ 2*n + 2
        s += *p;                            //~ n
    return s;                               //= 2
}
static void copy(double *to, const double *from, int n)
{
    const double *end = from + n;           //= 1
    while (from != end)                     //= n + 1
        *to++ = *from++;                    //= n
}
int walking(int n)
{
    double a[100] = {0}, b[100], *p;        //= 1
    double s = sum(a, n);                   //= 1
    s += until(a, a + n);                   //= 1
    s += until(a + n, a);                   //= 1
    copy(b, a, n);                          //= 1
    for (p = a; p < a + n; p++)             //= 1
        *p = 1;                             //= n
    for (p = &a[n]; p > a; )                //= 1
        *--p = 2;                           //= n
    for (p = a; p < &a[2*n]; p += 2)        //= 1
        *p = 3;                             //= n
    for (p = a; p - a < n; ++p)             //= 1
        s += p[0];                          //= n
    for (double *q = a, *e = a + n; q != e; ++q) //= 1
        s += *q;                            //= n
    return s > 0;                           //= 1
}

//# arithmetic (n): 0 | 3
int arithmetic(int n)
{
    int a[50], *p = a + 2, *q = &a[n + 2];  //= 1
    int k = q - p;                          //= 1
    for (int i = 0; i < k; i++)             //= 1
        a[i] = 0;                           //= n
    p += 3;                                 //= 1
    p--;                                    //= 1
    for (int i = 0; i < p - a; i++)         //= 1
        k++;                                //= 4
    p = p + n - 1;                          //= 1
    for (int i = 0; i < (int)(p - a); i++)  //= 1
        k++;                                //= n + 3
    *(a + n) = 5;                           //= 1
    n[a] = 6;                               //= 1
    return k;                               //= 1
}

//# two_dimensions (n): 0 | 1 | 5
static void fill(int n, double a[][10])
{
    for (int i = 0; i < n; i++)             //= 1
        for (int j = 0; j <= i; j++)        //= n
            a[i][j] = 1;                    //= n*(n + 1)//2
}
static void variable(int n, int m, double a[n][m])
{
    for (int i = 0; i < n; i++)             //= n > 0
        for (int j = 0; j < m; j++)         //= n
            a[i][j] = sizeof a[i] / sizeof(double); //= n*(n + 1)
}
int two_dimensions(int n)
{
    double a[10][10], (*row)[10] = a;       //= 1
    int k = 0;                              //= 1
    fill(n, a);                             //= 1
    for (row = a; row < a + n; row++)       //= 1
        k += (*row)[0] > 0;                 //= n
    if (n) {                                //= 1
        double v[n][n + 1];
        variable(n, n + 1, v);              //= n > 0
        for (int i = 0; i < sizeof v / sizeof v[0]; i++) //= n > 0
            k++;                            //= n
    }
    for (int i = 0; i < sizeof a / sizeof **a; i++) //= 1
        k++;                                //= 100
    double *flat = malloc(n*n*sizeof *flat); //= 1
    for (int i = 0; i < n; i++)             //= 1
        for (int j = 0; j < n; j++)         //= n
            flat[i*n + j] = 0;              //= n*n
    free(flat);                             //= 1
    return k;                               //= 1
}

//# texts (n): 0
int texts(int n)
{
    char s[] = "hello", *p = s;             //= 1
    int k = 0;                              //= 1
    for (int i = 0; i < sizeof s; i++)      //= 1
        k++;                                //= 6
    while (*p)                              //~ 6
        p++;                                //~ 5
    for (int i = 0; s[i] != '\0'; i++)      //= 1
        k++;                                //~ 5
    for (int i = 0; i < strlen(s); i++)     //= 1
        k++;                                //~ 5
    return k;                               //= 1
}

//# by_address (n): 0 | 3
static void increase(int *p)
{
    (*p)++;                                 //= 1
}
static void sizes(int n, int *rows, int *columns)
{
    *rows = n + 1;                          //= 1
    *columns = 2*n;                         //= 1
}
static void exchange(int *a, int *b)
{
    int t = *a;                             //= 1
    *a = *b;                                //= 1
    *b = t;                                 //= 1
}
int by_address(int n)
{
    int rows, columns, k = 0, *p = &k;      //= 1
    increase(&n);                           //= 1
    for (int i = 0; i < n; i++)             //= 1
        k++;                                //= n + 1
    sizes(n, &rows, &columns);              //= 1
    for (int i = 0; i < rows; i++)          //= 1
        for (int j = 0; j < columns; j++)   //= n + 2
            k++;                            //= (n + 2)*(2*n + 2)
    exchange(&rows, &columns);              //= 1
    for (int i = 0; i < rows; i++)          //= 1
        k++;                                //= 2*n + 2
    *p = 3;                                 //= 1
    for (int i = 0; i < k; i++)             //= 1
        rows--;                             //~ 3
    return k;                               //= 1
}

//# aliases (n): 2
int aliases(int n)
{
    int a = 1, b = 2, c = 3, *p = n > 1 ? &a : &b; //= 1
    *p = 7;                                 //= 1
    for (int i = 0; i < a; i++)             //= 1
        n++;                                //~ 7
    for (int i = 0; i < b; i++)             //= 1
        n++;                                //~ 2
    for (int i = 0; i < c; i++)             //= 1
        n++;                                //= 3
    return n;                               //= 1
}
