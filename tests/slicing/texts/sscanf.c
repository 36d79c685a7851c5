#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int rows, cols, i, j; double eps; char mode[8], kind; unsigned flags; int got;
  if (argc != 5) {
    fprintf(stderr, "usage: %s rows x cols eps mode flags\n", argv[0]);
    return EXIT_FAILURE;
  }
  if (sscanf(argv[1], "%dx%d", &rows, &cols) != 2)
    return 2;
  eps = strtod(argv[2], NULL);
  got = sscanf(argv[3], "%c:%7[a-z]", &kind, mode);
  flags = (unsigned) strtoul(argv[4], NULL, 0);
  if (got < 2)
    return 3;
  for (i = 0; i < rows; i++)
    for (j = 0; j < cols; j++)
      if (flags & (1u << j))
        printf("f");
  while (eps < 1.0) {
    eps *= 2;
    if (kind == 'q' && strcmp(mode, "fast") == 0)
      printf("q");
  }
  return 0;
}
