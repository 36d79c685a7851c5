/* The largest common divisor of n numbers that are not negative. */
int euclid(int n, const int x[])
{
    int a = 0;

    for (int i = 0; i < n; i++) {
        int b = x[i];
        while (b) {
            int r = a % b;
            a = b;
            b = r;
        }
    }
    return a;
}
