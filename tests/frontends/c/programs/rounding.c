#include <math.h>
static double w; static float fz = 0.1f; static const double third = 1.0/3;
int main(void) {
  if (0.1 + 0.2 == 0.3)
    w += 1.0;
  if (0.1f + 0.2f == 0.3f)
    w += 1.0;
  if (1e16 + 1 == 1e16)
    w += 1.0;
  if (16777216.0f + 1.0f == 16777216.0f)
    w += 1.0;
  if (9007199254740993L == 9007199254740992.0)
    w += 1.0;
  if (16777217 == 16777216.0f)
    w += 1.0;
  if (0.5f == 0.5)
    w += 1.0;
  if (fz == 0.1)
    w += 1.0;
  if (third * 3 == 1)
    w += 1.0;
  if (1 / 3.0f == 1 / 3.0)
    w += 1.0;
  if (1e-400 == 0)
    w += 1.0;
  if (1e40f > 1e39)
    w += 1.0;
  if (0.1L == 0.1)
    w += 1.0;
  if (-0.0 == 0.0)
    w += 1.0;
  if ((int)(0.29 * 100) == 29)
    w += 1.0;
  for (int i = 0; i < (int)(1.1 * 10 * 10); i++)
    w += 1.0;
  for (double x = 0; x < 1; x += 0.1)
    w += 1.0;
  for (float x = 0; x < 1; x += 0.1f)
    w += 1.0;
  for (float x = 0; x != 1; x += 0.125f)
    w += 1.0;
  for (double x = 1; x > 0.001; x /= 10)
    w += 1.0;
  for (int i = 0; i < (int)(0.7f * 10); i++)
    w += 1.0;
  for (int i = 0; i < (int)(4.35 * 100); i++)
    w += 1.0;
  for (int i = 0; i < (int)sqrt(80.99); i++)
    w += 1.0;
  for (int i = 0; i < (int)(log(8.0) / log(2.0)); i++)
    w += 1.0;
  for (int i = 0; i < (int)pow(5, 2); i++)
    w += 1.0;
  for (int i = 0; i < (int)(log(1000.0) / log(10.0)); i++)
    w += 1.0;
  if ((float)0.1 == 0.1f)
    w += 1.0;
  if ((float)1e10 * 1e30f > 1e39)
    w += 1.0;
  if (5 / 2 * 2.0 == 5)
    w += 1.0;
  if ((1e308 * 10) / 10 == 1e308)
    w += 1.0;
  if (NAN == NAN)
    w += 1.0;
  if (!(NAN < 1))
    w += 1.0;
  if (0.1 + 0.7 < 0.8)
    w += 1.0;
  float f = 0.7;
 if (f < 0.7)
    w += 1.0;
  if (f == 0.7f)
    w += 1.0;
  double dd = 0.7f;
 if (dd == f)
    w += 1.0;
  const float h = 2.0f/3; int n = h * 3 * 1000;
 for (int i = 0; i < n; i++)
    w += 1.0;
  for (int i = 0; i < lround(2.5); i++)
    w += 1.0;
  for (int i = 0; i < (int)ceil(7/2.0); i++)
    w += 1.0;
  for (int i = 0; i < (int)rint(2.5); i++)
    w += 1.0;
  for (int i = 0; i < (int)fmod(17.5, 5); i++)
    w += 1.0;
  return 0; }
