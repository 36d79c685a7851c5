/* One Jacobi step for the Poisson equation on a rows by columns grid of spacing h; the edge stays. */
void jacobi_step(int rows, int columns, double h, const double *u, const double *f, double *next)
{
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++) {
            int at = i * columns + j;

            next[at] = 0.25 * (u[at - 1] + u[at + 1] + u[at - columns] + u[at + columns] - h * h * f[at]);
        }
}
