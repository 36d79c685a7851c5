#include <stdlib.h>

struct mat { int nrows, ncols; double *data; };
typedef struct { struct mat m; int halo[2]; } grid;
union word { int i; unsigned char byte[4]; float f; };

//# sized (n): 0 | 1 | 5
static void clear(struct mat *m)
{
    for (int i = 0; i < m->nrows; i++)      //= 1
        for (int j = 0; j < m->ncols; j++)  //= n
            m->data[i*m->ncols + j] = 0;    //= n*(n + 1)
}
static void inner(const struct mat *a, int i)
{
    for (int j = 0; j < a->ncols; j++)      //= n
        a->data[j] += i;                    //= n*(n + 1)
}
static void outer(const struct mat *b)
{
    for (int i = 0; i < b->nrows; i++)      //= 1
        inner(b, i);                        //= n
}
static int area(struct mat m)
{
    int k = 0;                              //= 1
    for (int i = 0; i < m.nrows*m.ncols; i++) //= 1
        k++;                                //= n*(n + 1)
    m.nrows = 0;                            //= 1
    return k;                               //= 1
}
static void widen(struct mat *m)
{
    m->ncols += 2;                          //= 1
}
int sized(int n)
{
    struct mat m = {n, .ncols = n + 1};     //= 1
    m.data = malloc(100*sizeof(double));    //= 1
    clear(&m);                              //= 1
    outer(&m);                              //= 1
    area(m);                                //= 1
    for (int i = 0; i < m.nrows; i++)       //= 1
        m.data[i] = 0;                      //= n
    widen(&m);                              //= 1
    for (int i = 0; i < m.ncols; i++)       //= 1
        m.data[i] = 0;                      //= n + 3
    struct mat *q = &m;                     //= 1
    for (int i = 0; i < q->ncols; i++)      //= 1
        q->data[i] = 0;                     //~ n + 3
    return 0;                               //= 1
}

//# made (n): 0 | 3
static struct mat *make(int r, int c)
{
    struct mat *m = malloc(sizeof *m);      //= 1
    m->nrows = r;                           //= 1
    m->ncols = c;                           //= 1
    return m;                               //= 1
}
int made(int n)
{
    struct mat *m = make(n, 2*n);           //= 1
    int k = 0;                              //= 1
    for (int i = 0; i < m->nrows; i++)      //= 1
        k++;                                //~ n
    m->ncols = n + 1;                       //= 1
    for (int i = 0; i < m->ncols; i++)      //= 1
        k++;                                //= n + 1
    free(m);                                //= 1
    return k;                               //= 1
}

//# nested (n): 1 | 4
static void sweep(grid *g)
{
    for (int i = g->halo[0]; i < g->m.nrows - g->halo[1]; i++) //= 1
        g->m.ncols++;                       //~ n
    for (int i = 0; i < g->m.ncols; i++)    //= 1
        g->halo[0]++;                       //~ 2*n
}
int nested(int n)
{
    grid g = {{n + 2, n}, {1, 1}}, h;       //= 1
    int k = 0;                              //= 1
    for (int i = 0; i < g.m.nrows; i++)     //= 1
        k++;                                //= n + 2
    h = g;                                  //= 1
    g.m.nrows = 0;                          //= 1
    for (int i = 0; i < h.m.nrows; i++)     //= 1
        k++;                                //= n + 2
    for (int i = 0; i < g.m.nrows; i++)     //= 1
        k++;                                //= 0
    sweep(&h);                              //= 1
    return k;                               //= 1
}

//# arrays_of_structures (n): 0 | 3
struct point { int weight; double x[3]; };
int arrays_of_structures(int n)
{
    struct point p[10] = {{0}};             //= 1
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++)             //= 1
        for (int d = 0; d < sizeof p[i].x / sizeof p[i].x[0]; d++) //= n
            p[i].x[d] = 1;                  //= 3*n
    p[0].weight = n;                        //= 1
    for (int i = 0; i < p[0].weight; i++)   //= 1
        k++;                                //~ n
    for (struct point *q = p; q < p + n; q++) //= 1
        q->weight = 2;                      //= n
    for (int i = 0; i < sizeof p / sizeof *p; i++) //= 1
        k += p[i].weight;                   //= 10
    return k;                               //= 1
}

//# shared (n): 3
int shared(int n)
{
    union word w;
    w.i = n;                                //= 1
    for (int i = 0; i < w.i; i++)           //= 1
        n++;                                //~ 3
    w.i = 2;                                //= 1
    w.byte[0] = 5;                          //= 1
    for (int i = 0; i < w.i; i++)           //= 1
        n++;                                //~ 5
    return n;                               //= 1
}

//# two_of_a_kind (n): 3
static void set(struct mat *a, struct mat *b)
{
    a->nrows = 1;                           //= 2
    b->nrows = 5;                           //= 2
    for (int i = 0; i < a->nrows; i++)      //= 2
        b->ncols++;                         //~ 6
}
int two_of_a_kind(int n)
{
    struct mat x = {n, n}, y = {n, n};      //= 1
    set(&x, &y);                            //= 1
    for (int i = 0; i < x.nrows; i++)       //= 1
        n++;                                //~ 1
    set(&x, &x);                            //= 1
    for (int i = 0; i < x.nrows; i++)       //= 1
        n++;                                //~ 5
    return n;                               //= 1
}

//# bit_fields (n): 0 | 9
struct flags { unsigned low : 3; int wide : 20; };
int bit_fields(int n)
{
    struct flags f = {0};                   //= 1
    f.low = n;                              //= 1
    f.wide = 12;                            //= 1
    for (int i = 0; i < f.low; i++)         //= 1
        n++;                                //~ n % 8
    for (int i = 0; i < f.wide; i++)        //= 1
        n++;                                //= 12
    return n;                               //= 1
}
