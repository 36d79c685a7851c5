#include <string.h>
struct part { int low, high; };
struct whole { int tag; struct part in, more[2]; double weight; int *to; short few[3]; };
static struct part shelf = {4, 4}, *on = &shelf;
static struct whole box = {1, {2, 3}}, *opened = &box;
static int steps;

union number { int i; unsigned u; float f; unsigned char c[4]; struct part pair; };
struct tagged {
    int tag;
    union { int i; unsigned u; int a[1]; };
    struct { int x, y; };
    union { struct { int first, second; }; int both[2]; };
};

//# whole_by_pointer (n): 0 | 3
static struct part made(int low)
{
    struct part p = {low, low + 1};         //= 1
    return p;                               //= 1
}
int whole_by_pointer(int n)
{
    struct part x = {1, 2}, y = {5, 6}, z[3] = {{7, 8}}, *p = &x, *q = z, *r = &z[1]; //= 1
    struct part w = {n, 1}, *s = &w;        //= 1
    int k = 0;                              //= 1
    *p = y;                                 //= 1
    for (int i = 0; i < x.low; i++)         //~ 1
        k++;                                //~ 5
    y.low = 9;                              //= 1
    for (int i = 0; i < x.low; i++)         //~ 1
        k++;                                //~ 5
    *r = *q;                                //= 1
    for (int i = 0; i < z[1].low; i++)      //~ 1
        k++;                                //~ 7
    q[2] = y;                               //= 1
    for (int i = 0; i < z[2].low; i++)      //~ 1
        k++;                                //~ 9
    p = &w;                                 //= 1
    *p = made(n);                           //= 1
    for (int i = 0; i < s->high; i++)       //~ 1
        k++;                                //~ n + 1
    return k;                               //= 1
}

//# whole_by_call (n): 2 | 5
static void put(struct part *to, struct part from)
{
    *to = from;                             //= 2
}
static void replace(struct part from)
{
    *on = from;                             //= 1
}
static void swap(struct part *a, struct part *b)
{
    struct part t = *a;                     //= 1
    *a = *b;                                //= 1
    *b = t;                                 //= 1
}
int whole_by_call(int n)
{
    struct part a = {1, 1}, b = {n, 3}, *p = &a; //= 1
    int k = 0;                              //= 1
    put(&a, b);                             //= 1
    for (int i = 0; i < a.low; i++)         //~ 1
        k++;                                //~ n
    put(p, (struct part){4, 5});            //= 1
    for (int i = 0; i < a.high; i++)        //~ 1
        k++;                                //~ 5
    replace(b);                             //= 1
    for (int i = 0; i < shelf.low; i++)     //~ 1
        k++;                                //~ n
    swap(&a, &b);                           //= 1
    for (int i = 0; i < a.low; i++)         //~ 1
        k++;                                //~ n
    for (int i = 0; i < b.high; i++)        //~ 1
        k++;                                //~ 5
    return k;                               //= 1
}

//# whole_with_parts (n): 1 | 4
int whole_with_parts(int n)
{
    int near = 3, far = n, k = 0;           //= 1
    struct whole x = {1, {2, 3}, {{4, 5}}, 0.5, &near, {1, 2, 3}}, y = x, *p = &x; //= 1
    y.in.low = 6;                           //= 1
    y.to = &far;                            //= 1
    y.few[1] = 8;                           //= 1
    y.weight = 1.5;                         //= 1
    y.more[1].high = n;                     //= 1
    *p = y;                                 //= 1
    for (int i = 0; i < x.in.low; i++)      //~ 1
        k++;                                //~ 6
    for (int i = 0; i < x.few[1]; i++)      //~ 1
        k++;                                //~ 8
    for (int i = 0; i < x.more[1].high; i++) //~ 1
        k++;                                //~ n
    if (x.weight == 1.5)                    //~ 1
        k++;                                //~ 1
    *x.to = 7;                              //= 1
    for (int i = 0; i < near; i++)          //~ 1
        k++;                                //~ 3
    for (int i = 0; i < far; i++)           //~ 1
        k++;                                //~ 7
    *opened = y;                            //= 1
    for (int i = 0; i < box.in.low; i++)    //~ 1
        k++;                                //~ 6
    box.in = x.more[1];                     //= 1
    for (int i = 0; i < opened->in.high; i++) //~ 1
        k++;                                //~ n
    return k;                               //= 1
}

//# whole_by_library (n): 1 | 4
int whole_by_library(int n)
{
    struct part a = {1, 2}, b = {n, 5}, *p = &a, *q = &b; //= 1
    int k = 0;                              //= 1
    memcpy(p, q, sizeof *p);                //= 1
    for (int i = 0; i < a.low; i++)         //~ 1
        k++;                                //~ n
    memset(q, 0, sizeof b);                 //= 1
    for (int i = 0; i < b.high; i++)        //~ 1
        k++;                                //~ 0
    memmove(&b, &a, sizeof a);              //= 1
    for (int i = 0; i < b.high; i++)        //~ 1
        k++;                                //~ 5
    memset(on, 0, sizeof shelf);            //= 1
    for (int i = 0; i < shelf.low; i++)     //~ 1
        k++;                                //~ 0
    void *v = &a;                           //= 1
    memset(v, 0, sizeof a);                 //= 1
    for (int i = 0; i < a.low; i++)         //~ 1
        k++;                                //~ 0
    return k;                               //= 1
}

//# unnamed_parts (n): 2 | 5
int unnamed_parts(int n)
{
    struct tagged t, *p = &t;               //= 1
    int k = 0;                              //= 1
    t.i = 3;                                //= 1
    t.u = 6;                                //= 1
    for (int i = 0; i < t.i; i++)           //~ 1
        k++;                                //~ 6
    t.i = 5;                                //= 1
    t.a[0] = n;                             //= 1
    for (int i = 0; i < t.i; i++)           //~ 1
        k++;                                //~ n
    t.x = 4;                                //= 1
    t.first = 8;                            //= 1
    for (int i = 0; i < t.x; i++)           //~ 1
        k++;                                //~ 4
    t.both[1] = 2;                          //= 1
    t.second = 9;                           //= 1
    for (int i = 0; i < t.both[1]; i++)     //~ 1
        k++;                                //~ 9
    p->u = 2;                               //= 1
    for (int i = 0; i < t.i; i++)           //~ 1
        k++;                                //~ 2
    return k;                               //= 1
}

//# unions (n): 2 | 5
int unions(int n)
{
    union number v = {3}, w = {.u = 4};     //= 1
    int k = 0;                              //= 1
    for (int i = 0; i < v.u; i++)           //~ 1
        k++;                                //~ 3
    for (int i = 0; i < w.i; i++)           //~ 1
        k++;                                //~ 4
    v.pair.low = n;                         //= 1
    for (int i = 0; i < v.i; i++)           //~ 1
        k++;                                //~ n
    v.i = 0x0203;                           //= 1
    v.c[0] = 1;                             //= 1
    for (int i = 0; i < v.i; i++)           //~ 1
        k++;                                //~ 0x0201
    for (v.i = 0; v.i < 6; v.i++) {         //~ 1
        k++;                                //~ 3
        v.u++;                              //~ 3
    }
    for (w.i = 4; k < w.i; k++)             //~ 1
        w.u = 2;                            //~ 0
    return k;                               //= 1
}
