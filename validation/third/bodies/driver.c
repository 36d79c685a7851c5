struct vector { double x, y, z; };

double bodies(int n, double softening, const struct vector *place, struct vector *force);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { N = 220 };

static int n = N;
static struct vector place[N], force[N];
static double energy;

void setup(void)
{
    for (int i = 0; i < N; i++) {
        place[i].x = (i * 7) % 31;
        place[i].y = (i * 11) % 37;
        place[i].z = (i * 13) % 41;
    }
}

void reset(int seed)
{
    place[0].x = seed % 5;
}

void once(void)
{
    energy = bodies(n, 0.01, place, force);
}

double check(void)
{
    double sum = energy;

    for (int i = 0; i < N; i++)
        sum += force[i].x * force[i].y;
    return sum;
}
