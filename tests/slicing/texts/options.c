#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int n = 5, verbose = 0, i, j;
  for (i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-n") == 0) {
      n = atoi(argv[++i]);
    } else if (!strcmp(argv[i], "-v")) {
      verbose = 1;
    } else {
      printf("bad\n");
      return 1;
    }
  }
  for (j = 0; j < n; j++)
    if (verbose) printf("%d\n", j);
  return 0;
}
