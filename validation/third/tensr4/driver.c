void tensr4(int n, const double (*a)[n][n][n], const double (*b)[n][n][n], double (*c)[n]);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { N = 14 };

static int n = N;
static double a[N][N][N][N], b[N][N][N][N], c[N][N];

void setup(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                for (int l = 0; l < N; l++) {
                    a[i][j][k][l] = (i + 2 * j + 3 * k + 4 * l) % 7;
                    b[i][j][k][l] = (4 * i + 3 * j + 2 * k + l) % 5;
                }
}

void reset(int seed)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = seed % 3;
}

void once(void)
{
    tensr4(n, (const double(*)[N][N][N])a, (const double(*)[N][N][N])b, c);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * (i + 1);
    return sum;
}
