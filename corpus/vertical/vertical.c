/* The vertical phase of alternating directions, as vertical.f: each row follows from the one above. */
#include <stdio.h>

#define NMAX 1024

static double a[NMAX][NMAX], b[NMAX][NMAX];

int main(void)
{
    int n, i, j;

    if (scanf("%d", &n) != 1 || n < 3 || n > NMAX)
        return 1;
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++) {
            a[i][j] = i + j + 2;
            b[i][j] = 1.0 / (i + j + 2);
        }
    for (i = 1; i < n - 1; i++)
        for (j = 0; j < n; j++)
            a[i][j] = a[i][j] - b[i][j] * a[i - 1][j];
    printf(" N%5d  A(2,1)%10.5f  A(N-1,N)%12.5f\n", n, a[1][0], a[n - 2][n - 1]);
    return 0;
}
