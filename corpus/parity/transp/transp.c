/* Transposes a square matrix in place. */
void transp(int n, float a[n][n])
{
    for (int j = 1; j < n; j++)
        for (int i = 0; i < j; i++) {
            float t = a[j][i];
            a[j][i] = a[i][j];
            a[i][j] = t;
        }
}
