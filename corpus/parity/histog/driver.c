#include "../check.h"

#define N 50
#define NB 6

void histog(int n, const float *x, int nb, int *h);
void histog_(const int *n, const float *x, const int *nb, int *h);

int main(void)
{
    float x[N];
    int h[NB], k[NB];
    const int n = N, nb = NB;
    for (int i = 0; i < N; i++)
        x[i] = (float)(0.7 * value() + 0.5);
    histog(n, x, nb, h);
    histog_(&n, x, &nb, k);
    int bad = differ_whole(NB, h, k);
    printf("histog: %s\n", bad ? "different" : "same");
    return bad;
}
