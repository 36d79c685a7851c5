void aniso3(int nz, int ny, int nx, const double factor[3], const double (*now)[ny][nx],
            const double (*source)[ny][nx], double (*next)[ny][nx]);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { NZ = 32, NY = 36, NX = 36 };

static int nz = NZ, ny = NY, nx = NX;
static double now[NZ][NY][NX], source[NZ][NY][NX], next[NZ][NY][NX];

void setup(void)
{
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                now[k][j][i] = (i * j + k) % 17;
                source[k][j][i] = (i + j + k) % 3 == 0 ? 0.01 : 0.0;
            }
}

void reset(int seed)
{
    now[2][3][4] = seed % 9;
}

void once(void)
{
    const double factor[3] = {0.1, 0.05, 0.02};

    aniso3(nz, ny, nx, factor, (const double(*)[NY][NX])now, (const double(*)[NY][NX])source, next);
}

double check(void)
{
    double sum = 0.0;

    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            sum += next[k][j][(j + k) % NX];
    return sum;
}
