/* Rotates the pairs (x[i], y[i]) by an angle with cosine c and sine s. */
typedef double real;

#define EACH(i, n) for (int i = 0; i < (n); i++)

void drot(int n, real *restrict x, real *restrict y, const real c, const real s)
{
    EACH(i, n) {
        real t = c * x[i] + s * y[i];
        y[i] = c * y[i] - s * x[i];
        x[i] = t;
    }
}
