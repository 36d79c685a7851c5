/* out[i] = scale * x[index[i]] + out[i]; the index jumps from block to block and walks within one. */
void gather(int n, double scale, const int *index, const double *x, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] += scale * x[index[i]];
}
