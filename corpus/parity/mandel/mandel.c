/* How many steps the points of a row stay within the circle of radius 2, at most maxit. */
void mandel(int n, double x0, double dx, double ci, int maxit, int *steps)
{
    for (int i = 0; i < n; i++) {
        double cr = x0 + i * dx;
        double zr = 0.0;
        double zi = 0.0;
        int it = 0;
        while (it < maxit && zr * zr + zi * zi <= 4.0) {
            double t = zr * zr - zi * zi + cr;
            zi = 2.0 * zr * zi + ci;
            zr = t;
            it++;
        }
        steps[i] = it;
    }
}
