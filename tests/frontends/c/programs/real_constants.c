int main(void)
{
    double w = 0; float f = 0.1; double d = 0.1f; const float cf = 0.1; //=
    static float sf = 0.1;
    if (0.1f != 0.1)
        w += 1.0;
    if ((float)16777217 == 16777216.0f)
        w += 2.0;
    if (f == 0.1)
        w += 1;
    if (f == 0.1f)
        w += 1;
    if (d == 0.1)
        w += 1;
    if (cf == 0.1)
        w += 1;
    if (0.1f == 0.10000000001f)
        w += 1;
    for (int i = 0; i < (int)0.99999999999999999999; i++)
        w += 1;
    for (int i = 0; i < (int)16777217.0f - 16777210; i++)
        w += 1;
    if (0.1 + 0.2 == 0.3)
        w += 1;
    if (0.1L == 0.1)
        w += 1;
    if (f == (float)0.1)
        w += 1;
    if (-0.1f == -0.1)
        w += 1;
    int k = 0.7f * 10;
    for (int i = 0; i < k; i++)
        w += 1;
    if (sf == 0.1)
        w += 1;
    if (0.5f == 0.5)
        w += 1;
    return w > 0;
}
