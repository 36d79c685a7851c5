void shortest(int n, int source, const int *start, const int *head, const double *length, double *distance, int *heap,
              int *place);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { VERTICES = 3000, DEGREE = 6 };
static int start[VERTICES + 1], head[VERTICES * (DEGREE + 2)], heap[VERTICES], place[VERTICES], vertices, source;
static double length[VERTICES * (DEGREE + 2)], distance[VERTICES];

static double urand(int *s)
{
    /* Park and Miller's generator, by Schrage's method */
    int k = *s / 127773;
    *s = 16807 * (*s - k * 127773) - 2836 * k;
    if (*s < 0)
        *s += 2147483647;
    return *s / 2147483647.0;
}

void setup(void)
{
    vertices = VERTICES;
}

/* a new graph: a ring, and a random number of edges from every vertex */
void reset(int seed)
{
    int s = 61 + seed % 1000000, k = 0;
    for (int v = 0; v < VERTICES; v++) {
        int edges = (int)(2 * DEGREE * urand(&s)) * 2 / 3;
        start[v] = k;
        head[k] = (v + 1) % VERTICES;
        length[k++] = 1.0 + urand(&s);
        while (edges-- > 0) {
            head[k] = (int)(VERTICES * urand(&s)) % VERTICES;
            length[k++] = 0.1 + urand(&s);
        }
    }
    start[VERTICES] = k;
    source = (int)(VERTICES * urand(&s)) % VERTICES;
}

void once(void)
{
    shortest(vertices, source, start, head, length, distance, heap, place);
}

double check(void)
{
    double sum = 0.0;
    for (int v = 0; v < VERTICES; v++)
        sum += distance[v];
    return sum;
}
