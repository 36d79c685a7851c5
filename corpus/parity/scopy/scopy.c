/* Copies n values, scaled, with steps incx and incy through the arrays. */
void scopy(int n, float scale, const float *x, int incx, float *y, int incy)
{
    for (int i = 0; i < n; i++) {
        *y = scale * *x;
        x += incx;
        y += incy;
    }
}
