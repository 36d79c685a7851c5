#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int parse(const char *s, int *out) {
  char *end;
  long v = strtol(s, &end, 10);
  if (end == s)
    return 0;
  if (*end)
    return 0;
  *out = (int) v;
  return 1;
}
static int is(const char *s, const char *t) {
  return strcmp(s, t) == 0;
}
static int has(const char *s, const char *t) {
  if (is(s, t))
    return 1;
  return 0;
}
int main(int argc, char **argv) {
  int n = 1, m = 0, k, mode = 0;
  while (argc > 1) {
    argc--;
    argv++;
    if (has(*argv, "--n")) {
      if (argc < 2) return 3;
      argc--; argv++;
      if (!parse(*argv, &n))
        return 2;
    } else if (strncmp(*argv, "--mode=", 7) == 0) {
      const char *v = *argv + 7;
      if (is(v, "fast"))
        mode = 1;
      else if (is(v, "slow"))
        mode = 2;
    } else {
      m++;
    }
  }
  for (k = 0; k < n; k++)
    if (mode == 2)
      printf(".");
  for (k = 0; k < m; k++)
    printf("m");
  return 0;
}
