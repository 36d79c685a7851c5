#include <stdio.h>
#include <stdlib.h>
int main(int argc, char *argv[]) {
  int i = 1, n = 0, m = 3, k;
  while (i < argc && argv[i][0] == '-') {
    switch (argv[i][1]) {
    case 'n': n = atoi(argv[i] + 2); break;
    case 'm': m = strtol(argv[i + 1], NULL, 10); i++; break;
    default: fprintf(stderr, "usage: %s\n", argv[0]); exit(1);
    }
    i++;
  }
  if (argc < 2) { printf("none\n"); return 2; }
  for (k = 0; k < n * m; k++)
    printf("%d\n", k);
  return 0;
}
