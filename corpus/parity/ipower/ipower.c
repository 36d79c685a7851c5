/* x to the power of k, not negative, by repeated squaring. */
double ipower(double x, int k)
{
    double p = 1.0;
    double s = x;

    for (int m = k; m > 0; m /= 2) {
        if (m % 2)
            p *= s;
        s *= s;
    }
    return p;
}
