/* Each value through a curve with a knee, cut off at both ends; every choice is a conditional expression. */
void tonmap(int n, double knee, const double *in, double *out)
{
    for (int i = 0; i < n; i++) {
        double v = in[i] < 0.0 ? 0.0 : in[i];
        double w = v < knee ? v : knee + (v - knee) / (1.0 + (v - knee));

        out[i] = w > 1.0 ? 1.0 : w;
    }
}
